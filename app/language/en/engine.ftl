# What the engine tells by itself. Slots are the fields of an event: ids are names already ("the lantern", "the Inn"),
# `has_…` says whether an optional one is given, `…_words` is the name of a value, `came` whether somebody came to
# where it is seen. `who` is whoever did it, `party` the players.

level-safe = safe
level-low = low
level-moderate = moderate
level-high = high
level-extreme = extreme
level-cleared = cleared

attitude-hostile = hostile
attitude-wary = wary
attitude-neutral = neutral
attitude-friendly = friendly
attitude-loyal = loyal

activity-idle = standing around
activity-walking = walking by
activity-conversing = having a conversation
activity-activity = engaged in an activity
activity-sleeping = resting

result-success = success
result-partial = partial success
result-failure = failure

way-open = open
way-closed = closed
way-hidden = hidden

# -- what generic actions leave on a thing, as a sentence. `number` is 1, or 2 for a thing that is several ("the nets").

mark = { $thing } { $number ->
    [one] has
   *[other] have
} been { $mark ->
    [moved] moved
    [broken] broken
    [cut] cut
    [bent] bent
    [torn] torn
    [marked] marked
    [painted] painted
    [wet] made wet
    [dirty] soiled
    [clean] cleaned
    [filled] filled
    [emptied] emptied
    [covered] covered
    [hidden] hidden
    [tied] tied
    [fixed] mended
    [warm] warmed
    [cold] cooled
    [burnt] burnt
   *[eaten] eaten
}

# -- parts of the engine's line

line-nowhere = nowhere
line-location-changed = → { $to_id }
line-danger-changed = ! { $location_id }: { $level_words }
line-encounter-completed = ✓ { $encounter_id }
line-effect-added = ! { $effect }
line-secret-discovered = ! discovered: { $secret_id }
line-npc-moved = { $came ->
    [yes] ! here now: { $npc_id }
   *[no] { $has_to_id ->
        [yes] ! { $npc_id } → { $to_id }
       *[no] ! { $npc_id } → away
    }
}
line-attitude-changed = ! { $npc_id }: { $attitude_words }
line-quest-started = ! quest begun: { $quest_id }
line-objective-completed = ✓ { $objective_id }
line-quest-completed = ✓ { $quest_id }
line-act-progressed = { $has_begun ->
    [yes] ! act begun: { $begun }
   *[no] ! the story has reached its end
}
line-item-taken = + { $item_id }
line-item-dropped = - { $item_id }
line-item-given = { $to_party ->
    [yes] + { $item_id } from { $npc_id }
   *[no] - { $item_id } to { $npc_id }
}
line-item-used = - { $item_id } used up
line-check-rolled = ⚄ { $attribute }: { $dice } + { $bonus } = { $total } against { $needed }: { $result_words }
line-state-changed = { $is_mark ->
    [yes] ! { $of }: { $name ->
        [moved] moved
        [broken] broken
        [cut] cut
        [bent] bent
        [torn] torn
        [marked] marked
        [painted] painted
        [wet] wet
        [dirty] dirty
        [clean] clean
        [filled] filled
        [emptied] emptied
        [covered] covered
        [hidden] hidden
        [tied] tied
        [fixed] mended
        [warm] warm
        [cold] cold
        [burnt] burnt
       *[other] { $name }
    }
   *[no] ! { $text }
}
line-item-moved = { $has_to_id ->
    [yes] ! { $item_id } → { $to_id }
   *[no] - { $item_id }
}
line-way-changed = { $way ->
    [open] ! the way to { $to_id } is open
    [closed] ! the way to { $to_id } is closed
   *[hidden] ! no way leads to { $to_id } any more
}
line-effect-ended = ! no longer: { $effect }
line-message-delivered = ! { $npc_id } → { $to_id }: { $words }
line-companion-joined = + { $npc_id } comes with you
line-companion-left = - { $npc_id } stays behind
line-quest-failed = ✗ { $quest_id }
line-harmed = ! { $victim_id }: -{ $by }
line-beaten = { $has_fled_to ->
    [yes] ! { $npc_id } flees
   *[no] ! { $npc_id } gives up
}
line-died = ✝ { $victim_id }
line-story-ended = ■ { $ending_id }
line-note-added = ! noted
line-person-created = ! new here: { $npc_id }
line-item-created = { $carried ->
    [yes] + { $item_id }
   *[no] ! new: { $item_id }
}
line-note-forgotten = ! a note was crossed out
line-scenario-updated = ! the author has changed this story
line-player-joined = + { $name } has joined
line-player-left = - { $name } has left
line-memory-added = ! by hand: a memory was added
line-memory-pinned = { $pinned ->
    [yes] ! by hand: a memory was pinned
   *[no] ! by hand: a memory was unpinned
}
line-memory-archived = ! by hand: a memory was archived
line-memory-restored = ! by hand: a memory was restored
line-memory-replaced = ! by hand: a memory was replaced
line-memories-imported = { $count ->
    [0] ! by hand: what an agent is was brought in
   *[other] ! by hand: memories were brought in
}
line-artifact-created = ! made by { $npc_id }: { $description }

# -- what witnesses remember: simple past, without the full stop; `perspective` turns it round

seen-location-changed = { $came ->
    [yes] { $party } came to { $to_id }
   *[no] { $party } left { $from_id } for { $to_id }
}
seen-npc-moved = { $came ->
    [yes] { $npc_id } came to { $to_id }
   *[no] { $has_to_id ->
        [yes] { $npc_id } left { $from_id } for { $to_id }
       *[no] { $npc_id } left { $from_id }
    }
}
seen-item-taken = { $who } took { $item_id }
seen-item-dropped = { $who } put down { $item_id }
seen-item-given = { $to_party ->
    [yes] { $npc_id } gave { $who } { $item_id }
   *[no] { $who } gave { $npc_id } { $item_id }
}
seen-item-shown = { $who } showed { $npc_id } { $item_id }
seen-item-used = { $who } used { $consumed ->
    [yes] up { $item_id }
   *[no] { $item_id }
}{ $has_target_id ->
    [yes] {" on "}{ $target_id }
   *[no] {""}
}
seen-action-performed = { $actor_id } { $deed }
# a message that was carried, as both who passed it on and who got it remember it
message-passed-on = { $messenger } brought { $addressee } a message from { $sender }: { $words }
seen-companion-joined = { $npc_id } went with { $party } from then on
seen-companion-left = { $npc_id } stayed behind
seen-harmed = { $victim_id } was hurt
seen-beaten = { $has_fled_to ->
    [yes] { $npc_id } fled from { $party }
   *[no] { $npc_id } gave up
}
seen-died = { $victim_id } died
seen-encounter-completed = { $who } overcame { $encounter_id }
seen-player-joined = { $player_id } joined the company
seen-player-left = { $player_id } left the company
seen-secret-discovered = { $who } discovered { $secret_id }
seen-artifact-created = { $npc_id } made something: { $description }
seen-effect-added = What changed at { $location_id }: { $effect }
seen-danger-changed = { $level ->
    [CLEARED] Nothing threatened anybody at { $location_id } any more
    [safe] It became safe at { $location_id }
   *[other] The danger at { $location_id } became { $level_words }
}

# -- what somebody notices

seen-beings = Saw { $beings } { $activity_words }
seen-place-reached = Arrived at { $location_id }

# -- what may change the rest of somebody's day

surprise-location-changed = { $party } arrived at { $to_id } for a visit
surprise-encounter-completed = { $party } overcame { $encounter_id } at { $location_id }
surprise-danger-changed = { $level ->
    [CLEARED] It became safe at { $location_id }
    [safe] It became safe at { $location_id }
   *[other] The danger at { $location_id } is { $level_words } now
}
surprise-died = { $victim_id } died
surprise-quest-failed = { $party } has failed at what it was asked for: { $quest_id }
surprise-artifact-created = { $npc_id } made something: { $description }
surprise-quest-started = { $party } took on what it was asked for: { $quest_id }
surprise-objective-completed = { $party } came further with what it was asked for: { $quest_id }
surprise-quest-completed = { $party } has done what it was asked for: { $quest_id }
surprise-quest-of-others = Something of importance has come to pass here

# -- how things stand. In words that fit one thing and several: an item may be called "boots".

fact-danger = { $level ->
    [CLEARED] The danger at { $place } is over
    [safe] It is safe at { $place }
   *[other] The danger at { $place } is { $level_words }
}
fact-established = { $subject }, { $attribute }: { $value }
fact-state = { $status ->
    [not_started] The quest { $quest } has not begun
    [active] The quest { $quest } is under way
    [failed] The quest { $quest } has failed
   *[completed] The quest { $quest } is completed
}
fact-holder = { $held ->
    [party] { $party } has { $thing }
    [nobody] { $party } used up { $thing }
    [person] { $holder } has { $thing }
   *[place] { $party } left { $thing } at { $holder }
}
whose-party = { $player }'s party
# As summaries have it, so that it is not taken for news where somebody tells what it remembers.
fact-attitude = { $attitude ->
    [hostile] { $person } turned against { $party }
    [wary] { $person } grew wary of { $party }
    [neutral] { $person } kept an open mind about { $party }
    [friendly] { $person } grew friendly towards { $party }
   *[loyal] { $person } became a loyal friend of { $party }
}

seen-being-missed = Missed { $being } at { $place }

# Who came to what was agreed or announced. `company` and `absent` are numbers of people.
seen-gathering-held = { $company ->
    [0] Waited at { $place }
   *[other] Met { $others } at { $place }, as agreed
  }{ $absent ->
    [0] {""}
   *[other] , and { $missing } did not come
  }
