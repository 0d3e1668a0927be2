"""People and their minds as the game master sees them."""

from app.api.schemas import minds as schemas
from app.api.views.memories import DEPTH, evidence_view
from app.cognition.queue import PRIORITY, by_priority
from app.memory.stream.goals import goals_of
from app.models.memory import Scope
from app.models.state.game_state import GameState
from app.models.state.minds import JobKind
from app.services.game.games.mind_report import last_conclusions


def person_view(state: GameState, npc_id: str) -> schemas.PersonOut:
    npc = state.npc(npc_id)
    return schemas.PersonOut(
        id=npc_id,
        name=state.name(npc_id),
        location_id=npc.current_location_id,
        activity=npc.activity.value,
        attitude=npc.attitude.value,
        is_present=npc in state.present(),
    )


def person_detail(state: GameState, npc_id: str, reflections: int) -> schemas.PersonDetail:
    npc, scope = state.npc(npc_id), Scope.npc(npc_id)
    bound = (each for each in state.commitments.values() if npc_id in (each.by_id, *each.to_ids))
    found = last_conclusions(state, npc_id, reflections, DEPTH)
    return schemas.PersonDetail(
        **person_view(state, npc_id).model_dump(),
        reason=npc.mind.reason,
        energy=npc.energy,
        hunger=npc.hunger,
        mood=npc.mood,
        items=list(npc.items),
        plan_until=npc.mind.plan_until,
        plan=[schemas.PlanItemOut.model_validate(item) for item in npc.plan],
        goals=[schemas.GoalOut.model_validate(goal) for goal in goals_of(state, npc_id)],
        relationships=dict(npc.relationships),
        commitments=[schemas.CommitmentOut.model_validate(each) for each in bound],
        reflections=[evidence_view(state, scope, each) for each in found],
    )


def jobs_view(state: GameState) -> schemas.JobsOut:
    minds = state.minds
    waiting = [job.kind for job in minds.jobs]
    return schemas.JobsOut(
        jobs=[
            schemas.JobOut(
                kind=job.kind.value,
                npc_id=job.npc_id,
                with_ids=list(job.with_ids),
                asked_at=job.asked_at,
                priority=PRIORITY[job.kind],
            )
            for job in by_priority(state)
        ],
        intents=[schemas.IntentOut.model_validate(intent) for intent in minds.intents],
        captures=[
            schemas.CaptureOut(of=key, turn=one.turn, first=one.first, last=one.last, failures=one.failures)
            for key, queue in state.pending.items()
            for one in queue
        ],
        tallies={
            kind.value: schemas.TallyOut(
                waiting=waiting.count(kind),
                done=minds.done.get(kind, 0),
                fallbacks=minds.fallbacks.get(kind, 0),
                dropped=minds.dropped.get(kind, 0),
            )
            for kind in JobKind
        },
    )
