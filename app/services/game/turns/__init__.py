"""One turn from the player's text to the commit, and its result."""
