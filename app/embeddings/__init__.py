"""Embeddings of texts, all optional: a small packaged model, models by name or address, and a cache."""
