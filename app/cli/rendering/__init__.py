"""Results of the use cases as paragraphs, and the screen that they are written to."""
