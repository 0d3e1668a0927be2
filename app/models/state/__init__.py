"""What changes while a game is played."""
