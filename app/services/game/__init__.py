"""Playing: turns, captures, places and open games."""
