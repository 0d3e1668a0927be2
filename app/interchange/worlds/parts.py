"""A world whose names have been looked up: rooms, ways, doors, things, people and steps that know each other."""

from dataclasses import dataclass, field

from app.interchange.worlds import model
from app.models.sheets.scenario import ScenarioSheet
from app.scenarios.scenario_rules import Problem

PLAYER = "player"  # what a thing that the player has with it names as its place


@dataclass
class WorldReport:
    """What makes a file unplayable, what may be a mistake, what was simplified; the scenario if there is no problem."""

    problems: list[Problem] = field(default_factory=list)
    warnings: list[Problem] = field(default_factory=list)
    notes: list[Problem] = field(default_factory=list)
    sheet: ScenarioSheet | None = None

    def problem(self, where: str, what: str) -> None:
        self.problems.append(Problem(where=where, what=what))

    def warn(self, where: str, what: str) -> None:
        self.warnings.append(Problem(where=where, what=what))

    def note(self, where: str, what: str) -> None:
        self.notes.append(Problem(where=where, what=what))


@dataclass(eq=False)
class Part:
    """``ref``: its name in the file, ``name``: in the game, ``typed``: for a player to type; ``path``: in the file."""

    ref: str
    path: str
    name: str
    typed: str
    id: str


@dataclass(eq=False)
class Room(Part):
    source: model.RoomGraph
    ways: list["Way"] = field(default_factory=list)


@dataclass(eq=False)
class Door(Part):
    """``walled``: it is locked and has no key, so that there is no way."""

    source: model.DoorGraph
    rooms: tuple[Room, Room]
    key: "Thing | None" = None
    far: Room | None = None  # the one of the two rooms that can be reached only through this door
    shown: bool = False  # whether the door itself can be examined and opened, beside the ways through it

    @property
    def is_locked(self) -> bool:
        return self.source.state == "locked" and self.key is not None

    @property
    def is_walled(self) -> bool:
        return self.source.state == "locked" and self.key is None


@dataclass(eq=False)
class Way:
    """``label`` is the direction, or what the file calls the way."""

    room: Room
    to: Room
    label: str
    path: str
    source: model.ExitGraph
    door: Door | None = None
    others: tuple[str, ...] = ()  # labels of further ways from the same room to the same
    name: str = ""
    typed: str = ""
    aliases: tuple[str, ...] = ()


@dataclass(eq=False)
class Person(Part):
    source: model.PersonGraph
    room: Room | None = None


@dataclass(eq=False)
class Thing(Part):
    """An object: in a room, with a person, or with the player (neither). ``fixed`` ones become features of their room.
    ``inside`` are the containers that have to be opened before it can be taken, the outermost first."""

    source: model.ObjectGraph
    room: Room | None = None
    person: Person | None = None
    holder: "Thing | None" = None
    fixed: bool = False
    key: "Thing | None" = None
    inside: tuple["Thing", ...] = ()

    @property
    def holders(self) -> "list[Thing]":
        """What it lies in or on, each once, the innermost first; it is among them if it is inside of itself."""
        found: dict[Thing, None] = {}
        holder = self.holder
        while holder is not None and holder not in found:
            found[holder] = None
            holder = holder.holder
        return list(found)

    @property
    def is_carried(self) -> bool:
        """Whether a person or the player has it; False also where it is nowhere."""
        outermost = (self, *self.holders)[-1]
        return self.person is not None or outermost.source.where == PLAYER

    @property
    def is_shut(self) -> bool:
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
        return "in" if self.source.container else "on"


@dataclass(eq=False)
class Step:
    do: model.Action
    source: model.StepGraph
    path: str
    what: Thing | Room | Person | Door | None = None
    to: Thing | Room | Person | None = None
    about: int = 0  # which of the person's topics is asked for
    keeps: bool = False  # whether what is put somewhere stays in the party's hands, since it is needed elsewhere


@dataclass
class World:
    graph: model.WorldGraph
    start: Room
    rooms: list[Room]
    things: list[Thing]
    people: list[Person]
    doors: list[Door]
    steps: list[Step]

    @property
    def is_ordered(self) -> bool:
        return self.graph.quest is not None and self.graph.quest.ordered
