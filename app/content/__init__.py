"""Scenarios that ship with the game."""
