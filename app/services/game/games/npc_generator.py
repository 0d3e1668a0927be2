"""Generated people in addition to a scenario's own, from a seed, so that a large world need not be written by hand."""

import random
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, count, cycle, islice
from typing import TypeVar

from app.errors import InvalidInput
from app.language.language import Language, language_of
from app.models.base import Frozen
from app.models.clock import hour_of
from app.models.plain_reasons import ValueFault, ValueUnfit
from app.models.sheets.condition import Attitude
from app.models.sheets.item import ItemSheet
from app.models.sheets.location import EncounterSheet, LocationSheet, LocationType
from app.models.sheets.person import NPCSheet
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.conditions import entrances, open_ways
from app.models.state.opening import begin
from app.scenarios.scenario_reach import reachable
from app.scenarios.scenario_references import RESERVED_IDS
from app.services.game.games.bounds import MOST_PEOPLE


class Trade(Frozen):
    """A trade and the kinds of place where it is done; ``hint`` is a daily habit."""

    title: str
    at: tuple[LocationType, ...]
    skills: tuple[str, ...]
    goal: str
    hint: str


class Temper(Frozen):
    archetype: str
    traits: tuple[str, ...]
    manner: str
    deciding: str
    values: tuple[str, ...]


class CastWords(Frozen):
    """A language pack's file `cast`.

    No name may also be a common word, since names are found in texts. ``besides`` are traits that fit any temper;
    ``description`` has slots for build, trade, mark and habit."""

    given: tuple[str, ...]
    family: tuple[str, ...]
    trades: tuple[Trade, ...]
    tempers: tuple[Temper, ...]
    builds: tuple[str, ...]
    marks: tuple[str, ...]
    habits: tuple[str, ...]
    pasts: tuple[str, ...]
    wishes: tuple[str, ...]
    habits_of_the_day: tuple[str, ...]
    besides: tuple[str, ...]
    description: str


@lru_cache(maxsize=8)
def cast_words(language: Language) -> CastWords:
    """Return the cast words of a language; pydantic's ValidationError if its file lacks some."""
    return CastWords.model_validate(language.data("cast"))


T = TypeVar("T")

INDOORS = "indoors"
"""The tag of a place that has a roof."""

_ROOFED = frozenset(LocationType) - {LocationType.WILD, LocationType.ROAD, LocationType.RUIN}
_YOUNGEST, _OLDEST = 17, 76
_WORKING_HOURS = range(8, 18)
_ATTITUDES = (Attitude.NEUTRAL, Attitude.NEUTRAL, Attitude.NEUTRAL, Attitude.WARY, Attitude.FRIENDLY)


def with_cast(sheet: ScenarioSheet, people: int, seed: int) -> ScenarioSheet:
    """Fill a scenario up to ``people`` people, its own among them.

    The same scenario and seed give the same people, and a larger cast begins with the smaller one.

    Raises:
        InvalidInput: More than `MOST_PEOPLE` people, or too many names are taken.
    """
    if people > MOST_PEOPLE:
        raise InvalidInput(ValueUnfit(fault=ValueFault.CAST, most=MOST_PEOPLE))
    missing = people - len(sheet.npcs)
    if missing <= 0:
        return sheet
    return sheet.model_copy(update={"npcs": (*sheet.npcs, *_Casting(sheet, seed).make(missing))})


class _Casting:
    """Draws people one by one; each choice of a list is used once before any comes again."""

    def __init__(self, sheet: ScenarioSheet, seed: int) -> None:
        self._sheet = sheet
        self._words = words = cast_words(language_of(sheet))
        self._chance = random.Random(f"{seed}:cast")
        self._taken = set(RESERVED_IDS)
        places = _connected(sheet)
        self._homes = self._in_turn(_homes(places))
        by_kind = {kind: [place for place in places if place.type is kind] for kind in LocationType}
        self._work = {kind: self._in_turn(found) for kind, found in by_kind.items() if found}
        self._trades = self._in_turn(self._practicable())
        self._tempers, self._besides = self._in_turn(words.tempers), self._in_turn(words.besides)
        self._builds, self._marks = self._in_turn(words.builds), self._in_turn(words.marks)
        self._habits = self._in_turn(words.habits)
        self._pasts, self._wishes = self._in_turn(words.pasts), self._in_turn(words.wishes)
        self._of_the_day = self._in_turn(words.habits_of_the_day)

    def _in_turn(self, things: Sequence[T]) -> Iterator[T]:
        order = list(things)
        self._chance.shuffle(order)
        return cycle(order)

    def make(self, number: int) -> tuple[NPCSheet, ...]:
        names = list(islice(_names(self._sheet, self._words, self._chance), number))
        if len(names) < number:
            raise InvalidInput(ValueUnfit(fault=ValueFault.CAST_NAMES, name=self._sheet.title, given=number))
        return tuple(map(self._person, names))

    def _practicable(self) -> Sequence[Trade]:
        """List the trades that have a place here, without those of the scenario's own people unless no other is
        left."""
        own = " ".join(npc.occupation.casefold() for npc in self._sheet.npcs)
        fit = [trade for trade in self._words.trades if any(kind in self._work for kind in trade.at)]
        return [trade for trade in fit if trade.title not in own] or fit or self._words.trades

    def _person(self, name: str) -> NPCSheet:
        trade, temper = next(self._trades), next(self._tempers)
        home = next(self._homes)
        work = next((next(self._work[kind]) for kind in trade.at if kind in self._work), home)
        is_day = hour_of(self._sheet.start_minutes) in _WORKING_HOURS
        return NPCSheet(
            id=self._new_id(name),
            name=name,
            aliases=(name.partition(" ")[0],),
            age=self._chance.randint(_YOUNGEST, _OLDEST),
            occupation=trade.title,
            archetype=temper.archetype,
            description=self._words.description.format(
                build=next(self._builds), trade=trade.title, mark=next(self._marks), habit=next(self._habits)
            ),
            background=next(self._pasts),
            communication_style=temper.manner,
            decision_style=temper.deciding,
            traits=(*temper.traits, next(self._besides)),
            skills=trade.skills,
            values=temper.values,
            goals=(trade.goal, next(self._wishes)),
            home_location=home.id,
            work_location=work.id,
            start_location=work.id if is_day else home.id,
            attitude=self._chance.choice(_ATTITUDES),
            schedule_hints=(trade.hint, next(self._of_the_day)),
        )

    def _new_id(self, name: str) -> str:
        stem = re.sub(r"[^a-z0-9]+", "-", name.casefold())
        numbered = (f"{stem}-{number}" for number in count(2))
        free = (each for each in chain([stem], numbered) if each not in self._sheet.index)
        new = next(each for each in free if each not in self._taken)
        self._taken.add(new)
        return new


def _names(sheet: ScenarioSheet, words: CastWords, chance: random.Random) -> Iterator[str]:
    """Yield full names that are not taken, each given name once before any comes twice, without words of the
    scenario's own names."""
    things: list[NPCSheet | LocationSheet | ItemSheet | EncounterSheet] = [*sheet.npcs, *sheet.locations, *sheet.items]
    things += (encounter for _, encounter in sheet.index.encounters.values())
    known = " ".join(name for thing in things for name in (thing.name, *thing.aliases))
    used = set(re.findall(r"\w+", known.casefold()))
    given = [name for name in words.given if name.casefold() not in used]
    family = [name for name in words.family if name.casefold() not in used]
    chance.shuffle(given)
    chance.shuffle(family)
    for turn in range(len(family)):
        for position, first in enumerate(given):
            yield f"{first} {family[(position + turn) % len(family)]}"


def _connected(sheet: ScenarioSheet) -> list[LocationSheet]:
    """List the places that are reachable from the start and lead back to it when the game opens, in the sheet's
    order."""
    state = begin(sheet, "casting")
    ways = {place.id: [way.to for way in open_ways(state, place.id)] for place in sheet.locations}
    both = reachable(sheet.start_location, ways) & reachable(sheet.start_location, entrances(state))
    return [place for place in sheet.locations if place.id in both]


def _homes(places: Sequence[LocationSheet]) -> Sequence[LocationSheet]:
    """List the places where people can live: homes, else places under a roof, else settled places, else any."""
    return (
        [place for place in places if place.type is LocationType.HOME]
        or [place for place in places if INDOORS in place.tags and place.type in _ROOFED]
        or [place for place in places if place.type in _ROOFED]
        or places
    )
