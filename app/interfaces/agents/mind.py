"""Thinking for a person: what a mind is asked, and what it answers. Plain values; a mind holds no game."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from pydantic import Field

from app.models.base import Frozen, Id, Prose
from app.models.clock import MINUTES_PER_DAY
from app.models.memory import MemoryKind, MemoryOrigin
from app.models.messages.payload import ConclusionPayload, Payload, Utterance
from app.models.messages.speech import SpeechAct
from app.models.minds.mind_state import OpenQuestion
from app.models.minds.plan import PLAN_HOUR, PlanItem, Purpose

LEAST_ITEMS, MOST_ITEMS = 5, 8  # of the plan of a whole day
_WHOLE_DAY_UNTIL = 9 * 60  # minute of the day
_FEW = 3  # memories
INTERVIEW_TOKENS = 5_000  # room for the 120 memories that are recalled for an interview


class BadAnswer(Exception):
    """A mind's answer that cannot be used; the text says why, for the next attempt and for the log."""


# -- what is asked ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Portrait:
    """Who somebody is, from its sheet and from what has become of it: data, never an instruction. ``manner`` is how it
    speaks, ``deciding`` how it decides; in words, ``state`` is its attitude, meters and activity, ``relationships``
    what it thinks of others, ``commitments`` what binds it, ``lately`` what it concluded last; as values, ``progress``
    of each goal is of 100, meters run from 0 to 100, ``feelings`` by id from -10 to +10."""

    npc_id: str
    name: str
    description: str = ""
    background: str = ""
    manner: str = ""
    deciding: str = ""
    traits: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    goals: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    state: str = ""
    relationships: tuple[str, ...] = ()
    occupation: str = ""
    age: int | None = None
    progress: tuple[int, ...] = ()
    commitments: tuple[str, ...] = ()
    lately: tuple[str, ...] = ()
    energy: float = 100.0
    hunger: float = 100.0
    mood: float = 50.0
    feelings: Mapping[Id, float] = field(default_factory=dict)
    names: Mapping[Id, str] = field(default_factory=dict)
    language: str = "en"


@dataclass(frozen=True)
class MemoryExcerpt:
    """A memory as a mind is shown it; ``game_time`` in minutes. ``payload`` says what it means (None: a plain text),
    ``text`` what a model is shown: as its owner perceives it, with the owner's own ``thought`` at the end, if any.
    ``names`` are its owner's names for the ids in it, ``score`` is what recall gave it for a question."""

    id: str
    text: str
    game_time: int | None = None
    importance: float | None = None
    payload: Payload | None = None
    kind: MemoryKind | None = None
    origin: MemoryOrigin | None = None
    subjects: tuple[str, ...] = ()
    place_id: Id | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    score: float | None = None
    thought: str = ""

    @property
    def happened(self) -> str:
        """The text without the thought: what a conclusion by rule is drawn from."""
        if not self.thought:
            return self.text
        return self.text.removesuffix(f"({self.thought})").removesuffix(self.thought).rstrip()


@dataclass(frozen=True)
class KnownPlace:
    id: str
    name: str
    type: str = ""
    tags: tuple[str, ...] = ()


@dataclass(frozen=True)
class KnownPerson:
    """Somebody a person knows of, or the party with its ``members``; ``relationship`` from -10 to +10."""

    id: str
    name: str
    relationship: float = 0.0
    members: tuple[str, ...] = ()


@dataclass(frozen=True)
class Occasion:
    """Something that a person knows of: where, when (``at``, game minutes), in whose words, and who gives it; the id of
    the commitment or memory that it is known from, since ``learned`` (game minutes) by ``teller_id``. ``is_bound``: it
    has agreed to come, or is the host."""

    place_id: Id
    at: int
    words: str
    host_id: str
    because: str
    is_bound: bool
    learned: int
    teller_id: str = ""
    with_ids: tuple[str, ...] = ()


@dataclass(frozen=True)
class ScoreRequest:
    """How important are these memories to this person, from 1 to 10?"""

    person: Portrait
    memories: tuple[MemoryExcerpt, ...]


@dataclass(frozen=True)
class PlanRequest:
    """What does this person do until 06:00 of the next day, or from now on after a ``surprise``? ``now`` is in minutes;
    ``left_undone`` is what yesterday left, ``planned`` what is planned already, ``remaining`` what of it is to come.
    ``occasions`` are those of the day, ``questions`` what it wants to know of somebody, with where that one lives."""

    person: Portrait
    now: int
    weekday: str
    places: tuple[KnownPlace, ...]
    home: str | None = None
    work: str | None = None
    people: tuple[KnownPerson, ...] = ()
    hints: tuple[str, ...] = ()
    left_undone: tuple[PlanItem, ...] = ()
    memories: tuple[MemoryExcerpt, ...] = ()
    surprise: str = ""
    visitor_id: Id | None = None
    is_danger: bool = False
    planned: tuple[str, ...] = ()
    occasions: tuple[Occasion, ...] = ()
    questions: tuple[tuple[OpenQuestion, Id], ...] = ()
    remaining: tuple[PlanItem, ...] = ()

    @property
    def is_of_whole_day(self) -> bool:
        """Whether the day has only begun, and nothing has surprised."""
        return not self.surprise and PLAN_HOUR <= self.now % MINUTES_PER_DAY <= _WHOLE_DAY_UNTIL


@dataclass(frozen=True)
class ReflectRequest:
    """What does this person conclude from its latest memories: patterns, relationships, lessons, feelings? ``earlier``
    is what it may rest on beside them: conclusions that stand, and what it is bound to. ``goals`` are those that it has
    not reached, by id; ``occasions`` lie ahead; ``concluded`` are (kind, about, value) of all conclusions that stand;
    ``names`` is what the ids of places and things in the memories are called."""

    person: Portrait
    now: int
    memories: tuple[MemoryExcerpt, ...]
    people: tuple[KnownPerson, ...] = ()
    places: tuple[str, ...] = ()
    earlier: tuple[MemoryExcerpt, ...] = ()
    goals: Mapping[str, str] = field(default_factory=dict)
    occasions: tuple[Occasion, ...] = ()
    concluded: frozenset[tuple[str, tuple[str, ...], str]] = frozenset()
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def all_memories(self) -> tuple[MemoryExcerpt, ...]:
        """What a conclusion may rest on."""
        return (*self.earlier, *self.memories)

    @property
    def is_minimal(self) -> bool:
        """Whether the memories are too few for more than one plain conclusion."""
        return len(self.memories) < _FEW


class ActionKind(StrEnum):
    DONE = "done"
    EAT = "eat"
    REST = "rest"
    WORK = "work"
    GO = "go"
    TALK = "talk"
    STAY = "stay"


@dataclass(frozen=True)
class PossibleAction:
    """Something a person could do here and now, named by ``id`` in the answer; ``place_id`` is where it leads."""

    id: str
    description: str
    kind: ActionKind | None = None
    place_id: Id | None = None
    with_id: Id | None = None


@dataclass(frozen=True)
class DecideRequest:
    """What does this person do now? ``plan`` are its ``items`` in words."""

    person: Portrait
    now: int
    situation: str
    actions: tuple[PossibleAction, ...]
    plan: tuple[str, ...] = ()
    memories: tuple[MemoryExcerpt, ...] = ()
    items: tuple[PlanItem, ...] = ()


class MatterKind(StrEnum):
    """Why somebody talks to somebody."""

    NEWS = "news"  # a memory that the other does not know of, so far as is known
    INVITE = "invite"  # to meet for company, or for help with a goal
    REMIND = "remind"  # of a commitment of the other that is due
    ASK = "ask"  # a question, or about a goal
    COMPLAIN = "complain"  # about what the other has done or left undone
    AFFECTION = "affection"


@dataclass(frozen=True)
class TalkReason:
    """A reason for a talk. ``key`` is the same whenever the same would be said again; ``memory`` is what it rests on.
    ``what`` quotes it, ``about_id``, ``place_id`` and ``at`` (game minutes) are its slots, ``names`` what those ids are
    called; ``said`` is what is told on, ``answer`` what the listener remembers of what it is asked, ``lead_id`` whom it
    would rather ask about the goal ``goal_id``; ``is_advised``: somebody has named the listener as the one to ask."""

    kind: MatterKind
    key: str
    weight: float
    memory: MemoryExcerpt | None = None
    what: str = ""
    about_id: str = ""
    place_id: Id | None = None
    at: int | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    said: Utterance | None = None
    answer: MemoryExcerpt | None = None
    lead_id: str = ""
    goal_id: str = ""
    is_advised: bool = False


@dataclass(frozen=True)
class ConverseRequest:
    """What do these two say to each other? By person: ``memories`` is what each recalls of the other, ``matters`` what
    it has to say to it, the weightiest first, ``engaged`` the times (game minutes) at which it has agreed to be
    somewhere."""

    people: tuple[Portrait, Portrait]
    place: str
    now: int
    memories: Mapping[str, tuple[MemoryExcerpt, ...]]
    most_lines: int = 6
    matters: Mapping[str, tuple[TalkReason, ...]] = field(default_factory=dict)
    engaged: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class CondenseRequest:
    """What is left of these memories in one or two sentences, as this person would tell it?"""

    person: Portrait
    memories: tuple[MemoryExcerpt, ...]


@dataclass(frozen=True)
class DraftedLine:
    speaker: str
    text: str


@dataclass(frozen=True)
class SpeakRequest:
    """What does this person say next? ``topics`` is what it can tell about what was asked, in its own words."""

    person: Portrait
    dialogue: tuple[DraftedLine, ...]
    memories: tuple[MemoryExcerpt, ...] = ()
    context: str = ""
    topics: tuple[str, ...] = ()


@dataclass(frozen=True)
class InterviewRequest:
    """Questions, each with its options or its lowest and highest number; ``fractions``: not only whole ones; ``tokens``
    is what a model's prompt may take, estimated."""

    person: Portrait
    options: Mapping[str, tuple[str, ...]]
    ranges: Mapping[str, tuple[float, float]]
    memories: tuple[MemoryExcerpt, ...] = ()
    context: str = ""
    fractions: bool = False
    tokens: int = INTERVIEW_TOKENS

    def bounds(self, question: str) -> tuple[float, float]:
        """The lowest and the highest answer, whole numbers unless ``fractions``. BadAnswer where there is none."""
        low, high = sorted(self.ranges[question])
        if not (math.isfinite(low) and math.isfinite(high)):
            raise BadAnswer(f"no finite range for: {question[:60]!r}")
        if self.fractions:
            return low, high
        if math.ceil(low) > math.floor(high):
            raise BadAnswer(f"no whole number in the range for: {question[:60]!r}")
        return math.ceil(low), math.floor(high)

    def checked(self, question: str, answer: object) -> str | float:
        """An answer to a question as it was offered; BadAnswer for any other."""
        if question in self.options:
            if isinstance(answer, str) and answer in self.options[question]:
                return answer
            raise BadAnswer(f"that is none of the options for: {question[:60]!r}")
        low, high = self.bounds(question)
        if isinstance(answer, bool) or not isinstance(answer, int | float):
            raise BadAnswer(f"that is no number for: {question[:60]!r}")
        if not low <= answer <= high:
            raise BadAnswer(f"{answer:g} is not between {low:g} and {high:g}")
        if not self.fractions and answer != int(answer):
            raise BadAnswer(f"{answer:g} is no whole number")
        return answer if self.fractions else int(answer)


# -- what is answered ---------------------------------------------------------------------------------------------


class PlannedItem(Frozen):
    """One item of a plan; ``minute`` after midnight, those before 360 (06:00) belonging to the night that follows."""

    description: str = Field(min_length=1, max_length=300)
    minute: int = Field(ge=0, lt=24 * 60)
    place: Id | None = None
    with_ids: tuple[Id, ...] = ()
    priority: int = Field(default=3, ge=1, le=5)
    purpose: Purpose | None = None
    about: str = ""
    because: str = ""


class RelationshipChange(Frozen):
    """How much more or less somebody is liked, and why; ``because`` is the memory or conclusion that it rests on."""

    other_id: Id
    change: int = Field(ge=-2, le=2)
    reason: str = Field(min_length=1, max_length=300)
    because: str = ""


class Insight(Frozen):
    """A conclusion; ``evidence`` are ids of the memories it was drawn from; ``means`` is None where only words say.
    What it changes: ``feeling`` towards somebody, a ``question`` to ask (the id of what it is about), ``progress`` of a
    goal (its id and points of 100)."""

    text: Prose = Field(min_length=1)
    importance: float = Field(ge=1, le=10)
    evidence: tuple[str, ...] = Field(min_length=1)
    means: ConclusionPayload | None = None
    feeling: RelationshipChange | None = None
    question: str = ""
    question_place: Id | None = None
    progress: tuple[str, int] | None = None


class Reflection(Frozen):
    """One to five conclusions and what they change between people."""

    insights: tuple[Insight, ...] = Field(min_length=1, max_length=5)
    relationships: tuple[RelationshipChange, ...] = ()


class Decision(Frozen):
    """One of the possible actions, by its id, and why."""

    action: str
    reason: str = Field(min_length=1, max_length=300)


class ConversationLine(Frozen):
    """One utterance. ``told`` is what of it tells a memory, in the words and with the chain that its speaker has;
    ``original_id`` names the memory. ``acts`` are those of ``text`` where they are known, None where it has to be read.
    ``stock``: it says nothing of any matter."""

    npc_id: Id
    text: str = Field(min_length=1, max_length=600)
    told: Utterance | None = None
    acts: tuple[SpeechAct, ...] | None = None
    stock: bool = False


class Conversation(Frozen):
    """What two people said to each other, in order, and what it changed between them (by whose feeling)."""

    lines: tuple[ConversationLine, ...] = Field(min_length=1, max_length=12)
    relationships: Mapping[Id, RelationshipChange] = {}


class IMind(Protocol):
    """Thinks for people; all that it may use is in what it is asked. Every method raises BadAnswer for an answer that
    cannot be used, ModelUnavailable and BudgetExhausted. The caller checks ids and ranges of answers."""

    @property
    def model(self) -> str:
        """Its name; ``offline`` asks no model and costs nothing."""

    async def score(self, request: ScoreRequest) -> Mapping[str, float]:
        """By memory id its importance, 1 to 10."""

    async def plan(self, request: PlanRequest) -> tuple[PlannedItem, ...]:
        """The day in order of time; empty when a surprise changes nothing."""

    async def reflect(self, request: ReflectRequest) -> Reflection:
        """Conclusions from the memories given."""

    async def decide(self, request: DecideRequest) -> Decision:
        """One of the possible actions."""

    async def converse(self, request: ConverseRequest) -> Conversation:
        """A short conversation."""

    async def condense(self, request: CondenseRequest) -> str:
        """One or two sentences."""

    async def speak(self, request: SpeakRequest) -> str:
        """The person's next utterance, its words alone."""

    async def interview(self, request: InterviewRequest) -> Mapping[str, str | float]:
        """By question the option or the number; BadAnswer for one that is missing or outside of what was offered."""
