"""Typed values as text: names in a sentence, and whose words a text is told in."""
