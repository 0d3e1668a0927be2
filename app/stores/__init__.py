"""Where games live: journals on disk."""
