"""English: its words, patterns and stock lines."""
