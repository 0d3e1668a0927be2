"""Who asks, for which game, in which role."""
