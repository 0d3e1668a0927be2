"""What is frozen with a release: the names of the library, the HTTP API, the formats. See tests/data/frozen."""
