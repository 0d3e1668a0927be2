"""Text to vectors: a small model that ships as a package, others by name or address, and a cache; all optional."""
