"""The command-line adapter. It holds no rules of the game."""
