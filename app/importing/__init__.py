"""Files of any kind: what is in one, and what is made of it."""
