"""Gifted memories: what a scenario's sheets give people, places and the world to know from the start."""
