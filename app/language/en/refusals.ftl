# What a player reads when the world says no. Slots are the fields of the refusal of that name in app/models/refusals:
# ids are names (`the_…` with its article, `capital_…` at the beginning of a sentence, `quoted_…` in quotation marks),
# several things a list (`all_…`: one and the other; `either_…`: one or the other, both with ids as `…_with_ids`;
# `…_count`: how many), values of an enum also words (`…_words`),
# and `needs` is one of the sentences just below. Slots without `_id` are texts.

# -- what is missing: a sentence, and the same without the names of quests and tasks, which nobody in the story speaks
needs = It takes { $missing }.
needs-in-story = { $kind ->
    [task] Something else has to happen first.
   *[other] That would take { $missing }.
}
needs-and = { " and " }
needs-or = { " or " }

the-thing = the { $thing }

needs-item-held = { $the_item_id } in your hands
needs-item-given = giving { $the_item_id } to { $the_npc_id }
needs-place-entered = a visit to { $the_location_id }
needs-topic-asked = a talk with { $the_npc_id } about { $topic_id }
needs-encounter-cleared = dealing with { $the_encounter_id }
needs-objective-done = completing the task { $quoted_objective_id }
needs-quest-active = an errand that you have not taken on
needs-quest-done = completing the quest { $quoted_quest_id }
needs-secret-known = something you have not discovered yet
needs-danger-at-most = { $level ->
    [CLEARED] an end to all danger at { $the_location_id }
    [safe] an end to the danger at { $the_location_id }
   *[other] no more than { $level_words } danger at { $the_location_id }
}
needs-attitude-at-least = { $attitude ->
    [loyal] the loyalty of { $the_npc_id }
    [friendly] the friendship of { $the_npc_id }
   *[other] { $the_npc_id } being { $attitude_words } towards you
}
needs-time-reached = waiting until { $time }
needs-quest-failed = the failure of the quest { $quoted_quest_id }
needs-state = something to be different here
needs-count = more of { $the_item_id }
needs-timer = the right moment
needs-companion = the company of { $the_npc_id }
needs-item-at = { $the_item_id } in another place
needs-party-at = being at { $the_location_id }
needs-person-at = { $the_npc_id } at { $the_location_id }
needs-not = something to be different here

# -- actions
action-unknown = There is no action { $quoted_action }.
action-not-here = That is not possible here: { $action }.
action-no-target = { $has_target_id ->
    [yes] { $capital_target_id } is not within reach.
   *[no] It is not clear what that is to be done to.
}
action-unfit = That cannot be done to { $the_target_id }.
action-needs-thing = { $things_count ->
    [0] There is nothing in your hands to do that with.
   *[other] For that you need { $either_things }.
}
action-not-yet = { $in_story ->
    [yes] { $needs }
   *[no] Not yet: it takes { $missing }.
}
action-done-already = That is done already.
actor-unknown = There is nobody { $quoted_actor } in this game.
actor-nowhere = { $capital_actor_id } is nowhere right now.
actor-dead = { $capital_actor_id } is dead.
story-has-ended = The story is over.
item-too-dear = { $capital_item_id } costs { $price }, and you have { $money }.
nobody-trades = Nobody here trades in { $the_item_id }.
fight-refused = Blows would settle nothing with { $the_npc_id }.
companion-already = { $capital_npc_id } is with you already.
companion-unwilling = { $capital_npc_id } does not want to come along.
companion-none = { $capital_npc_id } does not go with you.
state-unknown = { $capital_of } has no state { $quoted_state }; there are: { $there_count ->
    [0] none
   *[other] { $there }
}.
state-is-so = The state { $quoted_state } of { $the_of } is { $value } already.
state-unfit = The state { $quoted_state } of { $the_of } cannot be { $value }.
timer-still = No timer { $quoted_timer } runs; there are: { $there_count ->
    [0] none
   *[other] { $there }
}.
check-of-action = That check follows from doing { $quoted_action }, and is not rolled by itself.
timer-empty = A new timer needs effects or a text: { $quoted_timer }.
canon-closed = Nothing can be added to this story; what is in it can be used, checks can be rolled, and people can come along.
canon-details-only = In this story people, things and facts can be added, but nothing by { $quoted_what }.
canon-plot = In this story nothing can be changed that its author has made, nor its plot: { $quoted_of }.
canon-too-much = { $limit } additions are enough for one turn; the rest can come in the next.
canon-people-full = { $limit } people were added to this game, and no more can be; one of them can be changed.
canon-incomplete = Something new needs { $fields }.
name-taken = The name { $quoted_name } is taken by { $quoted_taken_by }; choose another, or change that one by its id.
way-to-itself = A way cannot lead from { $the_location_id } to the same place.
part-unknown = There is nothing { $quoted_part } in this game.
part-unfit = That does not fit: { $problem }
described-already = { $capital_of } is described so already.
fact-known = It is so already: { $subject }, { $attribute }: { $value }.
fact-authored = The author of this story says otherwise: { $subject }, { $attribute }: { $value }.
fact-of-engine = { $quoted_attribute } is kept by the game itself; an order changes it, not a fact.
note-unknown = There is no note { $note }.
note-of-others = That note is not yours to cross out.
scenario-other = { $quoted_scenario } is another story than the one that is played.
scenario-same = The story has not changed.
scenario-bad = { $more ->
    [0] The edited story has a problem: { $problem }
    [1] The edited story has two problems; the first: { $problem }
   *[other] The edited story has problems, { $more } more than this one: { $problem }
}
rule-is-so = Nothing has changed for the rule { $quoted_rule }.

# -- things
item-here-already = You have { $the_item_id } already.
item-not-here = There is no { $item_id } lying here. You see: { $lying_count ->
    [0] nothing that could be taken
   *[other] { $lying }
}.
item-fixed = { $capital_item_id } cannot be carried away.
item-not-held = You do not have { $the_item_id }. You carry: { $held_count ->
    [0] nothing
   *[other] { $held }
}.
item-of-no-use = { $capital_npc_id } has no use for { $the_item_id } and hands it back.
item-not-theirs = { $capital_npc_id } does not have { $the_item_id }.
item-kept = { $capital_npc_id } keeps { $the_item_id }. { $needs }
item-kept-here = { $capital_npc_id } gives { $the_item_id } away only at { $either_places }.
item-no-target = { $capital_target_id } is not here to use { $the_item_id } on.
item-unfit = { $capital_item_id } is of no use for that.{ $targets_count ->
    [0] { "" }
   *[other] { " " }It would do something with { $targets }.
}
item-not-yet = { $in_story ->
    [yes] { $needs }
   *[no] Not yet: it takes { $missing }.
}
item-opens-way = { $capital_item_id } is all that { $way } takes: it is open now.
item-for-action = { $capital_item_id } is for something else here: “{ $action }”.
item-wasted = { $capital_item_id } would be used up for nothing here.

# -- places
place-here-already = You are already at { $the_location_id }.
place-way-shut = You would have to open { $way } first.
place-no-way = There is no way there from { $the_location_id }. From here: { $ways_count ->
    [0] no way out that you can see
   *[other] { $ways }
}.
place-way = { $way } (to { $place })
place-shows-already = { $capital_location_id } already shows that: { $change }.
place-not-clear = { $capital_location_id } is not clear yet: there is still { $left }.
encounter-elsewhere = { $capital_encounter_id } cannot be dealt with from here.
encounter-over = { $capital_encounter_id } has been dealt with already.
step-is-here = { $location_id } is where you are. From here one can go to: { $places_count ->
    [0] nowhere
   *[other] { $all_places_with_ids }
}.
step-not-next = { $called } cannot be reached directly from here. From here one can go to: { $places_count ->
    [0] nowhere
   *[other] { $all_places_with_ids }
}.
step-unclear = Several places next to here are called { $called }: give an id, { $either_places_with_ids }.
step-locked = The way to { $location_id } is locked. From here one can go to: { $places_count ->
    [0] nowhere
   *[other] { $all_places_with_ids }
}.
deed-unknown = You cannot do that here: { $deed }. You can: { $possible_count ->
    [0] nothing
   *[other] { $all_possible }
}.
deed-unclear = Several things are meant by { $deed }: { $possible_count ->
    [0] nothing
   *[other] { $all_possible }
}.
step-way = { $way } to { $place }{ $open ->
    [yes] { "" }
   *[no] { " " }(locked)
}
secret-known-already = That is known already.
secret-elsewhere = There is nothing like that to be found here.
only-needs = { $needs }

# -- whose memories are meant
owner-unknown = Nobody and nothing here is called { $quoted_name }. There are: { $there }.
owner-unclear = Who is meant: { $owners }?
person-unknown = Nobody here is called { $quoted_name }. There are: { $there_count ->
    [0] nobody
   *[other] { $there }
}.

# -- people
person-unheard = { $npc_id } is nowhere to be found and cannot be heard.
person-mute = { $npc_id } is asleep and cannot speak.
person-no-hearer = { $has_addressee_id ->
    [yes] { $addressee_id }
   *[no] { $called }
} is not here to be spoken to; here: { $here_count ->
    [0] nobody
   *[other] { $all_here }
}.
person-no-speaker = { $npc_id } is not here to speak; here: { $here_count ->
    [0] nobody
   *[other] { $all_here }
}.
somebody-unknown = There is nobody called { $quoted_person } to speak to; here: { $here_count ->
    [0] nobody
   *[other] { $all_here }
}.
player-name-taken = There is a player called { $player } already.
player-name-of-cast = { $player } is somebody in this story; please take another name.
player-id-taken = The id { $quoted_player } belongs to somebody else.
player-too-many = A game has at most { $most } players at a time, and { $ever } in all.
player-last = { $player } is the last player here and cannot leave.
player-unknown = There is no player { $quoted_player } in this game.
speech-limits = What is said has 1 to { $most } characters and no control characters.
topic-unknown = { $capital_npc_id } has nothing to say about { $topic_id }.
person-there-already = { $capital_npc_id } is there already.
person-not-here = { $capital_npc_id } is not here.
message-declined = { $why ->
    [self] A message for { $npc_id } is said to { $npc_id }.
    [here] { $capital_to_id } is here, and can be spoken to.
    [unknown] { $capital_npc_id } does not know { $to_id }.
    [apart] { $capital_npc_id } never comes to where { $to_id } is.
    [unwilling] { $capital_npc_id } does not do you a favour.
    [disliked] { $capital_npc_id } wants nothing to do with { $to_id }.
   *[busy] { $capital_npc_id } carries as many messages as anybody can keep in mind.
}
message-not-carried = { $capital_npc_id } has no message for { $to_id } to pass on now.
person-feels-already = { $capital_npc_id } is { $attitude_words } already.
person-silent = { $capital_npc_id } keeps silent. { $needs }
person-silent-here = { $capital_npc_id } does not speak of that here, but at { $either_places }.
person-stays = { $capital_npc_id } stays at { $either_places }.
person-does-already = { $capital_npc_id } is { $activity ->
    [activity] busy
    [idle] idle
    [walking] walking
    [conversing] conversing
   *[sleeping] sleeping
} already.
person-nowhere = { $capital_npc_id } is nowhere to be found and can do nothing.
person-asleep = { $capital_npc_id } is asleep.
person-not-hungry = { $capital_npc_id } is not hungry.
person-no-meal = There is nothing to eat at { $the_location_id }. { $capital_npc_id } { $tables_count ->
    [0] knows of no place to eat
   *[other] can eat at { $either_tables }
}.
person-itself = { $capital_npc_id } cannot have a relationship with { $the_npc_id }: that takes two.
plan-repeats = A plan has each item once; it has { $items } more than once.
plan-is-past = A plan is made for what is to come; this one was over before { $now_time }.
plan-item-is-so = { $item } is { $status ->
    [pending] pending
    [active] active
    [completed] completed
   *[cancelled] cancelled
} already.
plan-item-unknown = { $capital_npc_id } has no such item in the plan, which holds { $there_count ->
    [0] nothing
   *[other] { $there }
}.
goal-unknown = { $capital_npc_id } has no goal { $goal }; there { $goals_count ->
    [0] are none
    [1] is { $goals }
   *[other] are { $goals }
}.
goal-not-yours = There is no goal { $goal } of yours; there are: { $goals_count ->
    [0] none
   *[other] { $goals }
}.
goal-is-there = { $goal } of { $the_npc_id } is at { $progress } of 100 already.

# -- quests and acts
quest-is-so = The quest { $quoted_quest_id } is { $status ->
    [active] active
   *[completed] completed
} already.
quest-cannot-begin = The quest { $quoted_quest_id } cannot begin yet. { $needs }
quest-not-done = The quest { $quoted_quest_id } is not done yet. Still open: { $left }.
quest-completed-already = The quest { $quoted_quest_id } is completed already.
quest-not-begun = The quest { $quoted_quest_id } has not been taken on.
objective-unknown = The quest { $quoted_quest_id } has no objective { $quoted_objective }.
objective-done-already = { $quoted_objective_id } is done already.
objective-not-done = { $quoted_objective_id } is not done yet. { $needs }
story-over = The story is at its end already.
act-other-comes = After { $quoted_act_id } comes { $has_next_id ->
    [yes] { $quoted_next_id }
   *[no] the end
}, and nothing else.
act-not-over = { $quoted_act_id } is not over yet. { $needs }

# -- memories
memory-none-to-seed = Everybody's gifted memories match the sheets; there is nothing to seed.
memory-in-story = In a game with a story, those remember who are in it, and what has happened by now; people and places are added otherwise.
memory-to-itself = { $memory } cannot be linked to itself; a link takes two memories.
memory-linked = { $memory } links { $first } and { $second } like that already.
memory-replaced-before = { $memory } holds no longer: { $other } has replaced it.
memory-put-away = { $memory } has been put away; what still matters can be formed again.
memory-replaced-edit = { $memory } holds no longer: { $other } has replaced it. Edit that one.
memory-archived-already = { $memory } is archived already ({ $by }). What still holds can be added again.
memory-not-archived = { $memory } is not archived.
memory-pinned-already = { $memory } is pinned already.
memory-not-pinned = { $memory } is not pinned.
memory-unknown = There is no memory { $quoted_memory } in this game; ids are made like { $example }.
memory-not-of = There is no memory { $quoted_memory } in this game. { $capital_owner } remembers { $held ->
    [0] nothing yet
    [1] { $first }
   *[other] { $first } to { $last }
}.
memory-not-here = There is no memory { $quoted_memory } here.
memory-is-message = { $memory } is a message: what was said stays as it was said. Add a memory instead.
memory-is-said = { $memory } is something that was said; to keep it, form a memory of it.
memory-not-own = { $capital_npc_id } has no memory { $memory }; recalling something gives the ids of what is remembered.

# -- in a memory alone
agent-unknown = Nobody called { $name } remembers anything here; there is { $there_count ->
    [0] nobody yet
   *[other] { $there }
}.
story-of-its-own = This game has a story of its own; its people remember by living through it.
time-ahead = This memory goes by real time, and the time given lies ahead.

# -- to whoever plays a person by its tools
memory-not-yours = You have no memory { $memory }; ids come with what you recall.
memory-to-form = { $memory } is something that was said; form_memory makes a memory of it.
unsure = You are unsure: give in 'because' the id of at least one memory of yours that speaks for it; consult_memories finds some.
consult-first = Consult your memories first: consult_memories, then say or act.

# -- turns
turn-none = Nothing has been played yet.
turn-too-many = That is not possible: 1 to { $most_number } turns can be taken back.
turn-unknown = There is no turn { $turn_number } in this game.
record-unknown = No turn of this game has the record { $seq_number }.
turn-not-own = { $player } can take back their own turns only, and one of these is somebody else's.
turn-not-named = No turn of this game is named { $quoted_name }.
line-refused = That line is not allowed here.
text-refused = What came next is not allowed here, so the turn was undone.
turn-without-words = The last turn had no words that could be tried again.
narrator-missing = No model narrates this game, so nobody goes on by itself. Say or do something, or wait.
turn-not-undone = There is no turn to bring back: none was undone, or another was played since.
answer-unknown = The last turn has no answer with the record { $seq_number }.
message-unknown = There is no message { $message_id }.
words-fixed = { $message_id } cannot be changed: only what a model wrote can. Edit the line of a turn, or play it again.
turn-without-text = Turn { $turn_number } was a turn without text: no narrator was asked.
