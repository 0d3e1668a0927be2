"""Orders of a character's player or agent, about its memory and goals."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from app.events.commands.memory import MAX_SUBJECTS, MemoryText
from app.events.commands.mind import Line, Words
from app.models.base import Name
from app.models.command import Command, PersonCommand
from app.models.memory import MemoryKind
from app.models.memory_id import MemoryId

FormedKind = Literal[  # what a character may keep by itself; the other kinds are made by captures, plans and gifts
    MemoryKind.OBSERVATION, MemoryKind.REFLECTION, MemoryKind.EMOTIONAL, MemoryKind.PROCEDURAL, MemoryKind.SEMANTIC
]


class SeedMemoriesCommand(Command):
    """Bring gifted memories up to date with the sheets: what has changed is superseded, all else stays."""

    kind: Literal["seed_memories"] = "seed_memories"


class FormMemoryCommand(PersonCommand):
    """Let a person keep something in memory, as of now and where it is."""

    kind: Literal["form_memory"] = "form_memory"
    text: MemoryText
    memory_kind: FormedKind = MemoryKind.OBSERVATION
    importance: float | None = Field(default=None, ge=1, le=10, allow_inf_nan=False, description="None: it is reckoned")
    subjects: tuple[Name, ...] = Field(default=(), max_length=MAX_SUBJECTS, description="whom it is about: ids, names")


class ReinforceMemoryCommand(PersonCommand):
    """Strengthen a person's memory: it decays more slowly from now on."""

    kind: Literal["reinforce_memory"] = "reinforce_memory"
    memory_id: MemoryId


class AssociateMemoriesCommand(PersonCommand):
    """Link two memories of one person by a relation; the link is a memory with both as its evidence."""

    kind: Literal["associate_memories"] = "associate_memories"
    first_id: MemoryId
    second_id: MemoryId
    relation: Annotated[Line, AfterValidator(str.strip), Field(min_length=1, max_length=1000, pattern=r"\S")]


class UpdateGoalCommand(PersonCommand):
    """Note how far a person's goal has come, from 0 to 100."""

    kind: Literal["update_goal"] = "update_goal"
    goal_id: str = Field(pattern=r"^goal-[0-9]{1,3}$")
    progress: int = Field(ge=0, le=100)
    note: Words


class PlayCharacterCommand(PersonCommand):
    """Let somebody else decide what a person does for some game minutes: meanwhile its own mind moves it nowhere."""

    kind: Literal["play_character"] = "play_character"
    minutes: int = Field(default=60, ge=0, le=24 * 60)
