"""The memories of the places, people and world of a game, and their correction: each correction is a turn, which can be
undone."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial
from operator import itemgetter
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Response

from app.api.conditions import TAGGED, ConditionalRoute, IfMatchDep, tagged
from app.api.context import Game, GameAsMaster, IdempotencyDep
from app.api.locations import LOCATED, located
from app.api.paging import MAX_LIMIT, PagingDep
from app.api.schemas import memories as schemas
from app.api.schemas.base import Page
from app.api.views import (
    detail_view,
    hit_view,
    memory_out,
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
from app.services.game.knowledge import Knowledge
from app.services.game.provenance import history_of
from app.services.game.turns.past_turns import turns_using_memory
from app.services.game.turns.turn_service import TurnService

router = APIRouter(tags=["memories"], route_class=ConditionalRoute)
MemoryId = Annotated[str, Path(max_length=80, examples=["tove-042"])]
Archived = Literal["exclude", "include", "only"]
Order = Literal["newest", "time"]
Orders = list[dict[str, Any]]
_MOST_MINUTES = 10**9
_OF = Query(max_length=80, description="the owner: `world`, or a person or place by id or name; by default all")


@router.get("/games/{game_id}/scopes")
async def list_scopes(game: GameAsMaster, paging: PagingDep) -> Page[schemas.ScopeOut]:
    """List the owners of memories with the numbers of their memories: places and people in the scenario's order, then
    the world. A page has at most `limit` entries, 1 to 100 and by default 50; `cursor` is the `next_cursor` of the page
    before, and is left out for the first page.

    Problems: 400 the cursor is not one of this list; 403 the token's role is below `master`; 404 no such game; 409
    another program has the game open, or the server shuts down. Common: 401 no valid token; 422 the request is
    malformed; 429 too many requests; 500 the save is damaged, or the server has a defect; 507 data could not be read or
    written.
    """
    async with game.state() as state:
        page, following = paging.of([*enumerate(state.scopes())], lambda row: row[:1])
        counted = await in_thread(lambda: [scope_view(state, scope) for _, scope in page])
        return Page(items=counted, next_cursor=following)


@dataclass(frozen=True)
class _Filters:
    """The filters of a list of memories."""

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
    kind: Annotated[list[MemoryKind] | None, Query(description="of any of these kinds")] = None,
    archived: Annotated[Archived, Query(description="whether to list archived and superseded ones")] = "exclude",
    pinned: Annotated[bool | None, Query(description="only pinned ones, or only others")] = None,
    hand_made: Annotated[bool | None, Query(description="only those written by hand, or only others")] = None,
    since: Annotated[
        int | None,
        Query(ge=0, le=_MOST_MINUTES, description="game time in minutes since day 1, 00:00", examples=[930]),
    ] = None,
    until: Annotated[int | None, Query(ge=0, le=_MOST_MINUTES, description="likewise, inclusive")] = None,
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
        Order, Query(description="`newest`: by owner, the newest first; `time`: by game time, all owners together")
    ] = "newest",
) -> Page[schemas.MemoryOut]:
    """List memories, grouped by owner: places and people in the scenario's order, then the world. The memories of each
    owner come newest first. With `order=time` all memories are sorted by game time instead, the oldest first.

    `of` is the only owner to list, by default all: `world`, or the id or name of a person or place. Filters are `kind`
    (once for each kind to list), `archived` (`exclude` by default, `include`, or `only` archived and superseded ones),
    `pinned`, `hand_made` (whether somebody wrote it, and not the game), and game time in minutes since day 1, 00:00,
    from `since` up to and including `until`. A page has at most `limit` entries, 1 to 100 and by default 50; `cursor`
    is the `next_cursor` of the page before, and is left out for the first page.

    Problems: 400 the cursor is not one of this list, or several owners match `of`; 403 the token's role is below
    `master`; 404 no such game, or no such owner (`of`); 409 another program has the game open, or the server shuts
    down. Common: 401 no valid token; 422 the request is malformed; 429 too many requests; 500 the save is damaged, or
    the server has a defect; 507 data could not be read or written.
    """
    async with game.state() as state:
        scopes = state.scopes() if of is None else [scope_meant(state, of)]
        found = await in_thread(partial(_listed, state, scopes, filters, order))
        return paging.page(found, lambda row: memory_out(state, *row[1:]), itemgetter(0))


def _listed(
    state: GameState, scopes: list[Scope], filters: _Filters, order: Order
) -> list[tuple[list[int], Scope, MemoryEntry]]:
    """Return the filtered entries with their sort keys. For the order ``newest`` the key is the position of the scope
    and the entry's position counted from the end, below 0."""
    found = [
        ([at, -position] if order == "newest" else [entry.game_time or 0, at, position], scope, entry)
        for at, scope in enumerate(scopes)
        for position, entry in enumerate(state.memories(scope), start=1)
        if filters.take(state, entry)
    ]
    return sorted(found, key=itemgetter(0))


@router.get("/games/{game_id}/memories/timeline")
async def get_timeline(
    game: GameAsMaster,
    of: Annotated[str | None, _OF] = None,
    most: Annotated[int, Query(ge=1, le=MAX_LIMIT, description="the most periods")] = 60,
) -> schemas.TimelineOut:
    """Count the memories that are neither archived nor superseded by game time, in at most `most` periods of equal
    length. `of` is the only owner whose memories count, by default all: `world`, or the id or name of a person or
    place. Memories that the scenario gave from the start are left out.

    Problems: 400 several owners match `of`; 403 the token's role is below `master`; 404 no such game, or no such owner
    (`of`); 409 another program has the game open, or the server shuts down. Common: 401 no valid token; 422 the request
    is malformed; 429 too many requests; 500 the save is damaged, or the server has a defect; 507 data could not be read
    or written.
    """
    async with game.state() as state:
        scopes = state.scopes() if of is None else [scope_meant(state, of)]
        return await in_thread(partial(timeline_view, state, scopes, most))


@router.get("/games/{game_id}/memories/search")
async def search_memories(
    game: GameAsMaster,
    *,
    of: Annotated[str | None, _OF] = None,
    q: Annotated[str, Query(min_length=1, max_length=1000, description="the query", examples=["the lost key"])],
    preset: Annotated[Preset, Query(description="the ranking")] = Preset.HYBRID,
    limit: Annotated[int, Query(ge=1, le=MAX_LIMIT, description="the most hits")] = 10,
) -> schemas.SearchOut:
    """Search memories by words and by meaning, in the same way as memories are chosen for a prompt, and explain the
    score of each hit. It changes nothing. Archived and superseded memories are not searched. `of` is `world`, or the id
    or name of a person or place; the hits then come in the order of the ranking. Without `of` all owners are searched
    together, and the highest scores come first. `preset` is the ranking: `hybrid` (words, meaning, time and more),
    `recent` (the last visits), `situational` (age, importance and keywords), `chronicle` (the last 50 and every
    reflection) or `genagents` (recency, relevance and importance). While the embedder does not answer, and in the first
    searches of a large game, only words are matched: `lacking` counts the texts whose vectors are still to be computed.
    `limit` is the most memories to return, 1 to 100 and by default 10.

    Problems: 400 several owners match `of`; 403 the token's role is below `master`; 404 no such game, or no such owner
    (`of`); 409 another program has the game open, or the server shuts down. Common: 401 no valid token; 422 the request
    is malformed; 429 too many requests; 500 the save is damaged, or the server has a defect; 507 data could not be read
    or written.
    """
    searches = game.services.container.searches()
    async with game.state() as state:
        scopes = state.scopes() if of is None else [scope_meant(state, of)]
        found = await searches.search(state, scopes, q, preset=preset, limit=limit)
        best: dict[str, tuple[Scope, ScoredMemory]] = {}
        for scope, hit in found.hits:
            earlier = best.get(hit.memory.id or "")  # a message is a hit of everyone who heard it
            if earlier is None or earlier[1].score < hit.score:
                best[hit.memory.id or ""] = scope, hit
        chosen = [*best.values()] if of is not None else sorted(best.values(), key=lambda each: -each[1].score)[:limit]
        with using(language_of(state.sheet)):
            items = [hit_view(state, *each) for each in chosen]
    if of is None:
        items = [hit.model_copy(update={"rank": rank}) for rank, hit in enumerate(items, start=1)]
    return schemas.SearchOut(items=items, by_meaning=found.by_meaning, lacking=found.lacking)


@router.get("/games/{game_id}/memories/{memory_id}", responses=TAGGED)
async def get_memory(game: GameAsMaster, memory_id: MemoryId, response: Response) -> schemas.MemoryDetail:
    """Return a memory with its history, its evidence and its source messages.

    Problems: 403 the token's role is below `master`; 404 no such game or memory; 409 another program has the game open,
    or the server shuts down. Common: 401 no valid token; 422 the request is malformed; 429 too many requests; 500 the
    save is damaged, or the server has a defect; 507 data could not be read or written.
    """
    return tagged(response, await _memory(game, memory_id))


async def _memory(game: Game, memory_id: str) -> schemas.MemoryDetail:
    async with game.state() as state:
        scope = scope_of_memory(state, memory_id)
        entry = state.memory(scope, memory_id)
        return detail_view(state, scope, entry, await in_thread(partial(history_of, state, scope, entry)))


@router.get("/games/{game_id}/memories/{memory_id}/recalls")
async def list_recalls(game: GameAsMaster, memory_id: MemoryId, paging: PagingDep) -> Page[schemas.RecallOut]:
    """List the turns that used a memory or message (such as `m-7`), newest first. `how` says in which way: `answered`,
    a person answered from it; or `offered`, a search added it to the prompt of the turn. Turns that were undone or
    replaced are not listed. Memories that a prompt shows without a search, such as the latest ones of a person, do not
    count. The list of an unknown message is empty. A page has at most `limit` entries, 1 to 100 and by default 50;
    `cursor` is the `next_cursor` of the page before, and is left out for the first page.

    Problems: 400 the cursor is not one of this list; 403 the token's role is below `master`; 404 no such game or
    memory; 409 another program has the game open, or the server shuts down. Common: 401 no valid token; 422 the request
    is malformed; 429 too many requests; 500 the save is damaged, or the server has a defect; 507 data could not be read
    or written.
    """
    async with game.open() as session:
        if parse_message_id(memory_id) is None:
            scope_of_memory(session.state, memory_id)
        head = session.head
        found = await from_journal(session.read, lambda journal: turns_using_memory(journal, head, memory_id))
    return paging.page(found, recall_view, lambda each: (-each.record.turn,))


@router.post("/games/{game_id}/memories", status_code=201, responses=LOCATED)
async def add_memory(
    game: GameAsMaster, body: schemas.MemoryIn, response: Response, idempotency: IdempotencyDep
) -> schemas.MemoryOut:
    """Add a memory to a person, a place or the world, as a turn, and return it. `about` takes ids or names; a name that
    the game does not have is kept as it is.

    Problems: 400 the text is blank or holds control characters, a name in `about` is blank, or has line breaks or
    control characters, `location_id` is not a valid id, or several parts of the game match `of` or a name in `about`;
    403 the token's role is below `master`; 404 no such game, owner or place; 409 the host's moderation refuses a text,
    the idempotency key was used for another request, another program has the game open, or the server shuts down.
    Common: 401 no valid token; 413 the body is too large; 415 the body is not JSON; 422 the request is malformed; 429
    too many requests; 500 the save is damaged, or the server has a defect; 507 data could not be read or written.
    """

    def orders(state: GameState) -> Orders:
        given = body.model_dump(exclude={"of", "kind", "about"})
        about = [subject_meant(state, name) for name in body.about]
        added = {
            "kind": "add_memory",
            "scope": scope_meant(state, body.of),
            "memory_kind": body.kind,
            "subjects": about,
        }
        return [{**given, **added}]

    added = await _edited(game, orders, idempotency)
    return located(response, f"games/{game.id}/memories/{added.id}", added)


@router.patch("/games/{game_id}/memories/{memory_id}")
async def change_memory(
    game: GameAsMaster,
    memory_id: MemoryId,
    body: schemas.MemoryPatch,
    if_match: IfMatchDep,
    idempotency: IdempotencyDep,
) -> schemas.MemoryOut:
    """Replace the text of a memory, or pin or unpin it, as a turn. A new text makes a new memory that supersedes the
    old one, and the new memory is returned; otherwise the changed memory. If nothing would change, there is no turn,
    and the memory is returned as it is.

    Problems: 400 the text is blank or holds control characters; 403 the token's role is below `master`; 404 no such
    game or memory; 409 the memory is archived or superseded, the host's moderation refuses the text, the idempotency
    key was used for another request, another program has the game open, or the server shuts down; 412 the memory has
    changed since the version in `If-Match`. Common: 401 no valid token; 413 the body is too large; 415 the body is not
    JSON; 422 the request is malformed; 429 too many requests; 500 the save is damaged, or the server has a defect; 507
    data could not be read or written.
    """

    def orders(state: GameState) -> Orders:
        wanted: Orders = []
        if body.pinned is not None and body.pinned is not state.status(memory_id).pinned:
            wanted.append({"kind": "pin_memory", "pinned": body.pinned})
        if body.text is not None:
            wanted.append({"kind": "replace_memory", "text": body.text})
        return wanted

    with if_match.when_still(lambda: _memory(game, memory_id)):
        return await _edited(game, orders, idempotency, memory_id)


@router.post("/games/{game_id}/memories/{memory_id}/archive")
async def archive_memory(game: GameAsMaster, memory_id: MemoryId, idempotency: IdempotencyDep) -> schemas.MemoryOut:
    """Archive a memory, as a turn, and return it. It is no longer shown in prompts or recalled.

    Problems: 403 the token's role is below `master`; 404 no such game or memory; 409 the memory is archived or
    superseded already, the idempotency key was used for another request, another program has the game open, or the
    server shuts down. Common: 401 no valid token; 422 the request is malformed; 429 too many requests; 500 the save is
    damaged, or the server has a defect; 507 data could not be read or written.
    """
    return await _edited(game, lambda _: [{"kind": "archive_memory"}], idempotency, memory_id)


@router.post("/games/{game_id}/memories/{memory_id}/restore")
async def restore_memory(game: GameAsMaster, memory_id: MemoryId, idempotency: IdempotencyDep) -> schemas.MemoryOut:
    """Restore an archived memory, as a turn, and return it.

    Problems: 403 the token's role is below `master`; 404 no such game or memory; 409 the memory is not archived, a
    newer memory supersedes it, its owner has a newer memory of the same fact, the idempotency key was used for another
    request, another program has the game open, or the server shuts down. Common: 401 no valid token; 422 the request is
    malformed; 429 too many requests; 500 the save is damaged, or the server has a defect; 507 data could not be read or
    written.
    """
    return await _edited(game, lambda _: [{"kind": "restore_memory"}], idempotency, memory_id)


@router.get("/games/{game_id}/knowledge")
async def get_knowledge(
    game: GameAsMaster,
    claim: Annotated[
        str, Query(min_length=1, max_length=500, description="a statement", examples=["the ferry leaves at six"])
    ],
) -> Page[Knowledge]:
    """Return for each person whether, by their memories, they know a claim, know an old version of it, or cannot know
    it. All people are on one page, in the scenario's order.

    Problems: 400 the claim has no words to compare; 403 the token's role is below `master`; 404 no such game; 409
    another program has the game open, or the server shuts down. Common: 401 no valid token; 422 the request is
    malformed; 429 too many requests; 500 the save is damaged, or the server has a defect; 507 data could not be read or
    written.
    """
    async with game.open():
        found = await knowledge(game.id, claim, game.services.container)
    return Page(items=found)


def scope_meant(state: GameState, of: str) -> Scope:
    """Return the scope of a key as in `MemoryOut.of`, of an id or of a name. Raise NotFound for an unknown one."""
    keys = {key: scope for scope in state.scopes() for key in (scope.key, scope.owner_id or scope.key)}
    return keys.get(of) or find_scope(state, of)


async def _edited(
    game: Game, orders: Callable[[GameState], Orders], idempotency: Identified, memory_id: str | None = None
) -> schemas.MemoryOut:
    """Carry out commands on the memory of an id, if any, and return the memory that they made, else this one.
    ``orders`` returns the commands in JSON form."""

    def commands(state: GameState) -> list[Command]:
        target = {} if memory_id is None else {"memory_id": memory_id}
        if memory_id is not None:
            scope_of_memory(state, memory_id)
        return [parse_command(order | target) for order in orders(state)]

    async def edit(turns: TurnService) -> schemas.MemoryOut:
        shown_id = memory_id or ""
        if commands(turns.state(game.id)):
            result = await turns.execute_with(game.id, commands, **idempotency)
            added = [each.memory_id for each in result.events if isinstance(each, MemoryAdded | MemoryReplaced)]
            shown_id = added[0] if added else shown_id
        state = turns.state(game.id)
        scope = scope_of_memory(state, shown_id)
        return memory_out(state, scope, state.memory(scope, shown_id))

    return await game.play(edit)
