"""People over the API: where they are, what they mean to do and why, and what waits to be thought."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx2
import pytest

from app.events.commands import AdjustRelationshipCommand, ChangeLocationCommand, MoveNPCCommand
from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.memory import MemoryKind, Scope
from app.models.minds.mind_state import Job, JobKind, PlannedCommand
from app.models.state.game_state import GameState
from app.testing import small_sheet
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


async def test_a_person_comes_with_what_the_author_wrote_of_it(api: Api) -> None:
    sheet = small_sheet()
    mara = sheet.npcs[0].model_copy(update={"occupation": "innkeeper", "traits": ("stubborn", "exact"), "values": ()})
    game_id = api.begin("Élan", sheet=sheet.model_copy(update={"npcs": (mara, *sheet.npcs[1:])}))
    async with looking_into(api, game_id) as client:
        shown = (await client.get("people/mara")).json()
    assert (shown["occupation"], shown["description"]) == ("innkeeper", mara.description)
    assert shown["profile"]["Traits"] == "stubborn, exact"
    assert "" not in shown["profile"].values()


async def test_a_plan_that_is_made_but_holds_only_from_the_next_tick_on_is_told(api: Api) -> None:
    game_id = api.begin()
    turns = api.container.turns()
    await turns.take_turn(game_id, "wait ten minutes")
    await turns.settle(game_id)
    async with looking_into(api, game_id) as client:
        before = (await client.get("people/mara")).json()
        await turns.take_turn(game_id, "wait ten minutes")
        after = (await client.get("people/mara")).json()
    assert (before["has_plan_ready"], before["plan"]) == (True, [])
    assert not after["has_plan_ready"]
    assert after["plan"]


async def test_a_commitment_is_told_by_what_was_said_aloud(api: Api) -> None:
    game_id = api.begin()
    for line in ("go to the inn", "talk to Mara", "say I promise to bring you a lantern tomorrow"):
        await api.container.turns().take_turn(game_id, line)
    async with looking_into(api, game_id) as client:
        (promise,) = (await client.get("people/mara")).json()["commitments"]
    assert promise["words"] == "I promise to bring you a lantern tomorrow"


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
    minds.intents = [PlannedCommand(npc_id="mara", commands=({"kind": "eat"},), reason="Hungry.", decided_at=480)]
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


async def test_a_plan_says_where_the_person_was_meanwhile_and_when_its_mind_goes_on(api: Api) -> None:
    game_id = api.begin()
    turns = api.container.turns()
    await turns.execute(game_id, ChangeLocationCommand(location_id="inn"))
    for _ in range(3):
        await turns.take_turn(game_id, "wait three hours")
        await turns.settle(game_id)
    state = turns.state(game_id)
    async with looking_into(api, game_id) as client:
        mara = (await client.get("people/mara")).json()
        stays = (await client.get("people/mara/stays", params={"limit": 1})).json()
        older = await client.get("people/mara/stays", params={"cursor": stays["next_cursor"] or "W10="})
    newest = stays["items"][0]
    assert (newest["location_id"], newest["until"]) == (state.npc("mara").current_location_id, None)
    assert all(stay["until"] <= newest["since"] for stay in older.json().get("items", []))
    begun = [item for item in mara["plan"] if item["status"] != "pending"]
    assert begun
    assert all(item["stays"] == [] for item in mara["plan"] if item["status"] == "pending")
    assert any(stay["location_id"] == item["place"] for item in begun for stay in item["stays"])
    assert mara["reflections_today"] == state.npc("mara").mind.reflections.get(1, 0)
    assert mara["reflects_from"] >= state.clock.minutes or mara["reflections_today"] == 0
    assert mara["reflections_today"] <= mara["reflections_a_day"]
    assert mara["memories"] == len(state.npc("mara").npc_memories)
    assert {item["place"] for item in mara["plan"]} - {None} <= mara["names"].keys() & mara["places"].keys()
    assert mara["names"]["guard-1"] == state.name("guard-1")
    assert mara["location_name"] == state.name(mara["location_id"])


async def test_acquaintances_say_how_a_person_knows_and_feels_about_each(api: Api) -> None:
    game_id = api.begin()
    turns = api.container.turns()
    await turns.execute(game_id, ChangeLocationCommand(location_id="inn"))
    await turns.execute(
        game_id, AdjustRelationshipCommand(npc_id="mara", other_id="guard-1", change=2, reason="He helped.")
    )
    await turns.take_turn(game_id, "Mara, I promise to bring you a lantern tomorrow")
    await turns.execute(game_id, ChangeLocationCommand(location_id="market"))
    await turns.settle(game_id)
    async with looking_into(api, game_id) as client:
        found = {one["id"]: one for one in (await client.get("people/mara/acquaintances")).json()["items"]}
        between = (await client.get("people/mara/acquaintances/player")).json()["items"]
        strangers = (await client.get("people/mara/acquaintances/guard-2")).json()["items"]
        missing = [(await client.get(f"people/{path}")).status_code for path in UNKNOWN]
    player, guard = found["player"], found["guard-1"]
    assert (player["tie"], player["is_player"], player["attitude"]) == ("dealt", True, "neutral")
    assert (guard["relationship"], guard["liking"], guard["attitude"]) == (2, "likes", None)
    assert any("promise" in memory["text"] for memory in between)
    assert all(memory["of"] == "npc/mara" for memory in between)
    assert strangers == []
    assert missing == [404] * len(UNKNOWN)


UNKNOWN = (
    "mara/acquaintances/ghost",
    "ghost/acquaintances",
    "MARA/acquaintances",
    "MARA/stays",
    "MARA/acquaintances/player",
)


async def test_a_conclusion_leads_down_to_what_was_said_and_says_who_heard_it(api: Api) -> None:
    game_id = api.begin()
    turns = api.container.turns()
    await turns.execute(game_id, ChangeLocationCommand(location_id="inn"))
    await turns.take_turn(game_id, "Mara, I promise to bring you a lantern tomorrow")
    await turns.execute(game_id, ChangeLocationCommand(location_id="market"))
    await turns.settle(game_id)
    state = turns.state(game_id)
    scene = next(entry for entry in state.npc("mara").npc_memories if entry.first_message_index is not None)
    concluded(state, "A lantern will come.", scene.id or "")
    async with looking_into(api, game_id) as client:
        (reflection,) = (await client.get("people/mara", params={"reflections": 1})).json()["reflections"]
    (below,) = reflection["evidence"]
    said = [each for each in below["evidence"] if "lantern" in each["memory"]["text"]]
    assert all(each["memory"]["id"].startswith("m-") for each in below["evidence"])
    assert said
    assert said[0]["heard"] is True
    assert (reflection["heard"], below["heard"]) == (None, None)
