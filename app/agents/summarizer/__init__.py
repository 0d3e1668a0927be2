"""Summarizers: extractive and with a model."""
