"""Choosing memories: queries, presets, scoring, and the one recaller that everybody asks."""
