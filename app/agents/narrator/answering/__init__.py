"""What is answered in a turn: by a person, by those who travel along, and from what the player has seen."""
