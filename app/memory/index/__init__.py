"""The index over one scope's memories and the messages its owner witnessed: terms, postings, vectors, filters."""
