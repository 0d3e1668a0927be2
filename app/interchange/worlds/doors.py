"""Doors and locks of a world: both sides of a way share one door, and every lock has its key."""

from collections.abc import Sequence

from app.interchange.worlds.check import Lookup
from app.interchange.worlds.model import MAX_DOORS, DoorGraph
from app.interchange.worlds.parts import Door, Room, Thing, Way
from app.scenarios.scenario_reach import reachable


def add_doors(lookup: Lookup, start: Room | None) -> dict[str, list[Door]]:
    """Put the doors into the ways; the doors by name, for those that have no id."""
    ways = {(way.room, way.to): way for room in lookup.rooms for way in room.ways}
    sides: dict[frozenset[Room], list[Way]] = {}
    for way in ways.values():
        if way.source.door is not None:
            sides.setdefault(frozenset((way.room, way.to)), []).append(way)
    by_name: dict[str, list[Door]] = {}
    if len(sides) > MAX_DOORS:
        lookup.report.problem("rooms", f"they have {len(sides):,} doors; a world has at most {MAX_DOORS}.")
        return by_name
    for number, pair in enumerate(sides.values(), 1):
        door = _door(lookup, pair, number)
        for side in (door.rooms, door.rooms[::-1]):
            if side in ways:
                ways[side].door = door
        by_name.setdefault(door.source.name or "door", []).append(door)
        if start is not None:
            other_ways = {
                room.id: [way.to.id for way in room.ways if {room, way.to} != set(door.rooms)] for room in lookup.rooms
            }
            found = reachable(start.id, other_ways)
            beyond = [room for room in door.rooms if room.id not in found]
            door.far = beyond[0] if len(beyond) == 1 else None
    for thing in lookup.things:
        if thing.fixed and thing.source.container and thing.source.state == "locked" and thing.source.key is not None:
            thing.key = _key(lookup, thing.source.key, f"{thing.path}.key")
    return by_name


def _door(lookup: Lookup, sides: Sequence[Way], number: int) -> Door:
    described = [(way, way.source.door) for way in sides if way.source.door is not None]
    first_way, first = described[0]
    for way, other in described[1:]:
        first = _joined(lookup, first, other, f"{way.path}.door", first_way.path)
    path = f"{first_way.path}.door"
    identity = lookup.identity(first, first.id or first.name or path, path, first.name or "door", f"door {number}")
    source = first.model_copy(update={"state": first.state or "closed"})
    door = Door(*identity, source=source, rooms=(first_way.room, first_way.to))
    if first.id is not None:
        lookup.add(door)
    _lock(lookup, door)
    return door


def _joined(lookup: Lookup, first: DoorGraph, other: DoorGraph, path: str, first_path: str) -> DoorGraph:
    """One door of what is said of it on both sides; a problem where they contradict each other."""
    for field in ("id", "state", "key"):
        here, there = getattr(other, field), getattr(first, field)
        if here is not None and there is not None and here != there:
            what = f"{here!r}, but the same door is {there!r} at {first_path}: a way has one door."
            lookup.report.problem(f"{path}.{field}", what)
    return DoorGraph(**{name: getattr(first, name) or getattr(other, name) for name in DoorGraph.model_fields})


def _lock(lookup: Lookup, door: Door) -> None:
    report, source = lookup.report, door.source
    if source.state == "closed":
        report.note(door.path, f"{door.name!r} is closed but not locked: in the game one walks through.")
    if source.state != "locked" and source.key is not None:
        report.note(f"{door.path}.key", "it is not locked, so the key opens nothing here.")
    elif source.state == "locked" and source.key is None:
        report.note(door.path, f"{door.name!r} is locked and has no key: in the game there is no way through.")
    elif source.key is not None:
        door.key = _key(lookup, source.key, f"{door.path}.key")


def _key(lookup: Lookup, ref: str, path: str) -> Thing | None:
    key = lookup.find(Thing, ref, path, "object")
    if key is not None and key.fixed:
        lookup.report.problem(path, f"{ref!r} cannot be carried, so it opens nothing.")
        return None
    return key
