"""Render the pages of the reference that are made from the program when the site is built."""
