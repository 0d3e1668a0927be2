"""Agents of pydantic-ai that play one character, over a seat."""
