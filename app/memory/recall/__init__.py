"""Recall: queries, presets, scoring, and the recaller that all callers use."""
