"""Games in PostgreSQL, shared by several servers; imported only where a database is named."""
