"""People over the API: where they are, what they mean to do and why, and what waits to be thought."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx2
import pytest

from app.events.commands import AdjustRelationshipCommand, ChangeLocationCommand, MoveNPCCommand
from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.memory import MemoryKind, Scope
from app.models.state.game_state import GameState
from app.models.state.minds import Intent, Job, JobKind
from tests.integration.api.asking import Api, new_api
from tests.worlds import NOW


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Api:
    return new_api(tmp_path_factory.mktemp("saves"), api_requests_per_minute=100_000)


@asynccontextmanager
async def looking_into(api: Api, game_id: str) -> AsyncIterator[httpx2.AsyncClient]:
    async with api.client(api.token(game_id, "master")) as client:
        client.base_url = client.base_url.join(f"/v1/games/{game_id}/")
        yield client


def concluded(state: GameState, text: str, *evidence: str) -> str:
    context = MemoryContext(content=text, created_at=NOW, evidence=evidence)
    return MemoryStream(state, Scope.npc("mara")).add(MemoryKind.REFLECTION, context).id or ""


async def test_everybody_is_listed_where_they_are_page_by_page(api: Api) -> None:
    game_id = api.begin()
    await api.container.turns().execute(game_id, MoveNPCCommand(npc_id="mara", location_id="market"))
    async with looking_into(api, game_id) as client:
        first = (await client.get("people", params={"limit": 2})).json()
        rest = (await client.get("people", params={"limit": 2, "cursor": first["next_cursor"]})).json()
    assert [person["id"] for person in first["items"] + rest["items"]] == ["mara", "guard-1", "guard-2"]
    assert rest["next_cursor"] is None
    mara = first["items"][0]
    assert (mara["name"], mara["location_id"], mara["is_present"]) == ("Mara Ironhand", "market", True)
    assert not rest["items"][0]["is_present"]


async def test_a_person_comes_with_its_plan_goals_feelings_and_commitments(api: Api) -> None:
    game_id = api.begin()
    turns = api.container.turns()
    await turns.execute(game_id, ChangeLocationCommand(location_id="inn"))
    await turns.execute(
        game_id, AdjustRelationshipCommand(npc_id="mara", other_id="guard-1", change=2, reason="He helped.")
    )
    await turns.take_turn(game_id, "Mara, I promise to bring you a lantern tomorrow")
    for _ in range(2):
        await turns.take_turn(game_id, "wait an hour")
        await turns.settle(game_id)
    state = turns.state(game_id)
    async with looking_into(api, game_id) as client:
        mara = (await client.get("people/mara")).json()
    npc = state.npc("mara")
    assert mara["relationships"]["guard-1"] == 2
    assert [item["id"] for item in mara["plan"]] == [item.id for item in npc.plan]
    assert {item["status"] for item in mara["plan"]} <= {"pending", "active", "completed", "cancelled"}
    assert mara["plan_until"] == npc.mind.plan_until
    assert mara["plan"]
    (promise,) = mara["commitments"]
    assert (promise["kind"], promise["by_id"], promise["to_ids"]) == ("promise", "player", ["mara"])
    assert promise["status"] == "open"
    assert promise["message_id"].startswith("m-")


async def test_reflections_come_with_their_evidence_four_steps_down(api: Api) -> None:
    game_id = api.begin()
    state = api.container.turns().state(game_id)
    steps = [MemoryStream(state, Scope.npc("mara")).all()[0].id or ""]
    for number in range(6):
        steps.append(concluded(state, f"Conclusion {number}.", steps[-1]))
    async with looking_into(api, game_id) as client:
        reflections = (await client.get("people/mara", params={"reflections": 1})).json()["reflections"]
        none = (await client.get("people/mara", params={"reflections": 0})).json()["reflections"]
    found, below = [], reflections[0]
    while True:
        found.append(below["memory"]["id"])
        if not below["evidence"]:
            break
        (below,) = below["evidence"]
    assert found == steps[:1:-1]
    assert (len(reflections), none) == (1, [])


async def test_who_is_not_there_is_not_found(api: Api) -> None:
    async with looking_into(api, api.begin()) as client:
        for npc_id in ("ghost", "player", "market", "MARA"):
            answer = await client.get(f"people/{npc_id}")
            assert (answer.status_code, answer.json()["title"]) == (404, "Not found")
        assert (await client.get("people/mara", params={"reflections": 101})).status_code == 422
        assert (await client.get("people", params={"limit": 0})).status_code == 422


async def test_what_waits_is_told_the_most_urgent_first(api: Api) -> None:
    game_id = api.begin()
    turns = api.container.turns()
    turns.settle_in_background = False
    await turns.execute(game_id, ChangeLocationCommand(location_id="inn"))
    await turns.execute(game_id, ChangeLocationCommand(location_id="market"))
    state = turns.state(game_id)
    minds = state.minds
    minds.jobs = [
        Job(kind=JobKind.PRUNE, asked_at=480),
        Job(kind=JobKind.CONVERSE, npc_id="mara", with_ids=("guard-1",), asked_at=490),
        Job(kind=JobKind.PLAN, npc_id="mara", asked_at=485),
    ]
    minds.intents = [Intent(npc_id="mara", commands=({"kind": "eat"},), reason="Hungry.", decided_at=480)]
    minds.done, minds.fallbacks, minds.dropped = {JobKind.PLAN: 3}, {JobKind.PLAN: 1}, {JobKind.DECIDE: 2}
    async with looking_into(api, game_id) as client:
        jobs: dict[str, Any] = (await client.get("jobs")).json()
    assert [job["kind"] for job in jobs["jobs"]] == ["plan", "converse", "prune"]
    assert jobs["jobs"][1] == {"kind": "converse", "npc_id": "mara", "with_ids": ["guard-1"], "asked_at": 490}
    assert jobs["intents"] == [
        {"npc_id": "mara", "reason": "Hungry.", "decided_at": 480, "commands": [{"kind": "eat"}]}
    ]
    assert (jobs["done"], jobs["fallbacks"], jobs["dropped"]) == ({"plan": 3}, {"plan": 1}, {"decide": 2})
    waiting = {
        key: [(one["first_message_id"], one["turn"]) for one in queue] for key, queue in jobs["captures"].items()
    }
    assert waiting == {key: [(f"m-{one.first}", one.turn) for one in queue] for key, queue in state.pending.items()}
    turns.settle_in_background = True
