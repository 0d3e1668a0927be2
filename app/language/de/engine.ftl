# What the engine tells by itself. Names stand as the author wrote them, apart from the grammar of the sentence.

level-safe = sicher
level-low = gering
level-moderate = mäßig
level-high = hoch
level-extreme = tödlich
level-cleared = vorüber

attitude-hostile = feindselig
attitude-wary = misstrauisch
attitude-neutral = unentschieden
attitude-friendly = freundlich
attitude-loyal = treu

activity-idle = beim Herumstehen
activity-walking = im Vorbeigehen
activity-conversing = im Gespräch
activity-activity = bei der Arbeit
activity-sleeping = beim Ausruhen

result-success = gelungen
result-partial = halb gelungen
result-failure = misslungen

way-open = offen
way-closed = geschlossen
way-hidden = verborgen

mark = { $thing }: { $mark ->
    [moved] verrückt
    [broken] zerbrochen
    [cut] zerschnitten
    [bent] verbogen
    [torn] zerrissen
    [marked] gezeichnet
    [painted] bemalt
    [wet] nass
    [dirty] beschmutzt
    [clean] gesäubert
    [filled] gefüllt
    [emptied] geleert
    [covered] zugedeckt
    [hidden] versteckt
    [tied] festgebunden
    [fixed] geflickt
    [warm] gewärmt
    [cold] gekühlt
    [burnt] verbrannt
   *[eaten] angegessen
}

# -- parts of the engine's line

line-nowhere = nirgendwo
line-npc-moved = { $came ->
    [yes] ! jetzt hier: { $npc_id }
   *[no] { $has_to_id ->
        [yes] ! { $npc_id } → { $to_id }
       *[no] ! { $npc_id } → fort
    }
}
line-secret-discovered = ! entdeckt: { $secret_id }
line-quest-started = ! neue Aufgabe: { $quest_id }
line-act-progressed = { $has_begun ->
    [yes] ! neuer Akt: { $begun }
   *[no] ! die Geschichte ist zu Ende
}
line-item-given = { $to_party ->
    [yes] + { $item_id } von { $npc_id }
   *[no] - { $item_id } an { $npc_id }
}
line-item-used = - { $item_id } aufgebraucht
line-check-rolled = ⚄ { $attribute }: { $dice } + { $bonus } = { $total } gegen { $needed }: { $result_words }
line-state-changed = { $is_mark ->
    [yes] ! { $of }: { $name ->
        [moved] verrückt
        [broken] zerbrochen
        [cut] zerschnitten
        [bent] verbogen
        [torn] zerrissen
        [marked] gezeichnet
        [painted] bemalt
        [wet] nass
        [dirty] schmutzig
        [clean] sauber
        [filled] gefüllt
        [emptied] geleert
        [covered] zugedeckt
        [hidden] versteckt
        [tied] festgebunden
        [fixed] geflickt
        [warm] warm
        [cold] kalt
        [burnt] verbrannt
       *[other] { $name }
    }
   *[no] ! { $text }
}
line-way-changed = { $way ->
    [open] ! der Weg ist offen: { $to_id }
    [closed] ! der Weg ist versperrt: { $to_id }
   *[hidden] ! kein Weg führt mehr dorthin: { $to_id }
}
line-effect-ended = ! nicht mehr: { $effect }
line-companion-joined = + { $npc_id } kommt mit
line-companion-left = - { $npc_id } bleibt zurück
line-beaten = { $has_fled_to ->
    [yes] ! { $npc_id } flieht
   *[no] ! { $npc_id } gibt auf
}
line-note-added = ! notiert
line-note-forgotten = ! eine Notiz wurde gestrichen
line-scenario-updated = ! die Geschichte wurde vom Autor geändert
line-person-created = ! neu hier: { $npc_id }
line-item-created = { $carried ->
    [yes] + { $item_id }
   *[no] ! neu: { $item_id }
}
line-player-joined = + { $name } ist dabei
line-player-left = - { $name } ist gegangen
line-memory-added = ! von Hand: eine Erinnerung hinzugefügt
line-memory-pinned = { $pinned ->
    [yes] ! von Hand: eine Erinnerung festgehalten
   *[no] ! von Hand: eine Erinnerung losgelassen
}
line-memory-archived = ! von Hand: eine Erinnerung abgelegt
line-memory-restored = ! von Hand: eine Erinnerung zurückgeholt
line-memory-replaced = ! von Hand: eine Erinnerung ersetzt
line-memories-imported = { $count ->
    [0] ! von Hand: übernommen, was eine Figur ist
   *[other] ! von Hand: Erinnerungen übernommen
}
line-artifact-created = ! gemacht von { $npc_id }: { $description }

# -- what witnesses remember

seen-location-changed = { $came ->
    [yes] { $party } kam hierher: { $to_id }
   *[no] { $party } ging von { $from_id } fort, Ziel: { $to_id }
}
seen-npc-moved = { $came ->
    [yes] { $npc_id } kam hierher: { $to_id }
   *[no] { $has_to_id ->
        [yes] { $npc_id } ging von { $from_id } fort, Ziel: { $to_id }
       *[no] { $npc_id } ging von { $from_id } fort
    }
}
seen-item-taken = { $who } nahm etwas: { $item_id }
seen-item-dropped = { $who } legte etwas hin: { $item_id }
seen-item-given = { $to_party ->
    [yes] { $npc_id } gab etwas an { $who }: { $item_id }
   *[no] { $who } gab etwas an { $npc_id }: { $item_id }
}
seen-item-shown = { $who } zeigte { $npc_id } etwas: { $item_id }
seen-item-used = { $who } { $consumed ->
    [yes] verbrauchte etwas
   *[no] benutzte etwas
}: { $item_id }{ $has_target_id ->
    [yes] {", mit "}{ $target_id }
   *[no] {""}
}
seen-action-performed = { $actor_id } { $deed }
message-passed-on = { $messenger } brachte eine Nachricht von { $sender } für { $addressee }: { $words }
seen-companion-joined = { $npc_id } ging von da an mit { $party }
seen-companion-left = { $npc_id } blieb zurück
seen-harmed = { $victim_id } wurde verletzt
seen-beaten = { $has_fled_to ->
    [yes] { $npc_id } floh vor { $party }
   *[no] { $npc_id } gab auf
}
seen-died = { $victim_id } starb
seen-encounter-completed = { $who } überwand etwas: { $encounter_id }
seen-player-joined = { $player_id } kam dazu
seen-player-left = { $player_id } ging fort
seen-secret-discovered = { $who } entdeckte etwas: { $secret_id }
seen-artifact-created = { $npc_id } machte etwas: { $description }
seen-effect-added = Was sich änderte ({ $location_id }): { $effect }
seen-danger-changed = { $level ->
    [CLEARED] Niemandem drohte dort noch etwas: { $location_id }
    [safe] Es wurde sicher: { $location_id }
   *[other] Die Gefahr wurde { $level_words }: { $location_id }
}
seen-beings = Sah { $beings } { $activity_words }
seen-place-reached = Kam an: { $location_id }
seen-being-missed = Vermisste { $being }: { $place }
seen-gathering-held = { $company ->
    [0] Wartete: { $place }
   *[other] Traf { $others }, wie abgemacht: { $place }
  }{ $absent ->
    [0] {""}
   *[other] {"; "}nicht gekommen: { $missing }
  }

# -- what may change the rest of somebody's day

surprise-location-changed = { $party } kam zu Besuch: { $to_id }
surprise-encounter-completed = { $party } überwand etwas: { $encounter_id } ({ $location_id })
surprise-danger-changed = { $level ->
    [CLEARED] Es wurde sicher: { $location_id }
    [safe] Es wurde sicher: { $location_id }
   *[other] Die Gefahr ist jetzt { $level_words }: { $location_id }
}
surprise-died = { $victim_id } starb
surprise-quest-failed = { $party } ist an einer Aufgabe gescheitert: { $quest_id }
surprise-artifact-created = { $npc_id } machte etwas: { $description }
surprise-quest-started = { $party } hat eine Aufgabe übernommen: { $quest_id }
surprise-objective-completed = { $party } kam mit einer Aufgabe weiter: { $quest_id }
surprise-quest-completed = { $party } hat eine Aufgabe erfüllt: { $quest_id }
surprise-quest-of-others = Hier ist etwas Wichtiges geschehen

# -- how things stand

fact-danger = { $level ->
    [CLEARED] Die Gefahr ist vorüber: { $place }
    [safe] Es ist sicher: { $place }
   *[other] Die Gefahr ist { $level_words }: { $place }
}
fact-state = { $status ->
    [not_started] Die Aufgabe { $quest } hat noch nicht begonnen
    [active] Die Aufgabe { $quest } ist im Gange
    [failed] Die Aufgabe { $quest } ist gescheitert
   *[completed] Die Aufgabe { $quest } ist erfüllt
}
fact-holder = { $held ->
    [party] { $party } hat { $thing }
    [nobody] { $party } hat aufgebraucht: { $thing }
    [person] { $holder } hat { $thing }
   *[place] { $party } hat liegen lassen: { $thing } ({ $holder })
}
whose-party = die Begleitung von { $player }
fact-attitude = { $attitude ->
    [hostile] { $person } wandte sich gegen { $party }
    [wary] { $person } wurde misstrauisch gegen { $party }
    [neutral] { $person } blieb unentschieden gegenüber { $party }
    [friendly] { $person } wurde freundlicher zu { $party }
   *[loyal] { $person } wurde treu wie ein Freund zu { $party }
}
