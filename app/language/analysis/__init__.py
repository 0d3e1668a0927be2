"""Words, names, terms and times in a text."""
