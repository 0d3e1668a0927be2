"""A world whose names have been looked up: rooms, ways, doors, things, people and steps that know each other."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from app.interchange.worlds.model import (
    Deed,
    DoorGraph,
    ExitGraph,
    ObjectGraph,
    PersonGraph,
    RoomGraph,
    StepGraph,
    WorldGraph,
)
from app.models.base import Frozen
from app.scenarios.scenario_rules import Problem

PLAYER = "player"
"""What a thing that the player has with it names as its place."""


class Findings(Frozen):
    """What there is to say of a file: what makes it unplayable, what may be a mistake, what was simplified."""

    problems: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()
    notes: tuple[Problem, ...] = ()


@dataclass
class Report:
    """Findings while they are gathered."""

    problems: list[Problem] = field(default_factory=list)
    warnings: list[Problem] = field(default_factory=list)
    notes: list[Problem] = field(default_factory=list)

    def problem(self, where: str, what: str) -> None:
        self.problems.append(Problem(where=where, what=what))

    def warn(self, where: str, what: str) -> None:
        self.warnings.append(Problem(where=where, what=what))

    def note(self, where: str, what: str) -> None:
        self.notes.append(Problem(where=where, what=what))


@dataclass(eq=False)
class Part:
    """What rooms, things, people and doors have in common.

    ``ref`` is what the file calls it, ``name`` what the game does, ``typed`` what is typed for it, ``id`` its id in
    the scenario; ``path`` leads back to the file.
    """

    ref: str
    path: str
    name: str
    typed: str
    id: str


@dataclass(eq=False)
class Room(Part):
    """A room and the ways out of it, one for each room that they lead to."""

    source: RoomGraph
    ways: list["Way"] = field(default_factory=list)


@dataclass(eq=False)
class Door(Part):
    """A door between two rooms. ``walled``: it is locked and has no key, so that there is no way."""

    source: DoorGraph
    rooms: tuple[Room, Room]
    state: str = "closed"
    key: "Thing | None" = None
    far: Room | None = None
    """The room that can be reached only through this door: whoever has been there has opened it."""

    shown: bool = False
    """Whether the door itself can be examined and opened, beside the ways through it."""

    @property
    def is_locked(self) -> bool:
        return self.state == "locked" and self.key is not None

    @property
    def is_walled(self) -> bool:
        return self.state == "locked" and self.key is None


@dataclass(eq=False)
class Way:
    """A way from a room to another. ``label`` is the direction, or what the file calls the way."""

    room: Room
    to: Room
    label: str
    path: str
    source: ExitGraph
    door: Door | None = None
    others: tuple[str, ...] = ()
    """Labels of further ways from the same room to the same."""
    name: str = ""
    typed: str = ""
    aliases: tuple[str, ...] = ()


@dataclass(eq=False)
class Person(Part):
    """Somebody, and where."""

    source: PersonGraph
    room: Room | None = None
    holds: list["Thing"] = field(default_factory=list)


@dataclass(eq=False)
class Thing(Part):
    """An object: in a room, with a person, or with the player (neither).

    ``fixed`` ones stay and become features of their room. ``inside`` are the containers around it that have to be
    opened before it can be taken, the outermost first.
    """

    source: ObjectGraph
    room: Room | None = None
    person: Person | None = None
    holder: "Thing | None" = None
    fixed: bool = False
    key: "Thing | None" = None
    inside: tuple["Thing", ...] = ()

    def chain(self) -> "list[Thing] | None":
        """What it lies in or on, the innermost first; None if that goes round in a circle."""
        found: list[Thing] = []
        holder = self.holder
        while holder is not None:
            if holder is self or holder in found:
                return None
            found.append(holder)
            holder = holder.holder
        return found

    @property
    def holds_itself(self) -> bool:
        """Whether it is part of such a circle, and does not only lie in one."""
        holder, seen = self.holder, set[Thing]()
        while holder is not None and holder not in seen and holder is not self:
            seen.add(holder)
            holder = holder.holder
        return holder is self

    @property
    def is_carried(self) -> bool:
        """Whether a person or the player has it; False also where it is nowhere."""
        outermost = (self, *(self.chain() or ()))[-1]
        return self.person is not None or outermost.source.where == PLAYER

    @property
    def is_shut(self) -> bool:
        """Whether it has to be opened in the game."""
        return self.fixed and self.source.container and self.source.state != "open"

    @property
    def to_open(self) -> tuple["Thing", ...]:
        """What has to be opened before something can be put into it, the outermost first."""
        return (*self.inside, self) if self.is_shut else self.inside

    @property
    def is_sealed(self) -> bool:
        """Whether it, or what it is in, is locked and has no key."""
        return any(thing.source.state == "locked" and thing.key is None for thing in self.to_open)

    @property
    def preposition(self) -> str:
        """``in`` a container, ``on`` a supporter."""
        return "in" if self.source.container else "on"


@dataclass(eq=False)
class Step:
    """A step of the quest with what it names."""

    do: Deed
    source: StepGraph
    path: str
    what: Thing | Room | Person | Door | None = None
    to: Thing | Room | Person | None = None
    about: int = 0
    """Which of the person's topics is asked for."""
    keeps: bool = False
    """Whether what is put somewhere stays in the party's hands, since it is needed elsewhere."""


@dataclass
class World:
    """All of it."""

    graph: WorldGraph
    start: Room
    rooms: list[Room]
    things: list[Thing]
    people: list[Person]
    doors: list[Door]
    steps: list[Step]

    def ways(self) -> Iterator[Way]:
        """Every way."""
        for room in self.rooms:
            yield from room.ways
