"""Reading what a text does: what is said aloud in it, and which speech acts it performs."""
