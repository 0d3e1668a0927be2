"""The records of a journal, and folding them into a state."""
