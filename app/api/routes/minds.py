"""People's minds: what they mean to do and have yet to think about."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query

from app.api.context import MasteredGame
from app.api.paging import MOST, PagingDep
from app.api.schemas import minds as schemas
from app.api.schemas.base import Page
from app.api.views import DEPTH, evidence_view
from app.cognition.queue import by_priority
from app.memory.stream.goals import goals_of
from app.models.memory import Scope
from app.models.state.game_state import GameState
from app.services.game.games.reports import last_conclusions

router = APIRouter(tags=["people and models"])


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
