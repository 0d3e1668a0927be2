# What a player reads when the world says no. Slots are names and texts of the scenario; `quoted_…` is a name in
# quotation marks, `the_…` a thing with its article, `needs` one of the sentences just below.

# -- what is missing: a sentence, and the same without the names of quests and tasks, which nobody in the story speaks
needs = It takes { $missing }.
needs-in-story = { $kind ->
    [task] Something else has to happen first.
    [time] That has { $missing }.
   *[other] That would take { $missing }.
}
needs-and = { " and " }
needs-or = { " or " }

the-thing = the { $thing }

needs-item-held = { $the_item_id } in your hands
needs-item-given = { $the_item_id } given to { $npc_id }
needs-place-entered = a visit to { $location_id }
needs-topic-asked = what { $npc_id } knows about { $topic_id }
needs-encounter-cleared = an end to { $the_encounter_id }
needs-objective-done = this done: { $objective_id }
needs-quest-active = an errand that you have not taken on
needs-quest-done = the quest { $quoted_quest_id } completed
needs-secret-known = something you have not discovered yet
needs-danger-at-most = { $location_id } made { $level ->
    [CLEARED] clear
   *[other] { $level_words }
}
needs-attitude-at-least = { $npc_id } to be { $attitude_words }
needs-time-reached = to wait until { $time }

# -- things
item-here-already = You have the { $item } already.
item-not-here = There is no { $item } lying here. You see: { $lying }.
item-none-lying = nothing that could be taken
item-fixed = The { $item } cannot be carried away.
item-not-held = You do not have the { $item }. You carry: { $held }.
item-none-held = nothing
item-of-no-use = { $person } has no use for the { $item } and hands it back.
item-not-theirs = { $person } does not have the { $item }.
item-kept = { $person } keeps the { $item }. { $needs }
item-kept-here = { $person } parts with the { $item } at { $places } alone.
item-no-target = There is no { $target } here to use the { $item } on.
item-fits-nothing = The { $item } is of no use for that.
item-fits-other = The { $item } is of no use for that. It would do something with { $targets }.
item-not-yet = { $in_story ->
    [yes] { $needs }
   *[no] Not yet: it takes { $missing }.
}
item-wasted = The { $item } would be used up for nothing here.

# -- places
place-here-already = You are already at { $place }.
place-no-way = There is no way there from { $place }. From here: { $ways }.
place-way = { $way } (to { $place })
place-no-ways = no way out that you can see
place-shows-already = { $place } already shows that: { $effect }.
place-not-clear = { $place } is not clear yet: there is still { $left }.
encounter-elsewhere = { $encounter } cannot be dealt with from here.
encounter-over = { $encounter } has been dealt with already.
step-is-here = { $place } is where you are. From here one can go to: { $ways }.
step-not-next = { $place } is not next to here. From here one can go to: { $ways }.
step-unclear = Several places next to here are called { $place }: give an id, { $which }.
step-locked = The way to { $place } is locked. From here one can go to: { $ways }.
step-nowhere = nowhere
step-way = { $way } to { $place }{ $open ->
    [yes] { "" }
   *[no] { " " }(locked)
}
secret-known-already = That is known already.
secret-elsewhere = There is nothing like that to be found here.
only-needs = { $needs }

# -- whose memories are meant
owner-unknown = Nobody and nothing here is called { $name }. There are: { $there }.
owner-unclear = Who is meant: { $owners }?
person-unknown = Nobody here is called { $name }. There are: { $there }.

# -- people
nobody = nobody
person-unheard = { $person } is nowhere to be found and cannot be heard.
person-mute = { $person } is asleep; awake it could speak.
person-no-hearer = { $person } is not here to be spoken to; here: { $here }.
person-no-speaker = { $person } is not here to speak; here: { $here }.
somebody-unknown = There is nobody { $person } to speak to; here: { $here }.
player-name-taken = There is a player called { $player } already.
player-name-of-cast = { $player } is somebody in this story; please take another name.
player-id-taken = The id { $player } belongs to somebody else.
player-too-many = A game has at most { $most } players at a time, and { $ever } in all.
player-last = { $player } is the last player here and cannot leave.
player-unknown = There is no player { $player } in this game.
speech-limits = What is said has 1 to { $most } characters and no control characters.
topic-unknown = { $person } has nothing to tell about { $topic }.
person-there-already = { $person } is there already.
person-not-here = { $person } is not here.
person-feels-already = { $person } is { $attitude } already.
person-silent = { $person } keeps silent. { $needs }
person-silent-here = { $person } does not speak of that here, but at { $places }.
person-stays = { $person } stays at { $places }.
person-does-already = { $person } is { $activity ->
    [activity] busy
    [idle] idle
    [walking] walking
    [conversing] conversing
   *[sleeping] sleeping
} already.
person-nowhere = { $person } is nowhere to be found and can do nothing.
person-asleep = { $person } is asleep.
person-not-hungry = { $person } is not hungry.
person-no-meal = There is nothing to eat at { $place }. { $person } can eat { $where }.
person-eats-at = at { $place }
person-eats-nowhere = nowhere that it knows of
person-itself = { $person } has no relationship to itself.
plan-repeats = A plan has each item once; { $items } stands in it more than once.
plan-is-past = A plan is made for what is to come; this one was over before { $time }.
plan-item-is-so = { $item } is { $status ->
    [pending] pending
    [active] active
    [completed] completed
   *[cancelled] cancelled
} already.
plan-item-unknown = { $person } has no such item in its plan, which holds { $there }.
goal-unknown = { $person } has no goal { $goal }; there is { $there }.
goal-not-yours = There is no goal { $goal } of yours; there are: { $there }.
goal-none = none
goal-is-there = { $goal } of { $person } is at { $progress } of 100 already.

# -- quests and acts
quest-is-so = The quest { $quest } is { $status ->
    [active] active
   *[completed] completed
} already.
quest-cannot-begin = The quest { $quest } cannot begin yet. { $needs }
quest-not-done = The quest { $quest } is not done yet. Still open: { $left }.
quest-completed = The quest { $quest } is completed already.
quest-not-begun = The quest { $quest } has not been taken on.
objective-unknown = The quest { $quest } has no objective { $objective }.
objective-done = { $objective } is done already.
objective-not-done = { $objective } is not done yet. { $needs }
story-over = The story is at its end already.
act-other-comes = After { $act } comes { $next }, and nothing else.
act-the-end = the end
act-not-over = { $act } is not over yet. { $needs }

# -- memories
memory-none-to-seed = Everybody's gifted memories are as the sheets have them; there is nothing to seed.
memory-to-itself = { $memory } cannot be linked to itself; a link takes two memories.
memory-linked = { $link } links { $first } and { $second } so already.
memory-replaced = { $memory } holds no longer: { $other } stands for it.
memory-put-away = { $memory } has been put away; what still matters can be formed anew.
memory-replaced-edit = { $memory } holds no longer: { $other } stands for it. Edit that one.
memory-archived = { $memory } is archived already ({ $by }). What holds can be added anew.
memory-not-archived = { $memory } is not archived.
memory-pinned = { $memory } is pinned already.
memory-not-pinned = { $memory } is not pinned.
memory-unknown = There is no memory { $memory } in this game; ids are made like { $example }.
memory-not-of = There is no memory { $memory } in this game. { $owner } remembers { $held ->
    [0] nothing yet
    [1] { $first }
   *[other] { $first } to { $last }
}.
memory-not-here = There is no memory { $memory } here.
memory-is-message = { $memory } is a message: what was said stays as it was said. Add a memory instead.
memory-is-said = { $memory } is something that was said; to keep it, form a memory of it.
memory-not-own = { $person } has no memory { $memory }; recalling something gives the ids of what it remembers.

# -- to whoever plays a person by its tools
memory-not-yours = You have no memory { $memory }; ids come with what you recall.
memory-to-form = { $memory } is something that was said; form_memory makes a memory of it.
unsure = You are unsure: give in 'because' the id of at least one memory of yours that speaks for it; consult_memories finds some.
consult-first = Consult your memories first: consult_memories, then say or act.

# -- turns
turn-none = Nothing has been played yet.
turn-too-many = That is not possible: 1 to { $most } turns can be taken back.
turn-unknown = There is no turn { $turn } in this game.
turn-not-own = { $player } can take back its own turns only, and the newest is another's.
turn-not-named = No turn of this game is named { $name }.
turn-without-words = The last turn had no words that could be tried again.
turn-without-text = Turn { $turn } was a turn without text: no narrator was asked.
