"""The mutable state of a game."""
