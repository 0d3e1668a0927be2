"""A person as its readers see it: for each field of `NPCSheet` that is shown at all, its readers and under which
heading. A new field is a row of `PROFILE`; prompts, seats, minds, gifted memories and the page are made of the rows."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from app.memory.prompt_data import clipped, data_line
from app.memory.stream.goals import open_goals
from app.models.state.game_state import GameState
from app.models.state.texts import description_now


class ProfileReader(StrEnum):
    """Who reads about a person."""

    NARRATOR = "narrator"
    """Who narrates a scene in which the person is."""
    ONLOOKER = "onlooker"
    """Another person in the same place, in one line."""
    ACQUAINTANCE = "acquaintance"
    """Another person who looks up what is common knowledge."""
    SELF = "self"
    """The model that speaks for the person in a turn."""
    SEAT = "seat"
    """The agent that has the person's seat."""
    MIND = "mind"
    """The mind that thinks for the person, also by rules."""
    PAGE = "page"
    """The game master, on the page and through the API."""
    MASTER = "master"
    """A model that is the game master of a scene in which the person is."""


class GiftPart(StrEnum):
    """The place of a field in the memories that a person has of itself from the start."""

    INTRODUCTION = "introduction"
    """In the sentence that begins with the name."""
    IDENTITY = "identity"
    BACKGROUND = "background"
    COMMUNICATION = "communication"
    DECISION = "decision"
    TRAITS = "traits"
    SKILLS = "skills"
    VALUES = "values"


Value = str | tuple[str, ...]


@dataclass(frozen=True)
class ProfileField:
    """A field of `NPCSheet`, or what is put together of several.

    Attributes:
        name: The name of the field.
        headings: By reader the heading under which it is read; readers that are not named do not read it.
        gift: The part of the gifted memories that it is in, and the beginning there (``gifted.begin-…``).
        read: Where it is not simply the field: returns it for a game and the id of a person.
    """

    name: str
    headings: Mapping[ProfileReader, str] = field(default_factory=dict)
    gift: tuple[GiftPart, str] | None = None
    read: Callable[[GameState, str], Value] | None = None

    def value(self, state: GameState, npc_id: str) -> Value:
        """Read the field of a person; "" or () where the sheet says nothing."""
        if self.read is not None:
            return self.read(state, npc_id)
        value: Value = getattr(state.sheets.npc(npc_id), self.name)
        return value


def _calling(state: GameState, npc_id: str) -> str:
    """``the one who waits, ropemaker``."""
    sheet = state.sheets.npc(npc_id)
    return ", ".join(part for part in (sheet.archetype, sheet.occupation) if part)


def _goals(state: GameState, npc_id: str) -> tuple[str, ...]:
    """What it wants now: goals change while a game is played."""
    return tuple(goal.text for goal in open_goals(state, npc_id))


def _look(state: GameState, npc_id: str) -> str:
    """How it looks now: descriptions may depend on the game."""
    return description_now(state, state.sheets.npc(npc_id))


_READ = ProfileReader
PROFILE = (
    ProfileField("calling", {_READ.SEAT: "Are", _READ.MIND: "calling"}, read=_calling),
    ProfileField(
        "occupation",
        {_READ.ACQUAINTANCE: "occupation", _READ.PAGE: "occupation", _READ.MASTER: "trade"},
        (GiftPart.INTRODUCTION, "occupation"),
    ),
    ProfileField("archetype", gift=(GiftPart.INTRODUCTION, "archetype")),
    ProfileField(
        "description",
        {
            _READ.NARRATOR: "description",
            _READ.ONLOOKER: "description",
            _READ.ACQUAINTANCE: "description",
            _READ.SELF: "Description",
            _READ.SEAT: "Look",
            _READ.MIND: "description",
            _READ.PAGE: "description",
            _READ.MASTER: "description",
        },
        (GiftPart.IDENTITY, "seen"),
        read=_look,
    ),
    ProfileField(
        "background",
        {
            _READ.SELF: "Background",
            _READ.SEAT: "Past",
            _READ.MIND: "background",
            _READ.PAGE: "Background",
            _READ.MASTER: "background",
        },
        (GiftPart.BACKGROUND, "background"),
    ),
    ProfileField(
        "communication_style",
        {
            _READ.NARRATOR: "speaks",
            _READ.SELF: "Manner of speech",
            _READ.SEAT: "Speak",
            _READ.MIND: "manner",
            _READ.PAGE: "Manner of speech",
            _READ.MASTER: "speaks",
        },
        (GiftPart.COMMUNICATION, "manner"),
    ),
    ProfileField("decision_style", {_READ.MIND: "deciding", _READ.PAGE: "Decisions"}, (GiftPart.DECISION, "decision")),
    ProfileField(
        "traits",
        {
            _READ.SELF: "Traits",
            _READ.SEAT: "Traits",
            _READ.MIND: "traits",
            _READ.PAGE: "Traits",
            _READ.MASTER: "traits",
        },
        (GiftPart.TRAITS, "traits"),
    ),
    ProfileField("skills", {_READ.MIND: "skills", _READ.PAGE: "Skills"}, (GiftPart.SKILLS, "skills")),
    ProfileField(
        "values",
        {_READ.SEAT: "Values", _READ.MIND: "values", _READ.PAGE: "Values", _READ.MASTER: "values"},
        (GiftPart.VALUES, "values"),
    ),
    ProfileField("goals", {_READ.SELF: "Goals"}, read=_goals),
)
"""In the order in which they are read."""


def profile(state: GameState, npc_id: str, reader: ProfileReader) -> dict[str, str]:
    """Describe a person to a reader.

    Args:
        state: The game.
        npc_id: The id of the person; NotFound for an unknown one.
        reader: Who reads it.

    Returns:
        The texts by their headings, in order; "" where the sheet says nothing, several words with commas between.
    """
    read = ((each, each.headings.get(reader)) for each in PROFILE)
    values = {heading: each.value(state, npc_id) for each, heading in read if heading is not None}
    return {heading: value if isinstance(value, str) else ", ".join(value) for heading, value in values.items()}


def profile_lines(texts: Mapping[str, str], most: int) -> Iterator[str]:
    """Make lines of a prompt of texts by their headings, as data, and each at most so many characters long."""
    yield from (f"{heading}: {data_line(clipped(text, most))}" for heading, text in texts.items() if text)


def glimpse(state: GameState, npc_id: str, most: int) -> str:
    """Return what is seen of a person at its place: one text as data, at most so many characters long."""
    seen = profile(state, npc_id, ProfileReader.ONLOOKER).values()
    return data_line(clipped(" ".join(text for text in seen if text), most))
