"""Limits of a simulated world, in a module of its own so that the help of the command line loads little."""

MOST_DAYS = 365
MOST_PEOPLE = 200
