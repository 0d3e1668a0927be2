"""Sights in prose, and the wording of what is told."""
