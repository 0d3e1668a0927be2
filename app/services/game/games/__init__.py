"""Games and scenarios: beginning, opening, branching, simulating."""
