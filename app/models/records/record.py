"""The format of a journal: a header, an opening, and one record per commit."""

from datetime import datetime
from enum import StrEnum
from typing import Any, Literal

from pydantic import Field

from app.models.base import Frozen, Id
from app.models.memory import MemoryEntry, MemoryStatus, Scope
from app.models.messages.message import Message
from app.models.prompt import PromptMoment, RecalledMemory
from app.models.sheets.canon import CanonEntry
from app.models.spend import Spend
from app.models.state.commitment import Commitment
from app.models.state.game_state import GameState, Note

SAVE_FORMAT_VERSION = 1


class Origin(Frozen):
    """The origin of a game that is a copy: the game, and its turn at the time."""

    game_id: Id
    turn: int
    how: str = Field(description="branched, repaired, restored or imported")


class Header(Frozen):
    """Line 1 of a journal: enough to list the game without reading the rest.

    Args:
        save_format: The version of the format.
        game_id: The game's id.
        title: Its title at the beginning.
        scenario_id: The scenario's id.
        scenario_title: The scenario's title.
        scenario_digest: A hash of the scenario as it was begun, to notice that its file has changed.
        players: The names of the players.
        model: The game's own model; None for the model of the settings.
        created_at: When the game was begun (UTC).
        branched_from: The game that it is a copy of; None for a fresh game.
        request_hash: A hash of the request that made the game, where the game's id is derived from a request id.

    Raises:
        pydantic.ValidationError: A field is of another type or outside of its limits.
    """

    save_format: int = SAVE_FORMAT_VERSION
    game_id: Id
    title: str
    scenario_id: Id
    scenario_title: str
    scenario_digest: str = Field(description="of the scenario as it was begun, to notice a changed file")
    players: tuple[str, ...] = ()
    model: str | None = Field(default=None, exclude_if=lambda model: model is None)
    created_at: datetime
    branched_from: Origin | None = None
    request_hash: str | None = Field(default=None, exclude_if=lambda request: request is None)


class Opening(Frozen):
    """Line 2 of a journal, record number 0.

    Args:
        state: The first state of the game, with the scenario's sheet.
    """

    state: GameState


class RecordKind(StrEnum):
    """The kind of a record: a turn, a finished capture, or a mark, which only names the head, a label, a title or
    spend."""

    TURN = "turn"
    SETTLE = "settle"
    MARK = "mark"


PersonMemories = Literal["hybrid", "chronicle"]
"""How a person's own memories in its prompt are chosen: the last summaries, and for each line what recall finds; or in
place of the summaries the last 50 memories and every reflection."""


class PromptRecipe(Frozen):
    """The values of a turn's prompt that cannot be derived from the journal, so that the prompt can be rebuilt."""

    model: str
    mode: str
    budget: int = Field(description="tokens")
    reserve: int = Field(default=800, description="tokens kept free for the answer")
    moment: PromptMoment = PromptMoment.BEFORE
    commands: int | None = Field(
        default=None,
        exclude_if=lambda count: count is None,
        description="of the turn's own commands those that came before it; None: all with ``after``, else none",
    )
    npc_id: Id | None = Field(default=None, description="the person whose prompt it was, if not the narrator's")
    layout: Literal[1, 2, 3] = Field(default=1, description="the order of the sections, by number")
    max_entries: int = Field(
        default=3,
        exclude_if=lambda entries: entries == 3,
        description="captured memories of place, people and world, of each the newest",
    )
    memories: PersonMemories = Field(
        default="hybrid", exclude_if=lambda preset: preset == "hybrid", description="of a person's prompt"
    )
    tools_tokens: int = 0
    hint: str = Field(default="", exclude_if=lambda hint: not hint, description="the player's wish for this answer")
    recalled: tuple[RecalledMemory, ...] | None = Field(
        default=None, description="what recall offered, best first; None: nobody read a prompt in that turn"
    )


class EarlierRequest(Frozen):
    """The id and hash of a request whose turn another one has replaced, which answers it from then on."""

    request_id: str
    request_hash: str | None = None


class RecordedCommand(Frozen):
    """A command that was carried out, as JSON; ``derived`` ones follow by themselves and are not replayed."""

    command: dict[str, Any]
    derived: bool = False
    clock: bool = Field(default=False, description="the time that a turn takes by itself, and what people do in it")
    carried: bool = Field(
        default=False,
        exclude_if=lambda carried: not carried,
        description="a note or way of telling that was given after the turn that this one replaces",
    )

    @property
    def is_own(self) -> bool:
        """Whether it neither follows from another command nor is the time that the turn takes by itself."""
        return not self.derived and not self.clock


class NewMemory(Frozen):
    """A memory that a commit appended to a scope."""

    scope: Scope
    entry: MemoryEntry


class Record(Frozen):
    """One commit of a journal.

    Args:
        seq: Its number, from 1.
        kind: A turn, a finished capture, or a mark.
        parent: The number of the record that it follows, 0 for the opening.
        head: For a mark: the record that the game is at from now on, as after an undo.
        copy_of: The number of an earlier record whose turn this one brings back; None for a turn that was played.
        label: A label for a record.
        title: The game's title from now on.
        names: The record that ``label`` is for; None for the head.
        turn: The number of the turn.
        at: When it was committed (UTC).
        request_id: The id of the client's request.
        request_hash: A hash of that request's content.
        earlier_requests: The requests of the turns that this one replaces: other answers to the same line.
        player_input: The player's line; "" where the narrator went on without one, None in a turn without narrator.
        speaker_id: The player whose turn it is, or the person who spoke in a turn of commands; None for nobody.
        commands: The commands of the turn, in order.
        events: Their events, in order, as JSON.
        messages: The messages that were appended.
        notes: The notes that were appended.
        canon: The entries of canon that were appended; they come before all else of the record.
        memories: The memories that were appended.
        statuses: By memory id the statuses that changed.
        commitments: By id the commitments that were added or changed.
        parts: By name the whole value of each other part of the state that changed: ``location/x``, ``npc/y``,
            ``goals/y``, ``plan/y``, ``mind/y``, ``quest/z``, ``scenario``, ``party``, ``clock``, ``minds``,
            ``world``, ``states/x``, ``contents/x``, ``tried/x``, ``dialogues/p``, ``pending/npc/y`` (None: empty again)
            and others.
        prompt: The recipe of the narrator's prompt.
        answered_from: The memories that people's answers were made from.
        spend: The use of models.

    Raises:
        pydantic.ValidationError: A field is of another type or outside of its limits.
    """

    seq: int = Field(ge=1)
    kind: RecordKind
    parent: int = Field(ge=0)
    head: int | None = None
    copy_of: int | None = Field(default=None, exclude_if=lambda seq: seq is None)
    label: str | None = None
    title: str | None = Field(default=None, description="the game's name from now on")
    names: int | None = Field(default=None, description="the record that a label is of, if not the head")
    turn: int = Field(ge=0)
    at: datetime
    request_id: str | None = None
    request_hash: str | None = Field(default=None, description="of what was asked for under that id")
    earlier_requests: tuple[EarlierRequest, ...] = Field(
        default=(), exclude_if=lambda requests: not requests, description="of the turns that it replaces"
    )
    player_input: str | None = None
    speaker_id: Id | None = None
    commands: tuple[RecordedCommand, ...] = ()
    events: tuple[dict[str, Any], ...] = ()
    messages: tuple[Message, ...] = ()
    notes: tuple[Note, ...] = ()
    canon: tuple[CanonEntry, ...] = Field(default=(), exclude_if=lambda canon: not canon)
    memories: tuple[NewMemory, ...] = ()
    statuses: dict[str, MemoryStatus] = Field(default_factory=dict)  # a dictionary as default is copied deeply
    commitments: dict[str, Commitment] = Field(default_factory=dict, description="those made or changed, by id")
    parts: dict[str, Any] = Field(default_factory=dict)
    prompt: PromptRecipe | None = None
    answered_from: tuple[RecalledMemory, ...] = Field(default=(), description="what people's answers were made of")
    spend: Spend | None = None

    @property
    def holds_changes(self) -> bool:
        """Whether the state after the record differs from that of its parent; False for a record that only names a
        turn or moves the game to another record."""
        logs = self.messages, self.notes, self.canon, self.memories
        return any(logs) or bool(self.statuses or self.commitments or self.parts)

    @property
    def requests(self) -> dict[str, str | None]:
        """By id the hash of each request that gets this record: its own, and those of turns that it replaces."""
        earlier = {each.request_id: each.request_hash for each in self.earlier_requests}
        return earlier if self.request_id is None else {**earlier, self.request_id: self.request_hash}

    @property
    def own_commands(self) -> list[dict[str, Any]]:
        """The commands, as JSON, that a replay of the turn up to its end carries out: those that neither follow from
        others nor are the time that the turn itself takes."""
        return [each.command for each in self.commands if each.is_own]

    @property
    def labelled(self) -> int:
        """The number of the record that gets ``label``: ``names``, else `stands_at`."""
        return self.stands_at if self.names is None else self.names

    @property
    def stands_at(self) -> int:
        """The number of the record whose state is the game's present after this one: its own, or for a mark with a
        ``head``, as that of an undo, the head."""
        return self.head if self.kind is RecordKind.MARK and self.head is not None else self.seq


def is_played(record: Record) -> bool:
    """Return whether a record is a turn that was played, not one that brings another back."""
    return record.kind is RecordKind.TURN and record.copy_of is None


class Journal(Frozen):
    """A whole game as a store reads it.

    Args:
        header: The header, with the newest title.
        opening: The scenario and the first state.
        records: Every record, in order of ``seq``; those that were undone are among them.
    """

    header: Header
    opening: Opening
    records: tuple[Record, ...] = ()

    @property
    def last_seq(self) -> int:
        """The number of the last record, 0 for none."""
        return self.records[-1].seq if self.records else 0

    @property
    def head(self) -> int:
        """The number of the record that the game is at; 0 for the opening."""
        return self.records[-1].stands_at if self.records else 0


class GameSummary(Frozen):
    """A game in a list.

    Args:
        game_id: The game's id.
        title: Its title.
        scenario_id: The scenario's id.
        scenario_title: The scenario's title.
        players: The names of the players.
        turn: How many turns were played.
        game_time: Minutes since day 1, 00:00.
        last_played: When the last record was committed (UTC).
        labels: The labels of its records.
        model: The game's own model; None for the model of the settings.
        branched_from: The game that it is a copy of; None for a fresh game.
        ended: Whether the last act is over.
        problem: Why the game cannot be read; None where it can.
    """

    game_id: str
    title: str = ""
    scenario_id: str = ""
    scenario_title: str = ""
    players: tuple[str, ...] = ()
    turn: int = 0
    game_time: int | None = None
    last_played: datetime | None = None
    labels: tuple[str, ...] = ()
    model: str | None = None
    branched_from: Origin | None = None
    ended: bool = False
    problem: str | None = None
