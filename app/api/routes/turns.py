"""Turns: playing them, reading them, writing a line anew; and orders without a line."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import StreamingResponse
from fastapi.sse import KEEPALIVE_COMMENT, EventSourceResponse, format_sse_event

from app.api import problems
from app.api.access import TableRole, ViewerDep, acting_player, require
from app.api.bodies import BodyRoute
from app.api.context import Game, GameAsMaster, GameAsPlayer, GameAsViewer, RequestDep
from app.api.paging import PagingDep
from app.api.routes.games import token_of_branch
from app.api.schemas import turns as schemas
from app.api.schemas.base import Page
from app.api.schemas.memories import MessageDetail
from app.api.views import StreamEvent, heard, message_view, turn_events, turn_view
from app.errors import NotFound
from app.events.command_table import COMMANDS
from app.language.rendering.refusing import not_found
from app.mcp.server import portable
from app.models.command import description_of
from app.models.memory_id import parse_message_id
from app.models.records.record import Record, RecordKind
from app.services.game.games.concurrency import in_thread
from app.services.game.games.session import GameSession
from app.services.game.turns.turn_result import result_of
from app.services.game.turns.turn_service import OnText

router = APIRouter(tags=["turns"], route_class=BodyRoute)
TurnNumber = Annotated[int, Path(ge=1, le=10**9, examples=[4])]
_Before = Annotated[int | None, Query(ge=1, le=10**9, description="a turn: only those before it")]
_OfMessage = Annotated[
    str | None,
    Query(pattern=r"^m-[0-9]{1,9}$", description="the id of a message: only turns up to the one that has it"),
]
_OfRecord = Annotated[int | None, Query(ge=1, le=10**9, description="the number of a record, as the tree has it")]
_TOLD = ("text", "command", "event", "turn", "problem")
_STREAMED = schemas.streaming(*_TOLD)
PING_SECONDS = 15.0
Begin = Callable[[], None]
"""What a turn calls when it begins: what fails from then on goes into its stream."""
MessageId = Annotated[str, Path(pattern=r"^m-[0-9]{1,15}$", examples=["m-7"])]


@router.post("/games/{game_id}/turns", responses=_STREAMED, response_model=schemas.TurnOut)
async def take_turn(
    game: GameAsPlayer, body: schemas.TurnIn, request: Request, meant: RequestDep
) -> schemas.TurnOut | Response:
    """Play a line and all that follows from it. With `Accept: text/event-stream` the answer is a stream: `text` pieces
    while it is told, then `command` (for the game master), `event` and `turn`, or `problem`."""

    async def play(session: GameSession, on_text: OnText, begin: Begin) -> schemas.TurnOut:
        player_id = acting_player(game.viewer, session.state, body.player_id)
        begin()
        turns = game.services.turns
        result = await turns.take_turn(game.id, body.text, speaker=player_id, on_text=on_text, **meant)
        return turn_view(result, game.viewer, session.state)

    return await _turn_response(game, request, play)


async def _turn_response(
    game: Game,
    request: Request,
    play: Callable[[GameSession, OnText, Begin], Awaitable[schemas.TurnOut]],
    *,
    number: int | None = None,
) -> schemas.TurnOut | Response:
    """Return what ``play`` returns, or a stream where the client asks for one: the pieces that it is given, then the
    turn or a problem. What is refused before ``play`` says that it begins is refused without a stream. ``number``: of
    the turn that is played, by default the one that the game is at meanwhile."""
    begun = asyncio.Event()
    told: asyncio.Queue[StreamEvent | None] = asyncio.Queue()

    def show(piece: str) -> None:
        turn = game.services.turns.state(game.id).turn if number is None else number
        told.put_nowait(StreamEvent("text", schemas.TextTold.of(turn, piece)))

    async def work(session: GameSession) -> schemas.TurnOut:
        return await play(session, show, begun.set)

    async def tell() -> None:
        try:
            for each in turn_events(await game.within(work)):
                told.put_nowait(each)
        except Exception as error:  # the last door of a stream that has begun
            if not begun.is_set():
                raise
            told.put_nowait(StreamEvent("problem", problems.problem_of(error)))
        finally:
            told.put_nowait(None)

    if EventSourceResponse.media_type not in request.headers.get("accept", ""):
        return await game.within(work)
    telling = game.services.start(tell())
    waiting = asyncio.ensure_future(begun.wait())
    try:
        await asyncio.wait((telling, waiting), return_when=asyncio.FIRST_COMPLETED)
    finally:
        waiting.cancel()
    if not begun.is_set():
        await telling  # raises
    return StreamingResponse(_streamed(told), media_type=EventSourceResponse.media_type)


async def _streamed(told: asyncio.Queue[StreamEvent | None]) -> AsyncIterator[bytes]:
    while True:
        try:
            each = await asyncio.wait_for(told.get(), PING_SECONDS)
        except TimeoutError:
            yield KEEPALIVE_COMMENT
            continue
        if each is None:
            return
        yield format_sse_event(data_str=each.data.model_dump_json(), event=each.name)


@router.get("/games/{game_id}/turns")
async def list_turns(
    game: GameAsViewer, paging: PagingDep, before: _Before = None, message: _OfMessage = None
) -> Page[schemas.TurnOut]:
    """The turns that lead to where the game stands, newest first; only those of the page are read. With ``before`` the
    newest is that before this turn, with ``message`` the one that has this message."""
    async with game.open() as session:
        number = None if message is None else int(message.removeprefix("m-"))
        turns = session.turns.up_to(session.head, before=before, message=number)
        found, following = paging.of(turns[::-1], lambda at: (-at.turn,))
        records = await in_thread(partial(session.records, [at.seq for at in found]))
        items = [turn_view(result_of(game.id, each), game.viewer, session.state) for each in records]
    return Page(items=items, next_cursor=following)


@router.get("/games/{game_id}/turns/{turn}")
async def get_turn(game: GameAsViewer, turn: TurnNumber, seq: _OfRecord = None) -> schemas.TurnOut:
    """A turn that leads to where the game stands; with ``seq``, for the game master, as this record has it, also where
    it does not stand any more."""
    if seq is not None:
        require(game.viewer, game.id, TableRole.MASTER)
    async with game.open() as session:
        return turn_view(result_of(game.id, await past_turn(session, turn, seq)), game.viewer, session.state)


@router.get("/games/{game_id}/messages/{message_id}")
async def get_message(game: GameAsViewer, message_id: MessageId) -> MessageDetail:
    """What was said or told, by its id. Players and onlookers are shown what the party was there for."""
    position = parse_message_id(message_id) or 0
    async with game.open() as session:
        state = session.state
        message = next(iter(state.conversation_history[position : position + 1]), None)
        if message is not None and not game.viewer.sees_all:
            result = result_of(game.id, await past_turn(session, message.turn))
            message = next((each for each in heard(result, game.viewer) if each.index == position), None)
        if message is None:
            raise NotFound(f"There is no message {message_id!r}.")
        return await in_thread(partial(message_view, state, message, game.viewer))


async def past_turn(session: GameSession, turn: int, seq: int | None = None) -> Record:
    """Return the record of a turn of an open game; NotFound where it was never played."""
    if seq is None:
        newest = session.turns.up_to(session.head, before=turn + 1)[-1:]
        seq = next((at.seq for at in newest if at.turn == turn), 0)
    records = await in_thread(partial(session.records, [seq])) if seq else []
    if not records or (records[0].kind, records[0].turn) != (RecordKind.TURN, turn):
        raise not_found(session.state, "turn-unknown", turn=str(turn))
    return records[0]


@router.post("/games/{game_id}/turns/current/stop", name="stop_turn")
async def stop(game: GameAsPlayer) -> schemas.StopOut:
    """Stop the turn in progress: what was told and done stays. A player stops its own."""
    async with game.open() as session:
        newest = session.state.conversation_history[-1:]
        may_stop = game.viewer.sees_all or any(message.speaker_id == game.viewer.player_id for message in newest)
        return schemas.StopOut(stopped=may_stop and game.services.turns.stop(game.id))


@router.post("/games/{game_id}/retry", name="retry_turn", responses=_STREAMED, response_model=schemas.TurnOut)
async def retry(game: GameAsPlayer, request: Request, meant: RequestDep) -> schemas.TurnOut | Response:
    """Play the last line once more. A player's own alone. It streams as `POST …/turns` does."""

    async def play(session: GameSession, on_text: OnText, begin: Begin) -> schemas.TurnOut:
        begin()
        owner_id = game.viewer.player_id
        result = await game.services.turns.retry(game.id, owner_id=owner_id, on_text=on_text, **meant)
        return turn_view(result, game.viewer, session.state)

    return await _turn_response(game, request, play)


@router.post(
    "/games/{game_id}/turns/{turn}/edit",
    name="edit_turn",
    responses=schemas.streaming(*_TOLD, turn=schemas.BranchedTurn),
    response_model=schemas.BranchedTurn,
)
async def edit(
    game: GameAsPlayer, turn: TurnNumber, body: schemas.EditIn, request: Request, meant: RequestDep
) -> schemas.TurnOut | Response:
    """Another line in the place of one that was typed. All that came after it is no more, nor what is remembered of it;
    `as_branch` (the game master) leaves it and plays in a new game. A player edits its own, while no other has played
    since. It streams as `POST …/turns` does."""
    if body.as_branch:
        require(game.viewer, game.id, TableRole.MASTER)
    owner_id, as_branch = game.viewer.player_id, body.as_branch

    async def play(session: GameSession, on_text: OnText, begin: Begin) -> schemas.TurnOut:
        begin()
        turns = game.services.turns
        result = await turns.edit(
            game.id, turn, body.text, as_branch=as_branch, owner_id=owner_id, on_text=on_text, **meant
        )
        token = await token_of_branch(game.services, game.viewer, result.game_id) if as_branch else None
        return schemas.BranchedTurn(**vars(turn_view(result, game.viewer, session.state)), token=token)

    return await _turn_response(game, request, play, number=turn)


@router.get("/commands", tags=["commands"])
async def list_commands(_viewer: ViewerDep) -> Page[schemas.CommandInfo]:
    """Every order that can be given, with its JSON Schema."""
    return _COMMANDS


_COMMANDS = Page(
    items=[
        schemas.CommandInfo(
            kind=row.command.model_fields["kind"].default,
            description=" ".join(description_of(row.command).split()),
            json_schema=portable(row.command.model_json_schema()),
        )
        for row in COMMANDS
    ]
)


@router.post("/games/{game_id}/commands", tags=["commands"])
async def give_commands(game: GameAsMaster, body: schemas.CommandsIn, meant: RequestDep) -> schemas.TurnOut:
    """Carry out commands as one turn without text: all of them or none. A move takes the minutes of its way, unless
    a command beside it lets time pass; nothing else takes time."""

    async def work(session: GameSession) -> schemas.TurnOut:
        return turn_view(await game.carry_out(*body.commands, **meant), game.viewer, session.state)

    return await game.within(work)
