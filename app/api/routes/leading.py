"""What a game master does at the table beside orders: narrating, letting people speak; and bringing back what was
undone."""

from fastapi import APIRouter

from app.api.access import acting_player
from app.api.bodies import BodyRoute
from app.api.context import GameAsMaster, GameAsPlayer, IdempotencyDep
from app.api.schemas import turns as schemas
from app.api.views import turn_view
from app.services.game.games.session import GameSession

router = APIRouter(tags=["turns"], route_class=BodyRoute)


@router.post("/games/{game_id}/narrate")
async def narrate(game: GameAsMaster, body: schemas.NarrateIn, idempotency: IdempotencyDep) -> schemas.TurnOut:
    """Narrate a turn yourself: your commands are carried out first, then people who are here say their words, then your
    text is told. The turn has no line of a player and takes the usual minute. No model is asked.

    Problems: 400 a text holds control characters; 403 the token's role is below `master`; 404 no such game, or a
    command or speech names an unknown person, place or thing; 409 the rules of the game refuse a command, a speaker is
    not here, the idempotency key was used for another request, another program has the game, or the server shuts down;
    422 the body is malformed, or there is neither a text nor somebody who speaks. Common: 401 no valid token; 413 the
    body is too large; 415 the body is not JSON; 429 too many requests; 500 a damaged save or a defect; 507 the disk or
    database refused.
    """
    container = game.services.container

    async def work(session: GameSession) -> schemas.TurnOut:
        speaker = acting_player(game.viewer, session.state, None)
        narrator = container.scripted_narrator(body.text, body.commands, body.says)
        result = await game.services.turns.go_on(game.id, speaker=speaker, narrator=narrator, **idempotency)
        return turn_view(result, game.viewer, session.state)

    return await game.within(work)


@router.post("/games/{game_id}/redo", name="redo_turn")
async def redo(game: GameAsPlayer, idempotency: IdempotencyDep) -> schemas.TurnOut:
    """Bring back the turn that was undone last, with all that it changed, and return it. A new turn leaves it undone
    for good. A player may bring back only its own.

    Problems: 403 the token's role is below `player`; 404 no such game; 409 no turn was undone after the present one, it
    is not the player's, the idempotency key was used for another request, another program has the game, or the server
    shuts down. Common: 401 no valid token; 422 the request is malformed; 429 too many requests; 500 a damaged save or a
    defect; 507 the disk or database refused.
    """

    async def work(session: GameSession) -> schemas.TurnOut:
        result = await game.services.answers.redo(game.id, owner_id=game.viewer.player_id, **idempotency)
        return turn_view(result, game.viewer, session.state)

    return await game.within(work)
