"""The way through a world: what can be reached at all, and a walkthrough of shortest paths from step to step."""

from collections import deque
from collections.abc import Iterable

from app.interchange.worlds.names import DIRECTIONS, ENGINE_DIRECTIONS, the, with_article
from app.interchange.worlds.parts import Door, Person, Room, Step, Thing, Way, World, WorldReport
from app.interchange.worlds.steps import in_playing_order
from app.scenarios.scenario_reach import reachable

MAX_LINES = 2000
MAX_DEPTH = 60  # keys behind locks whose keys are behind locks …: beyond that no walkthrough is made


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
    linked = reachable(world.start.id, {room.id: [way.to.id for way in room.ways] for room in world.rooms})
    for room in world.rooms:
        if room.id not in linked:
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


class Walk:
    """A party that walks through the world; ``lines`` is what it types, ``eaten_in`` the rooms where it eats."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.lines: list[str] = []
        self.eaten_in: dict[Step, Room] = {}
        self._now = Situation(world)
        self._had = set(self._now.held)
        self._seen = {world.start}
        self._depth = 0

    def go(self, room: Room) -> bool:
        """Walk to a room, fetching the keys of locked doors on the way first; False if there is no way."""
        while room is not self._now.room:
            reach = Reach(self._now)
            if room not in reach.came_by:
                return False
            path = reach.path_to(room)
            keys = [door.key for way in path if (door := self._locked_door(way)) is not None]
            missing = next((key for key in keys if key is not None and key not in self._now.held), None)
            if missing is None:
                for way in path:
                    self._pass(way)
            elif not self.fetch(missing):
                return False
        return True

    def fetch(self, thing: Thing) -> bool:
        """Get hold of a thing; False if that is impossible from here."""
        if thing in self._now.held:
            return True
        spot = self._now.spot.get(thing)
        if spot is None or self._depth >= MAX_DEPTH or thing not in Reach(self._now).things:
            return False
        self._depth += 1
        room = spot.room if isinstance(spot, Person) else spot
        name = the(thing.typed)
        line = f"ask {spot.typed} for {name}" if isinstance(spot, Person) else f"take {name}"
        done = room is not None and self._type(line, room, thing.inside)
        self._depth -= 1
        if done:
            self._now.take(thing)
            self._had.add(thing)
        return done

    def open(self, lock: Thing | Door) -> bool:
        if lock in self._now.opened:
            return True
        around = lock.inside if isinstance(lock, Thing) else ()
        if not all(self.open(holder) for holder in around):
            return False
        if is_locked(lock) and (lock.key is None or not self.fetch(lock.key)):
            return False
        sides = lock.rooms if isinstance(lock, Door) else (lock.room,)
        reach = Reach(self._now)
        reached = [room for room in sides if room in reach.came_by]
        room = min(reached, key=lambda side: len(reach.path_to(side)), default=None)
        if room is None or not self.go(room):
            return False
        if lock not in self._now.opened:
            self._open_here(lock)
        return True

    def _open_here(self, lock: Thing | Door) -> None:
        key = lock.key if is_locked(lock) else None
        self.lines.append(f"unlock {the(lock.typed)} with {the(key.typed)}" if key else f"open {the(lock.typed)}")
        self._now.opened.add(lock)

    def _locked_door(self, way: Way) -> Door | None:
        """The door of a way that has to be unlocked yet."""
        return way.door if way.door is not None and way.door.is_locked and way.door not in self._now.opened else None

    def _pass(self, way: Way) -> None:
        if (door := self._locked_door(way)) is not None:
            self._open_here(door)
        by_label = way.label in ENGINE_DIRECTIONS or (way.typed == way.label and way.label in DIRECTIONS)
        self.lines.append(f"go {way.label}" if by_label else f"go by {the(way.typed)}")
        self._now.room = way.to
        self._seen.add(way.to)

    def do(self, step: Step) -> bool:
        match step:
            case (
                Step(do="go", to=Room() as room)
                | Step(do="examine", what=Room() as room)
                | Step(do="examine", what=Person(room=Room() as room))
            ):
                return room in self._seen or self.go(room)
            case Step(do="open" | "unlock", what=Thing() | Door() as lock) | Step(do="examine", what=Door() as lock):
                return self.open(lock)
            case Step(do="examine", what=Thing(fixed=True, is_shut=True) as thing):
                return self.open(thing)
            case Step(do="examine", what=Thing(fixed=True, room=Room() as room) as thing):
                return self._type(f"examine {the(thing.typed)}", room, thing.inside)
            case Step(do="take" | "examine", what=Thing() as thing):
                return thing in self._had or self.fetch(thing)
            case Step(do="ask", to=Person(room=Room() as room) as person):
                return self._type(f"ask {person.typed} about {the(person.source.topics[step.about].about)}", room)
            case Step(do="eat", what=Thing() as thing) if self.fetch(thing):
                self.eaten_in[step] = self._now.room
                self._now.held.pop(thing, None)
                return self._type(f"eat {the(thing.typed)}", self._now.room)
            case Step(do="put" | "bring" | "give", what=Thing() as thing, to=(Room() | Person() | Thing()) as target):
                return self._hand_over(thing, target, keeps=step.keeps)
        return False

    def _type(self, line: str, room: Room, shut: Iterable[Thing] = ()) -> bool:
        """Type the line in a room, once what is shut is open; False if one of them is out of reach."""
        if not all(self.open(holder) for holder in shut) or not self.go(room):
            return False
        self.lines.append(line)
        return True

    def _hand_over(self, thing: Thing, target: Room | Person | Thing, *, keeps: bool) -> bool:
        room = target if isinstance(target, Room) else target.room
        if room is None or not self.fetch(thing):
            return False
        match target:
            case Person():
                done = self._type(f"give {the(thing.typed)} to {target.typed}", room)
            case Thing():
                line = f"put {the(thing.typed)} {target.preposition} {the(target.typed)}"
                done = self._type(line, room, target.to_open)
            case Room():
                done = self._type(f"put {the(thing.typed)} in {with_article(room.typed)}", room)
        if done and isinstance(target, Person):
            self._now.put(thing, target)
        elif done and not keeps:
            self._now.held.pop(thing, None)
        return done


def walkthrough(world: World, report: WorldReport) -> Walk:
    """The party at the end of the quest; with no lines, and a warning, where no way was found."""
    walk = Walk(world)
    stuck = next((step for step in in_playing_order(world) if not walk.do(step)), None)
    unseen = None if world.steps else next((room for room in world.rooms if not walk.go(room)), None)
    if stuck is not None:
        report.warn(stuck.path, "no walkthrough: from where the steps before it end, no way was found to do this.")
    elif unseen is not None:
        report.warn(unseen.path, "no walkthrough: from the rooms before, no way was found here.")
    elif len(walk.lines) > MAX_LINES:
        report.note("quest", f"the walkthrough would have {len(walk.lines):,} lines and is left out.")
    else:
        walk.lines = walk.lines or ["wait"]  # all is done already; it is found out when something happens
        return walk
    walk.lines.clear()
    return walk
