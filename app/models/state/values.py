"""Reading and setting states: named values of things, details, people, places, players, the party and the game."""

from collections.abc import Iterator
from functools import cache

from app.models.sheets.values import COUNT, HEALTH, MARKS, PLAYER, StateSheet, StateValue
from app.models.state.game_state import GameState


@cache
def _mark(name: str) -> StateSheet:
    return StateSheet(name=name, shown=True)


def declared(state: GameState, of: str, name: str) -> StateSheet | None:
    """Return the sheet of a state; None for one that its owner does not have.

    Args:
        state: The game.
        of: The owner: an id of the scenario or of a player, ``party`` or ``game``.
        name: The name of the state.
    """
    by_owner = state.sheets.states
    if (sheet := by_owner.get(of, {}).get(name)) is not None:
        return sheet
    if any(player.id == of for player in state.party.ever):
        return by_owner.get(PLAYER, {}).get(name)
    is_thing = of in state.sheets.items or of in state.sheets.features
    return _mark(name) if name in MARKS and is_thing else None


def value_of(state: GameState, of: str, name: str) -> StateValue | None:
    """Return the present value of a state; None for one that its owner does not have."""
    sheet = declared(state, of, name)
    return None if sheet is None else state.states.get(of, {}).get(name, sheet.start)


def number_of(state: GameState, of: str, name: str) -> int:
    """Return the present value of a number; 0 for one that its owner does not have."""
    value = value_of(state, of, name)
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def is_set(state: GameState, of: str, name: str) -> bool:
    """Return whether a flag of the owner is true; False for one that it does not have."""
    return value_of(state, of, name) is True


def set_value(state: GameState, of: str, name: str, value: StateValue) -> StateValue | None:
    """Set a state to the nearest possible value.

    Args:
        state: The game, which is changed.
        of: The owner.
        name: The name of the state.
        value: The value that is wanted.

    Returns:
        The new value; None where nothing has changed.
    """
    sheet = declared(state, of, name)
    fitting = None if sheet is None else sheet.fitting(value)
    if sheet is None or fitting is None or fitting == value_of(state, of, name):
        return None
    values = state.states.setdefault(of, {})
    if fitting == sheet.start:
        values.pop(name, None)
    else:
        values[name] = fitting
    if not values:
        del state.states[of]
    return fitting


def states_of(state: GameState, of: str) -> Iterator[tuple[StateSheet, StateValue]]:
    """Yield every state that an owner has with its present value: first those of its sheet, then marks in the order in
    which they were made."""
    by_owner = state.sheets.states
    sheets = by_owner.get(of) or {}
    if not sheets and any(player.id == of for player in state.party.ever):
        sheets = by_owner.get(PLAYER, {})
    own = state.states.get(of, {})
    yield from ((sheet, own.get(name, sheet.start)) for name, sheet in sheets.items())
    yield from ((_mark(name), value) for name, value in own.items() if name in MARKS and name not in sheets)


def has_health(state: GameState, of: str) -> bool:
    """Return whether the owner has a number ``health``."""
    return declared(state, of, HEALTH) is not None


def count_of(state: GameState, item_id: str) -> int:
    """Return of how many a thing consists: 1 for one that is no bundle."""
    return number_of(state, item_id, COUNT) if declared(state, item_id, COUNT) is not None else 1
