"""Memories in other formats, both ways: genagents agent folders, and one JSONL file per agent."""
