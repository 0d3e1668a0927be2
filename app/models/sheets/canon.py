"""Canon: what is true in a game beyond the sheets of its author, because an order made it so."""

from enum import StrEnum
from typing import Annotated, Any

from pydantic import Field, PlainSerializer

from app.models.base import Frozen, Id, Name, Prose, Shared, Tagged, compact
from app.models.sheets.action import ActionSheet
from app.models.sheets.item import ItemSheet
from app.models.sheets.location import ExitSheet, LocationSheet
from app.models.sheets.person import NPCSheet
from app.models.sheets.scenario import ScenarioSheet
from app.models.sheets.timer import TimerSheet
from app.models.sheets.values import StateSheet

MADE = "made-"
"""The beginning of the ids of what was made in a game; no author may use it."""
FactValue = Annotated[str, Field(min_length=1, max_length=300)]


class CanonSource(StrEnum):
    """Who says that something is so."""

    AUTHOR = "author"
    GAME_MASTER = "game_master"
    PLAYER = "player"


class WayAdded(Frozen):
    """A way that a place has got.

    Args:
        location_id: The place that it leads out of.
        exit: The way.
    """

    location_id: Id
    exit: ExitSheet


class PersonEntry(Tagged, tag="person"):
    """A person was added, or its sheet was changed."""

    sheet: NPCSheet


class ItemEntry(Tagged, tag="item"):
    """A thing was added, or its sheet was changed."""

    sheet: ItemSheet


class PlaceEntry(Tagged, tag="place"):
    """A place was added with ways to it, or its sheet was changed; ``ways`` lead there from other places."""

    sheet: LocationSheet
    ways: tuple[WayAdded, ...] = ()


class ActionEntry(Tagged, tag="action"):
    """An action was added, or changed."""

    sheet: ActionSheet


class StateEntry(Tagged, tag="state"):
    """A state was declared, or its declaration was changed.

    Args:
        of: Its owner: the id of a place, thing, detail or person; ``game``, ``party``, ``player`` or ``person``.
        sheet: The state.
    """

    of: Id
    sheet: StateSheet


class TimerEntry(Tagged, tag="timer"):
    """A timer was added, or changed."""

    sheet: TimerSheet


class FactEntry(Tagged, tag="fact"):
    """Something was said to be so.

    Args:
        subject: The id of a part of the game, or any name.
        attribute: Which of its attributes.
        value: Its value, in words.
    """

    subject: Name
    attribute: Name
    value: FactValue


class DescriptionEntry(Tagged, tag="description"):
    """A place, thing, detail, person, danger or figure has a new description."""

    of: Id
    text: Prose


class NameEntry(Tagged, tag="name"):
    """A part has a new name; the old one stays an alias."""

    of: Id
    name: Name


class ForgottenNote(Tagged, tag="forgotten_note"):
    """A note does not count any more.

    Args:
        note: Its position among the notes of the game, from 0.
    """

    note: int = Field(ge=0)


class ScenarioEntry(Tagged, tag="scenario"):
    """The author's scenario was replaced by an edited one; what was made in the game stays."""

    sheet: ScenarioSheet


CanonChange = Annotated[
    PersonEntry
    | ItemEntry
    | PlaceEntry
    | ActionEntry
    | StateEntry
    | TimerEntry
    | FactEntry
    | DescriptionEntry
    | NameEntry
    | ForgottenNote
    | ScenarioEntry,
    Field(discriminator="kind"),
    PlainSerializer(compact, return_type=dict[str, Any]),
]
"""One change, written with its kind where defaults are left out."""


class CanonEntry(Shared):
    """One order that has changed what is true.

    Args:
        change: The change.
        turn: The turn of the order.
        game_time: Minutes since day 1, 00:00.
        by: Who says so.
        player_id: The player whose claim it is; None for the author and the game master.
    """

    change: CanonChange
    turn: int = Field(ge=0)
    game_time: int = Field(ge=0)
    by: CanonSource = CanonSource.GAME_MASTER
    player_id: Id | None = None
