"""What models were shown and what they have cost, as the game master sees it."""

from collections.abc import Mapping

from app.api.schemas import model_use as schemas
from app.cognition.budget import MindLimits
from app.errors import CorruptSave
from app.models.prompt import Prompt
from app.models.records.record import Record
from app.models.records.spend import Spend
from app.services.ai.prompt_blocks import prompt_blocks
from app.services.game.games.session import Caps


def prompt_view(prompt: Prompt, record: Record) -> schemas.PromptOut:
    recipe = record.prompt
    if recipe is None:
        raise CorruptSave(f"Turn {record.turn} does not say how its prompt was made.")
    return schemas.PromptOut(
        turn=record.turn,
        npc_id=recipe.npc_id,
        model=recipe.model,
        mode=recipe.mode,
        was_read=recipe.recalled is not None,
        budget=prompt.budget,
        tokens=prompt.tokens,
        reserve=prompt.reserve,
        tools_tokens=prompt.tools_tokens,
        blocks=[schemas.BlockOut.model_validate(block) for block in prompt_blocks(prompt)],
        cut=list(prompt.dropped),
        recalled=[
            schemas.RecalledOut(
                memory_id=each.memory_id,
                of=each.scope.key,
                score=each.score,
                why=each.why,
                shown=each.memory_id in prompt.shown_memories,
            )
            for each in (prompt.recalled if recipe.recalled is None else recipe.recalled)
        ],
    )


def cost_view(spend: Spend) -> schemas.CostOut:
    return schemas.CostOut.model_validate(spend)


def costs_view(costs: Mapping[str, Spend]) -> dict[str, schemas.CostOut]:
    return {name: cost_view(spend) for name, spend in costs.items() if spend}


def caps_view(caps: Caps, minds: MindLimits) -> schemas.CapsOut:
    return schemas.CapsOut(
        calls_per_turn=caps.calls_at_once,
        tokens_per_turn=caps.tokens_at_once,
        tokens_per_game=caps.tokens_per_game,
        mind_calls_per_tick=minds.calls_per_tick,
        mind_calls_per_day=minds.calls_per_day,
        mind_calls_per_person=minds.calls_per_npc_day,
    )
