# What a person or a client reads when something is unknown, malformed, beyond a limit or in the way.

-id-form = kleine Buchstaben und Ziffern, mit '-' oder '_' verbunden

unknown = { $what ->
    [place] Einen Ort { $quoted_name } gibt es hier nicht.
    [person] Eine Person { $quoted_name } gibt es hier nicht.
    [thing] Einen Gegenstand { $quoted_name } gibt es hier nicht.
    [quest] Eine Aufgabe { $quoted_name } gibt es hier nicht.
    [act] Einen Akt { $quoted_name } gibt es hier nicht.
    [encounter] Eine Begegnung { $quoted_name } gibt es hier nicht.
    [secret] Ein Geheimnis { $quoted_name } gibt es hier nicht.
    [objective] Ein Ziel { $quoted_name } gibt es hier nicht.
    [topic] Ein Thema { $quoted_name } gibt es hier nicht.
    [party-place] Die Gruppe ist gerade nirgendwo.
    [player] Einen Spieler { $quoted_name } gibt es nicht.
    [party-player] In der Gruppe ist kein Spieler { $quoted_name }, sondern: { $there }.
    [person-or-player] In diesem Spiel gibt es weder Person noch Spieler { $quoted_name }.
    [person-or-place] In diesem Spiel gibt es weder Person noch Ort { $quoted_name }.
    [picture] Ein Bild von { $quoted_name } gibt es nicht.
    [own-picture] Das Spiel hat kein eigenes Bild von { $quoted_name }.
    [message] Eine Nachricht { $quoted_name } gibt es nicht.
    [remark] Eine Bemerkung { $name }, die du entfernen dürftest, gibt es nicht.
    [token] Einen Schlüssel { $quoted_name } hat das Spiel nicht.
    [game] Ein Spiel { $quoted_name } gibt es nicht.
    [deleted-game] Im Papierkorb gibt es kein Spiel { $quoted_name }.
    [record] Das Spiel { $quoted_of } hat keinen Eintrag { $name }.
    [scenario] Ein Szenario { $quoted_name } gibt es nicht.{ $there_count ->
        [0] { "" }
       *[other] {" "}Es gibt: { $there }.
    }
    [chat-model] Ein Modell { $quoted_name } gibt es nicht.
    [tool] Ein Werkzeug '{ $name }' gibt es hier nicht; es gibt { $there }.
    [resource] Eine Ressource '{ $name }' gibt es hier nicht; es gibt { $there }.
    [prompt] Einen Prompt '{ $name }' gibt es hier nicht; es gibt { $there_count ->
        [0] keinen
       *[other] { $there }
    }.
    [way-to-play] So kann man eine Figur nicht spielen: { $quoted_name }; es gibt: { $there }.
    [style-field] Ein { $quoted_name } gibt es nicht; es gibt { $there }.
   *[other] Es gibt nichts namens { $quoted_name } ({ $what }, { $where }).
}
game-unclear = { $quoted_name } könnten mehrere Spiele sein: { $there }.

value-unfit = { $fault ->
    [turn-length] Das sind { $given } Zeichen; ein Zug fasst höchstens { $most }.
    [turn-empty] Sag oder tu etwas: der Zug war leer.
    [turn-control] Der Text enthält Steuerzeichen; entferne sie bitte.
    [words] Die Worte haben 1 bis { $most } Zeichen und keine Steuerzeichen.
    [hint] Ein Wunsch hat 1 bis { $most } Zeichen und keine Steuerzeichen.
    [name] Ein Name ({ $name }) hat 1 bis { $most } Zeichen auf einer Zeile.
    [subject-blank] Ein Gegenstand der Erinnerung besteht nicht nur aus Leerzeichen.
    [label-blank] Ein Stichwort besteht nicht nur aus Leerzeichen.
    [narration-control] Eine Erzählung darf keine Steuerzeichen enthalten.
    [narration-needed] commands und says brauchen narration; ohne sie gibt sie der Erzähler des Spiels.
    [situation-empty] Die Lage ist leer.
    [claim] Eine Behauptung sagt etwas in höchstens { $most } Zeichen: die Fähre legt um sechs ab.
    [remark-empty] Eine Bemerkung braucht Worte.
    [importance] Die Wichtigkeit ist eine Zahl von 1 bis 10.
    [memory-time] Eine Erinnerung ist von 1970 oder später.
    [memory-replaces-itself] { $name } kann nicht sich selbst ersetzen.
    [memory-replaces-earlier] { $name } kann von keiner Erinnerung ersetzt werden, die es selbst ersetzt.
    [place-none] Die Gruppe ist immer irgendwo.
    [place-to-remember] Die Gruppe ist nirgendwo, also gibt es keinen Ort zu erinnern.
    [game-id] { $name } ist keine Kennung eines Spiels: höchstens { $most } von a-z und 0-9, mit '-' oder '_' verbunden.
    [scenario-id] { $name } ist keine Kennung eines Szenarios: { -id-form }.
    [player-id] { $name } ist keine Kennung eines Spielers.
    [turn-name] Das ist der Name eines Zuges; gib Kennung oder Titel eines Spiels.
    [game-not-chosen] Hier wurde noch kein Spiel begonnen: create_game beginnt eines, list_games zeigt sie.
    [picture-bytes] Ein Bild hat höchstens { $most } MB.
    [picture-format] Ein Bild ist ein PNG, JPEG oder WebP.
    [picture-damaged] Das PNG ist abgeschnitten oder beschädigt.
    [picture-sides] Ein Bild hat höchstens { $most } Pixel an einer Seite und { $most_together } zusammen.
    [pictures-of-game] Ein Spiel hat höchstens { $most } eigene Bilder.
    [prompt-budget] { $most_number } Token sind für den Prompt zu wenig: allein Anweisungen, Werkzeuge, die Worte des Spielers und der Platz für eine Antwort brauchen { $given_number }.
    [cast] Eine Besetzung hat höchstens { $most } Leute.
    [cast-names] In { $quoted_name } sind zu viele Namen vergeben für eine Besetzung von { $given }.
    [questions] Das sind { $given_number } Fragen; höchstens { $most } werden auf einmal gestellt.
    [question-length] Eine Frage hat 1 bis { $most_number } Zeichen.
    [options] Eine Frage hat 1 bis { $most } Antworten von 1 bis { $most_together_number } Zeichen; diese nicht: { $name }
    [range] Ein Bereich geht von der kleinsten zur größten Zahl und enthält eine mögliche Antwort; dieser nicht: { $name }
    [cursor] Dieser Zeiger gehört nicht zu dieser Liste: nimm next_cursor der Seite davor.
    [token-owner] Der Schlüssel eines Spielers nennt seine player_id, der einer Figur ihre npc_id, und kein anderer.
    [tokens] Ein Spiel hat höchstens { $most } Schlüssel.
   *[model-of-game] Spiele können hier kein eigenes Modell haben.
}

line-unfit = { $fault ->
    [command-unknown] Einen Befehl /{ $name } gibt es nicht; { $has_example ->
        [yes] am nächsten kommt { $example }
       *[no] /help zeigt sie
    }.
    [no-number] { $quoted_name } ist keine Zahl; schreib sie wie { $example }.
    [no-answer] Die letzte Zeile hat { $most_number } { $most ->
        [1] Antwort
       *[other] Antworten
    }; /answer zeigt sie.
    [no-question] Gib an, wer sich erinnern soll, und eine Frage: { $example }
    [no-name] Jeder Zug wird von selbst gespeichert. So bekommt dieser einen Namen: { $example }
    [no-turns] Nimm mindestens einen Zug zurück, wie { $example }.
    [too-many-turns] Mehr als { $most_number } Züge können nicht zurückgenommen werden.
    [for-masters] /{ $name } ist für die Spielleitung.
    [for-terminals] /{ $name } ist ein Befehl der Konsole; /help zeigt, was hier geht.
    [other-game] Dieser Schlüssel öffnet kein anderes Spiel: verzweige mit der API, die einen für die Verzweigung gibt.
    [no-game-yet] Hier hat noch kein Spiel begonnen: schreib erst, was du tust oder sagst.
    [not-last] Nur der letzte Zug des Spiels kann noch einmal gespielt werden.
    [taken-back] Der Zug, auf den das folgt, wurde zurückgenommen oder ersetzt; die Spielleitung kann von ihm verzweigen.
    [documents] Das Programm hat Dokumente vor die Zeile gestellt. Schick die Zeile ohne Dateien und Wissen.
    [memory-alone] Das Spiel { $quoted_name } ist nur ein Gedächtnis, in dem niemand spielt.
    [no-line] Die Nachrichten enthalten keine Zeile eines Spielers: dieser Server spielt Spiele und schreibt nichts anderes.
   *[last-no-line] Die letzte Nachricht ist keine Zeile eines Spielers: dieser Server spielt Spiele und schreibt nichts anderes.
}
