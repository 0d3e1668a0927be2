"""The conversation and its meaning: messages, passages, speech acts, payloads."""
