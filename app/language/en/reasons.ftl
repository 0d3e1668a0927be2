# Why people do what they do, as a player may look up.

nowhere = It is nowhere to be found.
talks = It is talking with { $who }.
asleep = It is asleep.
idle = It has nothing to do right now.
idle-with = It has nothing to do; { $who } is here.
played = Somebody else decides what it does.
reflected = It has thought about others.
talk = A talk at { $place }.
new-day = A new day has begun.
occasion = It has come to know of this: { $words }.
question = It wants to ask { $who } something.
goal-help = { $who } showed how.
goal-thought = { $what }
surprise = Something unexpected has happened.
model-gave-none = It seemed the thing to do.

# It goes to bed; `why` is `exhausted`, or that it is `night`.
tired = It { $why ->
    [exhausted] is exhausted
   *[night] is tired, for it is night
  }
bed-here = { tired }, and sleeps.
bed-anywhere = { tired }, cannot get home, and sleeps where it is.
bed-goes = { tired }, and goes home to { $place }.

hungry-here = It is hungry and has a meal at { $place }.
hungry-goes = It is hungry and goes to { $place }.
brings = It has a message for { $who } and goes to { $place }.

# What its plan says; `what` stands in quotation marks.
means = It means to do this: { $what }.
means-goes = It means to do this: { $what }, and goes to { $place }.
means-cannot = It means to do this: { $what }, but no open way leads to { $place } and back.
means-eats = It means to do this: { $what }, and has a meal at { $place }.

goal-step = Done: { $what }
