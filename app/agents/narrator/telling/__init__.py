"""Events and sights in prose."""
