"""A game in the terminal, line after line."""
