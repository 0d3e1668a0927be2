"""Trials: ten fixed situations that show what a model is fit for."""
