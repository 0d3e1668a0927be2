"""Narrators with a language model: guided and with tools."""
