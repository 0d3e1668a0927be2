# What the narrator says to a player, and what it reads into what a player says.

promise-asked = Versprechen: { $about }
vow = Ich { $verb } { $rest }
ordinal = { $name } ({ $number })

# inputs that would mean something
try-talk = sprich mit { $name }
try-ask = frag { $name } nach { $topic }
try-take = nimm { $name }
try-fight = bekämpfe { $name }
try-go = geh { $direction }
try-go-by = geh durch { $name }
try-examine = untersuche { $name }
try-use = benutze { $name }
try-use-on = benutze { $name } mit { $target }
try-give = gib { $name } an { $person }
try-drop = leg { $name } hin
try-look = schau dich um
try-wait = warte
try-join = bitte { $name } mitzukommen
try-part = bitte { $name } hierzubleiben
could = Du könntest: { $things }.
could-fight = Du könntest dich dem stellen: { $deed }.
could-examine = Du könntest es dir ansehen: { $deed }.
could-ask = Du könntest danach fragen: { $topics }.
could-try = Du könntest es damit versuchen: { $things }.
could-turn-to = Hier kannst du jemanden ansprechen: { $people }.

# which is meant
which = Was meinst du: { $things }?
which-way = Welchen Weg: { $ways }?
what-about = Wonach: { $topics }?
whom = Wen meinst du: { $people }?
which-reading = Was meinst du mit „{ $words }“: { $readings }?
reading-do = es tun
reading-say = es sagen, zu { $person }
reading-ask = fragen, und zwar { $person }
mean-this = Meinst du { $thing }?

# how a line was read, and what was not done
taken-as = (Gemeint ist „{ $name }“.)
not-yet = So, wie die Dinge stehen, nicht.
left-undone = Nicht getan: { $steps }.
possible = Soweit du siehst, könntest du: { $deed }.
not-here = { $person } ist nicht hier. { $seen }
gesture = Du tust es: { $deed }.
ended = Die Geschichte ist zu Ende. /undo nimmt den letzten Zug zurück.
after-the-end = Die Geschichte ist zu Ende; niemand wartet mehr auf dich. Du kannst weiterspielen oder mit /undo den letzten Zug zurücknehmen.
here-already = { $person } ist hier.
waited-in-vain = Du wartest zwei Stunden, und { $person } kommt nicht.
closed-container = Das müsste erst offen sein: { $thing }.
as-it-is = Das ist schon getan.
tried = Du versuchst es: { $deed }.
own-as-it-is = Du lässt { $name }, wie es ist.

# people
nobody-to-talk-to = Hier ist niemand, mit dem du sprechen könntest.
nobody-of-that-name = Hier heißt niemand { $name }.
nobody-of-that-name-unnamed = Hier heißt niemand so.
could-talk-to = Du könntest sprechen mit { $people }.
no-answer = Von dort kommt keine Antwort: { $thing }. { $hint }
give-to-whom = Wem willst du es geben?
nobody-to-give-to = Hier ist niemand, dem du etwas geben könntest.
nobody-of-that-name-to-give-to = Hier heißt niemand { $name }, dem du etwas geben könntest.
nobody-of-that-name-to-give-to-unnamed = Du siehst hier niemanden, dem du das geben könntest.

# what the party itself remembers
spoken-alone = Du sprichst, und niemand ist hier, der es hört.
promised-to = Das hast du { $when } versprochen ({ $people }): { $words }{ $kept ->
    [yes] { " " }Das ist getan.
   *[no] { "" }
}
told-to = Das hast du { $when } erzählt ({ $people }): { $words }
your-name = Du bist { $name }.
nothing-promised = Du erinnerst dich an kein Versprechen von dir.
known-way = Der Weg beginnt hier: { $way }. Ziel: { $place }.
no-more = Mehr kannst du nicht erkennen.
time-left = Es dauert noch { $hours ->
    [0] { $minutes ->
        [one] eine Minute
       *[other] { $minutes } Minuten
    }
    [one] { $minutes ->
        [0] eine Stunde
        [one] eine Stunde und eine Minute
       *[other] eine Stunde und { $minutes } Minuten
    }
   *[other] { $minutes ->
        [0] { $hours } Stunden
        [one] { $hours } Stunden und eine Minute
       *[other] { $hours } Stunden und { $minutes } Minuten
    }
}: { $name }, { $moment }.
distance = Zu Fuß ist das etwa { $minutes ->
    [one] eine Minute
   *[other] { $minutes } Minuten
}.
came-from = Du bist von dort gekommen: { $place }.
safe-here = Soweit du siehst, droht dir hier nichts.
nothing-told = Nichts, was du gesehen oder gehört hast, beantwortet das.
last-seen = { $how ->
    [here] { $person } ist hier.
    [leaving] Du hast { $person } { $when } fortgehen sehen, Ziel: { $place }.
   *[there] Zuletzt hast du { $person } { $when } gesehen: { $place }.
}

# places
stood-back = Du trittst ein wenig zurück.
no-way-on = Von hier siehst du keinen Weg weiter. { $ways }
already-here = Du bist schon hier: { $place }. { $ways }
no-such-way = Einen solchen Weg siehst du hier nicht: { $name }. { $ways }
no-such-way-unnamed = Einen solchen Weg siehst du hier nicht. { $ways }
walk-ends = Unterwegs bleibst du stehen: { $here }. Ziel: { $goal }.
you-are = Du bist { $name }. { $carried }
nothing-called = Du siehst hier nichts, das so heißt: { $name }. { $eye }
nothing-called-unnamed = So etwas siehst du hier nicht. { $eye }
catches-eye = Was dir auffällt: { $things }.
over = Das ist vorüber. { $how }
dealt-with = Das ist vorüber, damit bist du schon fertig geworden: { $thing }.
nobody-to-fight = Hier gibt es keinen solchen Gegner: { $name }. Was dir im Weg steht: { $standing }.
nobody-to-fight-unnamed = Hier gibt es keinen solchen Gegner. Was dir im Weg steht: { $standing }.
no-blows = Mit Schlägen wäre bei { $person } nichts erreicht. Reden ginge.
nothing-in-way = Hier steht dir nichts im Weg. { $ways }

# things
nothing-to-carry = Hier gibt es nichts zum Mitnehmen. { $ways }
nothing-to-put-to = Du siehst hier nichts, woran das gehörte: { $thing }. Du könntest es hinlegen.
nothing-to-use-on = Du siehst hier nichts, das so heißt: { $name }.
nothing-to-use-on-unnamed = So etwas siehst du hier nicht.
nothing-to-take = Das siehst du hier nicht: { $name }. { $lying }
nothing-to-take-unnamed = Du siehst hier nichts dergleichen zum Mitnehmen. { $lying }
what-lies = Was hier liegt: { $things }.
nothing-lies = Hier liegt nichts zum Mitnehmen.
held-already = Das hast du schon: { $thing }.
not-held = Das hast du nicht: { $name }. { $carried }
not-held-unnamed = So etwas hast du nicht. { $carried }

# the party itself
nothing-else = Sonst geschieht nichts.
too-many-steps = Mehr schaffst du nicht auf einmal; der Rest muss auf den nächsten Atemzug warten.
wait-too-short = Warten dauert mindestens eine Minute. Du könntest 10 Minuten warten, oder bis zum Morgen.
wait-too-long = So lange wartet niemand: { $days } Tage auf einmal sind das Höchste.
note-too-long = Das sind { $count } Zeichen; eine Notiz fasst höchstens { $most }.
nobody-here = Außer dir ist niemand hier. { $ways }
speaking-with = Du sprichst mit { $person }.
no-quests = Noch hat niemand eine Aufgabe für dich. { $could }
quest-over = { $quest }: geschafft.
still-to-do = Noch zu tun: { $left }.
of-here = Von hier ({ $place }):
of-world = Was geschehen ist:
to-be-done = Zu tun:
your-notes = Deine Notizen:
journal-empty = Die Seiten sind noch leer: keine Aufgabe, keine Notiz, nichts, worauf du zurückblicken könntest.
help = Sag in einfachen Worten, was du tust: geh, schau dich um, untersuche etwas, sprich mit jemandem, frag jemanden nach etwas, sag etwas, nimm, leg hin, gib, benutze etwas mit etwas, kämpfe, warte oder ruh dich aus, Inventar, Aufgaben, Tagebuch, wer ist hier, notiere etwas. Schritte lassen sich verbinden: nimm die Lampe und geh nach Norden. Was das Spiel selbst angeht, beginnt mit einem Strich: /help, /undo, /save, /quit.
outside = { $word ->
    [undo] Die Geschichte kann das nicht zurücknehmen, du schon: /undo nimmt einen Zug zurück.
    [retry] Die Geschichte geht weiter; /retry erzählt den letzten Zug neu.
    [save] Jeder Zug wird festgehalten, wie er geschieht. /save NAME gibt diesem einen Namen, unter dem du ihn wiederfindest.
    [load] Um ein anderes Spiel fortzusetzen, verlass dieses mit /quit und beginne mit --load NAME.
    [quit] Die Geschichte wartet auf dich, wann immer du magst: /quit verlässt sie.
    [restart] Was geschehen ist, ist geschehen. /undo nimmt Züge zurück; um neu anzufangen, /quit und noch einmal spielen.
   *[map] Es gibt keine Karte außer dem, was du siehst. { $more }
}
