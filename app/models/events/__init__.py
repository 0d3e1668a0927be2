"""Every event: the result of a command, in the past tense."""
