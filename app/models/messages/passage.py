"""What a turn tells, piece by piece: from which source, of which kind, by whom, where and before whom."""

from dataclasses import dataclass
from enum import StrEnum

from app.models.events.play import RecordedEvents
from app.models.messages.mark import Mark, MarkKind, quoted_spans
from app.models.messages.speech import Span, SpeechAct


class Source(StrEnum):
    """Who wrote a passage: the author of the scenario, a model, or the engine with the words of a language."""

    AUTHOR = "author"
    MODEL = "model"
    ENGINE = "engine"


class PassageKind(StrEnum):
    """What a passage is."""

    STORY = "story"
    SPEECH = "speech"
    REFUSAL = "refusal"  # says that something was not done
    ASIDE = "aside"  # no event of the story: help, listings, what is looked up
    CHANGE = "change"  # the engine's line of what changed


@dataclass(frozen=True)
class Passage:
    """One or more paragraphs of narration, or what a person says.

    Args:
        text: The words; of a speech without quotation marks.
        source: Who wrote them.
        kind: What they are.
        speaker_id: Who says them; None for narration.
        marks: What parts of the text are.
        location_id: Where it is told; None: where the party, or the speaker, is at that moment.
        witness_ids: Who of the people hears it; None: all who are there at that moment.
        acts: Speech acts that came with the words; without any the text is read.
        events: Of a speech, the topics that it tells.
        degraded: Whether rules stood in for a model.
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
        """Make a passage of what a person says."""
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
        """The spans (start, end) of the text that are never condensed."""
        return quoted_spans(self.text, self.marks)

    @property
    def is_note(self) -> bool:
        """Whether it repeats a note that only its player may read."""
        return any(mark.kind is MarkKind.NOTE for mark in self.marks)
