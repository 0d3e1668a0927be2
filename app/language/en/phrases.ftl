# How names stand in a sentence.

definite = the { $name }
game-time = Day { $day }, { $time }
party = the party
somebody = another person
world = the world
joined-comma = { $first }, { $name }
joined-and = { $first } and { $name }
joined-or = { $first } or { $name }
my = my
moment = { $days ->
    [-2] on day { $day } at { $time }
    [-1] yesterday at { $time }
    [0] today at { $time }
    [1] tomorrow at { $time }
   *[2] on day { $day } at { $time }
  }
