"""What a party can reach and get hold of in a world, and what it never can."""

from collections import deque
from collections.abc import Iterable

from app.interchange.worlds.parts import Door, Person, Room, Thing, Way, World, WorldReport, rooms_from


class Situation:
    def __init__(self, world: World) -> None:
        self.room = world.start
        self.held = {thing: None for thing in world.things if thing.room is None and thing.person is None}
        self.opened: set[Thing | Door] = set()
        self.spot: dict[Thing, Room | Person] = {}
        self._at: dict[Room | Person, dict[Thing, None]] = {}
        self._people: dict[Room, list[Person]] = {}
        for person in world.people:
            if person.room is not None:
                self._people.setdefault(person.room, []).append(person)
        for thing in world.things:
            spot = thing.room or thing.person
            if spot is not None and not thing.fixed:
                self.put(thing, spot)

    def at_hand(self, room: Room) -> list[Thing]:
        """What could be had in a room: what lies there, and what people there would hand over."""
        spots = (room, *self._people.get(room, ()))
        return [thing for spot in spots for thing in self._at.get(spot, ())]

    def put(self, thing: Thing, spot: Room | Person) -> None:
        self.held.pop(thing, None)
        self.spot[thing] = spot
        self._at.setdefault(spot, {})[thing] = None

    def take(self, thing: Thing) -> None:
        del self._at[self.spot.pop(thing)][thing]
        self.held[thing] = None

    def obstacle(self, wanted: Way | Thing, keys: set[Thing]) -> tuple[bool, Thing | None]:
        """Whether something blocks it for good, and the key that it waits for where these keys are at hand."""
        locks: Iterable[Door | Thing | None] = wanted.inside if isinstance(wanted, Thing) else (wanted.door,)
        for lock in locks:
            if lock is not None and is_locked(lock) and lock not in self.opened and lock.key not in keys:
                return lock.key is None, lock.key
        return False, None


class Reach:
    """What can be reached in a situation, if nothing is ever lost; looks at each part once, and again for each key."""

    def __init__(self, situation: Situation) -> None:
        self.came_by: dict[Room, Way | None] = {}
        self.things: set[Thing] = set()
        self._waiting: dict[Thing, list[Way | Thing]] = {}
        self._new: deque[Room | Thing] = deque()
        self._enter(situation.room, None)
        for thing in situation.held:
            self._get(thing)
        while self._new:
            found = self._new.popleft()
            next_ones: Iterable[Way | Thing] = (
                (*found.ways, *situation.at_hand(found)) if isinstance(found, Room) else self._waiting.pop(found, ())
            )
            for wanted in next_ones:
                blocked, key = situation.obstacle(wanted, self.things)
                if key is not None:
                    self._waiting.setdefault(key, []).append(wanted)
                elif not blocked and isinstance(wanted, Way):
                    self._enter(wanted.to, wanted)
                elif not blocked and isinstance(wanted, Thing):
                    self._get(wanted)

    def path_to(self, room: Room) -> list[Way]:
        ways: list[Way] = []
        while (way := self.came_by[room]) is not None:
            ways.append(way)
            room = way.room
        return ways[::-1]

    def _enter(self, room: Room, way: Way | None) -> None:
        if room not in self.came_by:
            self.came_by[room] = way
            self._new.append(room)

    def _get(self, thing: Thing) -> None:
        if thing not in self.things:
            self.things.add(thing)
            self._new.append(thing)


def check_reach(world: World, report: WorldReport) -> None:
    """Rooms and keys out of reach, steps that can never be done; a lock whose key is out of reach loses its key."""
    reach = Reach(Situation(world))
    linked = rooms_from(world.start)
    for room in world.rooms:
        if room not in linked:
            report.problem(room.path, f"no way leads to {room.name!r} from the start.")
        elif room not in reach.came_by:
            report.problem(room.path, f"nobody can get to {room.name!r}: the doors on the way stay locked.")
    locks: list[Door | Thing] = [*world.doors, *world.things]
    for lock in locks:
        if lock.key is not None and lock.key not in reach.things:
            what = f"nobody can ever have {lock.key.ref!r}, so {lock.name!r} stays locked in the game."
            report.warn(f"{lock.path}.key", what)
            lock.key = None
    for step in world.steps:
        for part in (step.what, step.to):
            if part is not None and not _is_reached(part, reach):
                report.problem(step.path, f"this can never be done: {part.ref!r} is out of reach.")


def _is_reached(part: Thing | Room | Person | Door, reach: Reach) -> bool:
    match part:
        case Room():
            return part in reach.came_by
        case Person():
            return part.room in reach.came_by
        case Door():
            return any(room in reach.came_by for room in part.rooms) and _has_key(part, reach)
        case Thing(fixed=True):
            return part.room in reach.came_by and all(_has_key(lock, reach) for lock in part.to_open)
    return part in reach.things


def _has_key(lock: Thing | Door, reach: Reach) -> bool:
    return not is_locked(lock) or lock.key in reach.things


def is_locked(lock: Door | Thing) -> bool:
    return lock.source.state == "locked"
