"""What people answer: topics, memories, their day, and questions about the player."""
