# What a player sees and what has happened, where the story's author wrote nothing. Names stand apart from the grammar
# of the sentence, for their gender and case are not known.

threat = { $level ->
    [low] Etwas hier macht dich vorsichtig.
    [moderate] Du fühlst dich hier nicht sicher.
    [high] Alles hier mahnt dich zur Eile.
    [extreme] Hier zu bleiben heißt, den Tod herauszufordern.
   *[safe] { "" }
}
people-here = { $people } { $number ->
    [one] ist hier.
   *[other] sind hier.
}
things-here = Hier siehst du: { $things }.
ways = Wege von hier: { $ways }.
no-way = Du siehst keinen Weg, der von hier fortführt.
to-place = → { $place }
locked = verschlossen
shut = geschlossen
way-closely = { $way } { $number ->
    [one] führt
   *[other] führen
} { $direction ->
    [none] weiter: { $place }.
   *[other] weiter ({ $direction }): { $place }.
}
way-locked = Verschlossen. { $needs }
way-shut = Geschlossen.
way-open = Nichts versperrt den Weg.
bearing = { $attitude ->
    [hostile] { $name } wirkt feindselig.
    [wary] { $name } scheint dir zu misstrauen.
    [friendly] { $name } wirkt freundlich.
    [loyal] { $name } scheint auf deiner Seite zu stehen.
   *[neutral] { "" }
}
hour = Es ist { $part }: { $clock }.
part-of-day = { $part ->
    [morning] Morgen
    [afternoon] Nachmittag
    [evening] Abend
   *[night] Nacht
}
direction = { $direction ->
    [north] nach Norden
    [south] nach Süden
    [east] nach Osten
    [west] nach Westen
    [up] hinauf
    [down] hinunter
    [in] hinein
   *[out] hinaus
}
carried = Du trägst bei dir: { $things }.
carried-nothing = Du trägst nichts bei dir.

# events
arrived = Du kommst an: { $place }.
story-over = Hier endet die Geschichte. Du kannst weiterspielen, wenn du magst.
act-begins = Es beginnt: { $act }
quest-begun = Das liegt nun bei dir: „{ $quest }“. { $description }
quest-done = Damit ist „{ $quest }“ geschafft.
objective-done = Geschafft: { $objective }
item-used = Du benutzt { $item }
item-received = { $person } gibt dir etwas: { $item }.
noted = Du merkst dir: „{ $text }“
feels = { $attitude ->
    [hostile] { $name } sieht dich mit offenem Hass an.
    [wary] { $name } hält jetzt vorsichtig Abstand von dir.
    [neutral] { $name } sieht dich neu an, weder als Freund noch als Feind.
    [friendly] Im Blick von { $name } liegt etwas Wärmeres als zuvor.
   *[loyal] Von nun an, das spürst du, würde { $name } zu dir stehen.
}
danger-now = { $level ->
    [CLEARED] Hier droht dir nichts mehr.
    [safe] Hier ist es jetzt sicher.
    [low] Hier gibt nur noch wenig Anlass zur Sorge.
    [moderate] Hier heißt es jetzt aufpassen.
    [high] Hier ist es gefährlich geworden.
   *[extreme] Hier zu bleiben heißt jetzt, den Tod herauszufordern.
}
moved = { $how ->
    [outdoors] { $names } { $number ->
        [one] kommt dazu.
       *[other] kommen dazu.
    }
    [indoors] { $names } { $number ->
        [one] kommt herein.
       *[other] kommen herein.
    }
    [for] { $names } { $number ->
        [one] geht
       *[other] gehen
    } fort, Ziel: { $place }.
   *[away] { $names } { $number ->
        [one] geht fort.
       *[other] gehen fort.
    }
}

# actions and their effects
ended = Die Geschichte ist zu Ende. /undo nimmt den letzten Zug zurück.
item-moved = { $where ->
    [party] Jetzt bei dir: { $item }
    [person] Jetzt bei { $holder }: { $item }
    [container] Jetzt darin ({ $holder }): { $item }
    [gone] Verschwunden: { $item }
   *[place] Liegt jetzt hier: { $item }
}
way-changed = { $how ->
    [open] Jetzt offen: { $way }
    [closed] Jetzt geschlossen: { $way }
   *[hidden] Nicht mehr zu sehen: { $way }
}
effect-ended = Das ist vorüber: { $effect }.
message-delivered = { $name } richtet { $to } deine Nachricht aus: { $words }
companion-joined = { $name } kommt von nun an mit dir.
companion-left = { $name } bleibt zurück.
harmed = { $you ->
    [yes] Du bist verletzt.
   *[no] { $name } ist verletzt.
}
beaten = { $fled ->
    [yes] { $name } hat genug und flieht.
   *[no] { $name } hat genug und gibt auf.
}
died = { $you ->
    [yes] Du stirbst.
   *[no] { $name } stirbt.
}
quest-failed = Damit ist „{ $quest }“ gescheitert.

# containers
in-container = Darin ({ $holder }): { $things }.
on-container = Darauf ({ $holder }): { $things }.
container-empty = Leer: { $holder }.
container-closed = Geschlossen: { $holder }.
