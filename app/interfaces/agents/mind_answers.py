"""The answers of a mind. The caller checks their ids and ranges against the game."""

from collections.abc import Mapping

from pydantic import Field, model_validator

from app.models.base import Frozen, Id, Prose
from app.models.messages.payload import ConclusionKind, ConclusionPayload, Utterance
from app.models.messages.speech import SpeechAct
from app.models.minds.plan import Purpose


class BadAnswer(Exception):
    """An answer of a mind that cannot be used, as ``BadAnswer("a day has 5 to 8 items")``. Its one argument is the
    reason in words, for the next attempt of the model and for the log."""


class PlannedItem(Frozen):
    """One item of a plan.

    Args:
        description: What to do, 1 to 300 characters.
        minute: Minutes after midnight, 0 to 1,439; those before `PlanRequest.plan_hour`, usually 360 (06:00), belong to
            the following night.
        place: The id of the place; None for anywhere.
        with_ids: The ids of the company; ``party`` for the players; empty for none.
        priority: From 1 (lowest) to 5; 3 by default.
        purpose: The purpose of an item that rules made; None for one in words only.
        about: A quotation of the goal or the unfinished item that it takes up; "" for none.
        because: The id of the commitment or memory that it comes from; "" for none.

    Raises:
        pydantic.ValidationError: A field is outside of its limits.
    """

    description: str = Field(min_length=1, max_length=300)
    minute: int = Field(ge=0, lt=24 * 60)
    place: Id | None = None
    with_ids: tuple[Id, ...] = ()
    priority: int = Field(default=3, ge=1, le=5)
    purpose: Purpose | None = None
    about: str = ""
    because: str = ""


class RelationshipChange(Frozen):
    """A change in how much a person likes another.

    Args:
        other_id: The other person's id, or ``party``.
        change: Points from -2 to +2.
        reason: The reason for it, in words, 1 to 300 characters.
        because: The id of the memory or conclusion that it rests on; "" for none.

    Raises:
        pydantic.ValidationError: A field is outside of its limits.
    """

    other_id: Id
    change: int = Field(ge=-2, le=2)
    reason: str = Field(min_length=1, max_length=300)
    because: str = ""


class Insight(Frozen):
    """A conclusion, and what it changes.

    Args:
        text: The conclusion in words, 1 to 4,000 characters.
        importance: From 1 to 10.
        evidence: Ids of the memories that it was drawn from: at least one, unless ``means`` is a conclusion of the kind
            `ConclusionKind.MINIMAL`.
        means: Its typed meaning; None for one in words only.
        feeling: A change in how much the person likes another; None for none.
        question: The id of a thing, person or goal that the person wants to ask about; "" for no question.
        question_place: The place where the person missed that thing or person; None for no such place.
        progress: The id of a goal, and the points of 100 by which it comes nearer, 0 or fewer for no step; None for no
            goal.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, or ``evidence`` is empty where it is needed.
    """

    text: Prose = Field(min_length=1)
    importance: float = Field(ge=1, le=10)
    evidence: tuple[str, ...] = ()
    means: ConclusionPayload | None = None
    feeling: RelationshipChange | None = None
    question: str = ""
    question_place: Id | None = None
    progress: tuple[str, int] | None = None

    @model_validator(mode="after")
    def _has_evidence(self) -> "Insight":
        if not self.evidence and (self.means is None or self.means.of is not ConclusionKind.MINIMAL):
            raise ValueError("a conclusion needs evidence")
        return self


class Reflection(Frozen):
    """The answer to a `ReflectRequest`.

    Args:
        insights: 1 to 5 conclusions.
        relationships: The relationships of the person that change, besides the ``feeling`` of an insight; empty for
            none.

    Raises:
        pydantic.ValidationError: A field is outside of its limits.
    """

    insights: tuple[Insight, ...] = Field(min_length=1, max_length=5)
    relationships: tuple[RelationshipChange, ...] = ()


class Decision(Frozen):
    """The answer to a `DecideRequest`.

    Args:
        action: The id of one of the actions of the request.
        reason: The reason for it, in words, 1 to 300 characters.

    Raises:
        pydantic.ValidationError: A field is outside of its limits.
    """

    action: str
    reason: str = Field(min_length=1, max_length=300)


class ConversationLine(Frozen):
    """One utterance of a conversation.

    Args:
        npc_id: The speaker.
        text: The words, 1 to 600 characters.
        told: The utterance that it passes on, with its chain of speakers; ``original_id`` is the speaker's memory. None
            for words of the speaker's own.
        acts: The speech acts of ``text``; None where the engine has to read them from the words.
        stock: Whether the words are a stock phrase, such as a greeting, that says nothing of any matter.

    Raises:
        pydantic.ValidationError: A field is outside of its limits.
    """

    npc_id: Id
    text: str = Field(min_length=1, max_length=600)
    told: Utterance | None = None
    acts: tuple[SpeechAct, ...] | None = None
    stock: bool = False


class Conversation(Frozen):
    """The answer to a `ConverseRequest`.

    Args:
        lines: 1 to 12 utterances, in order.
        relationships: By id of a person the change in how much it likes the other one; none where nothing changes.

    Raises:
        pydantic.ValidationError: A field is outside of its limits.
    """

    lines: tuple[ConversationLine, ...] = Field(min_length=1, max_length=12)
    relationships: Mapping[Id, RelationshipChange] = {}
