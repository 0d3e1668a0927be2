"""Seats: what an agent that plays a character or the narrator may ask and do."""
