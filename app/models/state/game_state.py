"""The state of one game, as one model."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from pydantic import Field, PrivateAttr

from app.errors import NotFound
from app.models.base import Frozen, Id, Mutable
from app.models.clock import GameClock
from app.models.derived import ChangeLog, Derived
from app.models.instances.location_state import LocationState
from app.models.instances.npc_instance import NPCInstance
from app.models.instances.scenario_instance import ScenarioInstance
from app.models.instances.world_state import WorldState
from app.models.memory import CaptureRequest, MemoryEntry, MemorySource, MemoryStatus, Scope
from app.models.memory_id import make_memory_id, parse_memory_id
from app.models.messages.message import Message
from app.models.minds.mind_state import MindsState
from app.models.plain_reasons import Searched, Sought, Unknown
from app.models.refusals.memories import MemoryNotHere
from app.models.sheets.amending import Amended
from app.models.sheets.canon import CanonChange, CanonEntry, CanonSource, ForgottenNote
from app.models.sheets.location import LocationSheet
from app.models.sheets.narration import USUAL_STYLE, NarrationStyle, is_usual
from app.models.sheets.player import PlayerSheet
from app.models.sheets.quest import QuestProgress
from app.models.sheets.scenario import ScenarioSheet
from app.models.sheets.scenario_index import ScenarioIndex, found_in
from app.models.sheets.values import StateValue
from app.models.state.commitment import Commitment
from app.models.state.dialogue import Dialogue
from app.models.state.message_index import MessageIndex

KEPT_SHEETS = 6
"""Sheets of before the last changes of canon that a game keeps: those of one turn, for its undo."""


class PlayerCharacter(PlayerSheet):
    """A human player: an id, and the sheet of the character, with the name that the story uses."""

    id: Id = "player"

    @property
    def sheet(self) -> PlayerSheet:
        """The sheet alone."""
        return PlayerSheet(**{name: getattr(self, name) for name in PlayerSheet.model_fields})


class Party(Mutable):
    """The human players, who share place, inventory and quests. Each keeps speaking to the people that it has chosen,
    until it chooses others or they part."""

    players: list[PlayerCharacter] = [PlayerCharacter()]
    left: list[PlayerCharacter] = Field(default=[], description="who has left: the others still speak of them")
    items: list[Id] = []
    addressees: dict[Id, tuple[Id, ...]] = Field(default={}, description="by player the people it speaks to")
    companions: list[Id] = Field(
        default=[], exclude_if=lambda companions: not companions, description="the people who go with the party"
    )
    fallen: list[Id] = Field(default=[], exclude_if=lambda fallen: not fallen, description="the players who are dead")

    @property
    def ever(self) -> list[PlayerCharacter]:
        """The players, and after them the players that have left."""
        return [*self.players, *self.left]

    def addressees_of(self, player_id: str) -> tuple[Id, ...]:
        """Return the ids of the people that a player speaks to; none for an unknown player."""
        return self.addressees.get(player_id, ())

    def address(self, player_id: str, npc_ids: Iterable[Id]) -> None:
        """Set the people that a player speaks to from now on; none clears them."""
        if chosen := tuple(npc_ids):
            self.addressees[player_id] = chosen
        else:
            self.addressees.pop(player_id, None)


class Note(Frozen):
    """A line that a player or the narrator keeps on purpose; ``game_time`` in minutes."""

    text: str = Field(min_length=1, max_length=1000)
    pinned: bool = False
    turn: int = Field(ge=0)
    game_time: int = Field(ge=0)
    owner_id: Id | None = Field(default=None, description="the player whose note it is; None: the whole table's")
    for_master: bool = Field(
        default=False, exclude_if=lambda for_master: not for_master, description="whether no player may read it"
    )


_UNCHANGED = MemoryStatus()  # of a memory without a status; frozen, so one is enough


class GameState(Mutable):
    """The state of a whole game.

    The conversation, notes, memories, commitments and canon are logs, which only grow; everything else is small and
    bounded. Memories are kept with their owners, in ``scenario`` and ``npcs``: read them by `memories`. Commands change
    a state through `CommandBus.execute`; a store saves it as a journal of commits.

    Attributes:
        game_id: The game's id.
        seed: The seed of its random choices.
        turn: How many turns were played; during a turn, the number of that turn.
        scenario: The scenario's sheet and its places, quests and acts.
        npcs: The people: id to person.
        party: The players, and the things that they carry.
        clock: The game time.
        conversation_history: Every message, oldest first; a message's ``index`` is its position.
        notes: Every note, oldest first.
        memory_status: The changed statuses of memories: memory id to status. Read them by `status`.
        commitments: Promises, requests, invitations and appointments, oldest first: id to commitment.
        pending: The captures (summaries of messages) that are still to be made: key of the owner (`Scope.key`) to a
            list.
        minds: The queue and the budgets of people's minds.
        world: Timers, rules, and the ending.
        states: The states whose value is not their first one: owner to name to value. The owner is ``game``, ``party``,
            or the id of a player, person, place, thing or detail. `models.state.values` reads them.
        contents: The contents of containers: id of the container to the ids of the things in it.
        tried: The actions that were done: id of the target to ids of actions. An action without a target has its own id
            as the key.
        dialogues: The state of each player's talk with people: player id to state.
        canon: The additions to the scenario and the changes in it that were made while playing, oldest first.
        narration: The fields of the narration style that this game replaces; `narration_style` is the whole style.
    """

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
    world: WorldState = Field(default_factory=WorldState, exclude_if=lambda world: world == WorldState())
    states: dict[Id, dict[Id, StateValue]] = Field(default={}, exclude_if=lambda states: not states)
    contents: dict[Id, list[Id]] = Field(default={}, exclude_if=lambda contents: not contents)
    tried: dict[Id, list[Id]] = Field(default={}, exclude_if=lambda tried: not tried)
    dialogues: dict[Id, Dialogue] = Field(default={}, exclude_if=lambda dialogues: not dialogues)
    canon: list[CanonEntry] = Field(default=[], exclude_if=lambda canon: not canon)
    narration: NarrationStyle = Field(default=NarrationStyle(), exclude_if=is_usual)

    _index: MessageIndex = PrivateAttr(default_factory=MessageIndex)
    _derived: Derived = PrivateAttr(default_factory=Derived)
    _amended: Amended | None = PrivateAttr(default=None)
    _amended_before: list[Amended] = PrivateAttr(default_factory=list)
    _open_from: int | None = PrivateAttr(default=None)
    _written_at: datetime | None = PrivateAttr(default=None)
    _status_log: ChangeLog = PrivateAttr(default_factory=ChangeLog)
    _commitment_log: ChangeLog = PrivateAttr(default_factory=ChangeLog)
    _spoke_at: dict[str, int] = PrivateAttr(default_factory=dict)

    @property
    def sheet(self) -> ScenarioSheet:
        """The scenario as its author wrote it, with the additions and changes that were made while playing
        (`canon`)."""
        return self.amended.sheet if self.canon else self.scenario.sheet

    @property
    def amended(self) -> Amended:
        """The scenario twice: as its author wrote it, in the version that the game has now (``authored``); and with the
        additions and changes that were made while playing (``sheet``)."""
        known: Amended | None = self._private["_amended"]
        if known is None or known.entries != len(self.canon):
            if known is None or known.entries > len(self.canon):
                known = Amended(self.scenario.sheet, self.scenario.sheet)
            elif known.sheet is not self.scenario.sheet:
                self._amended_before[:] = [*self._amended_before, known][-KEPT_SHEETS:]
            self._amended = known = known.after(self.canon[known.entries :])
        return known

    def add_canon(
        self, change: CanonChange, by: CanonSource = CanonSource.GAME_MASTER, player: str | None = None
    ) -> None:
        """Append an entry to the canon; `sheet` has the change from now on. Whether it fits is not checked, and the
        state of a new person, place or thing is not made here: the handler of the command does both.

        Args:
            change: The change.
            by: Who made the change, by default the game master.
            player: For a player's claim the id of the player; else None.
        """
        entry = CanonEntry(change=change, turn=self.turn, game_time=self.clock.minutes, by=by, player_id=player)
        self.canon.append(entry)

    @property
    def narration_style(self) -> NarrationStyle:
        """The narration style of the game now, in which every field has a value."""
        return self.narration.over(self.sheet.narration).over(USUAL_STYLE)

    @property
    def sheets(self) -> ScenarioIndex:
        """An index of the sheets of the scenario and of the additions that were made while playing. Its methods find a
        sheet by its id, and raise NotFound for an unknown id."""
        return self.sheet.index

    def name(self, any_id: str) -> str:
        """Return the display name of a player, or of anything in the scenario.

        Args:
            any_id: The id of a player, place, person, thing, quest and so on. An unknown id is itself returned.
        """
        players = {player.id: player.name for player in self.party.ever}
        return players.get(any_id) or self.sheets.name(any_id)

    @property
    def here(self) -> LocationSheet:
        """The sheet of the party's place.

        Raises:
            NotFound: The party is at no place.
        """
        if self.scenario.current_location_id is None:
            raise NotFound(Unknown(what=Sought.PARTY_PLACE))
        return self.sheets.location(self.scenario.current_location_id)

    def place(self, location_id: str) -> LocationState:
        """Return the state of a place; its sheet is in `sheets`.

        Args:
            location_id: The id of the place.

        Raises:
            NotFound: The game has no such place.
        """
        return found_in(self.scenario.location_states, location_id, Sought.PLACE, Searched.GAME)

    def npc(self, npc_id: str) -> NPCInstance:
        """Return the state of a person; its sheet is in `sheets`.

        Args:
            npc_id: The id of the person.

        Raises:
            NotFound: The game has no such person.
        """
        return found_in(self.npcs, npc_id, Sought.PERSON, Searched.GAME)

    def present(self, location_id: str | None = None) -> list[NPCInstance]:
        """Return the people at a place in the order of `npcs`, also those who sleep or go with the party; an empty
        list for a place that the game does not have. The dead are at no place.

        Args:
            location_id: The id of the place; None for the party's place (an empty list if the party is at no place).
        """
        place = location_id or self.scenario.current_location_id
        return [npc for npc in self.npcs.values() if place is not None and npc.current_location_id == place]

    def quest(self, quest_id: str) -> QuestProgress:
        """Return the progress of a quest.

        Args:
            quest_id: The id of the quest.

        Raises:
            NotFound: The game has no such quest.
        """
        return found_in(self.scenario.quests, quest_id, Sought.QUEST, Searched.GAME)

    def holder_of(self, item_id: str) -> str | None:
        """Find who or what has a thing.

        Args:
            item_id: The id of the thing.

        Returns:
            ``party``, or the id of a person, place or container; None for a thing that is used up or unknown.
        """
        if item_id in self.party.items:
            return "party"
        for owners in (self.npcs, self.scenario.location_states):
            for key, owner in owners.items():
                if item_id in owner.items:
                    return key
        return next((key for key, items in self.contents.items() if item_id in items), None)

    def notes_for(self, player_id: str | None) -> list[Note]:
        """Return the notes that a player may read, oldest first.

        Args:
            player_id: The id of the player. The result has the player's own notes and the notes that all players may
                read; only the latter for None or an unknown id.
        """
        return [note for note in self.kept_notes if note.owner_id in (None, player_id) and not note.for_master]

    @property
    def kept_notes(self) -> list[Note]:
        """Every note that was not forgotten, oldest first, including those of the game master."""
        gone = {entry.change.note for entry in self.canon if isinstance(entry.change, ForgottenNote)}
        return [note for number, note in enumerate(self.notes) if number not in gone] if gone else self.notes

    def memories(self, scope: Scope) -> list[MemoryEntry]:
        """Return the memories of a place, a person or the world, oldest first. It is the list itself, not a copy: only
        `remember` may append to it.

        Args:
            scope: The owner: ``Scope.location(id)``, ``Scope.npc(id)`` or ``Scope.world()``.

        Raises:
            NotFound: The game has no such place or person.
        """
        if scope.source is MemorySource.WORLD:
            return self.scenario.world_memories
        if scope.source is MemorySource.LOCATION:
            return self.place(scope.owner_id or "").location_memories
        return self.npc(scope.owner_id or "").npc_memories

    def memory(self, scope: Scope, memory_id: str) -> MemoryEntry:
        """Return a memory by its id.

        Args:
            scope: The owner: ``Scope.location(id)``, ``Scope.npc(id)`` or ``Scope.world()``.
            memory_id: The id, such as ``mara-042``; an archived or superseded memory is returned, too.

        Raises:
            NotFound: The game has no such owner, or the owner no such memory.
        """
        memories = self.memories(scope)
        _, number = parse_memory_id(memory_id) or ("", 0)
        if not 0 < number <= len(memories) or memories[number - 1].id != memory_id:
            raise NotFound(MemoryNotHere(memory=memory_id))
        return memories[number - 1]

    def scopes(self) -> list[Scope]:
        """Return every scope (owner of memories) of the game: its places, its people and the world."""
        places = [Scope.location(key) for key in self.scenario.location_states]
        return [*places, *(Scope.npc(key) for key in self.npcs), Scope.world()]

    def remember(self, scope: Scope, entry: MemoryEntry) -> MemoryEntry:
        """Append a memory to those of a place, a person or the world.

        Args:
            scope: The owner: ``Scope.location(id)``, ``Scope.npc(id)`` or ``Scope.world()``.
            entry: The memory. Its id is ignored: it gets the owner's next one.

        Returns:
            The memory with its id.

        Raises:
            NotFound: The game has no such owner.
        """
        memory_id = self.next_memory_id(scope)
        appended = entry if entry.id == memory_id else entry.model_copy(update={"id": memory_id})
        self.memories(scope).append(appended)
        return appended

    def next_memory_id(self, scope: Scope) -> str:
        """Return the id that the next memory of an owner gets, such as ``mara-042``.

        Args:
            scope: The owner: ``Scope.location(id)``, ``Scope.npc(id)`` or ``Scope.world()``.

        Raises:
            NotFound: The game has no such owner.
        """
        return make_memory_id(scope.owner_id, len(self.memories(scope)) + 1)

    def status(self, memory_id: str | None) -> MemoryStatus:
        """Return the status of a memory: the part that can change, such as whether it is archived or pinned.

        Args:
            memory_id: The id of the memory.

        Returns:
            The status. It is the default `MemoryStatus` if nothing has changed, and for an unknown id or None.
        """
        return self.memory_status.get(memory_id or "", _UNCHANGED)

    def set_status(self, memory_id: str, status: MemoryStatus) -> None:
        """Set the status of a memory. Change a status only with this method: it records the change in `status_log`,
        which commits and indexes read.

        Args:
            memory_id: The id of the memory, which is not checked.
            status: The new status, in place of the old one.
        """
        self._status_log.note(memory_id, self.memory_status.get(memory_id))
        self.memory_status[memory_id] = status

    @property
    def status_log(self) -> ChangeLog:
        """The ids of the memories whose status was set or set back since this object was created or loaded, oldest
        first: one for each change. It is a list that only grows."""
        log: ChangeLog = self._private["_status_log"]
        return log

    def next_commitment_id(self) -> str:
        """Return the id that the next commitment (a promise, request, invitation or appointment) gets, such as
        ``c-7``."""
        return f"c-{len(self.commitments) + 1}"

    def set_commitment(self, commitment: Commitment) -> None:
        """Add or replace a commitment. Change commitments only with this method: it records the change in
        `commitment_log`, which commits read.

        Args:
            commitment: The commitment, which replaces one of the same id.
        """
        self._commitment_log.note(commitment.id, self.commitments.get(commitment.id))
        self.commitments[commitment.id] = commitment

    @property
    def commitment_log(self) -> ChangeLog:
        """The ids of the commitments that were added or replaced since this object was created or loaded, oldest first:
        one for each change. It is a list that only grows."""
        return self._commitment_log

    @property
    def message_index(self) -> MessageIndex:
        """The index that finds the messages which a person heard, or which belong to a place or the world, without
        those of a turn in progress."""
        private, history = self._private, self.conversation_history
        index: MessageIndex = private["_index"]
        open_from: int | None = private["_open_from"]
        index.follow(history, len(history) if open_from is None else open_from)
        return index

    @property
    def derived(self) -> Derived:
        """A cache of the indexes that modules compute from this game, which is not saved. Any module may use it:
        ``derived.of(Class, *subject)`` returns the index of that class and subject (most often a `Scope`; no subject
        for an index of the whole game) and makes it with ``Class()`` at the first use, ``derived.hold(index,
        *subject)`` sets it."""
        derived: Derived = self._private["_derived"]
        return derived

    @property
    def _private(self) -> dict[str, Any]:
        """The private attributes, read past pydantic's slower access: every recall reads them."""
        return self.__pydantic_private__ or {}

    def open_turn(self, at: datetime) -> None:
        """Begin the next turn: count `turn` up. Until `close_turn` the messages of the turn may still be replaced, so
        they are not indexed. Call it only when no turn is open, which is not checked.

        Args:
            at: The present date and time (UTC, with its zone), which new memories of the turn get.
        """
        self.turn += 1
        self._open_from = len(self.conversation_history)
        self._written_at = at
        self._spoke_at.clear()

    @property
    def written_at(self) -> datetime:
        """When the last turn began (UTC). In a state that was just loaded it is the time of its last message, or the
        year 1 if there is no message. New memories get this time, because handlers read no clock."""
        if self._written_at is not None:
            return self._written_at
        history = self.conversation_history
        return history[-1].timestamp if history else datetime.min.replace(tzinfo=UTC)

    def close_turn(self) -> None:
        """End the turn that `open_turn` has begun: its messages are final, and are indexed from now on. Do nothing if
        no turn is open."""
        self._open_from = None
        self._spoke_at.clear()

    def note_speaker(self, npc_id: str) -> None:
        """Record that a person speaks now, in the turn in progress.

        Args:
            npc_id: The id of the person, which is not checked.
        """
        self._spoke_at[npc_id] = self.clock.minutes

    def postpone_speech(self, minutes: int) -> None:
        """Count everything that was said in the turn in progress as said after the time that passes next, such as that
        of the way to a place.

        Args:
            minutes: How many game minutes will pass.
        """
        for npc_id in self._spoke_at:
            self._spoke_at[npc_id] = self.clock.minutes + minutes

    def spoke_at(self, npc_id: str) -> int | None:
        """Return when a person spoke last in the turn in progress, in minutes since day 1, 00:00; None if the person
        did not speak.

        Args:
            npc_id: The id of the person.
        """
        return self._spoke_at.get(npc_id)

    def cancel_turn(self, turn: int) -> None:
        """End the turn in progress as if it had not begun. Call it only for a turn that has changed nothing: this is
        not checked, and a change would stay.

        Args:
            turn: How many turns were played before this one; `GameState.turn` is set back to this number.
        """
        self.turn = turn
        self._open_from = self._written_at = None
        self._spoke_at.clear()

    def inherit_message_index(self, other: "GameState", unchanged: int) -> None:
        """Take over the message index of another state, which this one replaces.

        Args:
            other: The replaced state, which must not be used afterwards.
            unchanged: How many of the first messages are the same in both.
        """
        self._index = other._index  # noqa: SLF001  # of another state
        self._index.rebase(self.conversation_history, unchanged)

    def inherit_canon(self, other: "GameState") -> None:
        """Reuse the sheets that another state, which this one replaces, has computed from the same canon.

        Args:
            other: The replaced state. The canon of one state must be the beginning of the other's (or equal), which is
                not checked: else the sheets are wrong.
        """
        made = [*other._amended_before, *filter(None, (other._amended,))]  # noqa: SLF001  # of another state
        known = [each for each in made if each.entries <= len(self.canon)]
        if known:
            self._amended_before, self._amended = known[:-1], known[-1]

    def cursor(self, scope: Scope) -> int:
        """Return which messages of an owner of memories were condensed into summaries already.

        Args:
            scope: The owner: ``Scope.location(id)``, ``Scope.npc(id)`` or ``Scope.world()``.

        Returns:
            The position in ``conversation_history`` (the ``index``) of the owner's last message that was condensed; -1
            for none, or for an unknown owner. Later messages of the owner are still to be condensed.
        """
        if scope.source is MemorySource.WORLD:
            return self.scenario.last_world_message_index
        return self._cursors(scope).get(scope.owner_id or "", -1)

    def set_cursor(self, scope: Scope, index: int) -> None:
        """Set which messages of an owner of memories were condensed into summaries already.

        Args:
            scope: The owner: ``Scope.location(id)``, ``Scope.npc(id)`` or ``Scope.world()``. It is not checked.
            index: The position in ``conversation_history`` (the ``index``) of the owner's last message that was
                condensed; -1 for none.
        """
        if scope.source is MemorySource.WORLD:
            self.scenario.last_world_message_index = index
        else:
            self._cursors(scope)[scope.owner_id or ""] = index

    def _cursors(self, scope: Scope) -> dict[str, int]:
        at_places = scope.source is MemorySource.LOCATION
        return self.scenario.last_location_message_index if at_places else self.scenario.last_npc_message_index

    def queue(self, scope: Scope) -> list[CaptureRequest]:
        """Return the requests for summaries of an owner of memories that are not made yet, in order of execution. It is
        the list in `pending`, not a copy; a new empty list if the owner has none there or is unknown.

        Args:
            scope: The owner: ``Scope.location(id)``, ``Scope.npc(id)`` or ``Scope.world()``.
        """
        return self.pending.get(scope.key, [])
