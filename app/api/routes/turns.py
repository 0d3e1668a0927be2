"""Turns: playing them, reading them, writing a line anew."""

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import StreamingResponse
from fastapi.sse import KEEPALIVE_COMMENT, EventSourceResponse, format_sse_event

from app.api import problems
from app.api.access.viewer import Role, ViewerDep, acting_player, require
from app.api.context import Services, ServicesDep
from app.api.paging import PagingDep
from app.api.requests import IdempotencyKey, identified
from app.api.routes.games import GameId, token_of_branch
from app.api.schemas import turns as schemas
from app.api.schemas.base import Model, Page
from app.api.schemas.events import TextTold
from app.api.views.turns import Told, turn_view
from app.models.records.folding import chain
from app.models.records.record import Journal, Record, RecordKind
from app.services.game.games.off_loop import from_journal
from app.services.game.turns.past_turns import turn_record
from app.services.game.turns.turn_result import TurnResult, result_of

router = APIRouter(tags=["turns"])
TurnNumber = Annotated[int, Path(ge=1, le=10**9)]
PING_SECONDS = 15.0
_STREAMED: dict[int | str, dict[str, Any]] = {
    200: {"content": {EventSourceResponse.media_type: {"schema": {"type": "string"}}}}
}


@router.post("/games/{game_id}/turns", responses=_STREAMED, response_model=schemas.TurnOut)
async def take_turn(
    *,
    game_id: GameId,
    body: schemas.TurnIn,
    request: Request,
    viewer: ViewerDep,
    services: ServicesDep,
    key: IdempotencyKey = None,
) -> schemas.TurnOut | Response:
    """Play a line and all that follows from it. With `Accept: text/event-stream` the answer is a stream: `text` pieces
    while it is told, then `command` (for the game master), `event` and `turn`, or `problem`."""
    require(viewer, game_id, Role.PLAYER)
    async with services.host.using(game_id) as session:
        player_id = acting_player(viewer, session.state, body.player_id)
    meant = await identified(request, key, player_id)
    told: asyncio.Queue[Told | None] = asyncio.Queue()

    async def play() -> TurnResult:
        def show(piece: str) -> None:
            told.put_nowait(Told("text", TextTold(turn=session.state.turn, piece=piece)))

        async with services.host.using(game_id) as session:
            return await services.turns.take_turn(game_id, body.text, speaker=player_id, on_text=show, **meant)

    async def tell() -> None:
        try:
            turn = turn_view(await play(), viewer)
            for each in (
                *(Told("command", one) for one in turn.commands),
                *(Told("event", one) for one in turn.events),
            ):
                told.put_nowait(each)
            told.put_nowait(Told("turn", turn))
        except Exception as error:  # noqa: BLE001  # the last door of a stream that has begun
            told.put_nowait(Told("problem", problems.problem_of(error)))
        finally:
            told.put_nowait(None)

    if EventSourceResponse.media_type in request.headers.get("accept", ""):
        services.start(tell())
        return StreamingResponse(_streamed(told), media_type=EventSourceResponse.media_type)
    return turn_view(await services.finish(play()), viewer)


async def _streamed(told: asyncio.Queue[Told | None]) -> AsyncIterator[bytes]:
    while True:
        try:
            each = await asyncio.wait_for(told.get(), PING_SECONDS)
        except TimeoutError:
            yield KEEPALIVE_COMMENT
            continue
        if each is None:
            return
        yield sent(each)


@router.get("/games/{game_id}/turns")
async def list_turns(
    game_id: GameId, viewer: ViewerDep, services: ServicesDep, paging: PagingDep
) -> Page[schemas.TurnOut]:
    """The turns that lead to where the game stands, newest first."""
    require(viewer, game_id)
    async with services.host.using(game_id) as session:
        head = session.head
        turns = await from_journal(session.read, lambda journal: _turns(journal, head))
    found, following = paging.of(turns, lambda record: (-record.turn,))
    return Page(items=[turn_view(result_of(game_id, record), viewer) for record in found], next_cursor=following)


def _turns(journal: Journal, head: int) -> list[Record]:
    return [record for record in reversed(chain(journal, head)) if record.kind is RecordKind.TURN]


@router.get("/games/{game_id}/turns/{turn}")
async def get_turn(game_id: GameId, turn: TurnNumber, viewer: ViewerDep, services: ServicesDep) -> schemas.TurnOut:
    require(viewer, game_id)
    return turn_view(result_of(game_id, await past_turn(services, game_id, turn)), viewer)


async def past_turn(services: Services, game_id: str, turn: int) -> Record:
    """The record of a turn; NotPossible where it was never played."""
    async with services.host.using(game_id) as session:
        head = session.head
        return await from_journal(session.read, lambda journal: turn_record(journal, head, turn))


@router.post("/games/{game_id}/turns/current/stop")
async def stop(game_id: GameId, viewer: ViewerDep, services: ServicesDep) -> schemas.StopOut:
    """Stop the turn in progress: what was told and done stays. A player stops its own."""
    require(viewer, game_id, Role.PLAYER)
    async with services.host.using(game_id) as session:
        in_progress = session.state.conversation_history[-1:]
        if not viewer.sees_all and not any(message.speaker_id == viewer.player_id for message in in_progress):
            return schemas.StopOut(stopped=False)
        return schemas.StopOut(stopped=services.turns.stop(game_id))


@router.post("/games/{game_id}/retry")
async def retry(
    game_id: GameId, request: Request, viewer: ViewerDep, services: ServicesDep, key: IdempotencyKey = None
) -> schemas.TurnOut:
    """Play the last line once more. A player's own alone."""
    require(viewer, game_id, Role.PLAYER)
    meant = await identified(request, key, viewer.player_id)

    async def play() -> TurnResult:
        async with services.host.using(game_id):
            return await services.turns.retry(game_id, own=viewer.player_id, **meant)

    return turn_view(await services.finish(play()), viewer)


@router.post("/games/{game_id}/turns/{turn}/edit")
async def edit(
    *,
    game_id: GameId,
    turn: TurnNumber,
    body: schemas.EditIn,
    request: Request,
    viewer: ViewerDep,
    services: ServicesDep,
    key: IdempotencyKey = None,
) -> schemas.BranchedTurn:
    """Another line in the place of one that was typed. All that came after it is no more, nor what is remembered of it;
    `as_branch` leaves it as it is and plays in a new game. A player edits its own, where no other has played since."""
    require(viewer, game_id, Role.MASTER if body.as_branch else Role.PLAYER)
    meant = await identified(request, key, viewer.player_id)

    async def play() -> TurnResult:
        async with services.host.using(game_id):
            own, as_branch = viewer.player_id, body.as_branch
            return await services.turns.edit(game_id, turn, body.text, as_branch=as_branch, own=own, **meant)

    result = await services.finish(play())
    token = await token_of_branch(services, viewer, result.game_id) if body.as_branch else None
    return schemas.BranchedTurn(**turn_view(result, viewer).model_dump(), token=token)


def sent(told: Told, event_id: str | None = None) -> bytes:
    data: Model = told.data
    return format_sse_event(data_str=data.model_dump_json(), event=told.name, id=event_id)
