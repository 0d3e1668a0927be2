"""Towns made from a seed, as large as one likes: people who know their neighbours and colleagues, at equal density.

A town is a ring of quarters of at most 25 people, each with its square, inn, shop, workshop, yard and chapel, and a
house for every five. A crowd is a row of halls, closed until long after, with so many people in each.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, product

from app.errors import InvalidInput
from app.language.language import default_language
from app.language.rendering.phrases import listed
from app.models.clock import MINUTES_PER_DAY
from app.models.sheets.condition import PlaceEntered, TimeReached
from app.models.sheets.location import Direction, ExitSheet, LocationSheet, LocationType
from app.models.sheets.lore import LoreSheet
from app.models.sheets.person import NPCSheet
from app.models.sheets.quest import ActSheet
from app.models.sheets.scenario import ScenarioSheet
from app.scenarios.scenario_check import inspect_sheet
from app.services.game.games.npc_generator import cast_words

QUARTER, HOUSEHOLD = 25, 5  # people of a quarter, and of a house
BEGIN = 450  # game minutes of day 1, as in Before the Thaw
_CLOSED_FOR = 365 * MINUTES_PER_DAY
_WORK = {
    "square": (LocationType.PUBLIC, ("outdoors", "social")),
    "inn": (LocationType.RESTAURANT, ("indoors", "social", "warm")),
    "shop": (LocationType.SHOP, ("indoors",)),
    "workshop": (LocationType.WORK, ("indoors",)),
    "yard": (LocationType.WORK, ("outdoors", "social")),
    "chapel": (LocationType.SACRED, ("indoors", "quiet")),
}
_ORDINALS = ("Mill", "Bridge", "Abbey", "Harbour", "Orchard", "Tanner", "Quarry", "Market")


@dataclass(frozen=True)
class _Lot:
    """Where one person is to live and work."""

    home: LocationSheet
    work: LocationSheet


def town(people: int, seed: int) -> ScenarioSheet:
    """A town of so many people; a larger one of the same seed has the smaller one's quarters. The places a person
    are about the same in all that have whole quarters."""
    sizes = [min(QUARTER, people - begun) for begun in range(0, people, QUARTER)]
    places, lots = list[LocationSheet](), list[_Lot]()
    for number, size in enumerate(sizes):
        quarter = _quarter(number, len(sizes), -(-size // HOUSEHOLD))
        places += quarter
        work, houses = quarter[: len(_WORK)], quarter[len(_WORK) :]
        lots += [_Lot(houses[each // HOUSEHOLD], work[each % len(work)]) for each in range(size)]
    return _checked(f"town-{people}", places, lots, seed)


def crowd(people: int, in_each: int, seed: int) -> ScenarioSheet:
    """Halls where people live, eat and work, so many in each; nobody gets from one to another for a year."""
    halls = [
        LocationSheet(
            id=f"hall-{number}",
            name=f"Hall {number + 1}",
            description="A long hall with beds, benches and a hearth.",
            type=LocationType.RESTAURANT,
            tags=("indoors", "social", "warm"),
            exits=_between("hall", "Hall", number, -(-people // in_each), closed=True),
        )
        for number in range(-(-people // in_each))
    ]
    lots = [_Lot(halls[each // in_each], halls[each // in_each]) for each in range(people)]
    return _checked(f"crowd-{people}-{in_each}", halls, lots, seed)


# -- places ----------------------------------------------------------------------------------------------------------


def _quarter(number: int, quarters: int, houses: int) -> list[LocationSheet]:
    """The square first, from which one gets everywhere; the squares of two neighbours are joined."""
    called, square = _name_of(number), f"square-{number}"
    kinds = [*_WORK.items(), *((f"house {each + 1}", (LocationType.HOME, ("indoors",))) for each in range(houses))]
    places = []
    for kind, (what, tags) in kinds:
        name, key = f"{called} {kind.title()}", f"{kind.replace(' ', '-')}-{number}"
        back = (ExitSheet(to=square, name=f"the door to the {called} Square", direction=Direction.OUT, minutes=3),)
        places.append(
            LocationSheet(id=key, name=name, description=f"The {kind} of {called}.", type=what, tags=tags, exits=back)
        )
    ways = tuple(ExitSheet(to=place.id, name=f"the door of {place.name}", minutes=3) for place in places[1:])
    around = _between("square", "Square", number, quarters, closed=False)
    return [places[0].model_copy(update={"exits": (*ways, *around)}), *places[1:]]


def _name_of(number: int) -> str:
    turn, which = divmod(number, len(_ORDINALS))
    return _ORDINALS[which] if not turn else f"{_ORDINALS[which]} {turn + 1}"


def _between(key: str, name: str, number: int, among: int, *, closed: bool) -> tuple[ExitSheet, ...]:
    """The ways to the next and the last one of a ring."""
    lock = TimeReached(kind="time_reached", minutes=_CLOSED_FOR) if closed else None
    others = {(number + 1) % among: Direction.EAST, (number - 1) % among: Direction.WEST}
    return tuple(
        ExitSheet(to=f"{key}-{other}", name=f"the way to {name} {other + 1}", direction=way, locked_until=lock)
        for other, way in others.items()
        if other != number
    )


# -- people ----------------------------------------------------------------------------------------------------------


def _checked(key: str, places: Sequence[LocationSheet], lots: Sequence[_Lot], seed: int) -> ScenarioSheet:
    """The scenario with a person for each lot. InvalidInput where a player could not play it."""
    sheet = ScenarioSheet(
        id=key,
        title=key.replace("-", " ").capitalize(),
        summary="A town for measuring.",
        premise="A quiet town on an ordinary day.",
        opening="It is morning in a town where everybody has something to do.",
        ending="The day is over.",
        start_location=places[0].id,
        start_minutes=BEGIN,
        acts=(
            ActSheet(
                id="day",
                name="An ordinary day",
                opening="It begins.",
                condition=PlaceEntered(kind="place_entered", location_id=places[-1].id),
            ),
        ),
        locations=tuple(places),
        npcs=tuple(_people(lots, seed)),
    )
    return inspect_sheet(sheet).playable(key)


def _people(lots: Sequence[_Lot], seed: int) -> list[NPCSheet]:
    """Drawn one after the other, so that the first ones are the same in a larger town."""
    words, names = cast_words(default_language()), _names(len(lots), seed)
    people = []
    for number, (lot, name) in enumerate(zip(lots, names, strict=True)):
        chance = random.Random(f"{seed}:town:{number}")
        fit = [trade for trade in words.trades if lot.work.type in trade.at] or words.trades
        trade, temper = chance.choice(fit), chance.choice(words.tempers)
        traits = dict.fromkeys((*temper.traits, chance.choice(words.besides)))
        people.append(
            NPCSheet(
                id=f"{name.casefold().replace(' ', '-')}",
                name=name,
                aliases=(name.partition(" ")[0],),
                age=chance.randint(17, 76),
                occupation=trade.title,
                archetype=temper.archetype,
                description=words.description.format(
                    build=chance.choice(words.builds),
                    trade=trade.title,
                    mark=chance.choice(words.marks),
                    habit=chance.choice(words.habits),
                ),
                background=chance.choice(words.pasts),
                communication_style=temper.manner,
                decision_style=temper.deciding,
                traits=tuple(traits),
                skills=trade.skills,
                values=temper.values,
                goals=(trade.goal, chance.choice(words.wishes)),
                home_location=lot.home.id,
                work_location=lot.work.id,
                start_location=lot.home.id,
                schedule_hints=(trade.hint, chance.choice(words.habits_of_the_day)),
                lore=_acquaintances(number, lots, names),
            )
        )
    return people


def _names(number: int, seed: int) -> list[str]:
    """Given names come back only after all others; InvalidInput where there are too few."""
    words, chance = cast_words(default_language()), random.Random(f"{seed}:town")
    given, family = list(words.given), list(words.family)
    chance.shuffle(given)
    chance.shuffle(family)
    turns = product(range(len(family)), enumerate(given))
    names = [f"{first} {family[(turn + place) % len(family)]}" for turn, (place, first) in islice(turns, number)]
    if len(names) < number:
        raise InvalidInput(f"There are names for {len(names)} people.")
    return names


def _acquaintances(number: int, lots: Sequence[_Lot], names: Sequence[str]) -> tuple[LoreSheet, ...]:
    """Whom somebody knows, and whence: those of its house and the two beside it, and whom it works with."""
    quarter = number // QUARTER
    here = range(quarter * QUARTER, min(len(lots), (quarter + 1) * QUARTER))
    near = [each for each in here if each != number and abs(each // HOUSEHOLD - number // HOUSEHOLD) <= 1]
    beside = [each for each in here if each != number and lots[each].work is lots[number].work and each not in near]
    known = {f"{names[number]} lives beside": near, f"{names[number]} works with": beside}
    said = (f"{how} {listed(names[each] for each in others)}." for how, others in known.items() if others)
    return tuple(LoreSheet(text=text) for text in said)
