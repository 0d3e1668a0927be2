"""The answers of a mind. The caller checks their ids and ranges against the game."""

from collections.abc import Mapping

from pydantic import Field, model_validator

from app.models.base import Frozen, Id, Prose
from app.models.messages.payload import ConclusionKind, ConclusionPayload, Utterance
from app.models.messages.speech import SpeechAct
from app.models.minds.plan import Purpose


class BadAnswer(Exception):
    """An answer of a mind that cannot be used, such as ``BadAnswer("a day has 5 to 8 items")``. The one argument is the
    reason as a text, which the model reads at its next attempt and the log keeps."""


class PlannedItem(Frozen):
    """One item of a plan.

    Args:
        description: What to do, 1 to 300 characters.
        minute: When it begins, in minutes after midnight, 0 to 1,439. Minutes before `PlanRequest.plan_hour` (usually
            360, which is 06:00) belong to the following night.
        place: The id of the place; None for anywhere.
        with_ids: The ids of the people to be with; ``party`` for the players; empty for none.
        priority: From 1 (lowest) to 5; 3 by default.
        purpose: The typed purpose of an item that rules made; None for an item that has only a description.
        about: A quotation of the goal or the unfinished item that it takes up; "" for none.
        because: The id of the commitment or memory that is its reason; "" for none.

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
        change: Points from -2 to +2; 0 changes nothing.
        reason: The reason as a text, 1 to 300 characters.
        because: The id of the memory or conclusion that is the reason; "" for none.

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
        text: The conclusion as a sentence, 1 to 4,000 characters.
        importance: From 1 to 10.
        evidence: Ids of the memories that it was drawn from. At least one, unless ``means`` has the kind
            `ConclusionKind.MINIMAL`.
        means: The typed meaning of the conclusion; None for a plain text.
        feeling: A change in how much the person likes another; None for none.
        question: The id of a thing, person or goal that the person wants to ask about; "" for no question.
        question_place: The id of the place where the person looked for that thing or person and did not find it; None
            for none.
        progress: The id of a goal, and by how many points of 100 the person has come nearer to it; 0 or less: not at
            all. None for no goal.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, or ``evidence`` is empty although it is needed.
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
        relationships: Changes of the person's relationships, in addition to the ``feeling`` of an insight; empty for
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
        reason: The reason as a text, 1 to 300 characters.

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
        told: The utterance of another speaker that this line passes on. Its ``chain`` holds all who passed it on, in
            order, and its ``original_id`` is the id of the memory that ``npc_id`` has of it. None for own words.
        acts: The speech acts of ``text`` (such as a question or a promise); None if the engine has to read them from
            the words.
        stock: Whether the words are a stock phrase, such as a greeting.

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
        relationships: How the feelings of the two change: id of a person to the `RelationshipChange` in how much they
            like the other, a whole number of points from -2 to +2 with its reason. Empty if nothing changes.

    Raises:
        pydantic.ValidationError: A field is outside of its limits.
    """

    lines: tuple[ConversationLine, ...] = Field(min_length=1, max_length=12)
    relationships: Mapping[Id, RelationshipChange] = {}
