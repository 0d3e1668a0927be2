"""The tasks of a language model (narrator, summarizer, mind), each with an adapter that needs no model."""
