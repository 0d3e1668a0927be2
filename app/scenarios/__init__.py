"""Reading and checking authored content."""
