# What a player sees and what has happened, where the story's author wrote nothing.

# places
threat = { $level ->
    [low] Something here makes you careful.
    [moderate] You do not feel safe here.
    [high] Everything here warns you to be quick.
    [extreme] To stay here is to court death.
   *[safe] { "" }
}
people-here = { $number ->
    [one] { $people } is here.
   *[other] { $people } are here.
}
things-here = You see { $things } here.
ways = Ways from here: { $ways }.
no-way = You see no way out of here.
to-place = to { $place }
locked = locked
shut = closed
way-closely = { $way } { $number ->
    [one] leads
   *[other] lead
} { $direction ->
    [none] to { $place }.
   *[other] { $direction } to { $place }.
}
way-locked = It is locked. { $needs }
way-shut = It is closed.
way-open = Nothing bars the way.
bearing = { $attitude ->
    [hostile] { $name } seems hostile.
    [wary] { $name } seems wary of you.
    [friendly] { $name } seems friendly.
    [loyal] { $name } seems on your side.
   *[neutral] { "" }
}
hour = It is { $part }: { $clock }.
part-of-day = { $part ->
    [morning] morning
    [afternoon] afternoon
    [evening] evening
   *[night] night
}
direction = { $direction ->
    [north] north
    [south] south
    [east] east
    [west] west
    [up] up
    [down] down
    [in] in
   *[out] out
}
carried = You carry { $things }.
carried-nothing = You carry nothing.

# events
arrived = You come to { $place }.
story-over = Here the story ends. You may play on, if you like.
act-begins = { $act } begins
quest-begun = This is yours to see to now: “{ $quest }”. { $description }
quest-done = With that, “{ $quest }” is done.
objective-done = That is done: { $objective }
item-used = You use { $item }
item-received = { $person } gives you { $item }.
noted = You keep this in mind: “{ $text }”
feels = { $attitude ->
    [hostile] { $name } looks at you with open hatred.
    [wary] { $name } keeps a careful distance from you now.
    [neutral] { $name } looks at you anew, as neither friend nor foe.
    [friendly] Something in the way { $name } looks at you has grown warmer.
   *[loyal] From now on, you feel, { $name } would stand by you.
}
danger-now = { $level ->
    [CLEARED] Nothing here threatens you any more.
    [safe] It is safe here now.
    [low] Little here still gives cause for care.
    [moderate] You had better watch your step here now.
    [high] It has become dangerous here.
   *[extreme] To stay here now is to court death.
}
moved = { $how ->
    [outdoors] { $number ->
        [one] { $names } arrives.
       *[other] { $names } arrive.
    }
    [indoors] { $number ->
        [one] { $names } comes in.
       *[other] { $names } come in.
    }
    [for] { $number ->
        [one] { $names } leaves for { $place }.
       *[other] { $names } leave for { $place }.
    }
   *[away] { $number ->
        [one] { $names } leaves.
       *[other] { $names } leave.
    }
}

# actions and their effects
ended = The story is over. /undo takes the last turn back.
item-moved = { $where ->
    [party] { $item } { $number ->
        [one] is
       *[other] are
    } yours now
    [person] { $holder } has { $item } now
    [container] { $item } { $number ->
        [one] goes
       *[other] go
    } to { $holder }
    [gone] { $item } { $number ->
        [one] is
       *[other] are
    } gone
   *[place] { $item } { $number ->
        [one] lies
       *[other] lie
    } here now
}
way-changed = { $how ->
    [open] { $way } { $number ->
        [one] is
       *[other] are
    } open now
    [closed] { $way } { $number ->
        [one] is
       *[other] are
    } closed now
   *[hidden] { $way } can be seen no more
}
effect-ended = That is over: { $effect }.
message-delivered = { $name } passes on your message to { $to }: { $words }
companion-joined = { $name } comes with you from now on.
companion-left = { $name } stays behind.
harmed = { $you ->
    [yes] You are hurt.
   *[no] { $name } is hurt.
}
beaten = { $fled ->
    [yes] { $name } has had enough, and flees.
   *[no] { $name } has had enough, and gives up.
}
died = { $you ->
    [yes] You die.
   *[no] { $name } dies.
}
quest-failed = With that, “{ $quest }” has failed.

# containers
in-container = In { $holder }: { $things }.
on-container = On { $holder }: { $things }.
container-empty = { $holder } { $number ->
    [one] is
   *[other] are
} empty.
container-closed = { $holder } { $number ->
    [one] is
   *[other] are
} closed.
