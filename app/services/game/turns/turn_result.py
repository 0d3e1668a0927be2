"""What a turn and an undo tell their caller; what a turn says, in parts and in the order in which it was told."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, get_args

from pydantic import TypeAdapter, ValidationError

from app.errors import InvalidInput
from app.events.command_table import AnyCommand, parse_command
from app.models.base import Frozen, plain_reason
from app.models.events import play as facts
from app.models.messages.mark import Mark
from app.models.messages.message import Message, Role
from app.models.messages.passage import PassageKind
from app.models.prompt import RecalledMemory
from app.models.records.record import Record
from app.models.spend import Spend
from app.services.game.turns.change_line import LINE_GAP

_GAP = "\n\n"


class TurnPart(NamedTuple):
    """A paragraph of narration, what somebody said, or what changed, in the message of this index; ``marks`` are those
    of this text. Who spoke to whom is known of speeches alone."""

    kind: PassageKind
    text: str
    message_index: int
    marks: tuple[Mark, ...] = ()
    speaker_id: str | None = None
    speaker_name: str = ""
    to_ids: tuple[str, ...] = ()

    @property
    def shown(self) -> str:
        """As it is read in the terminal."""
        return f"{self.speaker_name}: “{self.text}”" if self.kind is PassageKind.SPEECH else self.text


def turn_parts(messages: Iterable[Message]) -> tuple[TurnPart, ...]:
    """List the parts of one turn's messages in the order in which they were told, what changed last.

    What players typed is none of them.
    """
    told, changed = list[TurnPart](), list[TurnPart]()
    for message in messages:
        match message.role:
            case Role.NARRATOR:
                told += _paragraphs(message)
            case Role.NPC:
                who = message.speaker_id, message.speaker_name, message.addressee_ids
                told.append(TurnPart(PassageKind.SPEECH, message.content, message.index, message.marks, *who))
            case Role.SYSTEM:
                changed.append(TurnPart(PassageKind.CHANGE, message.content, message.index))
    return (*told, *changed)


def typed_line(messages: Iterable[Message]) -> str:
    """Join the parts of what a player typed in one turn; "" for a turn without words."""
    return " … ".join(message.content for message in messages if message.role is Role.PLAYER)


def changes_of(messages: Iterable[Message]) -> str:
    """The engine's line of what changed: that of each scene, one after the other; "" if there is none."""
    return LINE_GAP.join(message.content for message in messages if message.role is Role.SYSTEM)


def place_after(messages: Sequence[Message]) -> str | None:
    """Where the party is after the messages of a turn; None where they do not say."""
    places = [place for message in messages[-1:] for place in places_of(message) if place]
    return places[-1] if places else None


def places_of(message: Message) -> Iterator[str | None]:
    """The places in which the party was with a message, in order."""
    yield message.location_id
    yield from (event.to_id for event in message.events if isinstance(event, facts.LocationChanged))


def _paragraphs(message: Message) -> Iterator[TurnPart]:
    for start, text in _split(message.content):
        end = start + len(text)
        inside = (mark for mark in message.marks if mark.start < end and start < mark.end)
        cut = (mark._replace(start=max(mark.start, start), end=min(mark.end, end)) for mark in inside)
        marks = tuple(mark.shifted(-start) for mark in cut)
        yield TurnPart(message.kind or PassageKind.STORY, text, message.index, marks)


def _split(content: str) -> Iterator[tuple[int, str]]:
    """Split a text into its paragraphs, each with where it begins."""
    position = 0
    for block in content.split(_GAP):
        if text := block.strip():
            yield position + len(block) - len(block.lstrip()), text
        position += len(block) + len(_GAP)


def paragraphs(messages: Iterable[Message]) -> list[str]:
    """The paragraphs of a turn in the order in which they were told."""
    return [part.shown for part in turn_parts(messages) if part.kind is not PassageKind.CHANGE]


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
        return turn_parts(self.messages)

    @property
    def text(self) -> str:
        """What the player reads: the narration, and what people said where they said it."""
        return _GAP.join(paragraphs(self.messages))

    @property
    def changes(self) -> str:
        """The engine's own line of what changed."""
        return changes_of(self.messages)

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
