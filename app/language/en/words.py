"""Word lists for English text: what to leave out, what is a title, what is a verb in the past."""


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


STOP_WORDS = _words(
    """
    a about above across after again against all almost also although always am among an and another any anyone
    anything are aren't around as at away back be became because been before behind being below beside between both
    but by can can't cannot could couldn't did didn't do does doesn't doing don't done down during each either else
    enough even ever every everyone everything few for from further get gets getting go goes going got had hadn't has
    hasn't have haven't having he he'd he'll he's her here here's hers herself him himself his how however i i'd i'll
    i'm i've if in into is isn't it it's its itself just know let let's like may me might mine more most much must my
    myself near neither never no nobody none nor not nothing now of off often on once one only onto or other others
    ought our ours ourselves out over own please quite rather really same say says shall she she'd she'll she's should
    shouldn't since so some someone something soon still such than that that's the their theirs them themselves then
    there there's these they they'd they'll they're they've thing things this those though through to together too
    toward towards under until up upon us very was wasn't we we'd we'll we're we've well were weren't what what's
    whatever when where where's whether which while who who's whole whom whose why will with within without won't
    would wouldn't yes yet you you'd you'll you're you've your yours yourself yourselves
    """
)

ARTICLES = _words("the a an")

TITLES = _words(
    """
    the of and de la le du von van der den al el bin ibn old young elder little big great brother sister captain
    sergeant father mother lord lady sir dame madam master mistress doctor dr mr mrs ms miss king queen prince princess
    saint st uncle aunt grandmother grandfather granny widow baron baroness count countess duke duchess judge mayor
    professor reverend
    """
)
"""Words of a display name that do not name the person by themselves."""

ABBREVIATIONS = _words("mr mrs ms dr st sr jr prof capt sgt lt col gen rev hon vs etc e.g i.e vol fig cf")

AUXILIARIES = _words(
    """
    was were is are has had did does do would could should might must can may will shall wasn't weren't isn't aren't
    hasn't hadn't didn't doesn't don't wouldn't couldn't shouldn't won't can't
    """
)

IRREGULAR_PAST = _words(
    """
    arose ate awoke bade beat became befell began bent bet bit bled blew bore bought bound broke brought built burst
    came cast caught chose clung cost crept cut dealt drank dreamt drew drove dug fed fell felt fled flew flung forbade
    forgave forgot fought found froze gave got grew heard held hid hit hung hurt kept knelt knew laid lay leapt learnt
    led left lent let lit lost made meant met overcame overheard overtook paid put quit ran rang read rode rose said
    sang sank sat saw sent set shone shook shot shut slept slid slung smelt sold sought spat sped spelt spent spoke
    sprang spun spread stank stole stood stove strode struck strove stuck stung swam swept swore swung taught thought
    threw thrust told took tore trod understood undertook upheld went wept withdrew withstood woke won wore wound wove
    wrote
    """
)

PREPOSITIONS = _words(
    """
    about above against among around at behind below beneath beside between beyond by for from in inside into like
    near of off on onto over past through to toward towards under upon with within without
    """
)

_BELOW_TWENTY = """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen
"""
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"

NUMBER_WORDS = {word: value for value, word in enumerate(_BELOW_TWENTY.split())} | {
    word: value * 10 for value, word in enumerate(_TENS.split(), start=2)
}

NUMBER_SCALES = {"dozen": 12, "hundred": 100, "thousand": 1000}


def is_verb_like(word: str) -> bool:
    """Whether a word can be the verb of a sentence told in the past, or an auxiliary."""
    word = word.lower().replace("’", "'")
    return word in IRREGULAR_PAST or word in AUXILIARIES or (len(word) > 3 and word.endswith("ed"))
