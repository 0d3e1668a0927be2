"""What people of a game do, want and plan, and what their minds have pending."""
