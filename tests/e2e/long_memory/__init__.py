"""A game of two hundred turns, written out, and whether the narrator still finds what was said at its beginning."""
