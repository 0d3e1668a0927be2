"""Prompts: what a model is shown."""
