"""The jobs a language model can do, each beside an adapter with no model at all."""
