"""People and their minds as the game master sees them."""

from typing import Any

from app.api.schemas import minds as schemas
from app.api.views.memories import DEPTH, evidence_view
from app.cognition.queue import by_priority
from app.memory.stream.goals import goals_of
from app.models.memory import Scope
from app.models.state.game_state import GameState
from app.services.game.games.reports import last_conclusions


def person_view(state: GameState, npc_id: str) -> schemas.PersonOut:
    return schemas.PersonOut.model_validate(_person(state, npc_id))


def _person(state: GameState, npc_id: str) -> dict[str, Any]:
    npc = state.npc(npc_id)
    return {**vars(npc), "id": npc_id, "name": state.name(npc_id), "is_present": npc in state.present()}


def person_detail(state: GameState, npc_id: str, reflections: int) -> schemas.PersonDetail:
    mind = state.npc(npc_id).mind
    found = last_conclusions(state, npc_id, reflections, DEPTH)
    more = {
        "reason": mind.reason,
        "plan_until": mind.plan_until,
        "goals": goals_of(state, npc_id),
        "commitments": [one for one in state.commitments.values() if npc_id in (one.by_id, *one.to_ids)],
        "reflections": [evidence_view(state, Scope.npc(npc_id), each) for each in found],
    }
    return schemas.PersonDetail.model_validate(_person(state, npc_id) | more)


def jobs_view(state: GameState) -> schemas.JobsOut:
    waiting = {"jobs": by_priority(state), "captures": state.pending}
    return schemas.JobsOut.model_validate({**vars(state.minds), **waiting})
