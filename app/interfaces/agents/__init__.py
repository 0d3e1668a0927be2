"""Ports of the jobs that a language model can do; each has an offline adapter too."""
