"""What a typed line means: parser, grammar, verbs, intents, and the names in them."""
