"""Memory without a story: what agents of other programs remember, recall and know."""
