"""Indexes of one scope's memories and of the messages its owner witnessed: terms, postings, vectors, filters."""
