# How names stand in a sentence.

definite = the { $name }
game-time = Day { $day }, { $time }
party = the party
somebody = another person
world = the world
joined-comma = { $first }, { $name }
joined-and = { $first } and { $name }
joined-or = { $first } or { $name }
