"""Talekeeper: a narrative game backend that remembers."""

__version__ = "0.1.0"
