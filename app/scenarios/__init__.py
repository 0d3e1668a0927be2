"""Reading and checking scenarios."""
