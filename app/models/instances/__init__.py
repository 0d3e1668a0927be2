"""The mutable state of a scenario in one game."""
