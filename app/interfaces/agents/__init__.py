"""The jobs a language model can do, each with an offline adapter too."""
