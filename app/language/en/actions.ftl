# What is read of the actions that every world has, by their id: what is done, what closes the question where nothing
# has changed, and what witnesses remember. `thing` is what it is done to, `Thing` the same at the beginning of a
# sentence, `it` and `them` stand for it, `tool` is what it is done with, `with` the same as an addition to the sentence;
# `number` is 1, or 2 for a thing that is several ("the nets").

with-tool = { " " }with { $tool }
it = { $number ->
    [one] it
   *[other] they
}
them = { $number ->
    [one] it
   *[other] them
}
it_is = { $number ->
    [one] it is
   *[other] they are
}
# a place, where that is what it is done to
the-place = the place
# tried before, and nothing has changed
again = Nothing more comes of it.
again-search = You find nothing new.
again-under = There is still nothing more to be found there.
again-behind = There is still nothing more to be found there.
again-touch = { $It } { $number ->
    [one] feels
   *[other] feel
} as before.
again-listen = It sounds as before.
again-smell = It smells as before.
again-taste = It tastes as before.
# of an action of the author
seen-authored = did this: { $words }

did-search = You search { $thing }.
nothing-search = You search { $thing }. You find nothing there that you had not seen.
seen-search = searched { $thing }
did-under = You look under { $thing }.
nothing-under = You look under { $thing }. You find nothing new there.
seen-under = looked under { $thing }
did-behind = You look behind { $thing }.
nothing-behind = You look behind { $thing }. You find nothing new there.
seen-behind = looked behind { $thing }
nothing-through = You look through { $thing }. You see nothing there that you had not seen.
did-through = You look through { $thing }.
seen-through = looked through { $thing }
did-touch = You touch { $thing }{ $with }.
nothing-touch = { $kind ->
    [person] You touch { $thing } for a moment, and let it be.
   *[thing] You touch { $thing }{ $with }. { $It } { $number ->
        [one] feels
       *[other] feel
    } just as you would think.
}
seen-touch = touched { $thing }
did-listen = You listen to { $thing }.
nothing-listen = You listen to { $thing }. You hear nothing more than you heard before.
seen-listen = listened to { $thing }
did-smell = You smell { $thing }.
nothing-smell = { $kind ->
    [person] You notice no smell on { $thing } that you would remember.
   *[thing] You smell { $thing }. { $It } { $number ->
        [one] smells
       *[other] smell
    } as you would expect.
}
seen-smell = smelled { $thing }
did-taste = You taste { $thing }.
nothing-taste = You taste { $thing }. { $It } { $number ->
    [one] tastes
   *[other] taste
} as you would expect, and you leave it at that.
seen-taste = tasted { $thing }
did-open = You open { $thing }{ $with }.
nothing-open = You try to open { $thing }, and leave { $them } as { $it_is }.
seen-open = opened { $thing }
seen-vain-open = was about to open { $thing }
did-close = You close { $thing }{ $with }.
nothing-close = { $kind ->
    [way] You leave { $thing } as { $it_is }.
   *[thing] You look for something to close, and leave { $thing } as { $it_is }.
}
seen-close = closed { $thing }
seen-vain-close = was about to close { $thing }
did-light = You light { $thing }{ $with }.
nothing-light = You try to light { $thing }, but { $it } will not catch.
seen-light = lit { $thing }
seen-vain-light = was about to light { $thing }
did-put-out = You put out { $thing }{ $with }.
nothing-put-out = You turn to { $thing }, and leave { $them } as { $it_is }.
seen-put-out = put out { $thing }
seen-vain-put-out = was about to put out { $thing }
did-wear = You put on { $thing }.
nothing-wear = You try { $thing } on, and take { $them } off again.
seen-wear = put on { $thing }
did-take-off = You take off { $thing }.
nothing-take-off = You are not wearing { $thing }.
seen-take-off = took off { $thing }
seen-vain-take-off = was about to take off { $thing }
did-eat = You eat of { $thing }.
nothing-eat = You think better of it: { $thing } would do you no good.
seen-eat = ate of { $thing }
seen-vain-eat = was about to eat { $thing }
did-drink = You drink of { $thing }.
nothing-drink = You think better of it: { $thing } would do you no good.
seen-drink = drank of { $thing }
seen-vain-drink = was about to drink of { $thing }
did-move = You move { $thing }{ $with }.
nothing-move = You move { $thing } a little more, and that is all.
seen-move = moved { $thing }
did-lift = You lift { $thing }{ $with }.
nothing-lift = You lift { $thing } once more and set { $them } down again.
seen-lift = lifted { $thing }
did-break = You set to work on { $thing }{ $with } until something gives.
nothing-break = You raise your hand against { $thing }, and let it sink: you may need { $them } whole.
seen-break = broke { $thing }
seen-vain-break = was about to break { $thing }
did-cut = You cut { $thing }{ $with }.
nothing-cut = You are about to cut { $thing }, and stop: you may need { $them } whole.
seen-cut = cut { $thing }
seen-vain-cut = was about to cut { $thing }
did-bend = You bend { $thing }{ $with }.
nothing-bend = You are about to bend { $thing }, and stop: you may need { $them } as { $it_is }.
seen-bend = bent { $thing }
seen-vain-bend = was about to bend { $thing }
did-tear = You tear { $thing }{ $with }.
nothing-tear = You are about to tear { $thing }, and stop: you may need { $them } whole.
seen-tear = tore { $thing }
seen-vain-tear = was about to tear { $thing }
did-burn = You set fire to { $thing }{ $with }.
nothing-burn = You are about to set fire to { $thing }, and stop: you may need { $them } yet.
seen-burn = set fire to { $thing }
seen-vain-burn = was about to set fire to { $thing }
did-mark = You leave your mark on { $thing }{ $with }.
nothing-mark = You add to the mark on { $thing }.
seen-mark = left a mark on { $thing }
did-paint = You paint { $thing }{ $with }.
nothing-paint = You go over the paint on { $thing } once more.
seen-paint = painted { $thing }
did-wet = You wet { $thing }{ $with }.
nothing-wet = You wet { $thing } a little more.
seen-wet = wetted { $thing }
did-soil = You smear { $thing }{ $with }.
nothing-soil = You smear { $thing } a little more.
seen-soil = soiled { $thing }
did-clean = You clean { $thing }{ $with }.
nothing-clean = You go over { $thing } once more; nothing more comes of it.
seen-clean = cleaned { $thing }
did-fill = You fill { $thing }{ $with }.
nothing-fill = Nothing more goes into { $thing }.
seen-fill = filled { $thing }
seen-vain-fill = was about to fill { $thing }
did-empty = You empty { $thing }{ $with }.
nothing-empty = You tip { $thing }, and nothing more comes of it.
seen-empty = emptied { $thing }
seen-vain-empty = was about to empty { $thing }
did-cover = You cover { $thing }{ $with }.
nothing-cover = You cover { $thing } a little better.
seen-cover = covered { $thing }
did-uncover = You uncover { $thing }.
nothing-uncover = You look { $thing } over, and leave { $them } as { $it_is }.
seen-uncover = uncovered { $thing }
seen-vain-uncover = was about to uncover { $thing }
did-hide = You hide { $thing }.
nothing-hide = { $Thing } could not well be hidden any better.
seen-hide = hid { $thing }
did-tie = You tie { $thing }{ $with }.
nothing-tie = You pull the knot of { $thing } a little tighter.
seen-tie = tied { $thing }
did-untie = You untie { $thing }.
nothing-untie = You look { $thing } over, and leave { $them } as { $it_is }.
seen-untie = untied { $thing }
seen-vain-untie = was about to untie { $thing }
did-repair = You mend { $thing }{ $with } as well as you can.
nothing-repair = You find nothing more on { $thing } that you could mend.
seen-repair = mended { $thing }
seen-vain-repair = was about to mend { $thing }
did-warm = You warm { $thing }{ $with }.
nothing-warm = { $Thing } will not get any warmer.
seen-warm = warmed { $thing }
did-cool = You cool { $thing }{ $with }.
nothing-cool = { $Thing } will not get any colder.
seen-cool = cooled { $thing }
did-put = You put { $tool } to { $thing }.
nothing-put = You find no better place for { $tool }.
seen-put = put { $tool } to { $thing }
did-throw = You throw { $tool } at { $thing }.
nothing-throw = You throw { $tool } at { $thing }. You see { $tool } fall, and nothing else.
seen-throw = threw { $tool } at { $thing }
did-knock = You knock on { $thing }{ $with }.
nothing-knock = You knock on { $thing }{ $with }. Nothing more comes of it.
seen-knock = knocked on { $thing }
did-climb = You climb about on { $thing }.
nothing-climb = You climb about on { $thing }. From there you see nothing that you did not see from below, and you come down again.
seen-climb = climbed about on { $thing }
did-sit = You settle down { $is_place ->
    [yes] where you are
   *[no] by { $thing }
} for a moment.
nothing-sit = You settle down { $is_place ->
    [yes] where you are
   *[no] by { $thing }
} for a moment. Nothing disturbs you, and you get up again.
seen-sit = sat down { $is_place ->
    [yes] for a moment
   *[no] by { $thing }
}
did-shake = You shake { $thing }.
nothing-shake = You shake { $thing }. Nothing comes loose.
seen-shake = shook { $thing }
did-jump = You jump, as high as you can.
nothing-jump = You jump, as high as you can. You come down where you were.
seen-jump = jumped about
did-dance = You dance a few steps.
nothing-dance = You dance a few steps. Then you are out of breath.
seen-dance = danced a few steps
did-sing = You sing a verse or two.
nothing-sing = You sing a verse or two. Then you let it be.
seen-sing = sang a verse or two
did-pray = You say a prayer.
nothing-pray = You say a prayer. Whoever hears it gives no sign.
seen-pray = said a prayer
did-dig = You dig at { $thing }{ $with }.
nothing-dig = You dig at { $thing }{ $with }. You turn up nothing new.
seen-dig = dug at { $thing }
did-embrace = You put your arms around { $thing }.
nothing-embrace = You put your arms around { $thing }. After a moment you let go.
seen-embrace = embraced { $thing }
did-push-person = You lay hands on { $thing }.
nothing-push-person = You lay hands on { $thing }. You get no further than that, and let go.
seen-push-person = laid hands on { $thing }
did-buy = You pay for { $thing }.
seen-buy = bought { $thing }
did-sell = You sell { $thing }.
seen-sell = sold { $thing }
did-attack = You attack { $thing }{ $with }.
nothing-attack = Blows would settle nothing with { $thing }.
seen-attack = attacked { $thing }
did-join = You ask { $thing } to come along.
seen-join = asked { $thing } along
# what nothing else answers; before it stand the player's own words and what of the description answers them
did-attempt = You try.
nothing-attempt = { $kind ->
    [encounter] It is all the same to { $thing }.
    [person] You get no further than that with { $thing }.
    [place] Nothing here is any different for it.
   *[thing] { $Thing } { $number ->
        [one] stays
       *[other] stay
    } as { $it_is }.
}
again-attempt = { $kind ->
    [person] You get no further with { $thing } than before.
    [place] Nothing here is any different for that, either.
   *[thing] { $Thing } { $number ->
        [one] stays
       *[other] stay
    } as { $it_is }, however you try.
}
seen-attempt = { $kind ->
    [person] tried something with { $thing }
    [place] tried something there
   *[thing] tried something with { $thing }
}
