"""What orders of canon may add to a scenario, and the parts that are made of them."""
