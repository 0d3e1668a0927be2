"""The file format of worlds as plain graphs; what must hold between the parts is in `check`."""

import json
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, StringConstraints, ValidationError, model_validator
from pydantic_core import PydanticCustomError

from app.errors import InvalidInput
from app.interchange.bounded import check_value
from app.models.base import Frozen, has_control_characters
from app.scenarios.scenario_check import form_problems, read_object
from app.scenarios.scenario_rules import Problem

MAX_WORLD_BYTES = 2 * 2**20
MAX_ROOMS = 300
MAX_EXITS = 16  # of one room
MAX_DOORS = 400
MAX_OBJECTS = 1000
MAX_INSIDE = 8  # containers around one thing
MAX_PEOPLE = 100
MAX_TOPICS = 20  # of one person
MAX_STEPS = 100
MAX_ALIASES = 8
MAX_LABEL = 80  # characters of a name: shorter than the game's own limit, since names become part of others
MAX_TEXT = 3000  # characters of a text, for the same reason


def _one_line(text: str) -> str:
    text = text.strip()
    if not text:
        raise PydanticCustomError("blank", "this must not be blank")
    if has_control_characters(text) or "\n" in text or "\t" in text:
        raise PydanticCustomError("control", "this must be one line without control characters")
    return text


def _clean(text: str) -> str:
    text = text.replace("\r\n", "\n").strip()
    if has_control_characters(text):
        raise PydanticCustomError("control", "the text holds control characters")
    return text


def _exact_line(text: str) -> str:
    if text != _one_line(text):
        raise PydanticCustomError("padded", "the name of a way must not begin or end with a blank")
    return text


Label = Annotated[str, StringConstraints(max_length=MAX_LABEL), AfterValidator(_one_line)]
WayLabel = Annotated[str, StringConstraints(max_length=MAX_LABEL), AfterValidator(_exact_line)]
Text = Annotated[str, StringConstraints(max_length=MAX_TEXT), AfterValidator(_clean)]
Ref = Annotated[str, StringConstraints(min_length=1, max_length=MAX_LABEL)]
"""What a part of the file is called by others: its ``id``, or its ``name`` where it has none. Any text."""


class DoorGraph(Frozen):
    """A door in a way. Both sides of a way share one door; it is enough to describe it on one of them."""

    id: Ref | None = None
    name: Label | None = None
    description: Text = ""
    state: Literal["open", "closed", "locked"] | None = None
    key: Ref | None = Field(default=None, description="the object that opens it, if it is locked")


class ExitGraph(Frozen):
    """A way out of a room; in the file the room's name alone is enough."""

    to: Ref | None = None
    name: Label | None = None
    description: Text = ""
    door: DoorGraph | None = None

    @model_validator(mode="before")
    @classmethod
    def _from_name(cls, value: Any) -> Any:
        if isinstance(value, str):
            return {"to": value}
        if not isinstance(value, dict | cls):
            raise PydanticCustomError("way", "this must be a room's name, or an object that says `to` which room")
        return value


class PartGraph(Frozen):
    id: Ref | None = None
    name: Label | None = None
    aliases: Annotated[tuple[Label, ...], Field(max_length=MAX_ALIASES)] = ()
    description: Text = ""


class RoomGraph(PartGraph):
    """A room; ``exits`` by direction, or by the name of the way."""

    exits: dict[WayLabel, ExitGraph] = Field(default={}, max_length=MAX_EXITS)


class ObjectGraph(PartGraph):
    """A thing; ``where`` names a room, a container or supporter, a person, or ``player``."""

    where: Ref | None = None
    portable: bool | None = Field(default=None, description="by default all but containers and supporters are")
    container: bool = False
    supporter: bool = False
    state: Literal["open", "closed", "locked"] = "open"
    key: Ref | None = None
    food: bool = False


class TopicGraph(Frozen):
    about: Label
    text: Text


class PersonGraph(PartGraph):
    where: Ref | None = None
    topics: Annotated[tuple[TopicGraph, ...], Field(max_length=MAX_TOPICS)] = ()


Action = Literal["take", "put", "bring", "go", "open", "unlock", "give", "examine", "eat", "ask"]


class StepGraph(Frozen):
    """One step of the quest; which of ``what`` and ``to`` it needs depends on ``do``."""

    do: Action
    what: Ref | None = None
    to: Ref | None = None
    text: Text = Field(default="", description="what the player reads when it is done")


class QuestGraph(Frozen):
    name: Label = "The task"
    description: Text = ""
    ordered: bool = False
    steps: tuple[StepGraph, ...] = Field(min_length=1, max_length=MAX_STEPS)
    end: Text = Field(default="", description="what the player reads at the end")


class WorldGraph(Frozen):
    version: Literal[1] = 1
    title: Label
    author: Label | None = None
    language: Label = "en"
    summary: Text = Field(default="", description="for whoever chooses a scenario")
    premise: Text = Field(default="", description="for the narrator: what it is about, its tone")
    intro: Text = Field(default="", description="what the player reads first")
    start: Ref | None = None
    rooms: Annotated[tuple[RoomGraph, ...], Field(max_length=MAX_ROOMS)] = ()
    objects: Annotated[tuple[ObjectGraph, ...], Field(max_length=MAX_OBJECTS)] = ()
    people: Annotated[tuple[PersonGraph, ...], Field(max_length=MAX_PEOPLE)] = ()
    quest: QuestGraph | None = None


def read_graph(data: bytes) -> WorldGraph | tuple[Problem, ...]:
    """The world in a file, or everything that is wrong with its form; never raises."""
    if len(data) > MAX_WORLD_BYTES:
        return (Problem(where="file", what=f"it is larger than the {MAX_WORLD_BYTES // 2**20} MiB a world may have."),)
    raw = read_object(data, "a world")
    if isinstance(raw, Problem):
        return (raw,)
    try:
        check_value(raw, "it")
        return WorldGraph.model_validate_json(json.dumps(raw, ensure_ascii=False).encode(), strict=True)
    except InvalidInput as error:
        return (Problem(where="file", what=str(error)),)
    except ValidationError as error:
        return tuple(form_problems(error, raw))
