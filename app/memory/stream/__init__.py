"""A scope's memories as a stream: adding, marking, condensing, pruning, and what is derived from entries."""
