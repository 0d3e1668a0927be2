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
    """The first line of a journal, from which the game can be listed without reading the rest.

    Args:
        save_format: The version of the journal's format.
        game_id: The game's id.
        title: Its title at the beginning.
        scenario_id: The scenario's id.
        scenario_title: The scenario's title.
        scenario_digest: A hash of the scenario with which the game was begun, to notice that its file has changed.
        players: The names of the players at the beginning.
        model: The model that the game was begun with: a name, or ``offline`` for rules without a model; None for the
            model of the settings.
        created_at: When the game was begun (UTC).
        branched_from: The game and the turn of which it is a copy; None if it is no copy.
        request_hash: A hash of the request that created the game, if the game's id was made from a request id; else
            None.

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
    """The second line of a journal, which counts as record number 0.

    Args:
        state: The first state of the game, which holds the scenario (`GameState.sheet`).
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
        kind: The kind of record: a turn, a finished capture (a summary that became a memory), or a mark (such as an
            undo or a label).
        parent: The number of the record whose state it continues; 0 for the opening.
        head: For a mark such as an undo: the number of the newest record that counts from now on; else None.
        copy_of: For a turn that was brought back: the number of the earlier record that it repeats; None for a turn
            that was played.
        label: A name for a turn; None for none.
        title: The game's title from now on; None if it does not change.
        names: The number of the record of the turn that gets ``label``; None for the game's present.
        turn: For a turn its number; for any other record that of the present turn when it was written.
        at: When it was committed (UTC).
        request_id: The id of the client's request; None for none.
        request_hash: A hash of the content of that request; None for none.
        earlier_requests: The requests of the turns that this one replaces: other answers to the same line.
        player_input: The player's line; "" if the narrator continued without one, None for a turn without a narrator.
        speaker_id: The id of the player whose turn it is, or of the person who spoke in a turn of commands; None for
            neither.
        commands: The commands of the turn, in order.
        events: The events of these commands, in order, as JSON.
        messages: The messages that were appended.
        notes: The notes that were appended.
        canon: The entries of canon (additions to the scenario) that were appended. They apply before the rest of the
            record.
        memories: The memories that were appended.
        statuses: The statuses that changed: memory id to status.
        commitments: The commitments that were added or changed: id to commitment.
        parts: Each other part of the state that changed: its name to its whole new value as JSON data. A name is a
            field of `GameState` (such as ``party`` or ``clock``), or a family with the id of what the part belongs to
            (such as ``location/bell-rock``, ``npc/tove`` or ``quest/silent-bell``). Made and read by the program alone:
            read a state instead, as `TurnService.state` returns it.
        prompt: The values from which the narrator's prompt can be built again; None for no prompt.
        answered_from: The memories from which people answered.
        spend: The number, tokens and cost of model calls; None for none.

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
        """The requests for which this record is the result, its own and those of turns that it replaces: request id to
        hash, None for a request without a hash; {} for no requests."""
        earlier = {each.request_id: each.request_hash for each in self.earlier_requests}
        return earlier if self.request_id is None else {**earlier, self.request_id: self.request_hash}

    @property
    def own_commands(self) -> list[dict[str, Any]]:
        """The commands that a replay of the turn carries out, in order, each as a JSON object with its ``kind`` and
        fields; [] for none. Commands that follow from others, and the one that lets the time of the turn pass, are left
        out."""
        return [each.command for each in self.commands if each.is_own]

    @property
    def labelled(self) -> int:
        """The number of the record that gets ``label``: ``names``, or `stands_at` if that is None. Read it only of a
        record with a label."""
        return self.stands_at if self.names is None else self.names

    @property
    def stands_at(self) -> int:
        """The number of the record whose state is the game's present after this one: its own number; for a mark (a
        record that adds nothing to the state, such as an undo or a label) ``head``, if that is not None."""
        return self.head if self.kind is RecordKind.MARK and self.head is not None else self.seq


def is_played(record: Record) -> bool:
    """Return whether a record is a turn that was played, not one that brings another back."""
    return record.kind is RecordKind.TURN and record.copy_of is None


class Journal(Frozen):
    """A whole game, as a store reads it.

    Args:
        header: The header, with the newest title.
        opening: The scenario and the first state.
        records: Every record, in order of ``seq``, including records of turns that were undone.
    """

    header: Header
    opening: Opening
    records: tuple[Record, ...] = ()

    @property
    def last_seq(self) -> int:
        """The number of the last record; 0 if there is none."""
        return self.records[-1].seq if self.records else 0

    @property
    def head(self) -> int:
        """The number of the newest record that counts: after an undo an earlier one than the last. 0 for the
        opening."""
        return self.records[-1].stands_at if self.records else 0


class GameSummary(Frozen):
    """A game in a list. If the game cannot be read, only ``game_id`` and ``problem`` are given.

    Args:
        game_id: The game's id.
        title: Its title.
        scenario_id: The scenario's id.
        scenario_title: The scenario's title.
        players: The names of the players at the beginning.
        turn: The number of the present turn; after an undo that of the turn to which the game went back.
        game_time: The game time, in minutes since day 1, 00:00; None if the game cannot be read.
        last_played: When the last record was committed, or the game was begun (UTC).
        labels: The names that were given to its turns, in the order in which they were given.
        model: The model that the game was begun with: a name, or ``offline`` for rules without a model; None for the
            model of the settings.
        branched_from: The game and the turn of which it is a copy; None if it is no copy.
        ended: Whether the story is over.
        problem: Why the game cannot be read; None if it can.
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
