"""Everything that depends on a natural language: text analysis, reading, rendering of typed values, checks of model
texts."""
