"""Scenarios as folders: reading, writing, and what is answered to files that cannot be read."""
