"""What models were shown in a game, and what they have cost."""

from functools import partial

from fastapi import APIRouter

from app.api.context import MasteredGame
from app.api.paging import PagingDep
from app.api.routes.turns import TurnNumber
from app.api.schemas import model_use as schemas
from app.api.views.model_use import caps_view, cost_view, costs_view, prompt_view
from app.container import caps, mind_limits
from app.models.state.clock import day_of
from app.services.game.games.off_loop import from_journal
from app.services.game.games.spending import spending
from app.services.game.turns.past_turns import turn_record

router = APIRouter(tags=["models"])


@router.get("/games/{game_id}/turns/{turn}/prompt")
async def get_prompt(game: MasteredGame, turn: TurnNumber) -> schemas.PromptOut:
    """The prompt of a turn with text: what is in it and why, and what was cut. It holds the story's secrets."""
    async with game.open() as session:
        prompt = await game.services.turns.explain(game.id, turn)
        record = await from_journal(session.read, partial(turn_record, head=session.head, turn=turn))
        return prompt_view(prompt, record)


@router.get("/games/{game_id}/usage")
async def get_usage(game: MasteredGame, paging: PagingDep) -> schemas.UsageOut:
    """Calls, tokens and cost by turn, by what was done and in all, and the caps."""
    async with game.open() as session:
        spent = await from_journal(session.read, spending)
        state, settings = session.state, game.services.container.settings()
        page, following = paging.of([*spent.by_turn.items()], lambda row: row[:1])
        limits = caps(settings)
        left = limits.tokens_per_game
        return schemas.UsageOut(
            items=[schemas.TurnCost(turn=turn, **cost_view(spend).model_dump()) for turn, spend in page],
            next_cursor=following,
            total=cost_view(spent.total),
            by_work=costs_view(spent.by_work),
            by_person=costs_view({npc_id: npc.mind.spend for npc_id, npc in state.npcs.items()}),
            tokens_left=None if left is None else max(0, left - spent.total.tokens),
            mind_calls_today=state.minds.calls_today if state.minds.day == day_of(state.clock.minutes) else 0,
            caps=caps_view(limits, mind_limits(settings)),
        )
