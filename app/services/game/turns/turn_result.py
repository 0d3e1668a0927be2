"""What a turn and an undo tell their caller; what a turn says, in parts and in the order in which it was told."""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple, get_args

from pydantic import TypeAdapter, ValidationError

from app.errors import InvalidInput
from app.events.command_table import AnyCommand, parse_command
from app.models.base import Frozen, plain_reason
from app.models.events import play as facts
from app.models.messages.mark import Mark, MarkKind
from app.models.messages.message import Message, Role
from app.models.prompt import RecalledMemory
from app.models.records.record import Record
from app.models.spend import Spend

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
        who = message.speaker_id, message.speaker_name, message.addressee_ids
        parts.append(TurnPart(PartKind.SPEECH, message.content, message.index, message.marks, *who))
    parts += [part for _, part in told]
    parts += [TurnPart(PartKind.CHANGE, each.content, each.index) for each in seen if each.role is Role.SYSTEM]
    return tuple(part for part in parts if part.text or part.kind is PartKind.SPEECH)


def place_after(messages: Sequence[Message]) -> str | None:
    """Where the party is after the messages of a turn; None where they do not say."""
    places = [place for message in messages[-1:] for place in places_of(message) if place]
    return places[-1] if places else None


def places_of(message: Message) -> Iterator[str | None]:
    """The places in which a message was there to be heard, in order."""
    yield message.location_id
    yield message.arrived_location_id
    yield from (event.to_id for event in message.events if isinstance(event, facts.LocationChanged))


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


def paragraphs(messages: Iterable[Message]) -> list[str]:
    """The paragraphs of a turn in the order in which they were told."""
    return [part.shown for part in parts_of(messages) if part.kind is not PartKind.CHANGE]


class CarriedOut(Frozen):
    """A command of the turn; derived ones followed by themselves."""

    command: AnyCommand
    derived: bool = False


class TurnResult(Frozen):
    """One turn as it stands in the journal (record ``seq``). ``recalled``: what the prompt that
    was read held of memories, and what people answered from. ``failure``: why a model did not tell it, known only when
    it is played."""

    game_id: str
    turn: int
    seq: int = 0
    player_input: str | None = None
    request_id: str | None = None
    messages: tuple[Message, ...] = ()
    commands: tuple[CarriedOut, ...] = ()
    events: tuple[facts.AnyEvent, ...] = ()
    spend: Spend = Spend()
    recalled: tuple[RecalledMemory, ...] = ()
    failure: str = ""

    @property
    def parts(self) -> tuple[TurnPart, ...]:
        """What it says, in the order in which it was told."""
        return parts_of(self.messages)

    @property
    def text(self) -> str:
        """What the player reads: the narration, and what people said where they said it."""
        return "\n\n".join(paragraphs(self.messages))

    @property
    def changes(self) -> str:
        """The engine's own line of what changed."""
        return next((message.content for message in self.messages if message.role is Role.SYSTEM), "")

    @property
    def interrupted(self) -> bool:
        return any(message.interrupted for message in self.messages)

    @property
    def degraded(self) -> bool:
        return any(message.degraded for message in self.messages)


class UndoneTurn(Frozen):
    """A turn that was taken back: its words or commands, and ``edits``, the memories edited by hand that are gone."""

    turn: int
    player_input: str | None
    commands: tuple[str, ...]
    edits: tuple[facts.MemoryEdited, ...] = ()


_EVENTS: TypeAdapter[tuple[facts.AnyEvent, ...]] = TypeAdapter(tuple[facts.AnyEvent, ...])
_EDITS = frozenset(kind.model_fields["kind"].default for kind in get_args(facts.MemoryEdited))


def result_of(game_id: str, record: Record) -> TurnResult:
    """The result of a turn, from its record. InvalidInput for a command or event of a kind that is not known."""
    try:
        events = _EVENTS.validate_python(record.events)
    except ValidationError as error:
        raise InvalidInput(f"Bad event: {plain_reason(error.errors()[0])}.") from None
    commands = (CarriedOut(command=parse_command(item.command), derived=item.derived) for item in record.commands)
    offered = (record.prompt.recalled if record.prompt is not None else None) or ()
    recalled = (*(memory for memory in offered if memory.was_shown), *record.answered_from)
    return TurnResult(
        game_id=game_id,
        turn=record.turn,
        seq=record.seq,
        player_input=record.player_input,
        request_id=record.request_id,
        messages=record.messages,
        commands=tuple(commands),
        events=events,
        spend=record.spend or Spend(),
        recalled=tuple({(memory.scope, memory.memory_id): memory for memory in recalled}.values()),
    )


def undone_turn(record: Record) -> UndoneTurn:
    kinds = tuple(str(item.command.get("kind")) for item in record.commands if not item.derived)
    if record.player_input is None:
        speakers = (message.speaker_id for message in record.messages if message.role is Role.NPC)
        kinds = (*(f"speak ({speaker})" for speaker in speakers), *kinds)
    edits = [event for event in record.events if event.get("kind") in _EDITS]
    return UndoneTurn.model_validate(
        {"turn": record.turn, "player_input": record.player_input, "commands": kinds, "edits": edits}
    )
