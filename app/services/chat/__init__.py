"""Playing from chat clients: the game and turn that a conversation is at, and the effect of its last line."""
