"""Protocols: where two adapters exist, or where a lower room needs a use case above it."""
