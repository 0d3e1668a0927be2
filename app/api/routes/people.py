"""The people of a game for the game master: plans, actions, acquaintances, conclusions, and waiting jobs."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query

from app.api.canon_views import canon_marks_of
from app.api.context import GameAsMaster
from app.api.paging import MAX_LIMIT, PagingDep
from app.api.schemas import people as schemas
from app.api.schemas.base import Page
from app.api.schemas.memories import MemoryOut
from app.api.views import EVIDENCE_DEPTH, evidence_view, memory_out
from app.cognition.portrait import degree_of, meter_words, name_of
from app.cognition.queue import by_priority
from app.cognition.remembering.reflection_times import may_reflect_from
from app.errors import NotFound
from app.events.commands.mind import SetPlanCommand
from app.interfaces.services.location import PARTY
from app.language.language import language_of
from app.language.reading.spoken_text import spoken_in
from app.language.rendering.naming import Naming
from app.language.rendering.states import shown_states
from app.memory.entries.markers import is_inactive
from app.memory.profile import ProfileReader, profile
from app.memory.stream.goals import goals_of
from app.models.clock import day_of
from app.models.instances.npc_instance import NPCInstance
from app.models.memory import MemoryKind, Scope
from app.models.minds.plan import PlanStatus
from app.models.plain_reasons import Sought, Unknown
from app.models.state.cadence import Cadence
from app.models.state.game_state import GameState
from app.services.game.provenance import down_to_messages
from app.services.game.relationship_report import Acquaintance, Stay, acquaintances, memories_between, stays
from app.services.game.reports import last_conclusions

router = APIRouter(tags=["people and models"])
NpcId = Annotated[str, Path(max_length=80, examples=["tove"])]


@router.get("/games/{game_id}/people")
async def list_people(game: GameAsMaster, paging: PagingDep) -> Page[schemas.PersonOut]:
    """List the people of the game in the scenario's order. A page has at most `limit` entries, 1 to 100 and by default
    50; `cursor` is the `next_cursor` of the page before, and is left out for the first page.

    Problems: 400 the cursor is not one of this list; 403 the token's role is below `master`; 404 no such game; 409
    another program has the game open, or the server shuts down. Common: 401 no valid token; 422 the request is
    malformed; 429 too many requests; 500 the save is damaged, or the server has a defect; 507 data could not be read or
    written.
    """
    async with game.state() as state:
        return paging.page(state.npcs, lambda npc_id: schemas.PersonOut.model_validate(_person(state, npc_id)))


def _person(state: GameState, npc_id: str) -> dict[str, Any]:
    npc = state.npc(npc_id)
    here = npc.current_location_id
    names = {"name": state.name(npc_id), "location_name": here and state.name(here)}
    seen = {"seen": shown_states(state, npc_id), "is_companion": npc_id in state.party.companions}
    marks = canon_marks_of(state, npc_id)
    return {**vars(npc), **names, **seen, **marks, "id": npc_id, "is_present": npc in state.present()}


@router.get("/games/{game_id}/people/{npc_id}")
async def get_person(
    game: GameAsMaster,
    npc_id: NpcId,
    reflections: Annotated[
        int, Query(ge=0, le=MAX_LIMIT, description="the most reflections to return, newest first")
    ] = 10,
) -> schemas.PersonDetail:
    """Return a person with their plan and the places where they were, their goals, condition and commitments, and their
    newest reflections with the evidence.

    Problems: 403 the token's role is below `master`; 404 no such game or person; 409 another program has the game open,
    or the server shuts down. Common: 401 no valid token; 422 the request is malformed; 429 too many requests; 500 the
    save is damaged, or the server has a defect; 507 data could not be read or written.
    """
    async with game.state() as state:
        npc, scope = state.npc(npc_id), Scope.npc(npc_id)
        found = last_conclusions(state, npc_id, reflections, EVIDENCE_DEPTH)
        bound = [one for one in state.commitments.values() if npc_id in (one.by_id, *one.to_ids)]
        orders = [order["kind"] for each in state.minds.intents if each.npc_id == npc_id for order in each.commands]
        more = {
            "plan": _plan(state, npc_id),
            "goals": goals_of(state, npc_id),
            "commitments": [vars(one) | {"words": spoken_in(state, one.words) or one.words} for one in bound],
            "reflections": [evidence_view(state, scope, down_to_messages(state, scope, each)) for each in found],
            "waiting": [job.kind for job in by_priority(state) if npc_id in job.people],
            "has_plan_ready": SetPlanCommand.model_fields["kind"].default in orders,
            "memories": len(npc.npc_memories),
            "names": _names(state, npc_id),
            "places": {place: Naming(state).place(place) for place in state.scenario.location_states},
        }
        return schemas.PersonDetail.model_validate(_person(state, npc_id) | _mind(state, npc) | more)


def _mind(state: GameState, npc: NPCInstance) -> dict[str, Any]:
    now, written = state.clock.minutes, profile(state, npc.instance_id, ProfileReader.PAGE)
    own = (entry for entry in npc.npc_memories if entry.kind is MemoryKind.REFLECTION)
    return {
        "occupation": written.pop("occupation"),
        "description": written.pop("description"),
        "profile": {heading: text for heading, text in written.items() if text},
        "condition": meter_words(npc, language_of(state.sheet)),
        "reason": npc.mind.reason,
        "plan_until": npc.mind.plan_until,
        "reflections_standing": sum(not is_inactive(state.status(entry.id)) for entry in own),
        "reflections_today": npc.mind.reflections.get(day_of(now), 0),
        "reflections_a_day": Cadence.of(state).reflections.per_day,
        "reflects_from": may_reflect_from(npc, now, Cadence.of(state)),
    }


def _plan(state: GameState, npc_id: str) -> list[dict[str, Any]]:
    """Return the items of the plan, each with where the person was between its time and the next item's."""
    npc, now, been = state.npc(npc_id), state.clock.minutes, stays(state, npc_id)
    ends = [*(item.time for item in npc.plan[1:]), npc.mind.plan_until or now]
    return [
        vars(item) | {"stays": [] if item.status is PlanStatus.PENDING else _meanwhile(been, item.time, min(end, now))}
        for item, end in zip(npc.plan, ends, strict=False)
    ]


def _meanwhile(been: list[Stay], since: int, until: int) -> list[Stay]:
    return [stay for stay in been if stay.since < until and (stay.until is None or stay.until > since)]


def _names(state: GameState, npc_id: str) -> dict[str, str]:
    beings = [PARTY, *(player.id for player in state.party.ever), *state.npcs]
    known = [*beings, *state.scenario.location_states, *state.npc(npc_id).items]
    bound = (one.subject_id for one in state.commitments.values() if npc_id in (one.by_id, *one.to_ids))
    return {each: name_of(state, each) for each in (*known, *filter(None, bound))}


@router.get("/games/{game_id}/people/{npc_id}/acquaintances")
async def list_acquaintances(game: GameAsMaster, npc_id: NpcId, paging: PagingDep) -> Page[schemas.AcquaintanceOut]:
    """List the players and people that a person knows, with their dealings and relationship: players first, then people
    in the scenario's order. A page has at most `limit` entries, 1 to 100 and by default 50; `cursor` is the
    `next_cursor` of the page before, and is left out for the first page.

    Problems: 400 the cursor is not one of this list; 403 the token's role is below `master`; 404 no such game or
    person; 409 another program has the game open, or the server shuts down. Common: 401 no valid token; 422 the request
    is malformed; 429 too many requests; 500 the save is damaged, or the server has a defect; 507 data could not be read
    or written.
    """
    async with game.state() as state:
        return paging.page(acquaintances(state, npc_id), lambda one: _acquaintance(state, state.npc(npc_id), one))


def _acquaintance(state: GameState, npc: NPCInstance, one: Acquaintance) -> schemas.AcquaintanceOut:
    is_player = one.other_id not in state.npcs
    relationship = npc.relationships.get(PARTY if is_player else one.other_id, 0.0)
    return schemas.AcquaintanceOut.model_validate(
        {
            **vars(one),
            "id": one.other_id,
            "name": state.name(one.other_id),
            "is_player": is_player,
            "tie": one.tie,
            "relationship": relationship,
            "liking": degree_of(relationship),
            "attitude": npc.attitude if is_player else None,
        }
    )


@router.get("/games/{game_id}/people/{npc_id}/acquaintances/{other_id}")
async def list_dealings(game: GameAsMaster, npc_id: NpcId, other_id: NpcId, paging: PagingDep) -> Page[MemoryOut]:
    """List a person's memories of dealings with another person or a player (`other_id` may be the id of either), and
    the person's conclusions about the other, newest first. A page has at most `limit` entries, 1 to 100 and by default
    50; `cursor` is the `next_cursor` of the page before, and is left out for the first page.

    Problems: 400 the cursor is not one of this list; 403 the token's role is below `master`; 404 no such game or
    person, or no such other person or player; 409 another program has the game open, or the server shuts down. Common:
    401 no valid token; 422 the request is malformed; 429 too many requests; 500 the save is damaged, or the server has
    a defect; 507 data could not be read or written.
    """
    async with game.state() as state:
        if other_id not in state.npcs and all(player.id != other_id for player in state.party.ever):
            raise NotFound(Unknown(what=Sought.PERSON_OR_PLAYER, name=other_id))
        entries = memories_between(state, npc_id, other_id)
        return paging.page(entries, lambda entry: memory_out(state, Scope.npc(npc_id), entry))


@router.get("/games/{game_id}/people/{npc_id}/stays")
async def list_stays(game: GameAsMaster, npc_id: NpcId, paging: PagingDep) -> Page[Stay]:
    """List the places where a person has been, as far as the person noticed, newest first. Times are minutes since day
    1, 00:00. A page has at most `limit` entries, 1 to 100 and by default 50; `cursor` is the `next_cursor` of the page
    before, and is left out for the first page.

    Problems: 400 the cursor is not one of this list; 403 the token's role is below `master`; 404 no such game or
    person; 409 another program has the game open, or the server shuts down. Common: 401 no valid token; 422 the request
    is malformed; 429 too many requests; 500 the save is damaged, or the server has a defect; 507 data could not be read
    or written.
    """
    async with game.state() as state:
        been = stays(state, npc_id)[::-1]
        return paging.page(been, lambda stay: stay, lambda stay: (-stay.since,))


@router.get("/games/{game_id}/jobs")
async def list_jobs(game: GameAsMaster) -> schemas.JobsOut:
    """Return the background work that is waiting (messages to be summarised, and jobs of people's minds, such as plans
    and reflections), and how many jobs were done.

    Problems: 403 the token's role is below `master`; 404 no such game; 409 another program has the game open, or the
    server shuts down. Common: 401 no valid token; 422 the request is malformed; 429 too many requests; 500 the save is
    damaged, or the server has a defect; 507 data could not be read or written.
    """
    async with game.state() as state:
        return _jobs(state)


@router.post("/games/{game_id}/settle")
async def settle_game(game: GameAsMaster) -> schemas.JobsOut:
    """Do the waiting background work now (summaries, plans, reflections), as is done after each turn, and return the
    work that is still waiting. If a model has failed to summarise messages as often as the setting `failed_settles`
    says, a summary by rules is stored.

    Problems: 403 the token's role is below `master`; 404 no such game; 409 another program has the game open, or the
    server shuts down; 503 the game's own model cannot be used here. Common: 401 no valid token; 422 the request is
    malformed; 429 too many requests; 500 the save is damaged, or the server has a defect; 507 data could not be read or
    written.
    """
    await game.play(lambda turns: turns.settle(game.id))
    async with game.state() as state:
        return _jobs(state)


def _jobs(state: GameState) -> schemas.JobsOut:
    queues = {
        scope: [vars(each) | {"of_name": _owner(state, each.scope)} for each in queue]
        for scope, queue in state.pending.items()
    }
    return schemas.JobsOut.model_validate({**vars(state.minds), "jobs": by_priority(state), "captures": queues})


def _owner(state: GameState, scope: Scope) -> str:
    return "" if scope.owner_id is None else state.name(scope.owner_id)
