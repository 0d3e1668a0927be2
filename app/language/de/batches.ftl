# What many memories come to that become one, told without a mind.

routine = { $part ->
    [morning] Ein Morgen
    [afternoon] Ein Nachmittag
    [evening] Ein Abend
   *[night] Eine Nacht
  }: { $place }.
routine-with = { $part ->
    [morning] Ein Morgen
    [afternoon] Ein Nachmittag
    [evening] Ein Abend
   *[night] Eine Nacht
  } mit { $people }: { $place }.
era = Tag { $since } bis { $until }: { $text }
much-with = Viel war mit { $people }.
much-about = Viel hatte zu tun mit { $things }.
much-at = Viel geschah dort: { $place }.
talked = { $who ->
    [somebody] Jemand anderes sprach.
   *[one] { $name } sprach.
  }
talked-at = { $who ->
    [somebody] Jemand anderes sprach
   *[one] { $name } sprach
  }: { $place }.
talked-with = { $name } sprach mit { $people }.
talked-with-at = { $name } sprach mit { $people }: { $place }.
many = { $names } und { $count } weitere
