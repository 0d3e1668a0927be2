# What many memories come to that become one, told without a mind.

routine = { $part ->
    [morning] A morning
    [afternoon] An afternoon
    [evening] An evening
   *[night] A night
  } at { $place }.
routine-with = { $part ->
    [morning] A morning
    [afternoon] An afternoon
    [evening] An evening
   *[night] A night
  } at { $place }, with { $people }.
era = Days { $since } to { $until }: { $text }
# For texts in another language than the game's.
era-bare = { $since }–{ $until }: { $text }
much-with = Much was with { $people }.
much-about = Much had to do with { $things }.
much-at = Much was at { $place }.
# `who` is `one` whose name is given, or nobody who has one.
talked = { $who ->
    [somebody] Another person talked.
   *[one] { $name } talked.
  }
talked-at = { $who ->
    [somebody] Another person talked at { $place }.
   *[one] { $name } talked at { $place }.
  }
talked-with = { $name } talked with { $people }.
talked-with-at = { $name } talked with { $people } at { $place }.
many = { $names } and { $count } others
