"""Irregular English forms and their base, for what no stemmer finds: "bought" and "buy" are one word in recall."""

_VERBS = """
    arise arose arisen; awake awoke awoken; bear bore borne; beat beaten; become became; begin began begun; bend bent;
    bet bets; bid bade bidden; bind bound; bite bit bitten; bleed bled; blow blew blown; break broke broken; breed bred;
    bring brought; build built; burn burnt; buy bought; catch caught; choose chose chosen; cling clung; come came;
    creep crept; deal dealt; dig dug; draw drew drawn; dream dreamt; drink drank drunk; drive drove driven; eat ate
    eaten; fall fell fallen; feed fed; feel felt; fight fought; find found; flee fled; fly flew flown; forbid forbade
    forbidden; forget forgot forgotten; forgive forgave forgiven; freeze froze frozen; give gave given; go went gone;
    grind ground; grow grew grown; hang hung; hear heard; hide hid hidden; hold held; keep kept; kneel knelt; know knew
    known; lay laid; lead led; lean leant; leap leapt; learn learnt; leave left; lend lent; light lit; lose lost; make
    made; mean meant; meet met; mistake mistook mistaken; pay paid; ride rode ridden; ring rang rung; rise rose risen;
    run ran; say said; see saw seen; seek sought; sell sold; send sent; sew sewn; shake shook shaken; shine shone; shoot
    shot; show shown; shrink shrank shrunk; sing sang sung; sink sank sunk; sit sat; sleep slept; slide slid; smell
    smelt; sow sown; speak spoke spoken; speed sped; spell spelt; spend spent; spill spilt; spin spun; spit spat; spoil
    spoilt; spring sprang sprung; stand stood; steal stole stolen; stick stuck; sting stung; stink stank stunk; stride
    strode; strike struck stricken; string strung; strive strove striven; swear swore sworn; sweep swept; swell swollen;
    swim swam swum; swing swung; take took taken; teach taught; tear tore torn; tell told; think thought; throw threw
    thrown; tread trod trodden; undergo underwent undergone; understand understood; wake woke woken; wear wore worn;
    weave wove woven; weep wept; win won; wind wound; withdraw withdrew withdrawn; write wrote written
"""

_NOUNS = """
    child children; man men; woman women; person people; foot feet; tooth teeth; goose geese; mouse mice; ox oxen; knife
    knives; wife wives; life lives; wolf wolves; thief thieves; leaf leaves; loaf loaves; half halves; shelf shelves;
    calf calves; scarf scarves; die dice; penny pence
"""


def _bases(listed: str) -> dict[str, str]:
    """Each form with its base; a form that several words share keeps the first."""
    found: dict[str, str] = {}
    for group in listed.split(";"):
        base, *forms = group.split()
        for form in forms:
            found.setdefault(form, base)
    return found


BASE_FORMS = _bases(_NOUNS) | _bases(_VERBS)
"""Base by irregular form. Where a form is also a word of its own ("left", "found"), the verb is meant: recall treats
questions and memories alike, so nothing is lost but a little precision."""
