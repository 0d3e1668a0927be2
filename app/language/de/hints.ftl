# What leads on, for a player who does not know what to do.

nothing-taken-on = Noch hat dich niemand um etwas gebeten. Die Leute erzählen, was sie bedrückt.
story-goes-on = Die Geschichte ist noch nicht zu Ende.
somebody-here = { $person } kann mehr erzählen.
somebody-at = { $person } kann mehr erzählen: { $place }.
somebody-unmet = Dort kann jemand mehr erzählen: { $place }.
gift-here = { $person } möchte etwas haben, das du bei dir trägst.
gift-at = { $person } möchte etwas haben, das du bei dir trägst: { $place }.
closer-here = Hier lohnt etwas einen genaueren Blick.
closer-at = Dort lohnt etwas einen genaueren Blick: { $place }.
take-here = Hier liegt etwas, das helfen würde.
take-at = Dort liegt etwas, das helfen würde: { $place }.
use-here = Etwas, das du bei dir trägst, ist hier von Nutzen.
use-at = Etwas, das du bei dir trägst, ist dort von Nutzen: { $place }.
face-here = Hier steht etwas im Weg, und du kannst dich ihm jetzt stellen.
face-at = Dort steht etwas im Weg, und du kannst dich ihm jetzt stellen: { $place }.
go-at = Dort geht es weiter: { $place }.
further = Es geht weiter, jenseits von allem, was du kennst.
wait-here = Es braucht Zeit.
