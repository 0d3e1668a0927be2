"""Facts that orders of canon have established, and what players claim."""

from collections.abc import Iterator

from app.models.base import Frozen
from app.models.sheets.amending import find_part
from app.models.sheets.canon import CanonEntry, FactEntry
from app.models.state.game_state import GameState

_AUTHORED = ("name", "age", "pronouns", "occupation", "archetype", "home_location", "work_location", "plural", "price")
"""Fields of sheets whose value is one fact; of an id the name counts."""


def facts(state: GameState) -> Iterator[tuple[CanonEntry, FactEntry]]:
    """Yield what holds now: of each subject and attribute the last fact, and the last claim of each player that no
    later fact has answered; in the order of the game."""
    last: dict[tuple[str, str, str | None], tuple[CanonEntry, FactEntry]] = {}
    for entry in state.canon:
        if isinstance(entry.change, FactEntry):
            key = entry.change.subject, entry.change.attribute.casefold()
            if entry.player_id is None:
                for claim in [known for known in last if known[:2] == key]:
                    del last[claim]
            last.pop((*key, entry.player_id), None)
            last[*key, entry.player_id] = entry, entry.change
    yield from last.values()


def fact_of(state: GameState, subject: str, attribute: str) -> str | None:
    """Return the value of an established fact; None where there is none. What players claim does not count.

    Args:
        state: The game, for reading.
        subject: The id of a part of the game, or any name.
        attribute: Which of its attributes, in any case.
    """
    wanted = subject, attribute.casefold()
    return next(
        (
            fact.value
            for entry, fact in facts(state)
            if entry.player_id is None and (fact.subject, fact.attribute.casefold()) == wanted
        ),
        None,
    )


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
