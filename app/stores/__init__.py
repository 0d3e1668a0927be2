"""Stores of games: journals in files or in a database."""
