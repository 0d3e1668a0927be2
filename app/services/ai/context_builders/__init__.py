"""Small pure functions, each building one section of a prompt."""
