"""What people of a made-up cast are put together from: names, trades, tempers and small things."""

from functools import lru_cache

from app.language.language import Language
from app.models.base import Frozen
from app.models.location import LocationType


class Trade(Frozen):
    """What somebody does for a living, and at which kinds of place; ``hint`` is a habit of its day."""

    title: str
    at: tuple[LocationType, ...]
    skills: tuple[str, ...]
    goal: str
    hint: str


class Temper(Frozen):
    """What somebody is like, how it speaks and how it decides."""

    archetype: str
    traits: tuple[str, ...]
    manner: str
    deciding: str
    values: tuple[str, ...]


class CastWords(Frozen):
    """A pack's file `cast`. No name is also a common word: names are found in texts.

    ``besides`` are traits that go with any temper; ``description`` has slots for build, trade, mark and habit.
    """

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
    """The words of a language. ValidationError for a pack whose file lacks some."""
    return CastWords.model_validate(language.data["cast"])
