"""Whether a model's text is fit to be kept or shown."""
