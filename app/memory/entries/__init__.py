"""What one memory says of itself: its marks, what it is worth, how long it lasts, who speaks in it."""
