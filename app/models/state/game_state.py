"""One play-through: everything a game is, as one model."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from pydantic import Field, PrivateAttr

from app.errors import NotFound
from app.models.base import Frozen, Id, Mutable, Name
from app.models.clock import GameClock
from app.models.instances.location_state import LocationState
from app.models.instances.npc_instance import NPCInstance
from app.models.instances.scenario_instance import ScenarioInstance
from app.models.memory import CaptureRequest, MemoryEntry, MemorySource, MemoryStatus, Scope
from app.models.memory_id import make_memory_id, parse_memory_id
from app.models.messages.message import Message
from app.models.minds.mind_state import MindsState
from app.models.sheets.location import LocationSheet
from app.models.sheets.quest import QuestProgress
from app.models.sheets.scenario import ScenarioSheet
from app.models.sheets.scenario_index import ScenarioIndex, found_in
from app.models.state.commitment import Commitment
from app.models.state.derived import ChangeLog, Derived
from app.models.state.message_index import MessageIndex


class PlayerCharacter(Frozen):
    """A human player by the name the story uses."""

    id: Id = "player"
    name: Name = "Traveller"


class Party(Mutable):
    """The human players: they share place, inventory and quests. Each speaks to whom it chose, until it chooses another
    or they part."""

    players: list[PlayerCharacter] = [PlayerCharacter()]
    left: list[PlayerCharacter] = Field(default=[], description="who has left: the others still speak of them")
    items: list[Id] = []
    addressees: dict[Id, tuple[Id, ...]] = Field(default={}, description="by player the people it speaks to")

    @property
    def ever(self) -> list[PlayerCharacter]:
        """The players, and those who have left."""
        return [*self.players, *self.left]

    def addressees_of(self, player_id: str) -> tuple[Id, ...]:
        return self.addressees.get(player_id, ())

    def address(self, player_id: str, npc_ids: Iterable[Id]) -> None:
        """Let a player speak to these people from now on, or to nobody."""
        if chosen := tuple(npc_ids):
            self.addressees[player_id] = chosen
        else:
            self.addressees.pop(player_id, None)


class Note(Frozen):
    """A line the players or the narrator keep on purpose."""

    text: str = Field(min_length=1, max_length=1000)
    pinned: bool = False
    turn: int = Field(ge=0)
    game_time: int = Field(ge=0)
    owner_id: Id | None = Field(default=None, description="the player whose note it is; None: the whole table's")


_UNCHANGED = MemoryStatus()  # of what has no status yet; frozen, so one is enough


class GameState(Mutable):
    """The whole game. Conversation, notes, memories, commitments are logs; everything else is small and bounded."""

    game_id: Id
    seed: int = 0
    turn: int = Field(default=0, ge=0, description="turns played; during a turn, the number of that turn")
    scenario: ScenarioInstance
    npcs: dict[Id, NPCInstance] = {}
    party: Party = Field(default_factory=Party)
    clock: GameClock = Field(default_factory=GameClock)
    conversation_history: list[Message] = []
    notes: list[Note] = []
    memory_status: dict[str, MemoryStatus] = {}
    commitments: dict[str, Commitment] = Field(default={}, description="by id, oldest first")
    pending: dict[str, list[CaptureRequest]] = Field(default={}, description="per scope key a queue of ranges")

    minds: MindsState = Field(default_factory=MindsState)

    _index: MessageIndex = PrivateAttr(default_factory=MessageIndex)
    _derived: Derived = PrivateAttr(default_factory=Derived)
    _open_from: int | None = PrivateAttr(default=None)
    _written_at: datetime | None = PrivateAttr(default=None)
    _status_log: ChangeLog = PrivateAttr(default_factory=ChangeLog)
    _commitment_log: ChangeLog = PrivateAttr(default_factory=ChangeLog)

    @property
    def sheet(self) -> ScenarioSheet:
        return self.scenario.sheet

    @property
    def sheets(self) -> ScenarioIndex:
        return self.scenario.sheet.index

    def name(self, any_id: str) -> str:
        players = {player.id: player.name for player in self.party.ever}
        return players.get(any_id) or self.sheets.name(any_id)

    @property
    def here(self) -> LocationSheet:
        """The sheet of the party's place; NotFound when it is nowhere."""
        if self.scenario.current_location_id is None:
            raise NotFound("The party is nowhere right now.")
        return self.sheets.location(self.scenario.current_location_id)

    def place(self, location_id: str) -> LocationState:
        return found_in(self.scenario.location_states, location_id, "place", "game")

    def npc(self, npc_id: str) -> NPCInstance:
        return found_in(self.npcs, npc_id, "person", "game")

    def present(self, location_id: str | None = None) -> list[NPCInstance]:
        """The people at a place (None: where the party is), in the scenario's order."""
        place = location_id or self.scenario.current_location_id
        return [npc for npc in self.npcs.values() if place is not None and npc.current_location_id == place]

    def quest(self, quest_id: str) -> QuestProgress:
        return found_in(self.scenario.quests, quest_id, "quest", "game")

    def holder_of(self, item_id: str) -> str | None:
        """Who or what has a thing: ``party``, a person's or a place's id, or None when it is used up."""
        held = {"party": self.party.items} | {key: npc.items for key, npc in self.npcs.items()}
        held |= {key: place.items for key, place in self.scenario.location_states.items()}
        return next((key for key, items in held.items() if item_id in items), None)

    def notes_for(self, player_id: str | None) -> list[Note]:
        """The table's notes and those of one player (None: of nobody), oldest first."""
        return [note for note in self.notes if note.owner_id in (None, player_id)]

    def memories(self, scope: Scope) -> list[MemoryEntry]:
        """The entries of one scope, oldest first: the list itself, to be appended to by `remember` only."""
        if scope.source is MemorySource.WORLD:
            return self.scenario.world_memories
        if scope.source is MemorySource.LOCATION:
            return self.place(scope.owner_id or "").location_memories
        return self.npc(scope.owner_id or "").npc_memories

    def memory(self, scope: Scope, memory_id: str) -> MemoryEntry:
        """The entry of this id in a scope; NotFound otherwise."""
        memories = self.memories(scope)
        _, number = parse_memory_id(memory_id) or ("", 0)
        if not 0 < number <= len(memories) or memories[number - 1].id != memory_id:
            raise NotFound(f"There is no memory {memory_id!r} here.")
        return memories[number - 1]

    def scopes(self) -> list[Scope]:
        """Every scope of the game: its places, its people, the world."""
        places = [Scope.location(key) for key in self.scenario.location_states]
        return [*places, *(Scope.npc(key) for key in self.npcs), Scope.world()]

    def remember(self, scope: Scope, entry: MemoryEntry) -> MemoryEntry:
        """Append an entry under an id of the scope's own."""
        given_id = self.next_memory_id(scope)
        given = entry if entry.id == given_id else entry.model_copy(update={"id": given_id})
        self.memories(scope).append(given)
        return given

    def next_memory_id(self, scope: Scope) -> str:
        return make_memory_id(scope.owner_id, len(self.memories(scope)) + 1)

    def status(self, memory_id: str | None) -> MemoryStatus:
        """The status of a memory; a fresh one if nothing about it has changed yet."""
        return self.memory_status.get(memory_id or "", _UNCHANGED)

    def set_status(self, memory_id: str, status: MemoryStatus) -> None:
        """The only way a status changes, so that commits and indexes can tell which did."""
        self._status_log.note(memory_id, self.memory_status.get(memory_id))
        self.memory_status[memory_id] = status

    @property
    def status_log(self) -> ChangeLog:
        """Whose status changed, in order, since this state was made: to be appended to by `set_status` only."""
        log: ChangeLog = self._private["_status_log"]
        return log

    def next_commitment_id(self) -> str:
        return f"c-{len(self.commitments) + 1}"

    def set_commitment(self, commitment: Commitment) -> None:
        """The only way a commitment is made or changed, so that the commit can tell which was."""
        self._commitment_log.note(commitment.id, self.commitments.get(commitment.id))
        self.commitments[commitment.id] = commitment

    @property
    def commitment_log(self) -> ChangeLog:
        """Which commitments were made or changed, in order, since this state was made."""
        return self._commitment_log

    @property
    def message_index(self) -> MessageIndex:
        """The conversation's index by scope, up to date but for a turn in progress."""
        end = len(self.conversation_history) if self._open_from is None else self._open_from
        self._index.follow(self.conversation_history, end)
        return self._index

    @property
    def derived(self) -> Derived:
        """Indexes over this game that rooms above keep here."""
        found: Derived = self._private["_derived"]
        return found

    @property
    def _private(self) -> dict[str, Any]:
        """Private attributes as pydantic finds them, without its detour: they are asked for at every recall."""
        return self.__pydantic_private__ or {}

    def open_turn(self, at: datetime) -> None:
        """A turn begins: until `close_turn` its messages may still be written anew, so they are not indexed."""
        self.turn += 1
        self._open_from = len(self.conversation_history)
        self._written_at = at

    @property
    def written_at(self) -> datetime:
        """When the last turn began (UTC): the time that new memories get, since handlers read no clock."""
        if self._written_at is not None:
            return self._written_at
        history = self.conversation_history
        return history[-1].timestamp if history else datetime.min.replace(tzinfo=UTC)

    def close_turn(self) -> None:
        """The turn's messages stand."""
        self._open_from = None

    def cancel_turn(self, turn: int) -> None:
        """A turn that has changed nothing ends: the last one was this."""
        self.turn = turn
        self._open_from = self._written_at = None

    def inherit_message_index(self, other: "GameState", unchanged: int) -> None:
        """Take over the message index of a replaced state, whose first ``unchanged`` messages are the same."""
        self._index = other._index  # noqa: SLF001  # of another state
        self._index.rebase(self.conversation_history, unchanged)

    def cursor(self, scope: Scope) -> int:
        """Index of the scope's last condensed message, -1 for none."""
        if scope.source is MemorySource.WORLD:
            return self.scenario.last_world_message_index
        return self._cursors(scope).get(scope.owner_id or "", -1)

    def set_cursor(self, scope: Scope, index: int) -> None:
        if scope.source is MemorySource.WORLD:
            self.scenario.last_world_message_index = index
        else:
            self._cursors(scope)[scope.owner_id or ""] = index

    def _cursors(self, scope: Scope) -> dict[str, int]:
        at_places = scope.source is MemorySource.LOCATION
        return self.scenario.last_location_message_index if at_places else self.scenario.last_npc_message_index

    def queue(self, scope: Scope) -> list[CaptureRequest]:
        """The scope's pending captures, first to be done first."""
        return self.pending.get(scope.key, [])
