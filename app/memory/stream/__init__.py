"""Memory streams of scopes: adding, marking, condensing and pruning memories, and views derived from entries."""
