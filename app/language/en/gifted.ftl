# What people and places know from the start, and what a person finds out by looking around. Slots are names and texts
# of the scenario; a beginning (begin-…) stands before such a text, with a blank between them.

# -- a person of itself
introduction = I am { $name }.
introduction-aged = I am { $name }, { $age } { $years ->
    [one] year
   *[other] years
} old.
begin-occupation = My occupation:
begin-archetype = My archetype:
begin-seen = What others see of me:
begin-background = My background:
begin-decision = How I decide:
begin-traits = My traits:
begin-skills = What I am good at:
begin-values = What I value:
begin-manner = How I speak:
begin-greeting = When somebody comes, I say things like:
begin-small_talk = In conversation I say things like:
begin-unknown = When I do not know, I say things like:
begin-thanks = Given something, I say things like:
begin-gestures = While I speak:
begin-examples = How I talk, for example:
said = "{ $words }"

# -- what a person wants, has and can tell now
begin-goal = What I want, { $id }, { $progress } of 100:
no-goal = There is nothing in particular that I want.
begin-belongings = What I carry:
begin-kept = What I carry and keep to myself for now:
no-belongings = I carry nothing.
begin-topics = What I can tell about:
begin-topic = About { $topic }:
no-topics = There is nothing in particular that I can tell.

# -- others
known = I know { $name }.
known-as = I know { $name }: { $what }.
aged = { $age } years old
aged-about = about { $age } years old
begin-name = { $name }:
begin-ties = { $name } and I:
ties-both = We both live and work at { $place }.
ties-home = We both live at { $place }.
ties-work = We both work at { $place }.

# -- a place
place-called = This place is called { $name }.
begin-atmosphere = The atmosphere at { $place }:
begin-hours = { $name }, by the hour:
begin-ways = Ways from { $place }:
way = { $way } to { $place }
place-is = { $place } is { $what }.
type-home = a home
type-work = a place of work
type-restaurant = a place to eat and drink
type-shop = a shop
type-public = a public place
type-sacred = a sacred place
type-wild = wild country
type-ruin = a ruin
type-road = a road
belongs-both = { $names } { $count ->
    [one] lives and works here
   *[other] live and work here
}.
belongs-home = { $names } { $count ->
    [one] lives here
   *[other] live here
}.
belongs-work = { $names } { $count ->
    [one] works here
   *[other] work here
}.

# -- what can be seen right now
time = It is { $time }, { $part ->
    [night] at night
    [morning] in the morning
    [afternoon] in the afternoon
   *[evening] in the evening
}, on day { $day }.
asleep = I am asleep.
alone = I am alone at { $place } right now.
begin-company = With me at { $place } right now:
company = { $person }, { $activity ->
    [idle] standing around
    [walking] walking by
    [conversing] talking
    [activity] busy
   *[sleeping] asleep
}
liking-close = I am close to { $name }.
liking-like = I like { $name }.
liking-dislike = I dislike { $name }.
liking-hate = I hate { $name }.
carries = I have a message from { $sender } for { $name }: { $words }.
attitude = I am { $attitude } towards { $name }.
