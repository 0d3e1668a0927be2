"""Where a character can go from where it is."""

from collections.abc import Iterator

from app.language.analysis.names import Folded, without_article
from app.language.rendering.refusing import choices, printable, refusal_text, refused
from app.models.location import ExitSheet
from app.models.state.conditions import is_open, open_ways, visible_exits
from app.models.state.game_state import GameState


def neighbouring_place(state: GameState, npc_id: str, called: str) -> str:
    """The neighbouring place that an id, a name, an alias or a way's name means. Raises NotPossible, naming the open
    ways, for no or several matches and for a locked way."""
    here = state.npc(npc_id).current_location_id or ""
    meant = list(dict.fromkeys(way.to for way in _visible(state, here) if _is_called(state, way, called)))
    reachable = open_places(state, here)
    ways = choices(state, (_name_and_id(state, place) for place in reachable), "step-nowhere")
    if not meant and here and _folded(called) in _names(state, here):
        raise refused(state, "step-is-here", place=state.name(here), ways=ways)
    if not meant:
        raise refused(state, "step-not-next", place=printable(called), ways=ways)
    if len(meant) > 1:
        which = choices(state, (_name_and_id(state, place) for place in meant), "step-nowhere", "or")
        raise refused(state, "step-unclear", place=printable(called), which=which)
    if meant[0] not in reachable:
        raise refused(state, "step-locked", place=state.name(meant[0]), ways=ways)
    return meant[0]


def open_places(state: GameState, here: str) -> list[str]:
    """Ids of the places that open ways lead to."""
    return list(dict.fromkeys(way.to for way in open_ways(state, here) if way.to != here))


def way_lines(state: GameState, here: str) -> Iterator[str]:
    """Each visible way: ``the inn door to Inn [inn]``, and whether it is locked."""
    for way in _visible(state, here):
        place, is_way_open = _name_and_id(state, way.to), "yes" if is_open(way, state) else "no"
        yield refusal_text(state, "step-way", way=way.name, place=place, open=is_way_open)


def _visible(state: GameState, here: str) -> list[ExitSheet]:
    return [way for way in visible_exits(state, here) if way.to != here]


def _is_called(state: GameState, way: ExitSheet, called: str) -> bool:
    return _folded(called) in _names(state, way.to).union(map(_folded, (way.name, *way.aliases)))


def _names(state: GameState, place_id: str) -> set[str]:
    place = state.sheets.location(place_id)
    return {_folded(name) for name in (place.id, place.name, *place.aliases)}


def _folded(name: str) -> str:
    return Folded.of(without_article(name)).folded


def _name_and_id(state: GameState, place: str) -> str:
    return f"{state.name(place)} [{place}]"
