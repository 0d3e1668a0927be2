"""Facts that orders of canon have established, and what players claim."""

from collections.abc import Iterator

from app.models.base import Frozen
from app.models.sheets.amending import find_part
from app.models.sheets.canon import CanonEntry, FactEntry
from app.models.state.canon_index import CanonIndex
from app.models.state.game_state import GameState

_AUTHORED = ("name", "age", "pronouns", "occupation", "archetype", "home_location", "work_location", "plural", "price")
"""Fields of sheets whose value is one fact; of an id the name counts."""


def facts(state: GameState) -> Iterator[tuple[CanonEntry, FactEntry]]:
    """Yield what holds now: of each subject and attribute the last fact, and the last claim of each player that no
    later fact has answered; in the order of the game."""
    return ((each.entry, each.fact) for each in CanonIndex.of(state).facts())


def fact_of(state: GameState, subject: str, attribute: str) -> str | None:
    """Return the value of an established fact; None where there is none. What players claim does not count.

    Args:
        state: The game, for reading.
        subject: The id of a part of the game, or any name.
        attribute: Which of its attributes, in any case.
    """
    found = CanonIndex.of(state).fact(subject, attribute)
    return None if found is None else found.fact.value


def authored_value(state: GameState, subject: str, attribute: str) -> str | None:
    """Return what the author's sheet says of an attribute; None where it says nothing.

    Args:
        state: The game, for reading.
        subject: The id of a part of the game.
        attribute: The name of a field, in any case, with blanks or ``_``.
    """
    name = attribute.casefold().replace(" ", "_")
    part: Frozen | None = find_part(state.amended.authored, subject)
    value = getattr(part, name, None) if part is not None and name in _AUTHORED else None
    return state.name(str(value)) if value not in (None, "") else None
