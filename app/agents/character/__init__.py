"""Agents of pydantic-ai that play one character through a seat."""
