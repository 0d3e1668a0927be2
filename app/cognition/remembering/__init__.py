"""What comes to a person's mind, what it concludes, how much it matters, and what fades."""
