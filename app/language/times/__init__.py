"""Times named in a text."""
