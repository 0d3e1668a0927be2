"""What places, people and the world of a game remember, and correcting it: a turn each, which an undo takes back."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial
from operator import itemgetter
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query

from app.api.bodies import BodyRoute
from app.api.context import Game, GameAsMaster, RequestDep
from app.api.paging import MOST, PagingDep
from app.api.schemas import memories as schemas
from app.api.schemas.base import Page
from app.api.views import (
    detail_view,
    hit_view,
    memory_view,
    recall_view,
    scope_view,
    timeline_view,
)
from app.container import knowledge
from app.events.command_table import parse_command
from app.language.language import language_of, using
from app.memory.entries.markers import is_hand_made, is_inactive
from app.memory.recall.query import Preset, ScoredMemory
from app.memory.stream.owners import find_scope, scope_of_memory, subject_meant
from app.models.command import Command
from app.models.events.play import MemoryAdded, MemoryReplaced
from app.models.memory import MemoryEntry, MemoryKind, Scope
from app.models.memory_id import parse_message_id
from app.models.state.game_state import GameState
from app.services.game.games.concurrency import from_journal, in_thread
from app.services.game.games.session import Request as Identified
from app.services.game.provenance import history_of
from app.services.game.turns.past_turns import turns_using_memory
from app.services.game.turns.turn_service import TurnService

router = APIRouter(tags=["memories"], route_class=BodyRoute)
MemoryId = Annotated[str, Path(max_length=80, examples=["tove-042"])]
Archived = Literal["exclude", "include", "only"]
Order = Literal["newest", "time"]
Orders = list[dict[str, Any]]
_MOST_MINUTES = 10**9
_OF = Query(max_length=80, description="a person, a place or `world`: an id or a name")


@router.get("/games/{game_id}/scopes")
async def list_scopes(game: GameAsMaster, paging: PagingDep) -> Page[schemas.ScopeOut]:
    """Whose memories there are, and how many: places and people as the scenario names them, the world last."""
    async with game.state() as state:
        page, following = paging.of([*enumerate(state.scopes())], lambda row: row[:1])
        counted = await in_thread(lambda: [scope_view(state, scope) for _, scope in page])
        return Page(items=counted, next_cursor=following)


@dataclass(frozen=True)
class _Filters:
    """Which memories are wanted."""

    kinds: Collection[MemoryKind]
    archived: Archived
    pinned: bool | None
    hand_made: bool | None
    since: int | None
    until: int | None

    def take(self, state: GameState, entry: MemoryEntry) -> bool:
        status, time = state.status(entry.id), entry.game_time
        return (
            (not self.kinds or entry.kind in self.kinds)
            and (self.archived == "include" or is_inactive(status) == (self.archived == "only"))
            and (self.pinned is None or status.pinned is self.pinned)
            and (self.hand_made is None or is_hand_made(entry) is self.hand_made)
            and (self.since is None or (time is not None and self.since <= time))
            and (self.until is None or (time is not None and time <= self.until))
        )


async def _filters(
    *,
    kind: Annotated[list[MemoryKind] | None, Query(description="several: any of them")] = None,
    archived: Annotated[Archived, Query(description="archived and superseded ones")] = "exclude",
    pinned: Annotated[bool | None, Query(description="kept for good, or not")] = None,
    hand_made: Annotated[bool | None, Query(description="written by hand, or not")] = None,
    since: Annotated[int | None, Query(ge=0, le=_MOST_MINUTES, description="game time", examples=[930])] = None,
    until: Annotated[int | None, Query(ge=0, le=_MOST_MINUTES, description="game time, inclusive")] = None,
) -> _Filters:
    return _Filters(kind or (), archived, pinned, hand_made, since, until)


_FiltersDep = Annotated[_Filters, Depends(_filters)]


@router.get("/games/{game_id}/memories")
async def list_memories(
    game: GameAsMaster,
    paging: PagingDep,
    filters: _FiltersDep,
    of: Annotated[str | None, _OF] = None,
    order: Annotated[
        Order, Query(description="`newest`: by whose they are, the last made first; `time`: by game time, all together")
    ] = "newest",
) -> Page[schemas.MemoryOut]:
    """Memories by whose they are, as the scenario names places and people, the world last; of each the newest first."""
    async with game.state() as state:
        scopes = state.scopes() if of is None else [scope_of(state, of)]
        found = await in_thread(partial(_listed, state, scopes, filters, order))
        return paging.page(found, lambda row: memory_view(state, *row[1:]), itemgetter(0))


def _listed(
    state: GameState, scopes: list[Scope], filters: _Filters, order: Order
) -> list[tuple[list[int], Scope, MemoryEntry]]:
    """The entries wanted, each after its key in the order: the newest have the position of their scope and their own
    from the end on, below 0."""
    found = [
        ([at, -position] if order == "newest" else [entry.game_time or 0, at, position], scope, entry)
        for at, scope in enumerate(scopes)
        for position, entry in enumerate(state.memories(scope), start=1)
        if filters.take(state, entry)
    ]
    return sorted(found, key=itemgetter(0))


@router.get("/games/{game_id}/memories/timeline")
async def get_timeline(
    game: GameAsMaster, of: Annotated[str | None, _OF] = None, most: Annotated[int, Query(ge=1, le=MOST)] = 60
) -> schemas.TimelineOut:
    """How the memories that stand spread over game time, in at most so many spells. Given ones are left out: they were
    there before the game began."""
    async with game.state() as state:
        scopes = state.scopes() if of is None else [scope_of(state, of)]
        return await in_thread(partial(timeline_view, state, scopes, most))


@router.get("/games/{game_id}/memories/search")
async def search_memories(
    game: GameAsMaster,
    *,
    of: Annotated[str | None, _OF] = None,
    q: Annotated[str, Query(min_length=1, max_length=1000, description="what is asked", examples=["the lost key"])],
    preset: Annotated[Preset, Query(description="how memories are chosen")] = Preset.HYBRID,
    limit: Annotated[int, Query(ge=1, le=MOST)] = 10,
) -> schemas.SearchOut:
    """What comes to mind at a question, and why, in the preset's order. It changes nothing. Where nobody is named,
    everybody is asked, and the best scores come first. In a large game words alone answer at first: `lacking` says
    how many texts get their vectors meanwhile, and at 0 the same search finds by meaning."""
    searches = game.services.container.searches()
    async with game.state() as state:
        scopes = state.scopes() if of is None else [scope_of(state, of)]
        found = await searches.search(state, scopes, q, preset=preset, limit=limit)
        best: dict[str, tuple[Scope, ScoredMemory]] = {}
        for scope, hit in found.hits:
            known = best.get(hit.memory.id or "")  # a message comes to the mind of all who heard it
            if known is None or known[1].score < hit.score:
                best[hit.memory.id or ""] = scope, hit
        chosen = [*best.values()] if of is not None else sorted(best.values(), key=lambda each: -each[1].score)[:limit]
        with using(language_of(state.sheet)):
            items = [hit_view(state, *each) for each in chosen]
    if of is None:
        items = [hit.model_copy(update={"rank": rank}) for rank, hit in enumerate(items, start=1)]
    return schemas.SearchOut(items=items, by_meaning=found.by_meaning, lacking=found.lacking)


@router.get("/games/{game_id}/memories/{memory_id}")
async def get_memory(game: GameAsMaster, memory_id: MemoryId) -> schemas.MemoryDetail:
    """A memory with its history, its evidence and the messages behind it."""
    async with game.state() as state:
        scope = scope_of_memory(state, memory_id)
        entry = state.memory(scope, memory_id)
        return detail_view(state, scope, entry, await in_thread(partial(history_of, state, scope, entry)))


@router.get("/games/{game_id}/memories/{memory_id}/recalls")
async def list_recalls(game: GameAsMaster, memory_id: MemoryId, paging: PagingDep) -> Page[schemas.RecallOut]:
    """In which turns a memory, or a message, came to mind, the newest first. Memories that a prompt shows without being
    asked, as the last ones of a person, are not counted."""
    async with game.open() as session:
        if parse_message_id(memory_id) is None:
            scope_of_memory(session.state, memory_id)
        head = session.head
        found = await from_journal(session.read, lambda journal: turns_using_memory(journal, head, memory_id))
    return paging.page(found, recall_view, lambda each: (-each.record.turn,))


@router.post("/games/{game_id}/memories", status_code=201)
async def add_memory(game: GameAsMaster, body: schemas.MemoryIn, meant: RequestDep) -> schemas.MemoryOut:
    """Let a person, a place or the world remember something from now on."""

    def orders(state: GameState) -> Orders:
        given = body.model_dump(exclude={"of", "kind", "about"})
        about = [subject_meant(state, name) for name in body.about]
        added = {"kind": "add_memory", "scope": scope_of(state, body.of), "memory_kind": body.kind, "subjects": about}
        return [{**given, **added}]

    return await _edited(game, orders, meant)


@router.patch("/games/{game_id}/memories/{memory_id}")
async def change_memory(
    game: GameAsMaster, memory_id: MemoryId, body: schemas.MemoryPatch, meant: RequestDep
) -> schemas.MemoryOut:
    """Let the memory say something else: the answer is the one that stands in its place. Or pin it, or no longer."""

    def orders(state: GameState) -> Orders:
        wanted: Orders = []
        if body.pinned is not None and body.pinned is not state.status(memory_id).pinned:
            wanted.append({"kind": "pin_memory", "pinned": body.pinned})
        if body.text is not None:
            wanted.append({"kind": "replace_memory", "text": body.text})
        return wanted

    return await _edited(game, orders, meant, memory_id)


@router.post("/games/{game_id}/memories/{memory_id}/archive")
async def archive_memory(game: GameAsMaster, memory_id: MemoryId, meant: RequestDep) -> schemas.MemoryOut:
    """Put the memory away: it is neither shown to anybody nor recalled."""
    return await _edited(game, lambda _: [{"kind": "archive_memory"}], meant, memory_id)


@router.post("/games/{game_id}/memories/{memory_id}/restore")
async def restore_memory(game: GameAsMaster, memory_id: MemoryId, meant: RequestDep) -> schemas.MemoryOut:
    """Bring a memory back that was put away."""
    return await _edited(game, lambda _: [{"kind": "restore_memory"}], meant, memory_id)


@router.get("/games/{game_id}/knowledge")
async def get_knowledge(
    game: GameAsMaster,
    claim: Annotated[str, Query(min_length=1, max_length=500, examples=["the ferry leaves at six"])],
) -> Page[schemas.KnowledgeOut]:
    """How each person of the game stands to a claim, by what it has witnessed."""
    async with game.open():
        found = await knowledge(game.id, claim, game.services.container)
    return Page(items=[schemas.KnowledgeOut.model_validate(each) for each in found])


def scope_of(state: GameState, of: str) -> Scope:
    """Whose memories are meant: by the key that `MemoryOut.of` has, an id or a name."""
    keys = {key: scope for scope in state.scopes() for key in (scope.key, scope.owner_id or scope.key)}
    return keys.get(of) or find_scope(state, of)


async def _edited(
    game: Game, orders: Callable[[GameState], Orders], meant: Identified, memory_id: str | None = None
) -> schemas.MemoryOut:
    """Carry out the orders, commands in their JSON form, on the memory of this id, if any. The answer is the memory
    that was made, else that one."""

    def commands(state: GameState) -> list[Command]:
        given = {} if memory_id is None else {"memory_id": memory_id}
        if memory_id is not None:
            scope_of_memory(state, memory_id)
        return [parse_command(order | given) for order in orders(state)]

    async def edit(turns: TurnService) -> schemas.MemoryOut:
        shown_id = memory_id or ""
        if commands(turns.state(game.id)):
            result = await turns.execute_with(game.id, commands, **meant)
            made = [each.memory_id for each in result.events if isinstance(each, MemoryAdded | MemoryReplaced)]
            shown_id = made[0] if made else shown_id
        state = turns.state(game.id)
        scope = scope_of_memory(state, shown_id)
        return memory_view(state, scope, state.memory(scope, shown_id))

    return await game.play(edit)
