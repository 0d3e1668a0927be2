"""The passages of a turn: text with its source, kind, speaker, place and witnesses."""

from dataclasses import dataclass
from enum import StrEnum

from app.models.events.play import RecordedEvents
from app.models.messages.mark import Mark, MarkKind, quoted_spans
from app.models.messages.speech import Span, SpeechAct


class Source(StrEnum):
    """The writer of a passage.

    Attributes:
        AUTHOR: The author of the scenario.
        MODEL: A language model, or a program that narrates.
        ENGINE: The engine, with the words of a language pack.
    """

    AUTHOR = "author"
    MODEL = "model"
    ENGINE = "engine"


class PassageKind(StrEnum):
    """The kind of a passage.

    Attributes:
        STORY: Narration.
        SPEECH: The words of a person.
        REFUSAL: Why an action was refused, and so did not happen.
        ASIDE: No event of the story: help, a listing, information that was asked for.
        CHANGE: The engine's line of changes.
    """

    STORY = "story"
    SPEECH = "speech"
    REFUSAL = "refusal"
    ASIDE = "aside"
    CHANGE = "change"


@dataclass(frozen=True)
class Passage:
    """One or more paragraphs of narration, or a speech of a person.

    Args:
        text: The words; for a speech without quotation marks.
        source: The writer of the text.
        kind: The kind of the text.
        speaker_id: The person who speaks; None for narration.
        marks: Spans of the text with what each is, such as a refusal; see `MarkKind`.
        location_id: The place where it is heard; None for the place of the speaker, else of the party, at the moment
            when it is recorded.
        witness_ids: The people who hear it; None for all who are at that place then.
        acts: The speech acts of the words; where there are none, the engine reads them from the text.
        events: For a speech the topics that it tells.
        degraded: Whether rules replaced a model.
        addressee_ids: For a speech the ids of people and players that it is addressed to; None for the player whose
            turn it is.
    """

    text: str
    source: Source = Source.MODEL
    kind: PassageKind = PassageKind.STORY
    speaker_id: str | None = None
    marks: tuple[Mark, ...] = ()
    location_id: str | None = None
    witness_ids: tuple[str, ...] | None = None
    acts: tuple[SpeechAct, ...] = ()
    events: RecordedEvents = ()
    degraded: bool = False
    addressee_ids: tuple[str, ...] | None = None

    @classmethod
    def speech(
        cls,
        speaker_id: str,
        text: str,
        marks: tuple[Mark, ...] = (),
        *,
        source: Source = Source.MODEL,
        acts: tuple[SpeechAct, ...] = (),
        events: RecordedEvents = (),
        degraded: bool = False,
    ) -> "Passage":
        """Make a passage of a speech.

        Args:
            speaker_id: The person who speaks.
            text: Its words, without quotation marks.
            marks: Spans of the text with what each is, such as a refusal; see `MarkKind`.
            source: The writer of the text.
            acts: The speech acts of the words; where there are none, the engine reads them from the text.
            events: An event for each topic that it tells; () for none.
            degraded: Whether rules replaced a model.

        Returns:
            The passage, of the kind ``speech``. It is heard by all who are at the speaker's place when it is recorded.
        """
        return cls(
            text,
            source,
            PassageKind.SPEECH,
            speaker_id=speaker_id,
            marks=marks,
            acts=acts,
            events=events,
            degraded=degraded,
        )

    @property
    def quoted(self) -> tuple[Span, ...]:
        """The spans (start, end) of the text that no summary uses: repeated memories, and text outside of the story."""
        return quoted_spans(self.text, self.marks)

    @property
    def is_note(self) -> bool:
        """Whether a span of it repeats a private note of a player (a mark of the kind ``note``)."""
        return any(mark.kind is MarkKind.NOTE for mark in self.marks)
