"""The talk at the table: what players and game master write to each other aside from the story."""

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Path, Response

from app.api.access import TableRole, acting_player
from app.api.conditions import ConditionalRoute
from app.api.context import Game, GameAsPlayer, IdempotencyDep
from app.api.locations import LOCATED, located
from app.api.schemas import table as schemas
from app.api.schemas.base import Page
from app.models.table_talk import Remark
from app.services.game.games.concurrency import in_thread
from app.services.game.games.feed import TableTalked
from app.services.game.games.session import GameSession
from app.services.game.games.table_talk import TableTalks
from app.services.game.turns.moderating import check_line

router = APIRouter(tags=["notes"], route_class=ConditionalRoute)


@router.get("/games/{game_id}/remarks")
async def list_remarks(game: GameAsPlayer) -> Page[schemas.RemarkOut]:
    """List the remarks that players and the game master have written to each other outside of the story, oldest first;
    at most the newest 500.

    Problems: 403 the token's role is below `player`; 404 no such game; 409 another program has the game open, or the
    server shuts down. Common: 401 no valid token; 422 the request is malformed; 429 too many requests; 500 the save is
    damaged, or the server has a defect; 507 data could not be read or written.
    """
    async with game.open():
        kept = await in_thread(partial(_talks(game).remarks, game.id))
    return Page(items=[schemas.RemarkOut.model_validate(each) for each in kept])


@router.post("/games/{game_id}/remarks", status_code=201, responses=LOCATED)
async def add_remark(
    game: GameAsPlayer, body: schemas.RemarkIn, response: Response, idempotency: IdempotencyDep
) -> schemas.RemarkOut:
    """Write a remark to all players and the game master, outside of the story: it is no turn, no person remembers it,
    and no model reads it. It is stored with the game, and is in no branch and no export. All event streams of players
    and the game master get a `remark`. Viewers do not get it.

    Problems: 400 the text is blank; 403 the token's role is below `player`, or the token's player has left; 404 no such
    game; 409 the host's moderation refuses the text, the idempotency key was used for another request, another program
    has the game open, or the server shuts down. Common: 401 no valid token; 413 the body is too large; 415 the body is
    not JSON; 422 the request is malformed; 429 too many requests; 500 the save is damaged, or the server has a defect;
    507 data could not be read or written.
    """
    writer = game.viewer.player_id

    async def work(session: GameSession) -> Remark:
        if game.viewer.role is TableRole.PLAYER:
            acting_player(game.viewer, session.state, writer)
        await check_line(game.services.container.moderation(), game.id, body.text, writer)
        add = partial(_talks(game).add, game.id, body.text, writer, idempotency.get("request_id"))
        remark, is_new = await in_thread(add)
        if is_new:
            game.services.feed.tell(TableTalked(game.id, remark))
        return remark

    remark = await game.within(work)
    return located(response, f"games/{game.id}/remarks", schemas.RemarkOut.model_validate(remark))


@router.delete("/games/{game_id}/remarks/{number}", status_code=204)
async def remove_remark(
    game: GameAsPlayer, number: Annotated[int, Path(ge=1, le=10**9, description="of the remark", examples=[1])]
) -> None:
    """Remove a remark for good. A player may remove only their own remarks; the game master may remove any.

    Problems: 403 the token's role is below `player`; 404 no such game, or no such remark of the player; 409 another
    program has the game open, or the server shuts down. Common: 401 no valid token; 422 the request is malformed; 429
    too many requests; 500 the save is damaged, or the server has a defect; 507 data could not be read or written.
    """

    async def work(_session: GameSession) -> None:
        removed = await in_thread(partial(_talks(game).remove, game.id, number, game.viewer.player_id))
        game.services.feed.tell(TableTalked(game.id, removed, is_removed=True))

    await game.within(work)


def _talks(game: Game) -> TableTalks:
    return game.services.container.table_talks()
