"""Games in PostgreSQL, shared by several servers; imported only if a database is configured."""
