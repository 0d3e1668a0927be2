"""Scenario sheets: what an author writes, read-only while it is played."""
