"""Games and scenarios: begin, open, branch and simulate them."""
