"""All that knows a language: analysing text, reading what it does, rendering typed values, checking a model's text."""
