"""What models were shown in a game, and what they have cost."""

from fastapi import APIRouter

from app.api.context import MasteredGame
from app.api.paging import PagingDep
from app.api.routes.turns import TurnNumber, past_turn
from app.api.schemas import model_use as schemas
from app.services.ai.prompt_blocks import prompt_blocks
from app.services.game.games.off_loop import from_journal
from app.services.game.games.spending import spending

router = APIRouter(tags=["models"])
CAPS = {f"max_{cap}" for cap in ("calls_per_turn", "tokens_per_turn", "tokens_per_game")} | {
    f"mind_calls_per_{span}" for span in ("tick", "day", "person")
}


@router.get("/games/{game_id}/turns/{turn}/prompt")
async def get_prompt(game: MasteredGame, turn: TurnNumber) -> schemas.PromptOut:
    """The prompt of a turn with text: what is in it and why, and what was cut. It holds the story's secrets."""
    async with game.open():
        prompt = await game.services.turns.explain(game.id, turn)
        recipe = (await past_turn(game, turn)).prompt
    chosen = recipe.recalled if recipe is not None else None
    recalled = [
        each.model_dump(exclude={"scope"}) | {"of": each.scope.key, "shown": each.memory_id in prompt.shown_memories}
        for each in (prompt.recalled if chosen is None else chosen)
    ]
    fields = prompt.model_dump(include={"budget", "tokens", "reserve", "tools_tokens"})
    told = {} if recipe is None else recipe.model_dump(include={"npc_id", "model", "mode"})
    blocks = {"blocks": prompt_blocks(prompt), "cut": prompt.dropped, "recalled": recalled}
    return schemas.PromptOut.model_validate({"turn": turn, "was_read": chosen is not None, **told, **fields, **blocks})


@router.get("/games/{game_id}/usage")
async def get_usage(game: MasteredGame, paging: PagingDep) -> schemas.UsageOut:
    """Calls, tokens and cost by turn, by what was done and in all, and the caps."""
    async with game.open() as session:
        spent = await from_journal(session.read, spending)
        people = {npc_id: npc.mind.spend for npc_id, npc in session.state.npcs.items() if npc.mind.spend}
    page, following = paging.of([*spent.by_turn.items()], lambda row: row[:1])
    return schemas.UsageOut.model_validate(
        {
            "items": [{"turn": turn, **spend.model_dump()} for turn, spend in page],
            "next_cursor": following,
            "total": spent.total,
            "by_work": spent.by_work,
            "by_person": people,
            "caps": game.services.container.settings().model_dump(include=CAPS),
        }
    )
