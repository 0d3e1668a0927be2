# What leads on, for a player who does not know what to do.

objective = { $quest }: { $name }
objective-described = { $quest }: { $name }. { $description }
nothing-taken-on = Nobody has asked anything of you yet. People tell of what troubles them.
story-goes-on = The story is not over yet.

# where to go, and to whom
somebody-here = { $person } can say more.
somebody-at = { $person }, at { $place }, can say more.
somebody-unmet = Somebody at { $place } can say more.
gift-here = { $person } would want something that you carry.
gift-at = { $person }, at { $place }, would want something that you carry.
closer-here = Something here is worth a closer look.
closer-at = Something at { $place } is worth a closer look.
take-here = Something that lies here would help.
take-at = Something at { $place } would help.
use-here = Something that you carry is of use here.
use-at = Something that you carry is of use at { $place }.
face-here = Something here stands in the way, and you can face it now.
face-at = Something at { $place } stands in the way, and you can face it now.
go-at = { $place } is where it goes on.
further = It goes on further away, past what you know.
wait-here = It takes time.
