# How somebody is, and what it thinks of others, as a model is told.

condition = { $attitude } towards the party, { $activity }; { $meters }
meters = { $energy ->
    [low] exhausted
    [middle] tired
   *[high] rested
  }, { $hunger ->
    [low] starving
    [middle] hungry
   *[high] well fed
  }, in { $mood ->
    [low] low
    [middle] fair
   *[high] good
  } spirits
liking = { $degree ->
    [close] is close to
    [likes] likes
    [dislikes] dislikes
    [hates] hates
   *[none] has no strong feelings about
  }
feeling = { $name } { $liking } { $other }.
plan-item = { $time } { $what } ({ $status })
plan-item-at = { $time } { $what }, at { $place } ({ $status })

planned = at { $time } { $what }
planned-at = at { $time } { $what } ({ $place })
plan-made = Made a plan for { $weekday }, day { $day }: { $parts }.
plan-changed = Changed the plan for the rest of { $weekday }, day { $day }: { $parts }.

# What somebody without an occupation is.
no-occupation = at home here

# What is told on.
reported = { $who } said: { $words }
reported-wish = { $who } wants { $what }.
reported-to-speaker = You said: { $words }
first-person = I { $words }
said = { $who } said: "{ $words }"

# A day.
left-undone = Catch up on what was left: { $what }
towards-goal = Do something about a goal: { $what }
with-hint = { $what } ({ $hint })

# What somebody could do here and now.
action-done = count the present item as done
action-eat = have a meal
action-rest = lie down and rest
action-work = { $trade ->
    [none] do some work
   *[other] work as { $trade }
  }
action-go = go to { $place }
action-talk = talk with { $other }
action-deed = { $deed }
action-stay = { $activity ->
    [activity] stay and carry on
   *[other] stay and do nothing
  }
situation = It is { $weekday } { $part }, { $time }. { $name } is at { $place }. { $company ->
    [0] Nobody else is there
    [one] { $others } is there too
   *[other] { $others } are there too
  }.

# Why somebody does what it does.
because = { $name } { $why ->
    [exhausted] is exhausted
    [starving] is starving
    [tired] is tired
    [hungry] is hungry
   *[low] is in low spirits and wants company
  }.
because-planned = { $name } means to do so now: { $what }.
because-wanted = { $name } wants this: { $what }.
because-given = { $name } sees to this: { $what }.
because-bent = { $name } is { $trait }.

# What several memories come to.
gist-spoke = { $name } spoke with { $people }.
gist-spoke-about = { $name } spoke with { $people } about { $matters }.
gist-kept = What { $name } kept of it was { $matters }.
gist-quiet = { $name } had a quiet while.
gist-said = { $who } said: "{ $words }"
gist-told = { $who } told { $name }: "{ $words }"
the-matter = the { $matter }
others = others

# What somebody is thought well or ill of for.
deed-gave = { $who } had handed over { $what }.
deed-helped = { $who } had seen to it that it ended well.
deed-kept = { $who } had come to { $where } as agreed.
deed-missed = { $who } had not come to { $where } as agreed.
deed-said-kept = { $who } had done as promised.
deed-said-thanks = { $who } had found a word of thanks.
deed-said-apology = { $who } had asked to be forgiven.
deed-said-confidence = { $who } had told { $name } something that was to go no further.
deed-said-threat = { $who } had made threats.
deed-said-withdrawn = { $who } had taken a promise back.

# What a talk changes.
was-accepted = { $who } said yes.
was-invited = { $who } asked me to come.
was-refused = { $who } would not come.
has-apologised = { $who } was sorry for it.
had-words = Hard words with { $who }.
was-thanked = { $who } was glad of my company.
was-helped = { $who } could tell me what I asked.
was-told = { $who } told me something worth knowing.

somewhere = somewhere
somebody = Somebody
somebody-within = somebody
you = you
stranger = stranger
day = day
greeted-part = { $part ->
    [morning] morning
    [afternoon] afternoon
   *[other] evening
  }
