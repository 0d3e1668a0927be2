"""Character cards and lorebooks, both ways."""
