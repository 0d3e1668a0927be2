"""People and their minds as the game master sees them."""

from typing import Any

from app.api.schemas import minds as schemas
from app.api.views.memories import DEPTH, evidence_view
from app.cognition.queue import by_priority
from app.memory.stream.goals import goals_of
from app.models.memory import Scope
from app.models.state.clock import day_of
from app.models.state.game_state import GameState
from app.services.game.games.mind_report import last_conclusions


def person_view(state: GameState, npc_id: str) -> schemas.PersonOut:
    return schemas.PersonOut.model_validate(_person(state, npc_id))


def _person(state: GameState, npc_id: str) -> dict[str, Any]:
    npc = state.npc(npc_id)
    where = {"location_id": npc.current_location_id, "is_present": npc in state.present()}
    return {"id": npc_id, "name": state.name(npc_id), "activity": npc.activity, "attitude": npc.attitude, **where}


def person_detail(state: GameState, npc_id: str, reflections: int) -> schemas.PersonDetail:
    person, npc, scope = _person(state, npc_id), state.npc(npc_id), Scope.npc(npc_id)
    found = last_conclusions(state, npc_id, reflections, DEPTH)
    shown = {name: getattr(npc, name) for name in ("energy", "hunger", "mood", "items", "plan", "relationships")}
    return schemas.PersonDetail.model_validate(
        {
            **person,
            **shown,
            "reason": npc.mind.reason,
            "plan_until": npc.mind.plan_until,
            "goals": goals_of(state, npc_id),
            "commitments": [one for one in state.commitments.values() if npc_id in (one.by_id, *one.to_ids)],
            "reflections": [evidence_view(state, scope, each) for each in found],
        }
    )


def jobs_view(state: GameState) -> schemas.JobsOut:
    minds = state.minds
    counts = {name: getattr(minds, name) for name in ("intents", "done", "fallbacks", "dropped")}
    today = minds.calls_today if minds.day == day_of(state.clock.minutes) else 0
    waiting = {"jobs": by_priority(state), "captures": state.pending, "calls_today": today}
    return schemas.JobsOut.model_validate({**counts, **waiting})
