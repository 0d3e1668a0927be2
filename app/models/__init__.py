"""The domain: pydantic models without I/O and without agents."""
