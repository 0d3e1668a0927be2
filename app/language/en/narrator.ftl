# What the narrator says to a player, and what it reads into what a player says.

promise-asked = { $about } promise
vow = I { $verb } { $rest }
ordinal = the { $number ->
    [1] first
    [2] second
    [3] third
   *[4] fourth
} { $name }

# inputs that would mean something
try-talk = talk to { $name }
try-ask = ask { $name } about { $topic }
try-take = take { $name }
try-fight = fight { $name }
try-go = go { $direction }
try-go-by = go by { $name }
try-examine = examine { $name }
try-use = use { $name }
try-use-on = use { $name } on { $target }
try-give = give { $name } to { $person }
try-drop = drop { $name }
try-look = look
try-wait = wait
try-join = ask { $name } to come along
try-part = ask { $name } to stay here
could = You could: { $things }.
could-fight = You could face it: { $deed }.
could-examine = You could look at it: { $deed }.
could-ask = You could ask about { $topics }.
could-try = You could try { $things }.
could-turn-to = Here you could turn to { $people }.

# which is meant
which = Which do you mean: { $things }?
which-way = Which way: { $ways }?
what-about = What about: { $topics }?
whom = Whom do you mean: { $people }?
which-reading = Do you { $readings }? “{ $words }” could be either.
reading-do = do it
reading-say = say it to { $person }
reading-ask = ask { $person }
mean-this = Do you mean { $thing }?

# how a line was read, and what was not done
taken-as = (You mean “{ $name }”.)
not-yet = Not as things are now.
left-undone = Not done: { $steps }.
possible = You could, as far as you can see: { $deed }.
not-here = { $person } is not here. { $seen }

gesture = You { $deed }.
ended = The story is over. /undo takes the last turn back.
after-the-end = The story has come to its end; nobody waits for you to do anything now. You may play on, or take the last turn back with /undo.
here-already = { $person } is here.
waited-in-vain = You wait for two hours, and { $person } does not come.
closed-container = You would have to open { $thing } first.
as-it-is = That is done already.
tried = You try to { $deed }.
own-as-it-is = You leave { $name } as { $number ->
    [one] it is
   *[other] they are
}.

# people
nobody-to-talk-to = There is nobody here to talk to.
nobody-of-that-name = There is no { $name } here.
nobody-of-that-name-unnamed = Nobody of that name is here.
could-talk-to = You could talk to { $people }.
no-answer = { $thing } will not answer. { $hint }
give-to-whom = Give it to whom?
nobody-to-give-to = There is nobody here to give anything to.
nobody-of-that-name-to-give-to = There is no { $name } here to give anything to.
nobody-of-that-name-to-give-to-unnamed = You see nobody here to give that to.

# what the party itself remembers
spoken-alone = You speak, and nobody is here to hear it.
promised-to = You promised { $people }, { $when }: { $words }{ $kept ->
    [yes] { " " }That is done.
   *[no] { "" }
}
told-to = You told { $people }, { $when }: { $words }
your-name = You are { $name }.
nothing-promised = You remember no promise of yours.
known-way = The way to { $place } begins here: { $way }.
no-more = You cannot make out more than that.
distance = It is a walk of about { $minutes ->
    [one] a minute
   *[other] { $minutes } minutes
}.
time-left = It is { $hours ->
    [0] { $minutes ->
        [one] a minute
       *[other] { $minutes } minutes
    }
    [one] { $minutes ->
        [0] an hour
        [one] an hour and a minute
       *[other] an hour and { $minutes } minutes
    }
   *[other] { $minutes ->
        [0] { $hours } hours
        [one] { $hours } hours and a minute
       *[other] { $hours } hours and { $minutes } minutes
    }
} until { $name }, { $moment }.
came-from = You came here from { $place }.
safe-here = Nothing here threatens you, as far as you can see.
nothing-told = Nothing that you have seen or heard answers that.
last-seen = { $how ->
    [here] { $person } is here.
    [leaving] You saw { $person } leave for { $place }, { $when }.
   *[there] You last saw { $person } at { $place }, { $when }.
}

# places
stood-back = You draw back a little.
no-way-on = You see no way on from here. { $ways }
already-here = You are already at { $place }. { $ways }
no-such-way = You see no way { $name } from here. { $ways }
no-such-way-unnamed = You see no way from here that would do. { $ways }
walk-ends = You stop at { $here }, on the way to { $goal }.
you-are = You are { $name }. { $carried }
nothing-called = You see nothing called { $name } here. { $eye }
nothing-called-unnamed = You see nothing like that here. { $eye }
catches-eye = What catches your eye: { $things }.
over = That is over. { $how }
dealt-with = That is over: you have dealt with { $thing } already.
nobody-to-fight = There is no { $name } here to fight. What stands in your way: { $standing }.
nobody-to-fight-unnamed = There is nothing like that here to fight. What stands in your way: { $standing }.
no-blows = Blows would settle nothing with { $person }. You could talk instead.
nothing-in-way = Nothing here stands in your way. { $ways }

# things
nothing-to-carry = There is nothing here to carry away. { $ways }
nothing-to-put-to = You see nothing here to put { $thing } to. You could drop it.
nothing-to-use-on = You see no { $name } here to use { $thing } on.
nothing-to-use-on-unnamed = You see nothing like that here to use { $thing } on.
nothing-to-take = You see no { $name } here. { $lying }
nothing-to-take-unnamed = You see nothing like that to take. { $lying }
what-lies = What lies here: { $things }.
nothing-lies = Nothing lies here to be taken.
held-already = You have { $thing } already.
not-held = You have no { $name }. { $carried }
not-held-unnamed = You have nothing like that. { $carried }

# the party itself
nothing-else = Nothing else happens.
too-many-steps = That is as much as you manage at once; the rest has to wait for another breath.
wait-too-short = To wait takes a minute at least. You could wait 10 minutes, or until morning.
wait-too-long = Nobody waits that long: { $days } days at a time are the most.
note-too-long = That is { $count } characters; a note holds at most { $most }.
nobody-here = Nobody is here but you. { $ways }
speaking-with = You are speaking with { $person }.
no-quests = Nothing is asked of you yet. { $could }
quest-over = { $quest }: done.
still-to-do = Still to do: { $left }.
of-here = Of { $place }:
of-world = Of what has happened:
to-be-done = To be done:
your-notes = Your notes:
journal-empty = The pages are empty still: no quest, no note, nothing yet to look back on.
help = Say what you do in plain words: go, look, examine, talk to someone, ask someone about something, say something, take, drop, give, use something on something, fight, wait or rest, inventory, quests, journal, who is here, note something. You can ask what you promised, what somebody told you and where somebody is, also alone. Steps can be joined: take the lamp and go north. What concerns the game itself begins with a stroke: /help, /undo, /save, /quit.
outside = { $word ->
    [undo] The story cannot take that back, but you can: /undo undoes a turn.
    [retry] The story goes on; /retry tells the last turn anew.
    [save] Every turn is kept as it happens. /save NAME gives this one a name, so that you find it again.
    [load] To go on with another game, leave with /quit and begin with --load NAME.
    [quit] The story waits for you whenever you like: /quit leaves.
    [restart] What has happened has happened. /undo takes turns back; to begin anew, /quit and play again.
   *[map] There is no map but what you see. { $more }
}
