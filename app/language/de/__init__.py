"""German: its words, patterns and stock lines."""
