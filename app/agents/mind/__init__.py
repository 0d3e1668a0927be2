"""Thinking for the people of a story: by rules alone, or with a language model."""
