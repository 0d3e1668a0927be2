"""People's minds: what they mean to do and have yet to think about; what models were shown and have cost."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query

from app.api.context import MasteredGame
from app.api.paging import MOST, PagingDep
from app.api.routes.turns import TurnNumber, past_turn
from app.api.schemas import minds as schemas
from app.api.schemas.base import Page
from app.api.views import DEPTH, evidence_view
from app.cognition.queue import by_priority
from app.memory.stream.goals import goals_of
from app.models.memory import Scope
from app.models.state.game_state import GameState
from app.services.ai.context_service import prompt_blocks
from app.services.game.games.off_loop import from_journal
from app.services.game.games.reports import last_conclusions, spending

router = APIRouter(tags=["people and models"])
_CAPS = {f"max_{each}" for each in ("calls_per_turn", "tokens_per_turn", "tokens_per_game")} | {
    f"mind_calls_per_{each}" for each in ("tick", "day", "person")
}


@router.get("/games/{game_id}/people")
async def list_people(game: MasteredGame, paging: PagingDep) -> Page[schemas.PersonOut]:
    """Everybody of the game, in the scenario's order."""
    async with game.open() as session:
        state = session.state
        page, following = paging.of([*enumerate(state.npcs)], lambda row: row[:1])
        people = [schemas.PersonOut.model_validate(_person(state, npc_id)) for _, npc_id in page]
        return Page(items=people, next_cursor=following)


def _person(state: GameState, npc_id: str) -> dict[str, Any]:
    npc = state.npc(npc_id)
    return {**vars(npc), "id": npc_id, "name": state.name(npc_id), "is_present": npc in state.present()}


@router.get("/games/{game_id}/people/{npc_id}")
async def get_person(
    game: MasteredGame,
    npc_id: Annotated[str, Path(max_length=80, examples=["tove"])],
    reflections: Annotated[int, Query(ge=0, le=MOST, description="how many, the newest")] = 10,
) -> schemas.PersonDetail:
    """A person: its plan, goals, feelings, commitments, and what it has concluded from what."""
    async with game.open() as session:
        state = session.state
        mind, found = state.npc(npc_id).mind, last_conclusions(state, npc_id, reflections, DEPTH)
        more = {
            "reason": mind.reason,
            "plan_until": mind.plan_until,
            "goals": goals_of(state, npc_id),
            "commitments": [one for one in state.commitments.values() if npc_id in (one.by_id, *one.to_ids)],
            "reflections": [evidence_view(state, Scope.npc(npc_id), each) for each in found],
        }
        return schemas.PersonDetail.model_validate(_person(state, npc_id) | more)


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
