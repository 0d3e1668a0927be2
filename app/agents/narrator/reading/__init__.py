"""What a typed line means: its parts, what each may mean here, and which of that is chosen."""
