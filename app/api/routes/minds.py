"""What people have yet to think about; what models were shown and have cost."""

from fastapi import APIRouter

from app.api.context import MasteredGame
from app.api.paging import PagingDep
from app.api.routes.turns import TurnNumber, past_turn
from app.api.schemas import minds as schemas
from app.cognition.queue import by_priority
from app.services.ai.context_service import prompt_blocks
from app.services.game.games.off_loop import from_journal
from app.services.game.games.reports import spending

router = APIRouter(tags=["people and models"])
_CAPS = {f"max_{each}" for each in ("calls_per_turn", "tokens_per_turn", "tokens_per_game")} | {
    f"mind_calls_per_{each}" for each in ("tick", "day", "person")
}


@router.get("/games/{game_id}/jobs")
async def list_jobs(game: MasteredGame) -> schemas.JobsOut:
    """What waits to be thought or condensed off the turns' path, and how much was."""
    async with game.open() as session:
        waiting = {"jobs": by_priority(session.state), "captures": session.state.pending}
        return schemas.JobsOut.model_validate({**vars(session.state.minds), **waiting})


@router.get("/games/{game_id}/turns/{turn}/prompt")
async def get_prompt(game: MasteredGame, turn: TurnNumber) -> schemas.PromptOut:
    """The prompt of a turn with text: what is in it and why, and what was cut. It holds the story's secrets."""
    async with game.open():
        prompt = await game.services.turns.explain(game.id, turn)
        recipe = (await past_turn(game, turn)).prompt
    made = {} if recipe is None else {**vars(recipe), "was_read": recipe.recalled is not None}
    shown = {"turn": turn, "blocks": prompt_blocks(prompt), "cut": prompt.dropped}
    return schemas.PromptOut.model_validate({**made, **vars(prompt), **shown})


@router.get("/games/{game_id}/usage")
async def get_usage(game: MasteredGame, paging: PagingDep) -> schemas.UsageOut:
    """Calls, tokens and cost by turn, by what was done and in all, and the caps."""
    async with game.open() as session:
        spent = await from_journal(session.read, spending)
    page, following = paging.of([*spent.by_turn.items()], lambda row: row[:1])
    told = {"items": [{"turn": turn, **vars(spend)} for turn, spend in page], "next_cursor": following}
    caps = game.services.container.settings().model_dump(include=_CAPS)
    return schemas.UsageOut.model_validate({**told, "total": spent.total, "by_work": spent.by_work, "caps": caps})
