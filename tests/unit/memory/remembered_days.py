"""Six days at an inn as Mara remembers them, and questions: of what is told in other words, of a time, of a place."""

from collections.abc import Iterator

from app.memory.stream.stream import MemoryStream
from app.models.clock import MINUTES_PER_DAY
from app.models.memory import MemoryKind, Scope
from app.models.messages.message import Role
from app.models.sheets.person import NPCSheet
from app.models.state.game_state import PlayerCharacter
from app.models.state.opening import begin
from tests.unit.memory.recall.streams import context
from tests.worlds import say, small_sheet

PEOPLE = {"Hesper": "hesper", "Tobin": "tobin", "Crane": "crane", "Élan": "player"}
NOW = 5 * MINUTES_PER_DAY + 15 * 60
"""Day 6, 15:00."""

MEMORIES = """
1 07:10 market | Saw Hesper walking by in a wet cloak.
1 08:00 inn | Hesper carried two eels in a basket to the kitchen.
1 09:30 inn | Élan came in from the rain and asked for soup.
1 09:40 inn | Élan was dressed in a torn green coat and paid with a foreign coin.
1 12:00 inn | Tobin spoke about the weather and the price of rope.
1 19:00 inn | A man with one eye sat by the hearth and asked for nobody.
1 21:00 inn | Hesper resides above the chandler, behind a red door.
2 07:50 market | Saw Hesper resting.
3 07:50 market | Saw Hesper standing around.
4 07:50 market | Saw Hesper having a conversation.
2 08:00 inn | The abbess dismissed her scullion for nibbling at the offerings.
2 09:00 market | Tobin spoke about a cow that would not cross the ford.
2 11:00 market | Somebody had pilfered the purse of the abbess while she knelt.
2 13:00 inn | The abbess asked about the weather in the hills.
2 18:00 inn | Tobin is petrified of geese and crosses the yard in a wide curve.
2 20:00 market | The watchman apprehended Crane behind the granary.
2 22:00 inn | Crane asked about the abbess and about rooms.
2 10:15 inn | Tobin dropped a ladle.
3 08:30 inn | Tobin spoke about his brother, who farms in the hills.
3 10:00 market | Doctor Vale mended the miller's arm with a splint of ash and a strip of an old sail.
3 12:00 market | The miller's arm hung in a sling at the market.
3 14:00 inn | Hesper purchased a mule at the autumn auction, a grey one.
3 15:00 inn | Hesper asked what the mule of the abbey eats.
3 19:00 inn | Élan lost a game of dice against Crane.
3 21:00 cell-1 | Crane sat in the cell and hummed.
4 08:00 inn | Crane concealed a parcel beneath the third step.
4 09:00 inn | The parcel from the abbey was late.
4 11:00 market | A hawker told a legend of a drowned bell.
4 13:00 inn | Crane spoke of the bell and of bad luck.
4 16:00 inn | The corpse of a heron lay in the yard.
4 18:00 inn | Tobin wedded in spring, and his bride came from Stenwick.
4 20:00 inn | Tobin spoke about Stenwick and its bridge.
4 22:00 inn | Hesper quarrelled with Crane over the bill.
5 07:00 inn | Hesper brought eels, and said that the river is high.
5 08:00 market | Tobin spoke about the ferry.
5 10:00 inn | Élan spilt wine over the guest book.
5 11:30 inn | Tobin dropped a jug.
5 13:00 inn | Crane spoke about a debt, and asked what became of the jug.
5 14:30 inn | Tobin dropped a fork.
5 16:10 inn | Tobin dropped a hat.
5 17:00 market | Tobin dropped a coin in the well.
5 20:00 inn | The miller was furious about the flour tax.
5 23:00 inn | Crane departed at night with a covered wagon.
6 07:30 inn | Hesper brought eels and a pike, and asked about breakfast.
6 09:00 inn | Tobin dropped a sack of flour on the stairs.
6 10:00 inn | A pilgrim asked about a bed and about the abbess.
6 11:00 market | Tobin spoke about Crane, who left in the night.
6 12:15 inn | Tobin spoke of a leak in the roof, over the room with the blue door.
6 12:30 inn | Élan asked about the cellar.
6 14:15 market | A pilgrim watered two oxen at the pump.
6 14:50 inn | Tobin dropped a plate and swept up the pieces.
6 14:55 inn | Hesper sang while the plates were washed.
3 17:00 inn | The tailor weeps each time the bell tolls, on account of her late spouse.
2 15:00 inn | The smith forges blades for the duke's men, ten in a month.
2 16:00 inn | The smith spoke of the duke and asked for ale.
4 15:00 inn | Vale brews a tonic of willow bark against the ague.
4 15:30 inn | Vale asked about fever in the village and drank ale.
1 16:00 inn | The chandler owns a hound called Button.
1 17:00 inn | The chandler spoke about animals of the forest and asked for ale.
3 11:00 inn | Vale thinks the miller lies about the phantom in the mill.
3 11:30 inn | The miller asked for a room far from the mill.
5 15:00 market | The courier's vessel foundered off the cape with all cargo.
5 15:30 market | The courier asked for the road to Stenwick.
2 19:30 inn | The tanner detests a neighbour on account of a crooked wall that their fathers built.
2 19:40 inn | The tanner asked the dyer for blue cloth.
1 20:00 inn | The dyer's infant came into the world on the night of the flood, in a boat.
1 20:10 inn | The dyer asked about the flood and the bridge.
4 10:00 market | The hawker sells jewels made of glass, among them a green emerald for two pennies.
4 10:30 market | The hawker asked what the weather would be.
5 09:00 inn | The tailor earns her wages by the hem.
5 09:10 inn | The tailor asked what the smith eats for dinner.
"""

ASIDES = """
the miller | was at the market | asked for ale | was late | won at dice
the miller | has a weak arm | raised an arm | lost an arm of cloth
the smith | was at the market | asked for ale | was late | made a joke
the tailor | was at the bell | asked about the bell | was late | lost a needle
Vale | was at the market | asked for ale | was late | won at dice
the chandler | was at the market | asked for ale | was late | won at dice
the courier | was at the market | asked for ale | was late | won at dice
the tanner | sang | was late | won at dice | ate | sat
the dyer | sang | was late | won at dice | ate | sat
the hawker | sang | was late | won at dice | ate | sat
Crane | heard the bell | asked for ale | was late | won at dice
Hesper | stood in the yard | asked for ale | was late | won at dice
Hesper | brought bread | brought honey | brought wood | brought a hen
Hesper | was at the pump | was at the pump with Crane | washed by the pump | sang at the pump
the ferry | was late | was early | was full | was dry
Tobin | sang in the yard | sang at the market | dropped a spoon | dropped a bucket
Tobin | owes a debt to Vale | forgot a debt | paid a debt | spoke of a debt
Élan | was dressed in red | was dressed in blue | was dressed for a feast | was dressed for rain
"""
"""What each did at some time of days 2 to 5 that no question is after."""

TALK = """
1 09:50 inn | Élan | I came over the moor with the pedlars.
1 09:52 inn | Mara Ironhand | You look like a drowned cat.
3 18:00 inn | Élan | I came about the owl, and the moor.
4 18:00 inn | Élan | I came with a question about the moor.
5 12:00 inn | Élan | Who dropped the jug, Tobin?
6 12:35 inn | Élan | Is the cellar dry?
"""

BETTER_ENHANCED = (
    # other words for the same thing
    ("Where does Hesper live?", "above the chandler", "inn"),
    ("Who stole from the abbess?", "pilfered the purse", "inn"),
    ("What is Tobin afraid of?", "geese", "inn"),
    ("Whom did the guard arrest?", "apprehended Crane", "inn"),
    ("What did Hesper buy?", "auction", "inn"),
    ("Where did Crane hide something?", "third step", "inn"),
    ("What story did they hear about the bell?", "drowned bell", "inn"),
    ("When did Tobin marry?", "wedded", "inn"),
    ("Why was the miller so angry?", "flour tax", "inn"),
    ("Why does the tailor cry about the bell?", "weeps", "inn"),
    ("For whom does the smith make swords?", "forges blades", "inn"),
    ("What is Vale's medicine for fever?", "willow bark", "inn"),
    ("Which animal does the chandler keep?", "hound", "inn"),
    ("Does the miller believe in the ghost?", "phantom", "inn"),
    ("What happened to the ship of the courier?", "foundered", "inn"),
    ("Whom does the tanner hate?", "detests", "inn"),
    ("What do you know of the baby of the dyer?", "infant", "inn"),
    ("What gems has the hawker?", "emerald", "inn"),
    ("How does the tailor get her pay?", "hem", "inn"),
    # at a time
    ("What did Tobin drop just now?", "plate", "inn"),
    ("What did Tobin drop yesterday before noon?", "jug", "inn"),
    ("What had Tobin dropped before day 3?", "a ladle", "inn"),
    ("What has Tobin spoken of since noon?", "leak in the roof", "inn"),
    ("How was Élan dressed when we first met?", "green coat", "inn"),
    ("What did Élan come with, the first time we talked?", "pedlars", "inn"),
    ("What was Hesper doing the first time I saw Hesper?", "walking by", "inn"),
    ("What has Hesper brought in the last 12 hours?", "a pike", "inn"),
    ("What have you recently heard about the ferry?", "spoke about the ferry", "inn"),
    # at a place, with those who are there
    ("What happened here?", "hummed", "cell-1"),
    ("What did they say about a debt?", "Crane spoke about a debt", "tower"),
)
"""(question, words of the answer, where Mara is when she is asked)."""


def remembered_days() -> MemoryStream:
    """Mara's stream after these days; she is at the inn, where it all is remembered."""
    sheet = small_sheet()
    others = tuple(
        NPCSheet(id=key, name=name, description="A face.") for name, key in PEOPLE.items() if key != "player"
    )
    state = begin(sheet.model_copy(update={"npcs": (*sheet.npcs, *others)}), "game-1", [PlayerCharacter(name="Élan")])
    stream = MemoryStream(state, Scope.npc("mara"))
    for when, place, text in sorted([*_rows(MEMORIES), *_asides()]):
        subjects = tuple(key for name, key in PEOPLE.items() if name in text)
        stream.add(MemoryKind.OBSERVATION, context(text, game_time=when, location_id=place, subjects=subjects))
    for when, place, rest in _rows(TALK):
        who, _, text = rest.partition(" | ")
        is_player = who in PEOPLE
        say(
            state,
            text,
            game_time=when,
            location_id=place,
            scene=None,
            witness_ids=("mara",),
            speaker_name=who,
            speaker_id=PEOPLE.get(who, "mara"),
            role=Role.PLAYER if is_player else Role.NPC,
        )
    state.clock.minutes = NOW
    return stream


def _rows(text: str) -> list[tuple[int, str, str]]:
    """(game time, place, the rest) of each line."""
    rows = []
    for line in text.strip().splitlines():
        head, _, rest = line.partition(" | ")
        day, hour, place = head.split()
        hours, minutes = map(int, hour.split(":"))
        rows.append(((int(day) - 1) * MINUTES_PER_DAY + hours * 60 + minutes, place, rest))
    return rows


def _asides() -> Iterator[tuple[int, str, str]]:
    for number, line in enumerate(ASIDES.strip().splitlines()):
        who, *deeds = line.split(" | ")
        for day, deed in enumerate(deeds, start=1):
            yield day * MINUTES_PER_DAY + 9 * 60 + 47 * number, "market", f"{who[0].upper()}{who[1:]} {deed}."
