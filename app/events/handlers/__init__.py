"""One handler class per domain; each checks, then changes."""
