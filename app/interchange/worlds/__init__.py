"""Worlds as plain JSON graphs (rooms, exits with doors and keys, objects, a quest), made into scenarios."""
