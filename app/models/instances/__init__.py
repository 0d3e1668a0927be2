"""What one play-through makes of the scenario's sheets: the mutable half of the domain."""
