"""Descriptions of what is seen, and the wording of narration."""
