"""The summarizers: extractive, and with a model."""
