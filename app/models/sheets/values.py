"""States: named values of a thing, detail, person or place, of the players, the party or the game."""

from enum import StrEnum
from types import MappingProxyType
from typing import Annotated, Self

from pydantic import Field, StrictBool, StrictInt, model_validator

from app.models.base import Frozen, FrozenMapping, Id, Name

StateValue = StrictBool | StrictInt | Annotated[str, Field(max_length=64)]
"""A flag, a number or one of a list of words."""

GAME, PARTY, PLAYER, PERSON = "game", "party", "player", "person"
"""Owners of states that have no sheet: the game, the party, each player, each person."""
ACTOR, TARGET, WITH, HERE = "actor", "target", "with", "here"
"""Ids in conditions and effects of an action: who acts, what it is done to, what it is done with, the party's place."""


class BoundId(str):
    """An id of the game in place of ``actor``, ``player`` and the like. The first player's id is ``player`` too: bound,
    it means this player and not any."""

    __slots__ = ()


OPEN, COUNT, WORN, LIT, HEALTH, MONEY = "open", "count", "worn", "lit", "health", "money"
"""Names of states that the engine itself reads."""


MARKS = frozenset(
    {
        "moved",
        "broken",
        "cut",
        "bent",
        "torn",
        "marked",
        "painted",
        "wet",
        "dirty",
        "clean",
        "filled",
        "emptied",
        "covered",
        "hidden",
        "tied",
        "fixed",
        "warm",
        "cold",
        "burnt",
        "eaten",
    }
)
"""Flags that every thing and detail can have without an author: what generic actions leave behind."""


class StateKind(StrEnum):
    """The kind of a state's values: true or false, an integer within bounds, one of several words."""

    FLAG = "flag"
    NUMBER = "number"
    WORD = "word"


MAX_LABEL = 60


class StateSheet(Frozen):
    """A state as an author declares it.

    Attributes:
        name: Its name, unique for its owner.
        kind: The kind of its values.
        first: Its value at the opening; by default false, the lowest number, the first word.
        least: The lowest number.
        most: The highest number.
        words: The possible words.
        shown: Whether players see it.
        label: What a number is called where players see it; by default its name.
        texts: By value the sentence that players see; of a number by the lowest value that the sentence is for.
    """

    name: Id
    kind: StateKind = StateKind.FLAG
    first: StateValue | None = None
    least: int = Field(default=0, ge=-1_000_000, le=1_000_000)
    most: int = Field(default=100, ge=-1_000_000, le=1_000_000)
    words: tuple[Name, ...] = ()
    shown: bool = False
    label: str = Field(default="", max_length=MAX_LABEL, description="what a number is called where players see it")
    texts: FrozenMapping = Field(
        default_factory=lambda: MappingProxyType({}),
        description="by value the sentence that players see",
        json_schema_extra={"additionalProperties": {"type": "string"}},
    )

    @model_validator(mode="after")
    def _has_possible_values(self) -> Self:
        if self.kind is StateKind.NUMBER and self.least > self.most:
            raise ValueError("least is above most")
        if self.kind is StateKind.WORD and not self.words:
            raise ValueError("a state of kind 'word' needs its words")
        if self.first is not None and self.fitting(self.first) != self.first:
            raise ValueError(f"first is no value of a {self.kind.value} with these bounds or words")
        if any(not isinstance(text, str) for text in self.texts.values()):
            raise ValueError("texts holds a sentence for each value")
        return self

    @property
    def start(self) -> StateValue:
        """The value at the opening."""
        if self.first is not None:
            return self.first
        if self.kind is StateKind.NUMBER:
            return self.least
        return self.words[0] if self.kind is StateKind.WORD else False

    def fitting(self, value: StateValue) -> StateValue | None:
        """Return the nearest possible value: a number within its bounds, any other value as it is.

        Args:
            value: The value that is wanted.

        Returns:
            The value to set; None for a value of another kind, or a word that is not in the list.
        """
        match self.kind:
            case StateKind.FLAG:
                return value if isinstance(value, bool) else None
            case StateKind.NUMBER:
                is_number = isinstance(value, int) and not isinstance(value, bool)
                return min(self.most, max(self.least, int(value))) if is_number else None
            case StateKind.WORD:
                return value if value in self.words else None

    def text(self, value: StateValue) -> str:
        """Return the author's sentence for a value; "" if there is none."""
        if self.kind is not StateKind.NUMBER:
            return str(self.texts.get(str(value).lower() if isinstance(value, bool) else str(value), ""))
        steps = sorted((int(key), text) for key, text in self.texts.items() if key.lstrip("-").isdecimal())
        return next((str(text) for key, text in reversed(steps) if key <= int(value)), "")


class OwnedStateSheet(StateSheet):
    """A state of the game, of the party, of each player or of each person."""

    of: Id = Field(default=GAME, description="game, party, player (each has one) or person (each has one)")


class ContainerSheet(Frozen):
    """What lies in, or on, a thing or a detail."""

    on: bool = Field(default=False, description="whether things lie on it; it is then always open")
    open: bool = Field(default=True, description="whether it is open at the opening")
    items: tuple[Id, ...] = ()
