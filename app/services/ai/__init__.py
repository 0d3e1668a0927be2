"""What a model is shown."""
