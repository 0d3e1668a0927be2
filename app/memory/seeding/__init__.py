"""Gifted memories: what people, places and the world know from a scenario's sheets."""
