"""How much of a world may be simulated: in a module of its own, which the help of the command line loads."""

MOST_DAYS = 365
MOST_PEOPLE = 200
