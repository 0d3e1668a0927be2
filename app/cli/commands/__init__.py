"""The commands of the command line: each parses its options, calls a service, and prints."""
