"""Playing from chat clients: which game and turn a conversation stands at, and what its last line does."""
