"""Checks of a model's text before it is stored or shown."""
