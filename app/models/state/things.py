"""Where things are: in a place, with a person or the party, in or on a container, or nowhere."""

from collections.abc import Iterable, Iterator

from app.models.sheets.location import LocationSheet
from app.models.sheets.scenario import ScenarioSheet
from app.models.sheets.values import OPEN, PARTY, WORN, ContainerSheet
from app.models.state.game_state import GameState
from app.models.state.values import is_set, set_value


def container_of(state: GameState, any_id: str) -> ContainerSheet | None:
    """Return how a thing or detail holds things; None for what holds none."""
    if (item := state.sheets.items.get(any_id)) is not None:
        return item.container
    _, feature = state.sheets.features.get(any_id, (None, None))
    return feature.container if feature is not None else None


def is_open_container(state: GameState, any_id: str) -> bool:
    """Return whether what is in, or on, a thing or detail can be seen and taken."""
    sheet = container_of(state, any_id)
    return sheet is not None and (sheet.on or is_set(state, any_id, OPEN))


def within(state: GameState, ids: Iterable[str], *, closed: bool = False) -> Iterator[str]:
    """Yield the things in open containers, and in those in turn.

    Args:
        state: The game.
        ids: The things and details that may be containers.
        closed: Whether closed containers count too.
    """
    for any_id in ids if state.contents else ():
        if (held := state.contents.get(any_id)) and (closed or is_open_container(state, any_id)):
            yield from held
            yield from within(state, held, closed=closed)


def lying_at(state: GameState, location_id: str) -> list[str]:
    """Return the things that can be taken at a place: what lies there, then what is in open containers there."""
    items = state.place(location_id).items
    if not state.contents:
        return [*items]
    details = [detail.id for detail in state.sheets.location(location_id).features]
    return [*items, *within(state, (*details, *items))]


def gone_from(state: GameState, location_id: str) -> list[str]:
    """Return the things that lay at a place, or in a container there, when the game began, and are not there now: texts
    that were written of the place may still tell of them.

    Args:
        state: The game.
        location_id: The id of the place.
    """
    sheet, items = state.sheets.location(location_id), state.place(location_id).items
    details = [detail.id for detail in sheet.features]
    there = {*items, *within(state, (*details, *items), closed=True)}
    return [item for item in lying_first(state.sheet, sheet) if item not in there]


def lying_first(sheet: ScenarioSheet, place: LocationSheet) -> list[str]:
    """Return the things that lie at a place, or in a container there, when the game begins.

    Args:
        sheet: The scenario.
        place: The place in it.
    """
    found = list(place.items)
    for detail in place.features:
        found += detail.container.items if detail.container is not None else ()
    for item_id in found:  # it grows by what is in a container, which may be one, too
        container = sheet.index.items[item_id].container
        found += container.items if container is not None else ()
    return found


def carried(state: GameState, *, closed: bool = False) -> list[str]:
    """Return the things that the party carries, those in carried containers included.

    Args:
        state: The game.
        closed: Whether what is in closed containers counts too.
    """
    return [*state.party.items, *within(state, state.party.items, closed=closed)]


def location_of(state: GameState, any_id: str) -> str | None:
    """Return the place where a thing, detail, person or player is, seen from outside of what holds it; None for
    nowhere."""
    spot: str | None = any_id
    for _ in range(len(state.contents) + 2):
        if spot is None or spot in state.sheets.locations:
            return spot
        if spot in state.npcs:
            return state.npcs[spot].current_location_id
        if spot in state.sheets.features:
            return state.sheets.features[spot][0].id
        if spot in state.sheets.encounters:
            return state.sheets.encounters[spot][0].id
        if spot == PARTY or any(player.id == spot for player in state.party.players):
            return state.scenario.current_location_id
        spot = state.holder_of(spot)
    return None


def _list_of(state: GameState, spot: str) -> list[str] | None:
    if spot == PARTY:
        return state.party.items
    if spot in state.npcs:
        return state.npcs[spot].items
    if spot in state.scenario.location_states:
        return state.scenario.location_states[spot].items
    return state.contents.setdefault(spot, []) if container_of(state, spot) is not None else None


def put(state: GameState, item_id: str, to: str | None) -> bool:
    """Move a thing: it is in one spot afterwards, or nowhere.

    Args:
        state: The game, which is changed.
        item_id: The thing.
        to: A place, a person, a container, or ``party``; None for nowhere.

    Returns:
        Whether it has moved. It has not if it is there already, if nothing can be there, or if it would be in itself.
    """
    before = state.holder_of(item_id)
    inside = {item_id, *within(state, (item_id,), closed=True)}
    if to == before or item_id not in state.sheets.items or (to is not None and to in inside):
        return False
    target = [] if to is None else _list_of(state, to)
    if target is None:
        return False
    if before is not None and (held := _list_of(state, before)) is not None:
        held.remove(item_id)
        if before in state.contents and not held:
            del state.contents[before]
    target.append(item_id)
    if to != PARTY:
        set_value(state, item_id, WORN, value=False)
    return True
