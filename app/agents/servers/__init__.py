"""Servers of models: what they refuse and how they answer, in one form for the client library."""
