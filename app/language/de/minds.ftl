# How somebody is, and what it thinks of others, as a model is told; plans and reasons.

condition = { $attitude } gegenüber den Gefährten, { $activity }; { $meters }
meters = { $energy ->
    [low] erschöpft
    [middle] müde
   *[high] ausgeruht
  }, { $hunger ->
    [low] ausgehungert
    [middle] hungrig
   *[high] satt
  }, Stimmung: { $mood ->
    [low] schlecht
    [middle] leidlich
   *[high] gut
  }
liking = { $degree ->
    [close] steht nahe:
    [likes] mag:
    [dislikes] mag nicht:
    [hates] hasst:
   *[none] hat keine starken Gefühle für
  }
plan-item-at = { $time } { $what }, dort: { $place } ({ $status })
planned = um { $time } { $what }
planned-at = um { $time } { $what } ({ $place })
plan-made = Plante { $weekday }, Tag { $day }: { $parts }.
plan-changed = Änderte den Plan für den Rest von { $weekday }, Tag { $day }: { $parts }.
no-occupation = hier zu Hause
reported = { $who } sagte: { $words }
reported-wish = { $who } möchte { $what }.
reported-to-speaker = Du hast gesagt: { $words }
first-person = Ich { $words }
said = { $who } sagte: „{ $words }“
left-undone = Nachholen, was liegen blieb: { $what }
towards-goal = Etwas für ein Ziel tun: { $what }
action-done = den gegenwärtigen Punkt als erledigt ansehen
action-eat = etwas essen
action-rest = sich hinlegen und ausruhen
action-work = { $trade ->
    [none] etwas arbeiten
   *[other] arbeiten ({ $trade })
  }
action-go = dorthin gehen: { $place }
action-talk = mit { $other } sprechen
action-stay = { $activity ->
    [activity] bleiben und weitermachen
   *[other] bleiben und nichts tun
  }
situation = Es ist { $weekday }, { $time }. { $name } ist dort: { $place }. { $company ->
    [0] Sonst ist niemand da
   *[other] Auch da: { $others }
  }.
because = { $name } { $why ->
    [exhausted] ist erschöpft
    [starving] ist ausgehungert
    [tired] ist müde
    [hungry] hat Hunger
   *[low] ist niedergeschlagen und sucht Gesellschaft
  }.
because-planned = { $name } hat das jetzt vor: { $what }.
because-wanted = { $name } will das: { $what }.
because-given = { $name } kümmert sich darum: { $what }.
because-bent = { $name } ist so: { $trait }.
gist-spoke = { $name } sprach mit { $people }.
gist-spoke-about = { $name } sprach mit { $people } über { $matters }.
gist-kept = Was { $name } davon behielt: { $matters }.
gist-quiet = { $name } hatte eine ruhige Zeit.
gist-said = { $who } sagte: „{ $words }“
gist-told = { $who } erzählte { $name }: „{ $words }“
the-matter = { $matter }
others = andere
deed-gave = { $who } hatte etwas gegeben: { $what }.
deed-helped = { $who } hatte dafür gesorgt, dass es gut ausging.
deed-kept = { $who } war gekommen, wie abgemacht ({ $where }).
deed-missed = { $who } war nicht gekommen, wie abgemacht ({ $where }).
deed-said-kept = { $who } hatte getan, was versprochen war.
deed-said-thanks = { $who } hatte sich bedankt.
deed-said-apology = { $who } hatte um Verzeihung gebeten.
deed-said-confidence = { $who } hatte { $name } etwas anvertraut.
deed-said-threat = { $who } hatte gedroht.
deed-said-withdrawn = { $who } hatte ein Versprechen zurückgenommen.
was-accepted = { $who } sagte ja.
was-invited = { $who } lud mich ein.
was-refused = { $who } wollte nicht kommen.
has-apologised = { $who } tat es leid.
had-words = Harte Worte mit { $who }.
was-thanked = { $who } freute sich über meine Gesellschaft.
was-helped = { $who } konnte mir sagen, was ich fragte.
was-told = { $who } erzählte mir etwas Wissenswertes.
somewhere = irgendwo
somebody = Jemand
somebody-within = jemand
you = du
stranger = Fremder
day = Tag
greeted-part = { $part ->
    [morning] Morgen
    [afternoon] Tag
   *[other] Abend
  }
