"""Results of a turn and an undo, and the text of a turn in parts, in the order in which they were narrated."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, get_args

from pydantic import SerializeAsAny, TypeAdapter, ValidationError

from app.errors import InvalidInput
from app.events.command_table import parse_command
from app.models.base import Frozen, plain_reason
from app.models.command import Command
from app.models.events import play as facts
from app.models.messages.mark import Mark
from app.models.messages.message import Message, Role
from app.models.messages.passage import PassageKind, Source
from app.models.plain_reasons import Form, Malformed
from app.models.prompt import RecalledMemory
from app.models.records.record import Record
from app.models.spend import Spend
from app.services.game.turns.change_line import LINE_GAP

_GAP = "\n\n"


class TurnPart(NamedTuple):
    """A paragraph of narration, a speech, or what changed.

    ``message_index`` is the message that holds it; ``marks`` have offsets in ``text``. Only speeches have a
    speaker and addressees (``to_ids``). ``by_model``: a model wrote it; ``edited``: a hand has replaced the model's
    words."""

    kind: PassageKind
    text: str
    message_index: int
    marks: tuple[Mark, ...] = ()
    speaker_id: str | None = None
    speaker_name: str = ""
    to_ids: tuple[str, ...] = ()
    by_model: bool = False
    edited: bool = False

    @property
    def shown(self) -> str:
        """The text as the terminal shows it."""
        return f"{self.speaker_name}: “{self.text}”" if self.kind is PassageKind.SPEECH else self.text


def turn_parts(messages: Iterable[Message]) -> tuple[TurnPart, ...]:
    """List the parts of one turn's messages in the order in which they were narrated, what changed last.

    What players typed is left out."""
    narrated, changed = list[TurnPart](), list[TurnPart]()
    for message in messages:
        match message.role:
            case Role.NARRATOR:
                narrated += _paragraphs(message)
            case Role.NPC:
                who = message.speaker_id, message.speaker_name, message.addressee_ids, *_made_by(message)
                narrated.append(TurnPart(PassageKind.SPEECH, message.content, message.index, message.marks, *who))
            case Role.SYSTEM:
                changed.append(TurnPart(PassageKind.CHANGE, message.content, message.index))
    return (*narrated, *changed)


def typed_line(messages: Iterable[Message]) -> str:
    """Join the parts that a player typed in one turn; "" for a turn without words."""
    return " … ".join(message.content for message in messages if message.role is Role.PLAYER)


def changes_of(messages: Iterable[Message]) -> str:
    """Return the engine's line of changes, the lines of all scenes joined; "" if there is none."""
    return LINE_GAP.join(message.content for message in messages if message.role is Role.SYSTEM)


def place_after(messages: Sequence[Message]) -> str | None:
    """Return the place of the party after the messages of a turn; None if they do not say."""
    places = [place for message in messages[-1:] for place in places_of(message) if place]
    return places[-1] if places else None


def places_of(message: Message) -> Iterator[str | None]:
    """Yield the places in which the party was during a message, in order."""
    yield message.location_id
    yield from (event.to_id for event in message.events if isinstance(event, facts.LocationChanged))


def _paragraphs(message: Message) -> Iterator[TurnPart]:
    for start, text in _split(message.content):
        end = start + len(text)
        inside = (mark for mark in message.marks if mark.start < end and start < mark.end)
        cut = (mark._replace(start=max(mark.start, start), end=min(mark.end, end)) for mark in inside)
        marks = tuple(mark.shifted(-start) for mark in cut)
        by_model, edited = _made_by(message)
        kind = message.kind or PassageKind.STORY
        yield TurnPart(kind, text, message.index, marks, by_model=by_model, edited=edited)


def _made_by(message: Message) -> tuple[bool, bool]:
    """Return whether a model wrote a message, and whether a hand has replaced its words."""
    return message.source is Source.MODEL, message.edited


def _split(content: str) -> Iterator[tuple[int, str]]:
    """Split a text into its paragraphs, each with where it begins."""
    position = 0
    for block in content.split(_GAP):
        if text := block.strip():
            yield position + len(block) - len(block.lstrip()), text
        position += len(block) + len(_GAP)


def paragraphs(messages: Iterable[Message]) -> list[str]:
    """List the paragraphs of a turn in the order in which they were narrated."""
    return [part.shown for part in turn_parts(messages) if part.kind is not PassageKind.CHANGE]


class CarriedOut(Frozen):
    """A command of the turn; ``derived`` if the engine added it as a consequence."""

    command: SerializeAsAny[Command]
    derived: bool = False


class TurnResult(Frozen):
    """One turn as the journal holds it.

    Attributes:
        game_id: The id of the game.
        turn: The number of the turn, from 1.
        seq: The number of its record in the journal.
        player_input: What the player typed; "" if the narrator continued without a line, None for a turn of commands.
        speaker_id: The id of the player who typed it, asked the narrator to continue, or gave the commands; or of the
            person who spoke (`TurnService.speak`). None for a turn of neither, such as commands of no player.
        request_id: The id of the request that played it; None for none.
        messages: All messages of the turn, including the player's own.
        commands: The commands that were carried out, in order, including those that followed from other commands.
        events: The events that happened, in order.
        spend: The calls and tokens of models, and their cost in US dollars (None if unknown).
        recalled: The memories that the prompt showed, and those from which people answered.
        failure: The error of the model because of which rules narrated, as a text for the player; "" if no model
            failed, if only its text could not be used, and for a turn that is read again later.
    """

    game_id: str
    turn: int
    seq: int = 0
    player_input: str | None = None
    speaker_id: str | None = None
    request_id: str | None = None
    messages: tuple[Message, ...] = ()
    commands: tuple[CarriedOut, ...] = ()
    events: tuple[facts.AnyEvent, ...] = ()
    spend: Spend = Spend()
    recalled: tuple[RecalledMemory, ...] = ()
    failure: str = ""

    @property
    def parts(self) -> tuple[TurnPart, ...]:
        """The paragraphs and speeches in the order in which they were narrated, then the lines of changes. The player's
        line is not among them.

        Each has its ``kind``, its ``text``, the index of its message (``message_index``), and ``marks``: spans of the
        text, such as a listing or a refusal."""
        return turn_parts(self.messages)

    @property
    def text(self) -> str:
        """The text that the player reads: the narration and the speeches of people, in order, as paragraphs with a
        blank line between them. `changes` is not in it. "" for a turn without text."""
        return _GAP.join(paragraphs(self.messages))

    @property
    def changes(self) -> str:
        """The engine's own line: place, time and what has changed. Its parts, and the lines of several scenes, are
        joined by " · ". "" for a turn without such a line."""
        return changes_of(self.messages)

    @property
    def interrupted(self) -> bool:
        """Whether the player stopped the narration after some of its text was shown; False if it was stopped before."""
        return any(message.interrupted for message in self.messages)

    @property
    def degraded(self) -> bool:
        """Whether in a message of the turn rules replaced a model that failed or gave a text that could not be used."""
        return any(message.degraded for message in self.messages)


class UndoneTurn(Frozen):
    """A turn that was taken back: its text or commands, what they changed in words (``changes``), who spoke by its
    command (``speakers``), and the hand edits of memories (``edits``) that are gone with it."""

    turn: int
    player_input: str | None
    commands: tuple[str, ...]
    changes: str = ""
    speakers: tuple[str, ...] = ()
    edits: tuple[facts.MemoryEdited, ...] = ()


_EVENTS: TypeAdapter[tuple[facts.AnyEvent, ...]] = TypeAdapter(tuple[facts.AnyEvent, ...])
_EDITS = frozenset(kind.model_fields["kind"].default for kind in get_args(facts.MemoryEdited))


def result_of(game_id: str, record: Record) -> TurnResult:
    """Return the result of a turn from its record.

    Raises:
        InvalidInput: A command or event is of an unknown kind.
    """
    try:
        events = _EVENTS.validate_python(record.events)
    except ValidationError as error:
        raise InvalidInput(Malformed(form=Form.EVENT, detail=plain_reason(error.errors()[0]))) from None
    commands = (CarriedOut(command=parse_command(item.command), derived=item.derived) for item in record.commands)
    offered = (record.prompt.recalled if record.prompt is not None else None) or ()
    recalled = (*(memory for memory in offered if memory.was_shown), *record.answered_from)
    return TurnResult(
        game_id=game_id,
        turn=record.turn,
        seq=record.seq,
        player_input=record.player_input,
        speaker_id=record.speaker_id,
        request_id=record.request_id,
        messages=record.messages,
        commands=tuple(commands),
        events=events,
        spend=record.spend or Spend(),
        recalled=tuple({(memory.scope, memory.memory_id): memory for memory in recalled}.values()),
    )


def undone_turn(record: Record) -> UndoneTurn:
    kinds = tuple(str(item.command.get("kind")) for item in record.commands if not item.derived)
    spoken = [message for message in record.messages if message.role is Role.NPC and record.player_input is None]
    kinds = (*(f"speak ({message.speaker_id})" for message in spoken), *kinds)
    edits = [event for event in record.events if event.get("kind") in _EDITS]
    return UndoneTurn.model_validate(
        {
            "turn": record.turn,
            "player_input": record.player_input,
            "commands": kinds,
            "changes": changes_of(record.messages),
            "speakers": [message.speaker_name for message in spoken],
            "edits": edits,
        }
    )


def unshown_parts(result: TurnResult, streamed: str) -> list[str]:
    """Return the parts of a turn that were not streamed: a part counts as shown if its words occurred in order."""
    narrated = (part for part in result.parts if part.kind is not PassageKind.CHANGE)
    return [part.shown for part in narrated if not _came_in_order(part.text, streamed)]


def _came_in_order(part: str, streamed: str) -> bool:
    shown = iter(_words(streamed))
    return all(word in shown for word in _words(part))


def _words(text: str) -> list[str]:
    return "".join(sign if sign.isalnum() else " " for sign in text).split()
