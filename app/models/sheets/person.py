"""The people of a scenario as an author writes them: their character, their topics and their voices."""

from collections.abc import Callable
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated

from pydantic import Field

from app.models.base import Frozen, FrozenMapping, Id, Name, Named, Prose, Shared
from app.models.sheets.condition import Attitude, Condition
from app.models.sheets.described import Described
from app.models.sheets.fact import FactSheet
from app.models.sheets.lore import LoreSheet


class DistortionKind(StrEnum):
    """The kind of a distortion of memories."""

    PARANOID = "paranoid"
    DEPRESSED = "depressed"
    TRAUMA = "trauma"


class DistortionSheet(Frozen):
    """A distortion of a person's memories; ``triggers`` are the words that bring a trauma back."""

    kind: DistortionKind
    triggers: tuple[Name, ...] = Field(default=(), max_length=24)
    about: str = Field(default="", max_length=300, description="what a trigger brings back: 'the fire at the mill'")


class Pronouns(StrEnum):
    """The pronouns of a person."""

    HE = "he"
    SHE = "she"
    THEY = "they"


SpokenOfAs = Annotated[  # saved only where the author says so
    Pronouns | None,
    Field(exclude_if=lambda pronouns: pronouns is None, description="the pronouns of the person; null: any pronoun"),
]


class TopicSheet(Named):
    """A topic that a person can tell, in that person's own words, with its consequences."""

    name: Name = Field(description="as one asks for it: 'the bell'")
    aliases: tuple[Name, ...] = ()
    text: Prose = Field(description="the person's words, without quotation marks")
    again: Prose = Field(default="", description="shorter words for when it is asked once more")
    condition: Condition | None = None
    refusal: Prose = Field(default="", description="the person's words while the condition does not hold")
    places: tuple[Id, ...] = Field(
        default=(), description="the only places where the person tells it; empty for anywhere"
    )
    elsewhere: Prose = Field(default="", description="the person's words when asked for it in any other place")
    facts: tuple[FactSheet, ...] = Field(
        default=(),
        exclude_if=lambda facts: not facts,
        description="short answers to questions that the text invites, while the topic can be told",
    )
    starts_quest: Id | None = None
    gives_item: Id | None = None
    reveals_secret: Id | None = None
    sets_attitude: Attitude | None = None


class VoiceSheet(Frozen):
    """The lines of a person that is played without a model: variants of one line each, with ``{player}`` and the like.

    ``returning`` and ``promise`` also have ``{memory}``: a memory in the person's own words, one or two full sentences.
    """

    greeting: tuple[Prose, ...] = ()
    returning: tuple[Prose, ...] = Field(default=(), description="on meeting again; {memory}, {player}")
    promise: tuple[Prose, ...] = Field(default=(), description="on meeting again after a promise; {memory}, {player}")
    unknown: tuple[Prose, ...] = Field(default=(), description="asked for what it cannot tell; {player}, {topics}")
    no_more: tuple[Prose, ...] = Field(default=(), description="asked for more of a matter than it knows; {matter}")
    recalled: tuple[Prose, ...] = Field(default=(), description="telling what it remembers; {memory}")
    introduction: tuple[Prose, ...] = Field(default=(), description="asked who it is; {name}, {Trade}")
    farewell: tuple[Prose, ...] = Field(default=(), description="answers to a farewell; {player}")
    to_thanks: tuple[Prose, ...] = Field(default=(), description="answers to thanks; {player}")
    to_request: tuple[Prose, ...] = Field(default=(), description="asked for what it does not give or do; {player}")
    thanks: tuple[Prose, ...] = Field(default=(), description="given something; {player}, {item}")
    small_talk: tuple[Prose, ...] = Field(default=(), description="answers to a remark; {player}")
    gestures: tuple[Prose, ...] = Field(default=(), description="what it does while speaking: 'Mara wipes the bar.'")


class PlacedVoiceSheet(VoiceSheet):
    """Lines for certain places, or while a condition holds, only: then they are added to the others."""

    places: tuple[Id, ...] = Field(default=(), description="the only places; empty for anywhere")
    condition: Condition | None = None


class WhenBeaten(StrEnum):
    """What a person does whose health is at its lowest value."""

    SURRENDERS = "surrenders"
    FLEES = "flees"
    DIES = "dies"


class NPCSheet(Described, Shared):
    """A person as the author wrote it. Texts are for the narrator unless their field says otherwise."""

    aliases: tuple[Name, ...] = ()
    age: int | None = Field(default=None, ge=0)
    pronouns: SpokenOfAs = None
    occupation: str = ""
    archetype: str = ""
    description: Prose
    background: Prose = ""
    communication_style: Prose = ""
    decision_style: Prose = ""
    traits: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    goals: tuple[str, ...] = ()
    home_location: Id | None = None
    work_location: Id | None = None
    start_location: Id | None = Field(default=None, description="where it is when the game opens")
    stays_at: tuple[Id, ...] = Field(default=(), description="the only places where it goes; empty for anywhere")
    stays_until: Condition | None = Field(default=None, description="what sets it free to go anywhere")
    has_mind: bool = Field(
        default=True, exclude_if=lambda has_mind: has_mind, description="whether it plans, acts and reflects by itself"
    )
    attitude: Attitude = Attitude.NEUTRAL
    items: tuple[Id, ...] = ()
    wants: tuple[Id, ...] = Field(default=(), description="items it accepts as a gift; others it hands back")
    sells: tuple[Id, ...] = Field(default=(), description="items that it sells at their price while it has them")
    buys: tuple[Id, ...] = Field(default=(), description="items that it buys at their price")
    joins: Condition | None = Field(default=None, description="when it goes with the party if asked; null: never")
    when_beaten: WhenBeaten = WhenBeaten.SURRENDERS
    topics: tuple[TopicSheet, ...] = ()
    voice: VoiceSheet = VoiceSheet()
    voices: tuple[PlacedVoiceSheet, ...] = ()
    schedule_hints: tuple[str, ...] = ()
    examples: Prose = Field(default="", description="example dialogue: how it talks, never what was said in a game")
    lore: tuple[LoreSheet, ...] = Field(
        default=(), description="what it knows from the start in addition to its topics"
    )
    distortions: tuple[DistortionSheet, ...] = ()
    extensions: FrozenMapping = Field(
        default_factory=lambda: MappingProxyType({}), description="fields of other formats, kept for an export"
    )

    def lines(self, kind: str, place_id: str, holds: Callable[[Condition], bool]) -> tuple[str, ...]:
        """Return the person's lines at a place, as the game is now.

        Args:
            kind: The name of a field of `VoiceSheet`; an unknown one has no lines.
            place_id: The place.
            holds: Whether a condition holds.
        """
        fitting = (voice for voice in self.voices if not voice.places or place_id in voice.places)
        voices = (self.voice, *(voice for voice in fitting if voice.condition is None or holds(voice.condition)))
        return tuple(line for voice in voices for line in getattr(voice, kind, ()))


class FigureSheet(Named):
    """A person of the story who never appears, as the dead and the absent. Everybody knows its description."""

    aliases: tuple[Name, ...] = ()
    pronouns: SpokenOfAs = None
    description: Prose = ""

    @property
    def lore(self) -> tuple[LoreSheet, ...]:
        """The description as lore that everybody may know."""
        return (LoreSheet(text=self.description, keys=(self.name, *self.aliases)),) if self.description else ()
