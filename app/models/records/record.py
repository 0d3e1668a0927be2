"""What a journal is made of: a header, an opening, and one record per commit."""

from datetime import datetime
from enum import StrEnum
from typing import Any, Literal

from pydantic import Field

from app.models.base import Frozen, Id
from app.models.memory import MemoryEntry, MemoryStatus, Scope
from app.models.messages.message import Message
from app.models.prompt import PromptMoment, RecalledMemory
from app.models.spend import Spend
from app.models.state.commitment import Commitment
from app.models.state.game_state import GameState, Note

SAVE_FORMAT_VERSION = 1


class Origin(Frozen):
    """Where a game came from, if it was not begun fresh."""

    game_id: Id
    turn: int
    how: str = Field(description="branched, repaired, restored or imported")


class Header(Frozen):
    """Line 1 of a journal: enough to list the game without reading it. ``model`` is the game's own, None that of the
    settings; ``request_hash`` is of the request that made the game, where its id is made of one."""

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
    """Line 2 of a journal: the scenario's sheet and the first state, record number 0."""

    state: GameState


class RecordKind(StrEnum):
    """A turn, a finished capture, or a mark: a record that only names the head, a label, a title or money spent."""

    TURN = "turn"
    SETTLE = "settle"
    MARK = "mark"


class PromptRecipe(Frozen):
    """What of a turn's prompt cannot be rebuilt from the journal."""

    model: str
    mode: str
    budget: int = Field(description="tokens")
    reserve: int = Field(default=800, description="tokens kept free for the answer")
    moment: PromptMoment = PromptMoment.BEFORE
    npc_id: Id | None = Field(default=None, description="the person whose prompt it was, if not the narrator's")
    layout: Literal[1] = Field(default=1, description="the order of the sections, by number")
    max_entries: int = Field(
        default=3,
        exclude_if=lambda entries: entries == 3,
        description="captured memories of place, people and world, of each the newest",
    )
    tools_tokens: int = 0
    recalled: tuple[RecalledMemory, ...] | None = Field(
        default=None, description="what recall offered, best first; None: nobody read a prompt in that turn"
    )


class RecordedCommand(Frozen):
    """A command as it was carried out; ``derived`` ones follow by themselves and are not replayed."""

    command: dict[str, Any]
    derived: bool = False
    clock: bool = Field(default=False, description="the time that a turn takes by itself, and what people do in it")


class NewMemory(Frozen):
    scope: Scope
    entry: MemoryEntry


class Record(Frozen):
    """One commit after the record ``parent`` (0: the opening); a mark instead names the ``head``. ``parts`` holds,
    whole and by name, each bounded part that changed: ``location/x``, ``npc/y``, ``goals/y``, ``plan/y``, ``mind/y``,
    ``quest/z``, ``scenario``, ``party``, ``clock``, ``minds``, ``pending/npc/y`` (None: empty again)."""

    seq: int = Field(ge=1)
    kind: RecordKind
    parent: int = Field(ge=0)
    head: int | None = None
    label: str | None = None
    title: str | None = Field(default=None, description="the game's name from now on")
    names: int | None = Field(default=None, description="the record that a label is of, if not the head")
    turn: int = Field(ge=0)
    at: datetime
    request_id: str | None = None
    request_hash: str | None = Field(default=None, description="of what was asked for under that id")
    player_input: str | None = None
    speaker_id: Id | None = None
    commands: tuple[RecordedCommand, ...] = ()
    events: tuple[dict[str, Any], ...] = ()
    messages: tuple[Message, ...] = ()
    notes: tuple[Note, ...] = ()
    memories: tuple[NewMemory, ...] = ()
    statuses: dict[str, MemoryStatus] = Field(default_factory=dict)  # a dictionary as default is copied deeply
    commitments: dict[str, Commitment] = Field(default_factory=dict, description="those made or changed, by id")
    parts: dict[str, Any] = Field(default_factory=dict)
    prompt: PromptRecipe | None = None
    answered_from: tuple[RecalledMemory, ...] = Field(default=(), description="what people's answers were made of")
    spend: Spend | None = None

    @property
    def holds_changes(self) -> bool:
        """Whether anything of the game is another than after the parent."""
        return bool(self.messages or self.notes or self.memories or self.statuses or self.commitments or self.parts)

    @property
    def labelled(self) -> int:
        """The record that a label of this one is of."""
        return self.stands_at if self.names is None else self.names

    @property
    def stands_at(self) -> int:
        """The record that the game stands at after this one: itself, or the one that a mark names."""
        return self.head if self.kind is RecordKind.MARK and self.head is not None else self.seq


class Journal(Frozen):
    """A game as it was read: header with the newest title, opening and every record in file order."""

    header: Header
    opening: Opening
    records: tuple[Record, ...] = ()

    @property
    def last_seq(self) -> int:
        return self.records[-1].seq if self.records else 0

    @property
    def head(self) -> int:
        """The record that the game stands at; 0 is the opening."""
        return self.records[-1].stands_at if self.records else 0


class GameSummary(Frozen):
    """A game in a list; ``problem`` says why it cannot be read, if so."""

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
