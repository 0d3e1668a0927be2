# What a person answers out of what it remembers.

promised = Das hast du mir versprochen: { $words }
promise-kept = { $words } Das hast du gehalten, und dafür danke ich dir.
opening = { $who ->
    [self] { $heard ->
        [yes] Ich habe dir erzählt
       *[no] Ich habe gesagt
    }
    [party] { $name } { $heard ->
        [yes] hat dir erzählt
       *[no] hat gesagt
    }
    [player] { $heard ->
        [yes] { $promised ->
            [yes] Du hast mir versprochen
           *[no] Du hast mir erzählt
        }
       *[no] Du hast gesagt
    }
   *[other] { $heard ->
        [yes] { $name } hat mir erzählt
       *[no] { $name } hat gesagt
    }
}
changed = { $who ->
    [self] Zuerst habe ich gesagt: { $first } Seitdem: { $since }
    [other] { $name } sagte zuerst: { $first } Seitdem: { $since }
   *[player] Zuerst hast du mir gesagt: { $first } Seitdem: { $since }
}
opening-when = { $when }: { $opening }
that-was = { $told } Das war { $when }.
learned = { $told } Das habe ich { $when } erfahren.
with-subject = Ich { $words }
at-place = { $words }, dort: { $place }
my-day = Das war mein Tag: { $deeds }.
deeds = { $first }, dann { $next }
is-here = { $person } ist hier, wie du siehst.
saw-at = { $place ->
    [here] Ich habe { $people } { $when } hier gesehen.
   *[other] Ich habe { $people } { $when } gesehen: { $place }.
}
saw = Ich habe { $people }{ $here ->
    [yes] { " " }hier
   *[no] { "" }
} gesehen.
little-news = Wenig genug. { $saw }
hearsay = { $person } hat mir erzählt: { $quotation }
fact-age = { $age } Jahre alt.
fact-place = Dort: { $place }.
self-age = { $age } Jahre alt.
self-home = Dort: { $place }.
self-work = Du findest mich dort: { $place }.
self-has = Das habe ich bei mir: { $matters }.
message-told = { $role ->
    [messenger] Ich habe es { $addressee } { $when } ausgerichtet: { $words }
   *[addressee] { $messenger } hat mir { $when } deine Nachricht gebracht: { $words }
}
message-not-yet = Noch nicht. Ich habe { $addressee } seit deiner Bitte nicht getroffen.
message-not-given = Du hast mir keine Nachricht gegeben, die ich nicht ausgerichtet hätte.
message-none = Nein. Niemand hat mir ein Wort von dir gebracht.
sheet-goals = Du willst { $value }.
sheet-skills = Du kannst das gut: { $value }.
sheet-notes = Du wolltest, dass man sich das merkt: { $value }.
sheet-background = Von deiner Vergangenheit weiß man das: { $value }.
sheet-called = Du bist { $value }.
sheet-pronouns = So ist es: { $value }.
sheet-occupation = Du hast es selbst gesagt: { $value }.
sheet-home = Du kommst von dort: { $value }.
sheet-likes = Du magst { $value }.
sheet-description = Wie ich dich sehe: { $value }.
own-goals = Ich will { $matters }.
own-belongings = Das habe ich bei mir: { $matters }.
own-topics = Danach kannst du mich fragen: { $matters }.
own-nothing = Nichts, wovon ich sprechen würde.
when = { $when ->
    [now] gerade eben
    [while] vor einer kleinen Weile
    [tonight] vorhin am Abend
    [last-night] letzte Nacht
    [night-before] vorletzte Nacht
    [hours] vor ein paar Stunden
    [earlier] vorhin
    [today] heute
    [today-sometime] heute irgendwann
    [yesterday] gestern
    [yesterday-sometime] gestern irgendwann
    [days] vor { $number } Tagen
   *[weeks] { $count ->
        [1] vor einer Woche
       *[other] vor { $number } Wochen
    }
}
count = { $count ->
    [2] zwei
    [3] drei
    [4] vier
    [5] fünf
    [6] sechs
    [7] sieben
    [8] acht
    [9] neun
    [10] zehn
    [11] elf
    [12] zwölf
   *[other] { $digits }
}
