"""A memory alone, for agents of other programs: a game without a scenario, in which agents remember, recall and know.
Journal, undo, branches, export and forgetting are those of every game."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Unpack

from app.errors import InvalidInput, NotFound, NotPossible
from app.events.commands.memory import RememberCommand
from app.interfaces.memory_tools import Recall, Remember
from app.memory.entries.markers import is_inactive
from app.memory.entries.speaker import speaker_name
from app.memory.recall.preset import Preset
from app.memory.recall.query import ScoredMemory
from app.memory.stream.naming_owners import called, owner_called, person_called
from app.models.base import short_input
from app.models.command import Command
from app.models.events.mind import MemoryFormed
from app.models.events.play import MemoryAdded
from app.models.memory import MemoryEntry, Scope
from app.models.messages.payload import Utterance
from app.models.messages.speech import is_confided
from app.models.refusals.memories import AgentUnknown, StoryOfItsOwn, TimeAhead
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import GameState
from app.package_data import package_data
from app.services.characters.arguments import command_from
from app.services.game.captures.recall_service import RecallService
from app.services.game.games.concurrency import in_thread
from app.services.game.games.game_library import GameLibrary
from app.services.game.games.session import Request
from app.services.game.knowledge import who_knows
from app.services.game.turns.turn_service import TurnService
from app.services.remembering.memory_time import date_of, minute_of
from app.services.remembering.memory_views import Knower, RecalledText, RememberedText

HOST = "(host)"
"""The name of the one player, who says and does nothing."""
_REAL_TIME = "real-time"
_FIELDS = {
    "text": "text",
    "memory_kind": "kind",
    "about": "about",
    "place": "where",
    "importance": "importance",
    "said_by": "said_by",
    "is_confidential": "confidential",
}
"""The arguments of `Remember` by the fields of the command."""
_SLACK = timedelta(minutes=5)
"""How far ahead of this machine's clock those of others may be."""
_SPARE = 5
"""How many times the limit is recalled where what is confidential is left out afterwards."""


@dataclass
class AgentMemory:
    """The use cases of memories alone. Times are dates: without one, a memory's time is the wall clock's, or in a
    memory that was begun at a date of its own that of its latest memory."""

    library: GameLibrary
    turns: TurnService
    recaller: RecallService
    now: Callable[[], datetime]

    def begin(self, title: str = "Memory", *, start: datetime | None = None, **request: Unpack[Request]) -> str:
        """Begin a memory.

        Args:
            title: Its title, 1 to 60 characters on one line.
            start: The date at which its time begins, for callers with a time of their own; None: it goes by real time.
            request: Two optional keyword arguments, each a text or None: ``request_id``, of the caller's choice, and
                ``request_hash``, equal for equal requests, such as a hash of the arguments. If the id was used before,
                no second memory begins.

        Returns:
            The id of the game.

        Raises:
            InvalidInput: The title is blank, longer or holds control characters, or the date is before 1970.
            Conflict: The request id is recorded with another ``request_hash``.
            StorageFailed: Reading or writing the disk or the database failed.
        """
        begins = minute_of(self.now() if start is None else start)
        sheet = ScenarioSheet.model_validate(
            package_data(__package__, "memory_scenario")
            | {"start_minutes": begins, "tags": (_REAL_TIME,) if start is None else ()}
        )
        return self.library.begin(sheet, HOST, title=title, **request)

    async def remember(self, game_id: str, wanted: Remember, **request: Unpack[Request]) -> list[RememberedText]:
        """Let somebody remember something, as a turn.

        Raises:
            InvalidInput: A name is blank, or the time is before 1970 or lies ahead.
            NotPossible: The game is no memory alone, or has too many people or places.
            NotFound, Conflict, CorruptSave, StorageFailed: As `TurnService.execute`.
        """

        def orders(state: GameState) -> list[Command]:
            check_alone(state)
            at = self._minute(state, wanted.when)
            owners = {called(name): name for name in wanted.who}.values()
            return [command_from("remember", RememberCommand, wanted, _FIELDS, owner=owner, at=at) for owner in owners]

        result = await self.turns.execute_with(game_id, orders, **request)
        state = self.turns.state(game_id)
        added = [
            (Scope.npc(event.npc_id) if isinstance(event, MemoryFormed) else event.scope, event.memory_id)
            for event in result.events
            if isinstance(event, MemoryFormed | MemoryAdded)
        ]
        return [_remembered(state, scope, state.memory(scope, memory_id)) for scope, memory_id in added]

    async def recall(self, game_id: str, wanted: Recall) -> list[RecalledText]:
        """Recall what somebody remembers about a question, best first; it changes nothing.

        Raises:
            NotFound: There is nobody of this name, or no such game.
            NotPossible: The game is no memory alone.
            InvalidInput: A time is before 1970.
            Conflict, CorruptSave, StorageFailed: As `TurnService.state`.
        """
        state = self.turns.state(game_id)
        with self.turns.speaking(game_id):
            check_alone(state)
            scope = _owner(state, wanted.who)
            limit = wanted.limit * _SPARE if wanted.before else wanted.limit
            hits = await self.recaller.recall(
                state,
                scope,
                wanted.query,
                preset=Preset(wanted.preset),
                limit=limit,
                now=self._minute(state, None),
                since=None if wanted.since is None else minute_of(wanted.since),
                until=None if wanted.until is None else minute_of(wanted.until),
            )
            hearers = {person_called(state, name) for name in wanted.before}
            told = [hit for hit in hits if _may_hear(state, scope, hit.memory, hearers)]
            return [_recollection(state, scope, hit, explain=wanted.explain) for hit in told[: wanted.limit]]

    async def who_knows(self, game_id: str, claim: str) -> list[Knower]:
        """Find of each agent whether it knows a claim, in the order in which they were first named.

        Raises:
            InvalidInput: The claim has no words to compare, or is too long.
            NotPossible: The game is no memory alone.
            NotFound, Conflict, CorruptSave, StorageFailed: As `TurnService.state`.
        """
        state = self.turns.state(game_id)
        with self.turns.speaking(game_id):
            check_alone(state)
            found = await in_thread(partial(who_knows, state, claim))
        return [
            Knower(
                who=state.name(each.npc_id),
                standing=each.standing,
                since=None if each.since is None else date_of(each.since),
                through=None if each.memory_id is None else _speaker(state, Scope.npc(each.npc_id), each.memory_id),
                memory_id=each.memory_id,
                text=each.text,
            )
            for each in found
        ]

    def _minute(self, state: GameState, when: datetime | None) -> int:
        """Return the game minute of a time, of now for None; the clock never runs back.

        Raises:
            InvalidInput: The time is before 1970, or ahead in a memory that goes by real time.
        """
        is_real = _REAL_TIME in state.sheet.tags
        if when is not None:
            minute = minute_of(when)
            if is_real and minute > minute_of(self.now() + _SLACK):
                raise InvalidInput(TimeAhead())
            return minute
        return max(state.clock.minutes, minute_of(self.now())) if is_real else state.clock.minutes


def check_alone(state: GameState) -> None:
    """Check that a game is a memory alone.

    Raises:
        NotPossible: It has a story of its own.
    """
    if not state.sheet.is_memory_alone:
        raise NotPossible(StoryOfItsOwn())


def _owner(state: GameState, name: str) -> Scope:
    scope = owner_called(state, name)
    if scope is None:
        raise NotFound(AgentUnknown(name=short_input(name), there=tuple(state.npcs)))
    return scope


def _may_hear(state: GameState, scope: Scope, entry: MemoryEntry, hearers: Collection[str | None]) -> bool:
    """Return whether these people may hear a memory, None for somebody unknown: a confidence only if all of them
    remember the same."""
    if not hearers or not _is_confidential(entry):
        return True
    others = [None if npc_id is None else Scope.npc(npc_id) for npc_id in hearers]
    return all(other == scope or (other is not None and _was_told(state, other, entry.summary)) for other in others)


def _was_told(state: GameState, scope: Scope, text: str) -> bool:
    own = (entry for entry in state.memories(scope) if not is_inactive(state.status(entry.id)))
    return any(entry.summary == text for entry in own)


def _is_confidential(entry: MemoryEntry) -> bool:
    return isinstance(entry.payload, Utterance) and is_confided(entry.payload.acts)


def _speaker(state: GameState, scope: Scope, memory_id: str) -> str | None:
    return speaker_name(state, state.memory(scope, memory_id)) or None


def _remembered(state: GameState, scope: Scope, entry: MemoryEntry) -> RememberedText:
    return RememberedText.model_validate(_fields(state, scope, entry))


def _fields(state: GameState, scope: Scope, entry: MemoryEntry) -> dict[str, Any]:
    who = scope.key if scope.owner_id is None else state.name(scope.owner_id)
    minute = state.sheet.start_minutes if entry.game_time is None else entry.game_time
    return {"id": entry.id, "who": who, "text": entry.summary, "when": date_of(minute)}


def _recollection(state: GameState, scope: Scope, hit: ScoredMemory, *, explain: bool) -> RecalledText:
    entry = hit.memory
    rated = state.status(entry.id).importance or entry.importance
    more = {
        "kind": entry.kind.value,
        "about": [_shown(state, key) for key in entry.subjects],
        "where": None if entry.location_id is None else state.name(entry.location_id),
        "said_by": speaker_name(state, entry) or None,
        "confidential": _is_confidential(entry),
        "importance": rated,
        "relevance": round(hit.relevance, 4),
        "score": round(hit.score, 4),
        "why": hit.why if explain else None,
    }
    return RecalledText.model_validate(_fields(state, scope, entry) | more)


def _shown(state: GameState, key: str) -> str:
    """Return the name of a subject: of an id its name, else the word itself."""
    return state.name(key) if key in state.sheets else key
