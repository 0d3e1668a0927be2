"""How models tell a game: its style, length, person and tense, and the author's note."""

from fastapi import APIRouter, Response

from app.api.conditions import TAGGED, ConditionalRoute, IfMatchDep, tagged
from app.api.context import Game, GameAsMaster, IdempotencyDep
from app.api.schemas.narration import NarrationOut
from app.events.commands import SetNarrationStyleCommand
from app.models.sheets.narration import USUAL_STYLE, NarrationStyle
from app.models.state.game_state import GameState
from app.services.game.games.session import GameSession

router = APIRouter(tags=["games"], route_class=ConditionalRoute)


@router.get("/games/{game_id}/narration", name="get_narration", responses=TAGGED)
async def get_narration(game: GameAsMaster, response: Response) -> NarrationOut:
    """Return the style in which models narrate the game: the style in force (`now`), the fields that the game sets
    itself (`own`), and the style of the scenario (`scenario`). Narration by rules, without a model, ignores the style.

    Problems: 403 the token's role is below `master`; 404 no such game; 409 another program has the game open, or the
    server shuts down. Common: 401 no valid token; 422 the request is malformed; 429 too many requests; 500 the save is
    damaged, or the server has a defect; 507 data could not be read or written.
    """
    return tagged(response, await _shown(game))


@router.put("/games/{game_id}/narration", name="set_narration", responses=TAGGED)
async def set_narration(
    game: GameAsMaster, body: NarrationStyle, response: Response, if_match: IfMatchDep, idempotency: IdempotencyDep
) -> NarrationOut:
    """Set the style in which models narrate the game from the next turn on, as a turn that can be undone, and return
    it. For a field that is left out or null the scenario's value is used; an empty text means none.

    Problems: 403 the token's role is below `master`; 404 no such game; 409 the host's moderation refuses a text, the
    idempotency key was used for another request, another program has the game open, or the server shuts down; 412 the
    style has changed since the version in `If-Match`; 422 the body is malformed: a value is unknown, or a text is too
    long or holds control characters. Common: 401 no valid token; 413 the body is too large; 415 the body is not JSON;
    429 too many requests; 500 the save is damaged, or the server has a defect; 507 data could not be read or written.
    """

    async def work(session: GameSession) -> NarrationOut:
        await game.carry_out(SetNarrationStyleCommand(narration=body), **idempotency)
        return _narration(session.state)

    with if_match.when_still(lambda: _shown(game)):
        return tagged(response, await game.within(work))


async def _shown(game: Game) -> NarrationOut:
    async with game.state() as state:
        return _narration(state)


def _narration(state: GameState) -> NarrationOut:
    scenario = state.sheet.narration.over(USUAL_STYLE)
    return NarrationOut(now=state.narration_style, own=state.narration, scenario=scenario)
