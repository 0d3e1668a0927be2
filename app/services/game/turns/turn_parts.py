"""What a turn says, in parts and in the order in which it was told."""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import NamedTuple

from app.models.messages.mark import Mark, MarkKind
from app.models.messages.message import Message, Role

_GAP = "\n\n"


class PartKind(StrEnum):
    """What a part of a turn is: ``change`` is the engine's line, ``aside`` what is no event of the story."""

    STORY = "story"
    SPEECH = "speech"
    REFUSAL = "refusal"
    ASIDE = "aside"
    CHANGE = "change"


class TurnPart(NamedTuple):
    """A paragraph of narration, what somebody said, or what changed, in the message of this index; ``marks`` are those
    of this text. Who spoke to whom is known of speeches alone."""

    kind: PartKind
    text: str
    message_index: int
    marks: tuple[Mark, ...] = ()
    speaker_id: str | None = None
    speaker_name: str = ""
    to_ids: tuple[str, ...] = ()

    @property
    def shown(self) -> str:
        """As it is read in the terminal."""
        return f"{self.speaker_name}: “{self.text}”" if self.kind is PartKind.SPEECH else self.text


def parts_of(messages: Iterable[Message]) -> tuple[TurnPart, ...]:
    """The parts of one turn's messages: narration with each speech after the paragraphs that it followed, changes
    last. What players typed is none of them."""
    seen = list(messages)
    told = list(_paragraphs(message for message in seen if message.role is Role.NARRATOR))
    ends = {start - len(_GAP) for start, _ in told}
    spoken = [message for message in seen if message.role is Role.NPC]
    parts: list[TurnPart] = []
    for message in sorted(spoken, key=lambda each: (each.after is None, each.after or 0)):
        is_between = message.after is not None and (message.after == 0 or message.after in ends)
        while told and (not is_between or told[0][0] < (message.after or 0)):
            parts.append(told.pop(0)[1])
        parts.append(_speech(message))
    parts += [part for _, part in told]
    parts += [TurnPart(PartKind.CHANGE, each.content, each.index) for each in seen if each.role is Role.SYSTEM]
    return tuple(part for part in parts if part.text or part.kind is PartKind.SPEECH)


def _paragraphs(messages: Iterable[Message]) -> Iterator[tuple[int, TurnPart]]:
    """The paragraphs of the narration, some perhaps empty, each with where it begins in all of it."""
    before = 0
    for message in messages:
        start = 0
        for piece in message.content.split(_GAP):
            yield before + start, _paragraph(message, start + len(piece) - len(piece.lstrip()), piece.strip())
            start += len(piece) + len(_GAP)
        before += start


def _paragraph(message: Message, start: int, text: str) -> TurnPart:
    end, kind = start + len(text), PartKind.STORY
    inside = (mark for mark in message.marks if mark.start < end and start < mark.end)
    cut = (each._replace(start=max(each.start, start), end=min(each.end, end)) for each in inside)
    marks = tuple(mark.shifted(-start) for mark in cut)
    if any(mark.kind is MarkKind.REFUSAL for mark in marks):
        kind = PartKind.REFUSAL
    elif any(first <= start and end <= last for first, last in message.quoted):
        kind = PartKind.ASIDE
    return TurnPart(kind, text, message.index, marks)


def _speech(message: Message) -> TurnPart:
    return TurnPart(
        PartKind.SPEECH,
        message.content,
        message.index,
        message.marks,
        speaker_id=message.speaker_id,
        speaker_name=message.speaker_name,
        to_ids=message.addressee_ids,
    )
