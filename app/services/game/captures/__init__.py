"""Captures, from the request to the memory, and search in what is remembered."""
