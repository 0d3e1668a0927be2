"""Seats of those who play: what a character or the narrator may ask and do."""
