"""Stand-ins for the project's own ports that only its own tests need."""
