"""What people of a made-up cast are put together from: names, trades, tempers and small things."""

from dataclasses import dataclass

from app.models.location import LocationType


@dataclass(frozen=True)
class Trade:
    """What somebody does for a living, and at which kinds of place; ``hint`` is a habit of its day."""

    title: str
    at: tuple[LocationType, ...]
    skills: tuple[str, ...]
    goal: str
    hint: str


@dataclass(frozen=True)
class Temper:
    """What somebody is like, how it speaks and how it decides."""

    archetype: str
    traits: tuple[str, ...]
    manner: str
    deciding: str
    values: tuple[str, ...]


GIVEN = (
    "Alrik", "Birgit", "Casimir", "Dagny", "Eskil", "Frida", "Gerulf", "Halvard", "Ingeborg", "Jorik", "Katla",
    "Ludek", "Magda", "Niklas", "Ottilie", "Petronel", "Rurik", "Signe", "Torben", "Ulrike", "Vilmar", "Wanda",
    "Yrsa", "Zdenka", "Anselma", "Bertil", "Cosima", "Detlev", "Elke", "Folke", "Greta", "Hanno", "Ilka", "Jaromir",
    "Kerstin", "Leif", "Mirko", "Nanna", "Orsolya", "Pavel", "Runa", "Sten", "Tilda", "Ulf", "Vesna", "Wolmar",
    "Ylva", "Zoran", "Agda", "Bojan", "Clemens", "Dorte", "Egil", "Finnur", "Gisela", "Hjalmar", "Isolde", "Jelka",
    "Konrad", "Liv", "Marek", "Nadja",
)  # fmt: skip
"""None of them is also a common word: names are found in texts."""
FAMILY = (
    "Aldersen", "Brekke", "Cernik", "Dahlin", "Ekdal", "Falkner", "Grimstad", "Hovland", "Iversen", "Jansky",
    "Kallas", "Lindqvist", "Morava", "Nystrand", "Opdal", "Pokorny", "Quist", "Rosvold", "Sandvik", "Tveit",
    "Ullmann", "Vasko", "Wexler", "Ytterby", "Zelenka", "Arnesen", "Bohdal", "Callum", "Dvorak", "Engstrom",
    "Fiala", "Gundersen", "Haugen", "Ibsgard", "Jurgens", "Kvist", "Lorenz", "Mikkelsen", "Nordal", "Ostrava",
    "Prochaz", "Ravndal", "Solheim", "Thorvald", "Urban", "Vinter", "Weidmann", "Yngvar", "Zahradnik", "Askeland",
    "Bergvall", "Corvin", "Drozd", "Eklund", "Fossheim", "Gradec", "Holmqvist", "Ingvald", "Jellinek", "Kamenik",
    "Lunden", "Moldau",
)  # fmt: skip

_WORK, _SHOP, _INN = LocationType.WORK, LocationType.SHOP, LocationType.RESTAURANT
_PUBLIC, _SACRED, _ROAD = LocationType.PUBLIC, LocationType.SACRED, LocationType.ROAD
_HOME, _WILD, _RUIN, _OTHER = LocationType.HOME, LocationType.WILD, LocationType.RUIN, LocationType.OTHER

TRADES = (
    Trade("cooper", (_WORK,), ("staves", "a straight eye"), "a workshop with a proper floor", "tries each hoop twice"),
    Trade("cook's help", (_INN,), ("peeling", "remembering orders"), "to cook a feast alone once", "up at five"),
    Trade(
        "water carrier", (_PUBLIC, _OTHER), ("balance", "gossip"), "a donkey of its own", "fetches water at first light"
    ),
    Trade("carter", (_ROAD, _PUBLIC), ("horses", "knots"), "to be paid before the load is off", "greases the axle"),
    Trade("sexton", (_SACRED,), ("digging", "quiet"), "to have every grave in its row", "sweeps the steps at dusk"),
    Trade("woodcutter", (_WILD, _WORK), ("axes", "weather"), "enough stacked for two winters", "hones the axe at noon"),
    Trade("clerk", (_WORK, _SHOP), ("sums", "a fair hand"), "to find the error in the books", "writes until dark"),
    Trade("tailor", (_HOME, _SHOP, _WORK), ("hems", "patterns"), "a bolt of blue cloth", "sews at the window"),
    Trade("fiddler", (_INN, _PUBLIC), ("tunes", "staying awake"), "a new string before the feast", "plays at dusk"),
    Trade("net mender", (_WORK, _OTHER), ("twine", "patience"), "to owe nobody for twine", "talks while mending"),
    Trade("messenger", (_PUBLIC, _ROAD), ("running", "faces"), "to see what lies beyond the pass", "asks for letters"),
    Trade("candle maker", (_SACRED, _SHOP, _WORK), ("wax", "bees"), "a hive that lasts", "pours wax at noon"),
    Trade("stonecutter", (_WORK, _RUIN), ("chisels", "lifting"), "to put a mark on one good wall", "saves the chips"),
    Trade("herb gatherer", (_WILD, _OTHER, _PUBLIC), ("plants", "cures"), "the one herb not found yet", "out at dawn"),
    Trade("pot washer", (_INN,), ("hot water", "listening"), "to sit at a table and be served", "hums at the tub"),
    Trade("lamplighter", (_PUBLIC, _ROAD, _OTHER), ("wicks", "ladders"), "no dark corner left", "lights lamps at dusk"),
    Trade("wheelwright", (_WORK,), ("spokes", "glue"), "an apprentice who stays", "counts the spokes"),
    Trade("peddler", (_PUBLIC, _ROAD, _SHOP), ("haggling", "maps"), "a stall with a roof", "lays out the wares"),
    Trade("bell ringer", (_SACRED, _PUBLIC), ("timing", "stairs"), "a new rope", "rings at noon"),
    Trade("spinner", (_HOME, _WORK), ("wool", "stories"), "to spin thread fine as hair", "spins by the fire"),
    Trade("brewer's hand", (_INN, _WORK), ("barrels", "taste"), "a brew with its own name", "looks at the barrels"),
    Trade("surveyor", (_ROAD, _WILD, _RUIN, _OTHER), ("chains", "angles"), "the map finished", "paces out distances"),
    Trade("cobbler", (_SHOP, _WORK, _HOME), ("leather", "gait"), "shoes for a whole family at once", "hammers early"),
    Trade("storyteller", (_INN, _PUBLIC), ("voices", "memory"), "one listener who writes it down", "sits by the door"),
    Trade(
        "bonesetter",
        (_HOME, _PUBLIC),
        ("calm hands", "straight talk"),
        "to be thanked in daylight",
        "sees to the sick at dusk",
    ),
    Trade(
        "rag picker", (_RUIN, _PUBLIC, _OTHER), ("finding", "sorting"), "something worth a ring", "out at first light"
    ),
    Trade("shepherd", (_WILD, _ROAD, _HOME), ("dogs", "counting"), "not to lose a single lamb", "counts at dusk"),
    Trade("choir singer", (_SACRED,), ("breath", "old hymns"), "the high note in the last verse", "sings at noon"),
)

TEMPERS = (
    Temper(
        "the peacemaker",
        ("patient", "fair"),
        "Hears everybody out. Says 'on the other hand' more than once.",
        "Asks who will be hurt, and does the other thing.",
        ("peace at table",),
    ),
    Temper(
        "the worrier",
        ("careful", "restless"),
        "Quick and low, with a glance at the door. Ends with 'if nothing happens'.",
        "Thinks of the worst first, and packs for it.",
        ("being prepared",),
    ),
    Temper(
        "the boaster",
        ("loud", "generous"),
        "Big words, bigger hands. Everything happened to a friend, or nearly.",
        "At once, if somebody is looking.",
        ("a good name", "an open hand"),
    ),
    Temper(
        "the watcher",
        ("silent", "exact"),
        "Few words, and those after a pause. Never repeats one.",
        "Waits until it is clear, and then a little longer.",
        ("what can be seen with one's own eyes",),
    ),
    Temper(
        "the joker",
        ("quick", "kind"),
        "Turns what one says round and hands it back. Laughs last.",
        "Tosses a coin and does what was wanted anyway.",
        ("laughing together",),
    ),
    Temper(
        "the grumbler",
        ("sour", "reliable"),
        "Complains first, then says yes. Short sentences, mostly about knees and weather.",
        "Says no, and is there on time.",
        ("work done properly",),
    ),
    Temper(
        "the dreamer",
        ("gentle", "absent-minded"),
        "Begins in the middle. Compares everything to the sea.",
        "Follows whatever looks beautiful.",
        ("beauty", "being left in peace"),
    ),
    Temper(
        "the trader",
        ("shrewd", "cheerful"),
        "Friendly and fast. Every favour has a number, said with a smile.",
        "Reckons it up on the fingers.",
        ("a fair price", "debts paid"),
    ),
    Temper(
        "the keeper of rules",
        ("upright", "stiff"),
        "Complete sentences, titles and all. Corrects others' words.",
        "Does what was agreed, also when it hurts.",
        ("the law", "promises kept"),
    ),
    Temper(
        "the stranger who stayed",
        ("polite", "lonely"),
        "Careful with words learned late. Thanks people twice.",
        "Looks what the others do first.",
        ("hospitality",),
    ),
    Temper(
        "the helper",
        ("warm", "tireless"),
        "Asks what one needs before saying hello. Touches sleeves.",
        "Goes where somebody calls.",
        ("neighbours", "bread for all"),
    ),
    Temper(
        "the doubter",
        ("sharp", "honest"),
        "Answers with a question. Wants to know who said so.",
        "Tries it small before trying it large.",
        ("the truth",),
    ),
    Temper(
        "the old hand",
        ("calm", "stubborn"),
        "Slow and round, with a story for each tool. Calls everybody young.",
        "As it was always done.",
        ("craft", "those who came before"),
    ),
    Temper(
        "the firebrand",
        ("brave", "impatient"),
        "Loud at the end of sentences. Says 'we' and means everybody.",
        "Now.",
        ("justice",),
    ),
)

BUILDS = (
    "tall", "small", "broad-shouldered", "thin", "round-faced", "wiry", "stooped", "long-legged", "heavy-set", "lean",
    "freckled", "weathered",
)  # fmt: skip
MARKS = (
    "a chipped front tooth", "ink under the nails", "a scarf in all weathers", "one grey eyebrow", "hands like spades",
    "a coat with too many pockets", "a burn on the left wrist", "boots that have been mended often", "very pale eyes",
    "a voice lower than one expects", "straw in the hair", "a limp that comes with the rain", "a scar through the chin",
    "sleeves rolled to the elbow", "a hat that nobody has seen taken off", "a ring worn on a string",
)  # fmt: skip
HABITS = (
    "whistles when nobody listens", "counts under the breath", "feeds every stray",
    "never sits with the back to a door",
    "hums the same three notes", "keeps bread in both pockets", "writes things on the wrist", "talks to tools",
    "knocks on wood before leaving", "laughs a moment too late", "carves small birds", "collects buttons",
    "sleeps badly and says so", "gives everybody a second name", "cannot pass a loose nail", "smells of smoke",
)  # fmt: skip
PASTS = (
    "Was born here and has never been further than a day's walk.",
    "Came with a cart ten years ago; the axle broke, and that was that.",
    "Learned the trade from an aunt who is still quoted daily.",
    "Lost a house to fire once and has owned little since.",
    "Went away to be a soldier and came back without a word about it.",
    "Grew up as the youngest of seven and still eats fast.",
    "Was found on a doorstep in a basket, and knows which doorstep.",
    "Kept somebody else's books for years and knows what is in them.",
    "Married into the place, and stayed when the marriage did not.",
    "Has changed trades three times and regrets the second.",
    "Nursed half the neighbours through a bad winter.",
    "Owes an old debt to a family that has forgotten it.",
    "Sang in the streets as a child, and was good at it.",
    "Came to look for a brother, and found work instead.",
    "Knows the old songs because nobody else wanted to learn them.",
    "Quarrelled with a cousin over a fence, and both have died of it a little.",
)
WISHES = (
    "to mend a quarrel before winter", "to learn to read properly", "to save enough for a journey",
    "to find out who takes the firewood", "to be asked for advice", "to sleep a whole night through",
    "to finish the song begun last year", "to see everybody at one table", "to pay back what is owed",
    "to have a garden", "to be forgiven", "to grow old here", "to win an argument once", "to make a friend",
    "to leave something that lasts", "to hear news from far away",
)  # fmt: skip
HABITS_OF_THE_DAY = (
    "takes a walk at dusk", "looks in on the neighbours at noon", "has a word with everybody on the way",
    "sits outside when it is dry", "never misses a meal", "goes to hear the news at dusk", "rests for a while at noon",
    "feeds the birds at first light", "is never in a hurry", "asks after everybody's health",
)  # fmt: skip
BESIDES = (
    "curious", "proud", "shy", "thrifty", "superstitious", "forgetful", "devout", "vain", "homesick", "punctual",
    "clumsy", "tender-hearted", "hungry for news", "slow to forgive",
)  # fmt: skip
"""Traits that go with any temper."""
