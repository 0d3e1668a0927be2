"""What a journal is made of, and folding it into a state."""
