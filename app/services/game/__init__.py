"""Playing: turns, memory, places, scenarios."""
