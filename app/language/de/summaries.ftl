# What a memory tells: simple past, active, with names instead of pronouns.

party = Die Gefährten
party_within = die Gefährten
others = andere
title = „{ $name }“

did = { $player } { $deeds }.
gave = gab { $npc } etwas: { $things }
quest_done = erfüllte eine Aufgabe: { $things }
quest_done_for = tat, worum { $npc } gebeten hatte: { $things }
objective_done = erledigte etwas: { $things }
quest_begun = übernahm eine Aufgabe: { $things }
encounter_done = wurde fertig mit { $things }
cleared = machte einen Ort sicher: { $things }
discovered = entdeckte etwas: { $things }
asked = fragte { $npc } nach { $things }
beaten = besiegte { $npc }
bought = kaufte { $things }
bought_with = kaufte { $things } von { $npc }
sold = verkaufte { $things }
sold_with = verkaufte { $things } an { $npc }
quest_failed = scheiterte an einer Aufgabe: { $things }
took = nahm etwas mit: { $things }
dropped = legte etwas hin: { $things }
used_up = verbrauchte { $things }

died = { $npc } überlebte es nicht.
player_died = { $player } überlebte es nicht.
joined = { $npc } schloss sich an: { $whom }.
check_won = { $player } gelang dies: „{ $quote }“
check_lost = { $player } misslang dies: „{ $quote }“
stayed_behind = { $npc } blieb zurück.
received = { $npc } gab { $whom } etwas: { $things }.
told = { $npc } erzählte { $whom } etwas: { $things }.
attitude_hostile = { $npc } wandte sich gegen { $whom }.
attitude_wary = { $npc } wurde misstrauisch gegen { $whom }.
attitude_friendly = { $npc } wurde freundlicher zu { $whom }.
attitude_loyal = { $npc } wurde treu wie ein Freund zu { $whom }.
act_begun = Ein neuer Akt begann: { $things }.
act_ended = Ein Akt endete und mit ihm die Geschichte: { $things }.
left = { $npc } ging fort.
left_for = { $npc } ging fort, Ziel: { $things }.
effect = Was sich dort änderte: „{ $quote }“

at_place = { $place }: { $sentence }
stay_nowhere = { $who } verbrachte einige Zeit.
stay = { $place }: { $who } verbrachte dort einige Zeit.
spoke_with = { $who } sprach mit { $people }.
spoke_with_at = { $place }: { $who } sprach mit { $people }.

speech_told = { $speaker } erzählte { $hearer }: „{ $quote }“
speech_said = { $speaker } sagte: „{ $quote }“
speech_promised = { $speaker } versprach { $hearer }: „{ $quote }“
speech_answered = { $speaker } antwortete { $hearer }: „{ $quote }“
speech_threatened = { $speaker } drohte { $hearer }: „{ $quote }“
moment = Es ging so zu: „{ $quote }“

all_clear = Niemandem drohte dort noch etwas.
all_clear_after = Danach drohte dort niemandem mehr etwas: { $things } war überwunden.
outcome = Was daraus wurde: „{ $quote }“
story_ended = So endete es: „{ $quote }“
story_began = So begann es: „{ $quote }“
