# What a memory tells: simple past, active, with names instead of pronouns, so that perspective can turn it round.
# $player begins a sentence, $whom stands within one; both name the same player, or the party.

party = The party
party_within = the party
others = others
title = "{ $name }"

# What a player did, without the player: several are joined in one sentence.
did = { $player } { $deeds }.
gave = gave { $npc } { $things }
quest_done = completed the { $count ->
    [one] quest
   *[other] quests
 } { $things }
quest_done_for = did what { $npc } asked: { $things }
objective_done = completed the { $count ->
    [one] task
   *[other] tasks
 } { $things }
quest_begun = took on the { $count ->
    [one] quest
   *[other] quests
 } { $things }
encounter_done = overcame { $things }
cleared = cleared { $things }
discovered = discovered { $things }
asked = asked { $npc } about { $things }
beaten = defeated { $npc }
bought = bought { $things }
bought_with = bought { $things } from { $npc }
sold = sold { $things }
sold_with = sold { $things } to { $npc }
quest_failed = failed the { $count ->
    [one] quest
   *[other] quests
 } { $things }
took = took { $things }
dropped = put down { $things }
used_up = used up { $things }

# Sentences of their own: with another subject than the player, or with a quotation.
died = { $npc } did not survive it.
player_died = { $player } did not survive it.
joined = { $npc } joined { $whom }.
check_won = { $player } succeeded at this: "{ $quote }"
check_lost = { $player } failed at this: "{ $quote }"
stayed_behind = { $npc } stayed behind.
received = { $npc } gave { $whom } { $things }.
told = { $npc } told { $whom } about { $things }.
attitude_hostile = { $npc } turned against { $whom }.
attitude_wary = { $npc } grew wary of { $whom }.
attitude_friendly = { $npc } grew friendly towards { $whom }.
attitude_loyal = { $npc } became a loyal friend of { $whom }.
act_begun = The act { $things } began.
act_ended = The act { $things } ended, and with it the story.
left = { $npc } left.
left_for = { $npc } left for { $things }.
effect = What changed there: "{ $quote }"

# Where it was.
at_place = At { $place }, { $sentence }
stay_nowhere = { $who } spent some time.
stay = { $who } spent some time at { $place }.
spoke_with = { $who } spoke with { $people }.
spoke_with_at = { $who } spoke with { $people } at { $place }.

# Sentences of the messages.
speech_told = { $speaker } told { $hearer }: "{ $quote }"
speech_said = { $speaker } said: "{ $quote }"
speech_promised = { $speaker } promised { $hearer }: "{ $quote }"
speech_answered = { $speaker } answered { $hearer }: "{ $quote }"
answer_to = { $question } – { $answer }
speech_threatened = { $speaker } threatened { $hearer }: "{ $quote }"
moment = It went like this: "{ $quote }"

# What the world remembers of an event beside the event.
all_clear = Nothing threatened anybody there any more.
all_clear_after = With { $things } overcome, nothing threatened anybody there any more.
outcome = What came of it: "{ $quote }"
story_ended = It ended like this: "{ $quote }"
story_began = It began like this: "{ $quote }"
