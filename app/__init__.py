"""Talekeeper: a narrative game backend that remembers."""
