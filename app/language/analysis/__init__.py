"""Analysis of text: sentences, words, terms, names, feelings."""
