"""Recall: pure functions over texts and entries."""
