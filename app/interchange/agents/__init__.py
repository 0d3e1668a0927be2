"""Memories in the formats of others, both ways: genagents agent folders, and one JSONL file per agent."""
