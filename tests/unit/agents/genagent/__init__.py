"""An agent of genagents with a language model."""
