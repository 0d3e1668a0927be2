# Why people do what they do, as a player may look up.

nowhere = Nirgends zu finden.
talks = Im Gespräch mit { $who }.
asleep = Schläft.
idle = Hat gerade nichts zu tun.
idle-with = Hat nichts zu tun; { $who } ist da.
played = Jemand anderes entscheidet.
reflected = Hat über andere nachgedacht.
talk = Ein Gespräch: { $place }.
new-day = Ein neuer Tag hat begonnen.
occasion = Hat davon erfahren: { $words }.
question = Möchte { $who } etwas fragen.
goal-help = { $who } hat gezeigt, wie es geht.
surprise = Etwas Unerwartetes ist geschehen.
model-gave-none = Es lag nahe.
tired = { $why ->
    [exhausted] Erschöpft
   *[night] Müde, denn es ist Nacht
  }
bed-here = { tired }, und schläft.
bed-anywhere = { tired }, kommt nicht nach Hause und schläft hier.
bed-goes = { tired }, und geht nach Hause: { $place }.
hungry-here = Hungrig, und isst etwas: { $place }.
hungry-goes = Hungrig, und geht dorthin: { $place }.
brings = Hat eine Nachricht für { $who } und geht dorthin: { $place }.
means = Hat das vor: { $what }.
means-goes = Hat das vor: { $what }, und geht dorthin: { $place }.
means-cannot = Hat das vor: { $what }, aber kein offener Weg führt hin und zurück: { $place }.
means-eats = Hat das vor: { $what }, und isst etwas: { $place }.
goal-step = Getan: { $what }
