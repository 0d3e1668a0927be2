"""Answers in a turn: of a person, of companions, and from what the player has seen."""
