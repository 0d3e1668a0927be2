"""The terminal door: thin, no rules of the game in it."""
