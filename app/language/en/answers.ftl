# What a person answers out of what it remembers.

promised = You promised me: { $words }
promise-kept = { $words } You kept it, and I thank you for that.
opening = { $who ->
    [self] { $heard ->
        [yes] I told you
       *[no] I said
    }
    [party] { $name } { $heard ->
        [yes] told you
       *[no] said
    }
    [player] { $heard ->
        [yes] { $promised ->
            [yes] you promised me
           *[no] you told me
        }
       *[no] you said
    }
   *[other] { $heard ->
        [yes] { $name } told me
       *[no] { $name } said
    }
}
# what somebody said, and what that one said of it later
changed = { $who ->
    [self] I said first: { $first } Since then I said: { $since }
    [other] { $name } said first: { $first } Since then: { $since }
   *[player] You told me first: { $first } Since then you said: { $since }
}
opening-when = { $when } { $opening }
that-was = { $told } That was { $when }.
learned = { $told } I learned it { $when }.
# an own memory that begins with its verb
with-subject = I { $words }
at-place = { $words } at { $place }

# of one's day
my-day = This was my day: { $deeds }.
deeds = { $first }, then { $next }
is-here = { $person } is here, as you can see.
saw-at = I saw { $people } { $place ->
    [here] here
   *[other] at { $place }
} { $when }.
saw = I saw { $people }{ $here ->
    [yes] { " " }here
   *[no] { "" }
}.
little-news = Little enough. { $saw }
hearsay = { $person } told me: { $quotation }

# what is known from the start
fact-who = { $name }, { $trade }.
fact-age = { $age } years old.
fact-place = At { $place }.

self-who = { $name }. { $trade }.
self-age = { $age } years old.
self-home = At { $place }.
self-work = You find me at { $place }.
self-has = I have { $matters } with me.

# what one knows of a player, who has told it
# messages that were carried for the player
message-told = { $role ->
    [messenger] I told { $addressee } { $when }: { $words }
   *[addressee] { $messenger } brought me your message { $when }: { $words }
}
message-not-yet = Not yet. I have not met { $addressee } since you asked me.
message-not-given = You have given me no message that I have not passed on.
message-none = No. Nobody has brought me a word from you.
sheet-goals = You want { $value }.
sheet-skills = You are good at { $value }.
sheet-notes = You asked to have remembered: { $value }.
sheet-background = Of your past this is known: { $value }.
sheet-called = You are { $value }.
sheet-pronouns = It is { $value }.
sheet-occupation = You said it yourself: { $value }.
sheet-home = You are from { $value }.
sheet-likes = You like { $value }.
sheet-description = As I see you: { $value }.

# what one wants, has and can tell
own-goals = I want { $matters }.
own-belongings = I have { $matters } with me.
own-topics = You may ask me about { $matters }.
own-nothing = Nothing that I would speak of.

# when something was
when = { $when ->
    [now] just now
    [while] a little while ago
    [tonight] earlier tonight
    [last-night] last night
    [night-before] the night before last
    [hours] a few hours ago
    [earlier] earlier this { $part }
    [today] this { $part }
    [today-sometime] earlier today
    [yesterday] yesterday { $part }
    [yesterday-sometime] yesterday
    [days] { $number } days ago
   *[weeks] { $count ->
        [1] a week ago
       *[other] { $number } weeks ago
    }
}
count = { $count ->
    [2] two
    [3] three
    [4] four
    [5] five
    [6] six
    [7] seven
    [8] eight
    [9] nine
    [10] ten
    [11] eleven
    [12] twelve
   *[other] { $digits }
}
