"""The narrators with a language model: guided, and with tools."""
