"""Real clients of the Model Context Protocol at real games."""
