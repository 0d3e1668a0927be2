"""What the ways out of a room are called in the game, so that a player can tell them apart and type them."""

from itertools import count

from app.interchange.worlds.names import DIRECTIONS, is_typeable, the, words_of
from app.interchange.worlds.parts import Room, Way
from app.models.location import Direction

_NAMED_DIRECTIONS = frozenset(DIRECTIONS.values())
_ENGINE = frozenset(direction.value for direction in Direction)


def name_ways(room: Room) -> None:
    """Give each way of the room its name and other words for it; none of them is said for two ways."""
    taken = {way.label for way in room.ways if way.label in _ENGINE}
    for way in room.ways:
        way.name = _name(way, taken)
        taken.add(way.name.casefold())
    for number, way in enumerate(room.ways, 1):
        way.typed = way.name if is_typeable(way.name) else f"way {number}"
        words = [way.typed, way.label, *way.others]
        if way.door is not None:
            words += [f"through {way.door.name}", f"through {way.door.typed}"]
        aliases = []
        for word in words:
            if word.casefold() not in taken:
                aliases.append(word)
                taken.add(word.casefold())
        way.aliases = tuple(aliases)
        if way.label in _NAMED_DIRECTIONS - _ENGINE and way.label in aliases:
            way.typed = way.label


def _name(way: Way, taken: set[str]) -> str:
    given = way.source.name
    if given is not None and way.door is not None and words_of(given) == words_of(way.door.name):
        given = None  # it would be as hard to tell from the door as the door from it
    made = way.label
    if way.label in _NAMED_DIRECTIONS:
        made = f"the way {way.label}" if way.door is None else f"{the(way.door.name)} leading {way.label}"
    for name in (given or made, made):
        if words_of(name) and name.casefold() not in taken and words_of(name)[0] not in DIRECTIONS:
            return name
    return next(name for number in count(1) if (name := f"way {number}") not in taken)
