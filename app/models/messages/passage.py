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
        REFUSAL: The reason why an action was refused, and so did not happen.
        ASIDE: Text outside of the story: help, a listing, information that the player asked for.
        CHANGE: The engine's line that says what has changed.
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
        speaker_id: The id of the person who speaks; None for narration.
        marks: Spans of the text with the kind of each, such as a refusal; see `MarkKind`.
        location_id: The id of the place where it is heard. None: the place of the speaker, or of the party for
            narration, at the moment when the passage is recorded.
        witness_ids: The ids of the people who hear it; None for all people who are at that place at that moment.
        acts: The speech acts of the words (such as a question or a promise); if empty, the engine reads them from the
            text.
        events: For a speech an event for each topic that it covers; empty for none.
        degraded: Whether rules replaced a model.
        addressee_ids: For a speech the ids of the people and players who are addressed; None for the player whose turn
            it is.
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
            speaker_id: The id of the person who speaks.
            text: The words, without quotation marks.
            marks: Spans of the text with the kind of each, such as a refusal; see `MarkKind`.
            source: The writer of the text.
            acts: The speech acts of the words (such as a question or a promise); if empty, the engine reads them from
                the text.
            events: An event for each topic that it covers; () for none.
            degraded: Whether rules replaced a model.

        Returns:
            The passage, of the kind ``speech``. Everyone who is at the speaker's place when it is recorded hears it.
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
        """The spans (start, end exclusive) of the text that no summary uses: repeated memories, and text outside of the
        story."""
        return quoted_spans(self.text, self.marks)

    @property
    def is_note(self) -> bool:
        """Whether a part of it repeats a private note of a player (a mark of the kind ``note``)."""
        return any(mark.kind is MarkKind.NOTE for mark in self.marks)
