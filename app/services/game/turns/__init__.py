"""One turn from the player's text to the commit, and what is told of it."""
