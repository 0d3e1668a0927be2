"""Every event: what a command has brought about, in the past tense."""
