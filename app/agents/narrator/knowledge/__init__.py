"""What a person knows that answers a question: topics, memories, its day, facts; and how well each answers."""
