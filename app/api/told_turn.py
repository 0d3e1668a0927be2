"""A turn as an answer: when it is done, or as a stream while it is told."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

from fastapi import Request, Response
from fastapi.responses import StreamingResponse
from fastapi.sse import KEEPALIVE_COMMENT, EventSourceResponse, format_sse_event

from app.api import problems
from app.api.context import Game
from app.api.schemas.turns import TextTold, TurnOut
from app.api.views import Told, told_of_turn
from app.services.game.turns.narrating import OnText

PING_SECONDS = 15.0


async def told_turn(
    game: Game, request: Request, play: Callable[[OnText], Awaitable[TurnOut]], *, number: int | None = None
) -> TurnOut | Response:
    """What ``play`` returns, or a stream where the client asks for one: the pieces that it is given, then the turn or
    a problem. ``number``: of the turn that is told, by default where the game stands meanwhile."""
    told: asyncio.Queue[Told | None] = asyncio.Queue()

    def show(piece: str) -> None:
        turn = game.services.turns.state(game.id).turn if number is None else number
        told.put_nowait(Told("text", TextTold(turn=turn, piece=piece)))

    async def tell() -> None:
        try:
            for each in told_of_turn(await play(show)):
                told.put_nowait(each)
        except Exception as error:  # noqa: BLE001  # the last door of a stream that has begun
            told.put_nowait(Told("problem", problems.problem_of(error)))
        finally:
            told.put_nowait(None)

    if EventSourceResponse.media_type not in request.headers.get("accept", ""):
        return await play(show)
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
