# What many memories come to that become one, told without a mind.

routine = At { $place }: { $count } routine events
era = Days { $since } to { $until }: { $text }
things = { $count } things.
things-with = { $count } things, mostly with { $people }.
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
