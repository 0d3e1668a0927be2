"""The model of an agent of genagents: rating, reflecting and answering by a language model."""
