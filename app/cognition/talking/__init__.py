"""People talking to each other, and being asked."""
