"""What was said and what it means: messages, speech acts, payloads."""
