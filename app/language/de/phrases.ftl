# How names stand in a sentence. German articles need a gender, which no sheet has: a name stands as its author wrote it.

definite = { $name }
game-time = Tag { $day }, { $time }
party = die Gefährten
somebody = jemand anderes
world = Welt
joined-and = { $first } und { $name }
joined-or = { $first } oder { $name }
my = mein
moment = { $days ->
    [-2] an Tag { $day } um { $time }
    [-1] gestern um { $time }
    [0] heute um { $time }
    [1] morgen um { $time }
   *[2] an Tag { $day } um { $time }
  }
