"""Looking up what the parts of a world name, and telling everything that does not fit, each with its path."""

import difflib
from collections.abc import Sequence
from typing import TypeVar

from app.interchange.worlds.model import MAX_INSIDE, DoorGraph, ExitGraph, PartGraph, WorldGraph
from app.interchange.worlds.names import DIRECTIONS, Ids, Names, is_typeable, typed_name, words_of
from app.interchange.worlds.parts import PLAYER, Part, Person, Room, Thing, Way, WorldReport

_GUESSED = 20  # unknown names for which a similar one is looked for: it takes time, and a file may hold thousands
P = TypeVar("P", bound=Part)


class Lookup:
    """The parts of one file by what it calls them, while they are put together."""

    def __init__(self, graph: WorldGraph, report: WorldReport) -> None:
        self.graph = graph
        self.report = report
        self.ids = Ids()
        self.names = Names()
        self.rooms: list[Room] = []
        self.people: list[Person] = []
        self.things: list[Thing] = []
        self.parts: dict[str, Part] = {}
        self._guesses = _GUESSED

    def add(self, part: Part) -> None:
        other = self.parts.get(part.ref)
        if part.ref == PLAYER:
            self.report.problem(part.path, f"{PLAYER!r} is what the player is called; give it an id of its own.")
        elif other is not None:
            what = f"{part.ref!r} is already what {other.path} is called; give one of them an id of its own."
            self.report.problem(part.path, what)
        else:
            self.parts[part.ref] = part

    def identity(
        self, source: PartGraph | DoorGraph, ref: str, path: str, name: str, otherwise: str
    ) -> tuple[str, str, str, str, str]:
        """The fields of a `Part`. A name that is another's already gets a number; a warning if the file gave it."""
        own = self.names.new(name)
        if source.name is not None and own != source.name:
            what = f"something else is called {source.name!r}; in the game this is {own!r}."
            self.report.warn(f"{path}.name", what)
        return ref, path, own, typed_name(own, self.names, otherwise), self.ids.new(own, otherwise.replace(" ", "-"))

    def find(self, kind: type[P], ref: str, where: str, wanted: str) -> P | None:
        """None and a problem if there is no such part."""
        part = self.parts.get(ref)
        if isinstance(part, kind):
            return part
        similar: list[str] = []
        if part is None and self._guesses:
            self._guesses -= 1
            similar = difflib.get_close_matches(ref, self.parts, n=1)
        hint = f" Is {similar[0]!r} meant?" if similar else ""
        none = f"there is no {wanted} {ref!r}.{hint}" if part is None else f"{ref!r} is no {wanted}."
        self.report.problem(where, none)
        return None


def look_up(graph: WorldGraph, report: WorldReport) -> Lookup:
    """Rooms, people and things in their places. Ways, doors and steps come after."""
    lookup = Lookup(graph, report)
    if not graph.rooms:
        report.problem("rooms", "a world needs a room.")
    for number, room in enumerate(graph.rooms):
        ref, name = _ref_and_name(room, path := f"rooms[{number}]", report)
        otherwise = f"room {number + 1}"
        typed = name if is_typeable(name) else otherwise
        lookup.rooms.append(Room(ref, path, name, typed, lookup.ids.new(name, otherwise.replace(" ", "-")), room))
    for number, person in enumerate(graph.people):
        ref, name = _ref_and_name(person, path := f"people[{number}]", report)
        lookup.people.append(Person(*lookup.identity(person, ref, path, name, f"person {number + 1}"), person))
    for number, thing in enumerate(graph.objects):
        ref, name = _ref_and_name(thing, path := f"objects[{number}]", report)
        lookup.things.append(Thing(*lookup.identity(thing, ref, path, name, f"thing {number + 1}"), thing))
    for part in (*lookup.rooms, *lookup.people, *lookup.things):
        lookup.add(part)
    for someone in lookup.people:
        where = f"{someone.path}.where"
        if someone.source.where is None:
            report.problem(where, f"{someone.name!r} is nowhere: name a room.")
        else:
            someone.room = lookup.find(Room, someone.source.where, where, "room")
    _place_things(lookup)
    _report_names(lookup)
    return lookup


def _ref_and_name(part: PartGraph, path: str, report: WorldReport) -> tuple[str, str]:
    if part.id is None and part.name is None:
        report.problem(path, "it has neither a name nor an id.")
    ref = part.id or part.name or path
    name = part.name or " ".join("".join(char if char.isprintable() else " " for char in ref).split())
    return ref, name or "nameless"


def _report_names(lookup: Lookup) -> None:
    parts: list[Person | Thing] = [*lookup.people, *lookup.things]
    for part in parts:
        if part.typed != part.name:
            lookup.report.note(part.path, f"{part.name!r} cannot be typed safely; {part.typed!r} is understood too.")
    seen: dict[tuple[str, ...], Room] = {}
    for room in lookup.rooms:
        other = seen.setdefault(words_of(room.name), room)
        if other is not room:
            lookup.report.warn(room.path, f"it is called as {other.path} is; a player can hardly tell them apart.")


def _place_things(lookup: Lookup) -> None:
    for thing in lookup.things:
        _put_into(lookup, thing)
    steps = lookup.graph.quest.steps if lookup.graph.quest else ()
    stay = {step.to if step.do == "put" else step.what for step in steps if step.do in ("put", "open", "unlock")}
    chains: dict[Thing, list[Thing]] = {}
    for thing in lookup.things:
        chain = thing.holders
        outermost = chain[-1] if chain else thing
        if outermost.holder is not None:  # it goes round in a circle: where it is, and all that follows, is unknown
            if thing in chain:
                lookup.report.problem(f"{thing.path}.where", f"{thing.name!r} is inside of itself.")
            continue
        chains[thing] = chain
        if len(chain) > MAX_INSIDE:
            lookup.report.problem(f"{thing.path}.where", f"{thing.name!r} is in over {MAX_INSIDE} things at once.")
            continue
        thing.room, thing.person = outermost.room, outermost.person
        _fix(lookup.report, thing, stays=thing.ref in stay)
    for thing, chain in chains.items():
        thing.inside = tuple(holder for holder in reversed(chain) if holder.is_shut)
        _report_thing(lookup.report, thing)


def _put_into(lookup: Lookup, thing: Thing) -> None:
    where, path, report = thing.source.where, f"{thing.path}.where", lookup.report
    spot = lookup.parts.get(where or "")
    if where is None:
        report.problem(path, f"{thing.name!r} is nowhere: name a room, a container, a person or {PLAYER!r}.")
    elif where == PLAYER:
        return
    elif isinstance(spot, Room):
        thing.room = spot
    elif isinstance(spot, Person):
        thing.person = spot
    elif isinstance(spot, Thing):
        thing.holder = spot
        if not (spot.source.container or spot.source.supporter):
            report.problem(path, f"{where!r} is neither a container nor a supporter.")
    else:
        lookup.find(Room, where, path, "room, object or person")


def _fix(report: WorldReport, thing: Thing, *, stays: bool) -> None:
    source = thing.source
    holds = source.container or source.supporter
    portable = source.portable if source.portable is not None else not holds
    if thing.room is None:
        if not portable or source.state == "locked":
            report.note(thing.path, f"{thing.name!r} is carried, so it is portable and not locked in the game.")
        return
    locked = source.container and source.state == "locked"
    thing.fixed = not portable or locked or (holds and stays)
    if portable and thing.fixed:
        report.note(thing.path, f"{thing.name!r} can be opened or filled, so it stays where it is in the game.")


def _report_thing(report: WorldReport, thing: Thing) -> None:
    source = thing.source
    if source.state != "open" and not source.container:
        report.warn(f"{thing.path}.state", "only containers are closed or locked; this is ignored.")
    if source.key is not None and not (source.container and source.state == "locked"):
        report.note(f"{thing.path}.key", "it is not locked, so the key opens nothing here.")
    if source.container and source.state == "closed" and not thing.fixed:
        report.note(thing.path, f"{thing.name!r} is a plain thing in the game and need not be opened.")
    if thing.holder is not None and not thing.holder.is_shut:
        lying = f"in the game {thing.name!r} lies in the room, free to be taken, beside {thing.holder.name!r}."
        carried = f"in the game whoever has {thing.holder.name!r} has {thing.name!r} too, as a thing of its own."
        report.note(thing.path, lying if thing.room is not None else carried)
    if thing.is_shut and source.state == "locked" and source.key is None:
        report.warn(thing.path, f"{thing.name!r} is locked and has no key: what is in it stays there.")
    if thing.fixed and source.food:
        report.note(thing.path, f"{thing.name!r} is fixed, so it cannot be eaten.")


def add_ways(lookup: Lookup) -> None:
    """The ways out of each room, at most one to each other room; a warning for each that is one-way."""
    for room in lookup.rooms:
        seen: dict[str, str] = {}
        found: dict[Room, list[Way]] = {}
        for label, source in room.source.exits.items():
            path = f"{room.path}.exits.{label if label.isidentifier() else repr(label)}"
            way = _way(lookup, room, label, source, path)
            if way is None:
                continue
            key = way.label.casefold()
            if key in seen:
                lookup.report.problem(path, f"this is the same way as {seen[key]!r}.")
            seen.setdefault(key, label)
            found.setdefault(way.to, []).append(way)
        room.ways = [_merged(lookup.report, ways) for ways in found.values()]
    joined = {(way.room, way.to): way for room in lookup.rooms for way in room.ways}
    for (room, to), way in joined.items():
        if (to, room) not in joined:
            lookup.report.warn(way.path, f"one-way: no way leads back from {to.name!r} to {room.name!r}.")


def _way(lookup: Lookup, room: Room, label: str, source: ExitGraph, path: str) -> Way | None:
    if source.to is None:
        lookup.report.problem(path, "it leads nowhere: say `to` which room.")
        return None
    to = lookup.find(Room, source.to, path, "room")
    if to is room:
        lookup.report.note(path, "it leads back to where it begins and is left out.")
    if to is None or to is room:
        return None
    return Way(room=room, to=to, label=DIRECTIONS.get(label.casefold(), label), path=path, source=source)


def _merged(report: WorldReport, ways: Sequence[Way]) -> Way:
    """One way of several to the same room: the first that is not locked."""
    free = [way for way in ways if way.source.door is None or way.source.door.state != "locked"]
    kept = (free or ways)[0]
    for way in ways:
        if way is not kept:
            report.note(way.path, f"it leads where {kept.path} does; in the game they are one way.")
    kept.others = tuple(way.label for way in ways if way is not kept)
    return kept


def start_room(lookup: Lookup) -> Room | None:
    """Where the game begins; None and a problem if the file does not say."""
    if lookup.graph.start is None:
        lookup.report.problem("start", "there is no start room: say in which room the player begins.")
        return None
    return lookup.find(Room, lookup.graph.start, "start", "room")
