"""Turns: playing them, reading them, writing a line anew; and orders without a line."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import StreamingResponse
from fastapi.sse import KEEPALIVE_COMMENT, EventSourceResponse, format_sse_event

from app.api import problems
from app.api.access import Role, ViewerDep, acting_player, require
from app.api.context import Game, MasteredGame, PlayedGame, RequestDep, ViewedGame
from app.api.paging import PagingDep
from app.api.routes.games import token_of_branch
from app.api.schemas import turns as schemas
from app.api.schemas.base import Page
from app.api.schemas.memories import MessageDetail
from app.api.views import Told, heard, message_view, told_of_turn, turn_view
from app.errors import NotFound
from app.events.command_table import COMMANDS
from app.mcp.server import portable
from app.models.memory_id import parse_message_id
from app.models.records.folding import chain
from app.models.records.record import Journal, Record, RecordKind
from app.services.game.games.off_loop import from_journal, in_thread
from app.services.game.turns.past_turns import turn_record
from app.services.game.turns.turn_result import TurnResult, result_of

router = APIRouter(tags=["turns"])
TurnNumber = Annotated[int, Path(ge=1, le=10**9, examples=[4])]
MessageId = Annotated[str, Path(pattern=r"^m-[0-9]{1,15}$", examples=["m-7"])]
PING_SECONDS = 15.0
_STREAMED = schemas.streaming("text", "command", "event", "turn", "problem")


@router.post("/games/{game_id}/turns", responses=_STREAMED, response_model=schemas.TurnOut)
async def take_turn(
    game: PlayedGame, body: schemas.TurnIn, request: Request, meant: RequestDep
) -> schemas.TurnOut | Response:
    """Play a line and all that follows from it. With `Accept: text/event-stream` the answer is a stream: `text` pieces
    while it is told, then `command` (for the game master), `event` and `turn`, or `problem`."""
    async with game.open() as session:
        player_id = acting_player(game.viewer, session.state, body.player_id)
    told: asyncio.Queue[Told | None] = asyncio.Queue()

    def show(piece: str) -> None:
        turn = game.services.turns.state(game.id).turn
        told.put_nowait(Told("text", schemas.TextTold(turn=turn, piece=piece)))

    async def play() -> TurnResult:
        return await game.play(
            lambda turns: turns.take_turn(game.id, body.text, speaker=player_id, on_text=show, **meant)
        )

    async def tell() -> None:
        try:
            for each in told_of_turn(turn_view(await play(), game.viewer)):
                told.put_nowait(each)
        except Exception as error:  # noqa: BLE001  # the last door of a stream that has begun
            told.put_nowait(Told("problem", problems.problem_of(error)))
        finally:
            told.put_nowait(None)

    if EventSourceResponse.media_type not in request.headers.get("accept", ""):
        return turn_view(await play(), game.viewer)
    game.services.start(tell())
    return StreamingResponse(_streamed(told), media_type=EventSourceResponse.media_type)


async def _streamed(told: asyncio.Queue[Told | None]) -> AsyncIterator[bytes]:
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
async def list_turns(game: ViewedGame, paging: PagingDep) -> Page[schemas.TurnOut]:
    """The turns that lead to where the game stands, newest first."""
    async with game.open() as session:
        head = session.head
        turns = await from_journal(session.read, lambda journal: _turns(journal, head))
    found, following = paging.of(turns, lambda record: (-record.turn,))
    return Page(items=[turn_view(result_of(game.id, each), game.viewer) for each in found], next_cursor=following)


def _turns(journal: Journal, head: int) -> list[Record]:
    return [record for record in reversed(chain(journal, head)) if record.kind is RecordKind.TURN]


@router.get("/games/{game_id}/turns/{turn}")
async def get_turn(game: ViewedGame, turn: TurnNumber) -> schemas.TurnOut:
    """A turn that leads to where the game stands."""
    return turn_view(result_of(game.id, await past_turn(game, turn)), game.viewer)


@router.get("/games/{game_id}/messages/{message_id}")
async def get_message(game: ViewedGame, message_id: MessageId) -> MessageDetail:
    """What was said or told, by its id. Players and onlookers are shown what the party was there for."""
    position = parse_message_id(message_id) or 0
    async with game.open() as session:
        state = session.state
        message = next(iter(state.conversation_history[position : position + 1]), None)
        if message is not None and not game.viewer.sees_all:
            result = result_of(game.id, await past_turn(game, message.turn))
            message = next((each for each in heard(result, game.viewer) if each.index == position), None)
        if message is None:
            raise NotFound(f"There is no message {message_id!r}.")
        return await in_thread(partial(message_view, state, message, game.viewer))


async def past_turn(game: Game, turn: int) -> Record:
    """The record of a turn; NotFound where it was never played."""
    async with game.open() as session:
        head = session.head
        return await from_journal(session.read, lambda journal: turn_record(journal, head, turn))


@router.post("/games/{game_id}/turns/current/stop", name="stop_turn")
async def stop(game: PlayedGame) -> schemas.StopOut:
    """Stop the turn in progress: what was told and done stays. A player stops its own."""
    async with game.open() as session:
        newest = session.state.conversation_history[-1:]
        may_stop = game.viewer.sees_all or any(message.speaker_id == game.viewer.player_id for message in newest)
        return schemas.StopOut(stopped=may_stop and game.services.turns.stop(game.id))


@router.post("/games/{game_id}/retry", name="retry_turn")
async def retry(game: PlayedGame, meant: RequestDep) -> schemas.TurnOut:
    """Play the last line once more. A player's own alone."""
    result = await game.play(lambda turns: turns.retry(game.id, own=game.viewer.player_id, **meant))
    return turn_view(result, game.viewer)


@router.post("/games/{game_id}/turns/{turn}/edit", name="edit_turn")
async def edit(game: PlayedGame, turn: TurnNumber, body: schemas.EditIn, meant: RequestDep) -> schemas.BranchedTurn:
    """Another line in the place of one that was typed. All that came after it is no more, nor what is remembered of it;
    `as_branch` (the game master) leaves it and plays in a new game. A player edits its own, while no other has played
    since."""
    if body.as_branch:
        require(game.viewer, game.id, Role.MASTER)
    own, as_branch = game.viewer.player_id, body.as_branch
    result = await game.play(lambda turns: turns.edit(game.id, turn, body.text, as_branch=as_branch, own=own, **meant))
    token = await token_of_branch(game.services, game.viewer, result.game_id) if as_branch else None
    return schemas.BranchedTurn(**vars(turn_view(result, game.viewer)), token=token)


@router.get("/commands", tags=["commands"])
async def list_commands(_viewer: ViewerDep) -> Page[schemas.CommandInfo]:
    """Every order that can be given, with its JSON Schema."""
    return _COMMANDS


_COMMANDS = Page(
    items=[
        schemas.CommandInfo(
            kind=row.command.model_fields["kind"].default,
            description=" ".join((row.command.__doc__ or "").split()),
            json_schema=portable(row.command.model_json_schema()),
        )
        for row in COMMANDS
    ]
)


@router.post("/games/{game_id}/commands", tags=["commands"])
async def give_commands(game: MasteredGame, body: schemas.CommandsIn, meant: RequestDep) -> schemas.TurnOut:
    """Carry out commands as one turn without text, which takes no time: all of them or none."""
    return turn_view(await game.execute(*body.commands, **meant), game.viewer)
