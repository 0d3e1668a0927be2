"""Results of the use cases as paragraphs; nothing is printed here."""
