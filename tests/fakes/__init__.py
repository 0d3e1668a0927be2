"""Stand-ins for the project's own ports."""
