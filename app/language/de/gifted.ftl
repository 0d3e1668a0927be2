# What people and places know from the start, and what a person finds out by looking around.

introduction = Ich bin { $name }.
introduction-aged = Ich bin { $name }, { $age } { $years ->
    [one] Jahr
   *[other] Jahre
} alt.
begin-occupation = Mein Beruf:
begin-archetype = Was ich für ein Mensch bin:
begin-seen = Was andere von mir sehen:
begin-background = Meine Vergangenheit:
begin-decision = Wie ich entscheide:
begin-traits = Wie ich bin:
begin-skills = Was ich gut kann:
begin-values = Was mir wichtig ist:
begin-manner = Wie ich spreche:
begin-greeting = Wenn jemand kommt, sage ich etwa:
begin-small_talk = Im Gespräch sage ich etwa:
begin-unknown = Wenn ich etwas nicht weiß, sage ich etwa:
begin-thanks = Bekomme ich etwas, sage ich etwa:
begin-gestures = Während ich spreche:
begin-examples = So rede ich zum Beispiel:
said = „{ $words }“
begin-goal = Was ich will, { $id }, { $progress } von 100:
no-goal = Ich will nichts Bestimmtes.
begin-belongings = Was ich bei mir trage:
begin-kept = Was ich bei mir trage und vorerst für mich behalte:
no-belongings = Ich trage nichts bei mir.
begin-topics = Wovon ich erzählen kann:
begin-topic = Zu { $topic }:
no-topics = Ich habe nichts Bestimmtes zu erzählen.
known = Ich kenne { $name }.
known-as = Ich kenne { $name }: { $what }.
aged = { $age } Jahre alt
aged-about = etwa { $age } Jahre alt
begin-ties = { $name } und ich:
ties-both = Wir leben und arbeiten beide dort: { $place }.
ties-home = Wir leben beide dort: { $place }.
ties-work = Wir arbeiten beide dort: { $place }.
place-called = Dieser Ort heißt { $name }.
begin-atmosphere = Die Stimmung hier ({ $place }):
begin-hours = { $name }, Stunde für Stunde:
begin-ways = Wege von hier ({ $place }):
way = { $way } nach { $place }
place-is = { $place }: { $what }.
type-home = ein Zuhause
type-work = eine Arbeitsstätte
type-restaurant = ein Ort zum Essen und Trinken
type-shop = ein Laden
type-public = ein öffentlicher Ort
type-sacred = ein heiliger Ort
type-wild = freie Natur
type-ruin = eine Ruine
type-road = eine Straße
belongs-both = { $names } { $count ->
    [one] lebt und arbeitet hier
   *[other] leben und arbeiten hier
}.
belongs-home = { $names } { $count ->
    [one] lebt hier
   *[other] leben hier
}.
belongs-work = { $names } { $count ->
    [one] arbeitet hier
   *[other] arbeiten hier
}.
time = Es ist { $time } Uhr, { $part ->
    [night] nachts
    [morning] am Morgen
    [afternoon] am Nachmittag
   *[evening] am Abend
}, Tag { $day }.
asleep = Ich schlafe.
alone = Ich bin gerade allein: { $place }.
begin-company = Bei mir gerade ({ $place }):
company = { $person }, { $activity ->
    [idle] steht herum
    [walking] geht vorbei
    [conversing] spricht
    [activity] hat zu tun
   *[sleeping] schläft
}
liking-close = { $name } steht mir nahe.
liking-like = Ich mag { $name }.
liking-dislike = Ich mag { $name } nicht.
liking-hate = Ich hasse { $name }.
carries = Ich habe eine Nachricht von { $sender } für { $name }: { $words }.
attitude = Ich bin { $attitude } gegenüber { $name }.
