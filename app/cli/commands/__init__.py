"""The commands of the terminal door: parse, call a use case, print."""
