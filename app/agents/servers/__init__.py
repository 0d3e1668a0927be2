"""Adapters for model servers: what they refuse and how they answer, in one form for the client library."""
