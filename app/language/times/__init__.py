"""When something was or is to be, as a text says it."""
