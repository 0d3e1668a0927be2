# What a player reads when the world says no. Names stand apart from the grammar of the sentence.

needs = Dazu braucht es: { $missing }.
needs-in-story = { $kind ->
    [task] Erst muss etwas anderes geschehen.
   *[other] Dazu bräuchte es: { $missing }.
}
needs-and = { " und " }
needs-or = { " oder " }
the-thing = { $thing }
needs-item-held = { $the_item_id } in deinen Händen
needs-item-given = { $the_npc_id } bekommt { $the_item_id }
needs-place-entered = ein Besuch ({ $the_location_id })
needs-topic-asked = ein Gespräch mit { $the_npc_id } ({ $topic_id })
needs-encounter-cleared = mit etwas fertigwerden ({ $the_encounter_id })
needs-objective-done = eine erledigte Sache ({ $quoted_objective_id })
needs-quest-active = eine Aufgabe, die du noch nicht übernommen hast
needs-quest-done = eine erfüllte Aufgabe ({ $quoted_quest_id })
needs-secret-known = etwas, das du noch nicht entdeckt hast
needs-danger-at-most = { $level ->
    [CLEARED] ein Ende aller Gefahr ({ $the_location_id })
    [safe] ein Ende der Gefahr ({ $the_location_id })
   *[other] höchstens diese Gefahr: { $level_words } ({ $the_location_id })
}
needs-attitude-at-least = { $attitude ->
    [loyal] die Treue von { $the_npc_id }
    [friendly] die Freundschaft von { $the_npc_id }
   *[other] dass { $the_npc_id } dir gegenüber { $attitude_words } ist
}
needs-time-reached = Geduld bis { $time }
needs-quest-failed = das Scheitern einer Aufgabe ({ $quoted_quest_id })
needs-state = dass hier etwas anders ist
needs-count = mehr davon ({ $the_item_id })
needs-timer = der richtige Augenblick
needs-companion = die Begleitung von { $the_npc_id }
needs-item-at = { $the_item_id } an einem anderen Ort
needs-party-at = dass du dort bist ({ $the_location_id })
needs-person-at = dass { $the_npc_id } dort ist ({ $the_location_id })
needs-not = dass hier etwas anders ist

# -- actions
action-unknown = Eine solche Handlung gibt es nicht: { $quoted_action }.
action-not-here = Das ist hier nicht möglich: { $action }.
action-no-target = { $has_target_id ->
    [yes] Nicht in Reichweite: { $capital_target_id }.
   *[no] Es ist nicht klar, womit das geschehen soll.
}
action-unfit = Das geht damit nicht: { $the_target_id }.
action-needs-thing = { $things_count ->
    [0] Du hast nichts in der Hand, womit das ginge.
   *[other] Dafür brauchst du: { $either_things }.
}
action-not-yet = { $in_story ->
    [yes] { $needs }
   *[no] Noch nicht. Es braucht: { $missing }.
}
action-done-already = Das ist schon getan.
actor-unknown = In diesem Spiel gibt es niemanden mit dem Namen { $quoted_actor }.
actor-nowhere = { $capital_actor_id } ist gerade nirgendwo.
actor-dead = { $capital_actor_id } ist tot.
story-has-ended = Die Geschichte ist zu Ende.
item-too-dear = Das kostet { $price }, und du hast { $money }: { $capital_item_id }.
nobody-trades = Damit handelt hier niemand: { $the_item_id }.
fight-refused = Mit Schlägen wäre bei { $the_npc_id } nichts erreicht.
companion-already = { $capital_npc_id } ist schon bei dir.
companion-unwilling = { $capital_npc_id } will nicht mitkommen.
companion-none = { $capital_npc_id } geht nicht mit dir.
state-unknown = { $capital_of } hat keinen Zustand { $quoted_state }; es gibt: { $there_count ->
    [0] keinen
   *[other] { $there }
}.
state-is-so = Der Zustand { $quoted_state } ist schon { $value }: { $the_of }.
state-unfit = Der Zustand { $quoted_state } kann nicht { $value } sein: { $the_of }.
timer-still = Es läuft keine Uhr { $quoted_timer }; es gibt: { $there_count ->
    [0] keine
   *[other] { $there }
}.
check-of-action = Diese Probe folgt aus { $quoted_action } und wird nicht für sich gewürfelt.
timer-empty = Eine neue Uhr braucht Wirkungen oder einen Text: { $quoted_timer }.
canon-closed = Dieser Geschichte lässt sich nichts hinzufügen; was in ihr ist, lässt sich benutzen, Proben lassen sich würfeln, und Leute können mitkommen.
canon-details-only = In dieser Geschichte können Leute, Dinge und Tatsachen hinzukommen, aber nicht durch { $quoted_what }.
canon-plot = In dieser Geschichte lässt sich nichts ändern, was ihr Autor gemacht hat, und nicht ihre Handlung: { $quoted_of }.
canon-too-much = { $limit } Zusätze sind genug für einen Zug; der Rest kann im nächsten kommen.
canon-people-full = { $limit } Leute sind zu diesem Spiel hinzugekommen, mehr gehen nicht; eine von ihnen lässt sich ändern.
canon-incomplete = Etwas Neues braucht { $fields }.
name-taken = Der Name { $quoted_name } ist vergeben ({ $quoted_taken_by }); wähle einen anderen oder ändere diesen über seine Kennung.
way-to-itself = Ein Weg kann nicht an denselben Ort führen: { $the_location_id }.
part-unknown = In diesem Spiel gibt es nichts namens { $quoted_part }.
part-unfit = Das passt nicht: { $problem }
described-already = Das ist schon so beschrieben: { $capital_of }.
fact-known = Das ist schon so: { $subject }, { $attribute }: { $value }.
fact-authored = Der Autor dieser Geschichte sagt etwas anderes: { $subject }, { $attribute }: { $value }.
fact-of-engine = { $quoted_attribute } führt das Spiel selbst; eine Anweisung ändert es, keine Tatsache.
note-unknown = Es gibt keine Notiz { $note }.
note-of-others = Diese Notiz steht dir nicht zum Streichen zu.
scenario-other = { $quoted_scenario } ist eine andere Geschichte als die gespielte.
scenario-same = Die Geschichte ist unverändert.
rule-is-so = Für die Regel { $quoted_rule } hat sich nichts geändert.

# -- things
item-here-already = Das hast du schon: { $the_item_id }.
item-not-here = Das liegt hier nicht: { $item_id }. Du siehst: { $lying_count ->
    [0] nichts zum Mitnehmen
   *[other] { $lying }
}.
item-fixed = Das lässt sich nicht forttragen: { $capital_item_id }.
item-not-held = Das hast du nicht: { $the_item_id }. Du trägst bei dir: { $held_count ->
    [0] nichts
   *[other] { $held }
}.
item-of-no-use = { $capital_npc_id } kann damit nichts anfangen und gibt es zurück: { $the_item_id }.
item-not-theirs = { $capital_npc_id } hat das nicht: { $the_item_id }.
item-kept = { $capital_npc_id } gibt das nicht her: { $the_item_id }. { $needs }
item-kept-here = { $capital_npc_id } gibt das nur dort her ({ $either_places }): { $the_item_id }.
item-no-target = Das ist nicht hier: { $capital_target_id }.
item-unfit = Dafür taugt das nicht: { $capital_item_id }.{ $targets_count ->
    [0] { "" }
   *[other] { " " }Es wäre von Nutzen bei { $targets }.
}
item-not-yet = { $in_story ->
    [yes] { $needs }
   *[no] Noch nicht. Es braucht: { $missing }.
}
item-opens-way = { $capital_item_id } genügt hier: { $way } ist jetzt offen.
item-for-action = { $capital_item_id } ist hier für etwas anderes da: „{ $action }“.
item-wasted = Das wäre hier für nichts vertan: { $capital_item_id }.

# -- places
place-here-already = Du bist schon hier: { $the_location_id }.
place-way-shut = Das müsste erst offen sein: { $way }.
place-no-way = Dorthin führt von hier kein Weg ({ $the_location_id }). Von hier: { $ways_count ->
    [0] kein Weg, den du sehen könntest
   *[other] { $ways }
}.
place-way = { $way } (nach { $place })
place-shows-already = Das ist dort schon zu sehen ({ $capital_location_id }): { $change }.
place-not-clear = Dort ist es noch nicht sicher ({ $capital_location_id }): es bleibt { $left }.
encounter-elsewhere = Damit wirst du von hier aus nicht fertig: { $capital_encounter_id }.
encounter-over = Damit bist du schon fertig geworden: { $capital_encounter_id }.
step-is-here = Dort bist du schon: { $location_id }. Von hier kann man gehen: { $places_count ->
    [0] nirgendwohin
   *[other] { $all_places_with_ids }
}.
step-not-next = Dorthin führt von hier kein Weg: { $called }. Von hier kann man gehen: { $places_count ->
    [0] nirgendwohin
   *[other] { $all_places_with_ids }
}.
step-unclear = Mehrere Orte neben diesem heißen { $called }: nenne eine Kennung, { $either_places_with_ids }.
step-locked = Der Weg ist verschlossen: { $location_id }. Von hier kann man gehen: { $places_count ->
    [0] nirgendwohin
   *[other] { $all_places_with_ids }
}.
deed-unknown = Das kannst du hier nicht tun: { $deed }. Du kannst: { $possible_count ->
    [0] nichts
   *[other] { $all_possible }
}.
deed-unclear = Mehreres ist gemeint mit { $deed }: { $possible_count ->
    [0] nichts
   *[other] { $all_possible }
}.
step-way = { $way } nach { $place }{ $open ->
    [yes] { "" }
   *[no] { " " }(verschlossen)
}
secret-known-already = Das ist schon bekannt.
secret-elsewhere = So etwas ist hier nicht zu finden.

# -- whose memories are meant
owner-unknown = Niemand und nichts heißt hier { $quoted_name }. Es gibt: { $there }.
owner-unclear = Wer ist gemeint: { $owners }?
person-unknown = Niemand heißt hier { $quoted_name }. Es gibt: { $there_count ->
    [0] niemand
   *[other] { $there }
}.

# -- people
person-unheard = { $npc_id } ist nirgends zu finden und nicht zu hören.
person-mute = { $npc_id } schläft und kann nicht sprechen.
person-no-hearer = { $has_addressee_id ->
    [yes] { $addressee_id }
   *[no] { $called }
} ist nicht hier, um angesprochen zu werden; hier: { $here_count ->
    [0] niemand
   *[other] { $all_here }
}.
person-no-speaker = { $npc_id } ist nicht hier, um zu sprechen; hier: { $here_count ->
    [0] niemand
   *[other] { $all_here }
}.
somebody-unknown = Es gibt niemanden namens { $quoted_person }; hier: { $here_count ->
    [0] niemand
   *[other] { $all_here }
}.
player-name-taken = Eine Spielerfigur namens { $player } gibt es schon.
player-name-of-cast = { $player } ist schon jemand in dieser Geschichte; bitte nimm einen anderen Namen.
player-id-taken = Die Kennung { $quoted_player } gehört jemand anderem.
player-too-many = Ein Spiel hat höchstens { $most } Spieler zugleich und { $ever } insgesamt.
player-last = { $player } ist hier als Einzige oder Einziger übrig und kann nicht gehen.
player-unknown = In diesem Spiel gibt es keine Spielerfigur { $quoted_player }.
speech-limits = Was gesagt wird, hat 1 bis { $most } Zeichen und keine Steuerzeichen.
topic-unknown = { $capital_npc_id } hat dazu nichts zu sagen: { $topic_id }.
person-there-already = { $capital_npc_id } ist schon dort.
person-not-here = { $capital_npc_id } ist nicht hier.
message-declined = { $why ->
    [self] Eine Nachricht für { $npc_id } sagt man { $npc_id } selbst.
    [here] { $capital_to_id } ist hier und ansprechbar.
    [unknown] { $capital_npc_id } kennt { $to_id } nicht.
    [apart] { $capital_npc_id } kommt nie dorthin, wo { $to_id } ist.
    [unwilling] { $capital_npc_id } tut dir keinen Gefallen.
    [disliked] { $capital_npc_id } will mit { $to_id } nichts zu tun haben.
   *[busy] { $capital_npc_id } trägt schon so viele Nachrichten, wie man sich merken kann.
}
message-not-carried = { $capital_npc_id } hat jetzt keine Nachricht für { $to_id }.
person-feels-already = { $capital_npc_id } ist schon { $attitude_words }.
person-silent = { $capital_npc_id } schweigt. { $needs }
person-silent-here = { $capital_npc_id } spricht davon nicht hier, nur dort: { $either_places }.
person-stays = { $capital_npc_id } bleibt dort: { $either_places }.
person-does-already = { $capital_npc_id } ist schon { $activity ->
    [activity] beschäftigt
    [idle] untätig
    [walking] unterwegs
    [conversing] im Gespräch
   *[sleeping] am Schlafen
}.
person-nowhere = { $capital_npc_id } ist nirgends zu finden und kann nichts tun.
person-asleep = { $capital_npc_id } schläft.
person-not-hungry = { $capital_npc_id } hat keinen Hunger.
person-no-meal = Dort gibt es nichts zu essen ({ $the_location_id }). { $capital_npc_id } { $tables_count ->
    [0] weiß von keinem Ort zum Essen
   *[other] kann dort essen: { $either_tables }
}.
person-itself = { $capital_npc_id } kann keine Beziehung zu sich selbst haben: dazu gehören zwei.
plan-repeats = Ein Plan hat jeden Punkt einmal; dieser hat { $items } mehr als einmal.
plan-is-past = Ein Plan gilt dem, was kommt; dieser war vor { $now_time } vorüber.
plan-item-is-so = { $item } ist schon { $status ->
    [pending] vorgemerkt
    [active] im Gange
    [completed] erledigt
   *[cancelled] aufgegeben
}.
plan-item-unknown = { $capital_npc_id } hat keinen solchen Punkt im Plan; er enthält { $there_count ->
    [0] nichts
   *[other] { $there }
}.
goal-unknown = { $capital_npc_id } hat kein Ziel { $goal }; es gibt { $goals_count ->
    [0] keines
   *[other] { $goals }
}.
goal-not-yours = Du hast kein Ziel { $goal }; es gibt: { $goals_count ->
    [0] keines
   *[other] { $goals }
}.
goal-is-there = { $goal } von { $the_npc_id } steht schon bei { $progress } von 100.

# -- quests and acts
quest-is-so = Die Aufgabe { $quoted_quest_id } ist schon { $status ->
    [active] im Gange
   *[completed] erfüllt
}.
quest-cannot-begin = Die Aufgabe { $quoted_quest_id } kann noch nicht beginnen. { $needs }
quest-not-done = Die Aufgabe { $quoted_quest_id } ist noch nicht erfüllt. Noch offen: { $left }.
quest-completed-already = Die Aufgabe { $quoted_quest_id } ist schon erfüllt.
quest-not-begun = Die Aufgabe { $quoted_quest_id } wurde nicht übernommen.
objective-unknown = Die Aufgabe { $quoted_quest_id } hat kein Ziel { $quoted_objective }.
objective-done-already = { $quoted_objective_id } ist schon getan.
objective-not-done = { $quoted_objective_id } ist noch nicht getan. { $needs }
story-over = Die Geschichte ist schon zu Ende.
act-other-comes = Nach { $quoted_act_id } kommt { $has_next_id ->
    [yes] { $quoted_next_id }
   *[no] das Ende
}, und sonst nichts.
act-not-over = { $quoted_act_id } ist noch nicht vorüber. { $needs }

# -- turns
turn-none = Es wurde noch nichts gespielt.
turn-too-many = Das geht nicht: 1 bis { $most_number } Züge lassen sich zurücknehmen.
turn-unknown = In diesem Spiel gibt es keinen Zug { $turn_number }.
record-unknown = Kein Zug dieses Spiels hat den Eintrag { $seq_number }.
turn-not-own = { $player } kann nur die eigenen Züge zurücknehmen, und der neueste gehört jemand anderem.
turn-not-named = Kein Zug dieses Spiels heißt { $quoted_name }.
line-refused = Diese Zeile ist hier nicht erlaubt.
text-refused = Was nun käme, ist hier nicht erlaubt; der Zug wurde zurückgenommen.
turn-without-words = Der letzte Zug hatte keine Worte, die sich noch einmal versuchen ließen.
turn-without-text = Zug { $turn_number } war ein Zug ohne Text: niemand hat erzählt.

# -- memories and answers
memory-none-to-seed = Alle mitgegebenen Erinnerungen entsprechen den Bögen; es gibt nichts zu tun.
memory-to-itself = { $memory } lässt sich nicht mit sich selbst verbinden; dazu gehören zwei.
memory-linked = { $memory } verbindet { $first } und { $second } schon so.
memory-replaced-before = { $memory } gilt nicht mehr: { $other } ist an die Stelle getreten.
memory-put-away = { $memory } wurde abgelegt; was noch zählt, lässt sich neu bilden.
memory-replaced-edit = { $memory } gilt nicht mehr: { $other } ist an die Stelle getreten. Ändere diese.
memory-archived-already = { $memory } ist schon abgelegt ({ $by }). Was noch gilt, lässt sich neu hinzufügen.
memory-not-archived = { $memory } ist nicht abgelegt.
memory-pinned-already = { $memory } ist schon festgehalten.
memory-not-pinned = { $memory } ist nicht festgehalten.
memory-unknown = In diesem Spiel gibt es keine Erinnerung { $quoted_memory }; Kennungen sehen so aus: { $example }.
memory-not-of = In diesem Spiel gibt es keine Erinnerung { $quoted_memory }. { $capital_owner } erinnert sich an { $held ->
    [0] noch nichts
    [1] { $first }
   *[other] { $first } bis { $last }
}.
memory-not-here = Hier gibt es keine Erinnerung { $quoted_memory }.
memory-is-message = { $memory } ist eine Nachricht: was gesagt wurde, bleibt, wie es gesagt wurde. Füge stattdessen eine Erinnerung hinzu.
memory-is-said = { $memory } wurde gesagt; um es zu behalten, bilde eine Erinnerung daraus.
memory-not-own = { $capital_npc_id } hat keine Erinnerung { $memory }; wer sich erinnert, erfährt die Kennungen.
scenario-bad = { $more ->
    [0] Die geänderte Geschichte hat einen Fehler: { $problem }
   *[other] Die geänderte Geschichte hat Fehler; der erste: { $problem }
}
narrator-missing = Dieses Spiel erzählt kein Sprachmodell, also geht es nicht von selbst weiter. Sag oder tu etwas, oder warte.
turn-not-undone = Es gibt keinen Zug zurückzuholen: keiner wurde zurückgenommen, oder seitdem wurde ein anderer gespielt.
answer-unknown = Der letzte Zug hat keine Antwort mit dem Eintrag { $seq_number }.
message-unknown = Es gibt keine Nachricht { $message_id }.
words-fixed = { $message_id } lässt sich nicht ändern: nur was ein Sprachmodell schrieb. Ändere die Zeile eines Zugs oder spiele ihn noch einmal.
