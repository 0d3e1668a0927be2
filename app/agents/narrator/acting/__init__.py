"""From intents to commands, and the turn in which they are carried out."""
