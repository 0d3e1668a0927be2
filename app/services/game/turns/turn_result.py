"""What a turn, an undo and a load tell their caller."""

from collections.abc import Iterable
from typing import get_args

from pydantic import TypeAdapter, ValidationError

from app.errors import InvalidInput
from app.events.command_table import AnyCommand, parse_command
from app.models.base import Frozen
from app.models.events import play as facts
from app.models.messages.message import Message, Role
from app.models.records.record import Record
from app.models.records.spend import Spend
from app.services.game.turns.turn_parts import PartKind, TurnPart, parts_of


def paragraphs(messages: Iterable[Message]) -> list[str]:
    """The paragraphs of a turn in the order in which they were told."""
    return [part.shown for part in parts_of(messages) if part.kind is not PartKind.CHANGE]


class CarriedOut(Frozen):
    """A command of the turn; derived ones followed by themselves."""

    command: AnyCommand
    derived: bool = False


class TurnResult(Frozen):
    """One turn as it stands in the journal (record ``seq``). ``failure``: why a model did not tell it, known only when
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
        raise InvalidInput(f"Bad event: {error.errors()[0]['msg']}.") from None
    commands = (CarriedOut(command=parse_command(item.command), derived=item.derived) for item in record.commands)
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
