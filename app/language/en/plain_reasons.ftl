# What a person or a client reads when something is unknown, malformed, beyond a limit or in the way, with or without a
# game. Slots are the fields of the reason of that name in app/models/plain_reasons.py: texts as they are and in
# quotation marks (`quoted_…`), also whether there is one (`has_…`); whole numbers also without separators (`…_number`);
# of several texts a list (`…`) and how many they are (`…_count`).

-id-form = lower-case letters and digits, joined by '-' or '_'

unknown = { $what ->
    [party-place] The party is nowhere right now.
    [player] There is no player { $quoted_name }.
    [party-player] No player { $quoted_name } is in the party; it has { $there }.
    [person-or-player] This game has no person or player { $quoted_name }.
    [person-or-place] There is no person or place { $quoted_name } in the game.
    [picture] There is no picture of { $quoted_name }.
    [own-picture] The game has no picture of its own of { $quoted_name }.
    [message] There is no message { $quoted_name }.
    [remark] There is no remark { $name } that you may remove.
    [token] The game has no token { $quoted_name }.
    [game] There is no game { $quoted_name }.
    [deleted-game] There is no game { $quoted_name } in the trash.
    [record] The game { $quoted_of } has no record { $name }.
    [scenario] There is no scenario { $quoted_name }.{ $there_count ->
        [0] { "" }
       *[other] {" "}There are: { $there }.
    }
    [chat-model] There is no model { $quoted_name }.
    [tool] There is no tool '{ $name }' here; there are { $there }.
    [resource] There is no resource '{ $name }' here; there are { $there }.
    [prompt] There is no prompt '{ $name }' here; there are { $there_count ->
        [0] none
       *[other] { $there }
    }.
    [way-to-play] There is no way { $quoted_name } of playing a character; there are: { $there }.
    [style-field] There is no { $quoted_name }; there are { $there }.
   *[other] There is no { $what } { $quoted_name } in this { $where }.
}
game-unclear = { $quoted_name } could be several games: { $there }.

malformed = { $form ->
    [arguments] Bad arguments{ $has_of ->
        [yes] {" "}of { $of }
       *[no] { "" }
    }{ $has_where ->
        [yes] , { $where }
       *[no] { "" }
    }: { $problem_words }.
    [command] Bad command, { $where }: { $problem_words }.
    [event] Bad event: { $problem_words }.
    [memory] Not a memory: { $problem_words }
    [style] It cannot be told so: { $problem_words }.
   *[request] The request is not valid: { $problem_words }.
}
malformed-problem = { $problem ->
    [no-object] they must be an object of names and values
    [unknown-name] Extra inputs are not permitted; it takes { $there_count ->
        [0] none
       *[other] { $there }
    }
    [half-character] they hold half a character
    [for-actions] { $there_count ->
        [1] { $all_there } needs it, and nothing else takes it
       *[other] { $all_there } need it, and nothing else takes it
    }
    [no-category] there is no '{ $detail }'; there are { $there }
    [no-order] each must have as its kind one of { $there }
    [no-command] there is no command { $quoted_detail }
    [kind-given] it is the tool's name and no argument
   *[value] { $detail }
}

value-unfit = { $fault ->
    [turn-length] That is { $given } characters; a turn takes at most { $most }.
    [turn-empty] Say or do something: the turn was empty.
    [turn-control] The text holds control characters; please remove them.
    [words] The words are 1 to { $most } characters, without control characters.
    [hint] A hint is 1 to { $most } characters, without control characters.
    [name] A { $name }'s name is 1 to { $most } characters on one line.
    [subject-blank] A subject has at least one character that is no blank.
    [label-blank] A label has at least one character that is no blank.
    [narration-control] Narration may not contain control characters.
    [narration-needed] commands and says need narration; without it the game's narrator gives them.
    [situation-empty] The situation is empty.
    [claim] A claim states something in at most { $most } characters: the ferry leaves at six.
    [remark-empty] A remark needs words.
    [importance] The importance must be a number from 1 to 10.
    [memory-time] A memory's time is 1970 or later.
    [memory-replaces-itself] { $name } cannot replace itself.
    [memory-replaces-earlier] { $name } cannot be superseded by a memory that it supersedes.
    [place-none] The party is always somewhere.
    [place-to-remember] The party is nowhere, so there is no place to remember.
    [game-id] { $name } is no id of a game: at most { $most } of a-z and 0-9, in words joined by '-' or '_'.
    [scenario-id] { $name } is no scenario id: { -id-form }.
    [player-id] { $name } is no id of a player.
    [turn-name] That is the name of a turn; give the id or the title of a game.
    [game-not-chosen] No game was begun or played here yet: create_game begins one, list_games lists them.
    [picture-bytes] A picture has at most { $most } MB.
    [picture-format] A picture is a PNG, JPEG or WebP.
    [picture-damaged] The PNG is cut off or damaged.
    [picture-sides] A picture has at most { $most } pixels a side and { $most_together } together.
    [pictures-of-game] A game has at most { $most } pictures of its own.
    [prompt-budget] The prompt budget of { $most_number } tokens is too small: instructions, tools, the player's words and the room for an answer alone take { $given_number }.
    [cast] A cast has at most { $most } people.
    [cast-names] Too many names are taken in { $quoted_name } for a cast of { $given }.
    [questions] These are { $given_number } questions; at most { $most } are asked at once.
    [question-length] A question has 1 to { $most_number } characters.
    [options] A question has a list of 1 to { $most } options of 1 to { $most_together_number } characters; this one has not: { $name }
    [range] A range goes from its lowest to its highest number and holds a number that may be answered; this one does not: { $name }
    [cursor] The cursor is not one of this list: use next_cursor of the page before.
    [token-owner] A player's token names its player_id, a character's its npc_id, and no other does.
    [tokens] A game has at most { $most } tokens.
   *[model-of-game] Games cannot have a model of their own here.
}

clashes = { $clash ->
    [game-exists] There is a game { $quoted_name } already.
    [game-exists-again] There is a game { $quoted_name } again, so the deleted one cannot be restored.
    [game-differs] There is a different game { $quoted_name } already; it stays as it is.
    [game-at-record] The game { $quoted_name } is at record { $present }, not at { $expected }: load it again.
    [game-changed] The game { $quoted_name } was changed by another program: load it again.
    [game-to-load] The game { $quoted_name } has to be loaded again before it can be saved.
    [game-closed] The game was closed meanwhile; load it again.
    [game-in-other-loop] The game { $quoted_name } is in use in another event loop; use it in one only.
    [game-elsewhere] The game { $quoted_name } is open somewhere else.
    [game-perhaps-elsewhere] The game { $quoted_name } may be open somewhere else by now: load it again.
    [game-written-elsewhere] The game { $quoted_name } was written by another server since: load it again.
    [game-lost] The game { $quoted_name } may be on another server by now.
    [game-moved] The game has moved to another server.
    [game-not-held] This server does not hold the game.
    [server-silent] Another server has the game and does not answer; try again.
    [server-failed] The server that answered has failed.
    [server-closes] The server is shutting down; the request was not carried out.
    [server-hands-over] The server is shutting down; another one will have the game in a moment.
    [request-id-used] The request id { $quoted_name } was used for another request.
    [remark-key-used] The idempotency key was used for another remark.
    [next-memory] The next memory is { $present }, not { $expected }: try again.
    [scenario-shipped] The scenario { $quoted_name } ships with Talekeeper: give yours another id.
    [scenario-is-folder] The scenario { $quoted_name } is a folder of files: give yours another id.
    [scenario-is-file] The scenario { $quoted_name } is one file: give yours another id.
    [scenario-folder-unset] No folder is set for added scenarios; name one in TALEKEEPER_SCENARIOS.
    [trial-runs] A trial of a model is running; wait until it has ended.
   *[read-before] It has changed since you read it: read it again, and decide once more.
}

denied = { $denial ->
    [not-signed-in] A valid token is needed: Authorization: Bearer <token>.
    [role] This takes the role { $needed }; the token has the role { $role }.
    [viewer] A viewer cannot act; this takes a player's token.
    [other-player] A player's token may act for that player only.
    [left] This player has left the table; the game master can let it join again.
    [other-sheet] A player's token lets that player change its own sheet only.
    [other-leaves] A player's token lets that player leave only.
    [model] Only the admin may change the model of a game, its address and its key.
    [choice-of-model] Only the admin may choose this for the game.
    [host] This server does not answer under that name.
    [other-site] Pages of other sites may not call this server.
    [requests] At most { $most_number } requests a minute; wait { $seconds } s.
    [streams] At most { $most_number } streams at once; close one.
   *[beginning] The names or sheets of the players were refused.
}

line-unfit = { $fault ->
    [command-unknown] There is no command /{ $name }; { $has_example ->
        [yes] the nearest is { $example }
       *[no] /help lists them
    }.
    [no-number] { $quoted_name } is not a number; write it like { $example }.
    [no-answer] The last line has { $most_number } { $most ->
        [1] answer
       *[other] answers
    }; /answer lists them.
    [no-question] Give an owner and a question: { $example }
    [no-name] Every turn is saved by itself. To name this one: { $example }
    [no-turns] Take back at least one turn, like { $example }.
    [too-many-turns] No more than { $most_number } turns can be taken back.
    [for-masters] /{ $name } is for the game master.
    [for-terminals] /{ $name } is a command of the terminal; /help lists those that can be given here.
    [other-game] This token opens no other game: branch with the API, which gives one for the branch.
    [no-game-yet] No game has begun here yet: write what you do or say first.
    [not-last] Only the last turn of the game can be played again.
    [taken-back] The turn that this follows was taken back or replaced; a game master can branch from it.
    [documents] The client has put documents before the line. Send the line without files and knowledge.
    [memory-alone] The game { $quoted_name } is a memory alone, where nobody plays.
    [no-line] The messages have no line of a player: this server plays games, and writes nothing else.
   *[last-no-line] The last message is not a line of a player: this server plays games, and writes no others.
}
