# What a player reads about things. `number` is 1, or 2 for a thing that is several ("the nets").

not-to-be-carried = { $number ->
    [one] { $thing } is not to be carried away. { $lying }
   *[other] { $thing } are not to be carried away. { $lying }
}
