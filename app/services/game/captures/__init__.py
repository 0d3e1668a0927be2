"""From a requested capture to its memory, and asking what is remembered."""
