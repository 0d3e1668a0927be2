"""What kind of thing a typed line does, by a classifier of word and character n-grams and of sentence vectors."""
