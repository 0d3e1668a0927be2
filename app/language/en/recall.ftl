# A memory that links two others: by a few words that stand between them, or by a sentence of its own.
link = { $first } { $relation } { $second }.
link-told = { $relation } This links { $first } and { $second }.

# Why a memory came to mind.
why-visits = one of the last { $number } visits
why-chronicle = one of the last { $number }, or a reflection
why-tagged = tagged { $topic }
why-named = named as a reason
why-saw = whom it saw
why-last-saw = when it last saw somebody
why-news = the newest that it heard or saw
why-promised = promised by the player
why-told = told by the player
why-met-promise = met again: the newest promise
why-met-message = the message that came since the last meeting
why-message = the message that is asked after
why-met-player = met again: the newest of the player
why-last-met = the last before this visit
why-first-met = the first time together

# What somebody is told who asks its memory and finds nothing.
note-yourself = That is yourself: query_self tells who you are.
note-no-memory = Nothing comes to mind about { $names }.
note-unknown = You know nobody of that name. You know { $names }.
note-nobody = You know nobody.
note-no-tag = Nothing is tagged '{ $tag }'; there are the tags { $tags }.
note-no-tags = Nothing is tagged.
note-no-feelings = No feelings about that come to mind.
note-untellable = That time cannot be told; 'yesterday', 'day 3' or game minutes can.
note-too-early = That was before the story began, on day 1; it is day { $day }. query_background may tell of it.
note-too-late = That time is yet to come; it is day { $day }.

# What was said, as it is remembered: with who said it, or who typed it to do something.
line-said = { $who } said: { $words }
line-typed = { $who }: { $words }

# How a situation ended: what has become of a promise or the like, or that nothing is known.
outcome-none = Nothing is known to have followed.
outcome-kept = { $kind ->
    [promise] { $who } kept the promise.
    [appointment] The appointment with { $who } was kept.
   *[other] What { $who } asked for was done.
}
outcome-withdrawn = { $kind ->
    [promise] { $who } took the promise back.
    [appointment] The appointment with { $who } was called off.
    [invitation] The invitation of { $who } was declined or taken back.
   *[other] { $who } took the request back.
}
