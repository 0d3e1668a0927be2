"""From intents to commands."""
