"""Rendering of typed values as text: names, events, refusals and the perspective of a text."""
