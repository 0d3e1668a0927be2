"""What somebody wants, carries and can tell, asked at its seat: as it is then, and what is kept back is marked."""

import json
from typing import Any

import pytest
from mcp.client.client import Client

from app.events.commands import GiveItemCommand, TakeItemCommand
from app.interfaces.character_tools import QuerySelf, RecallFacts
from app.mcp.server import server_for
from app.services.characters.character_seat import CharacterSeat
from app.services.game.games.scenario_library import ScenarioLibrary
from app.services.game.turns.turn_service import TurnService
from app.settings import PROJECT
from app.stores.json_store import JsonGameStore
from tests.integration.characters.village import contents, seat
from tests.integration.turns.table import new_table

KEY = "What I carry and keep to myself for now: wheel-house key."


@pytest.fixture
def table(store: JsonGameStore) -> TurnService:
    return new_table(store)


@pytest.fixture
def thaw(table: TurnService) -> str:
    return table.library.begin(ScenarioLibrary([PROJECT / "app" / "content"]).load("before-the-thaw"), "Élan", seed=7)


@pytest.fixture
def talle(table: TurnService, thaw: str) -> CharacterSeat:
    return seat(table, thaw, "talle")


async def first(person: CharacterSeat, question: str) -> str:
    return contents(await person.call("query_self", {"question": question}))[0]


def let_talle_tell_all(table: TurnService, game_id: str) -> None:
    state = table.state(game_id)
    state.place("gauge-gallery").discovered_secrets.append("ivo-found")
    state.npc("talle").topics_told.append("talle-night")


@pytest.mark.parametrize("question", ["what do I want?", "What are my goals?", "what is my ambition", "my aims?"])
async def test_goals_with_their_ids_and_how_far_they_have_come(talle: CharacterSeat, question: str) -> None:
    assert await first(talle, question) == "What I want, goal-1, 0 of 100: to reach the first of March"
    await talle.call("update_goal", {"goal": "goal-1", "progress": 40, "reason": "The ice holds."})
    assert await first(talle, question) == "What I want, goal-1, 40 of 100: to reach the first of March"
    await talle.call("update_goal", {"goal": "goal-1", "progress": 100, "reason": "It thaws."})
    assert await first(talle, question) == "There is nothing in particular that I want."


@pytest.mark.parametrize("question", ["what am I carrying?", "what is in my pockets?", "do I have a key with me?"])
async def test_belongings_with_what_is_kept_back(
    table: TurnService, thaw: str, talle: CharacterSeat, question: str
) -> None:
    assert await first(talle, question) == KEY
    let_talle_tell_all(table, thaw)
    assert await first(talle, question) == "What I carry: wheel-house key."
    table.state(thaw).npc("talle").items.clear()
    assert await first(talle, question) == "I carry nothing."


async def test_belongings_change_with_the_game(village: TurnService, game: str, mara: CharacterSeat) -> None:
    assert "lantern" not in await first(mara, "what am I carrying?")
    await village.execute(game, TakeItemCommand(item_id="lantern"))
    await village.take_turn(game, "to the inn")
    await village.execute(game, GiveItemCommand(item_id="lantern", npc_id="mara"))
    assert "lantern" in await first(mara, "what am I carrying?")


@pytest.mark.parametrize("question", ["what can I tell?", "what can I talk about?", "which topics do I know?"])
async def test_topics_under_their_conditions(
    table: TurnService, thaw: str, talle: CharacterSeat, question: str
) -> None:
    assert await first(talle, question) == "What I can tell about: the gate; Ivo; the village."
    let_talle_tell_all(table, thaw)
    told = await first(talle, question)
    assert told == "What I can tell about: the gate; what became of Ivo; Ivo; that night; the key; the village."


@pytest.mark.parametrize(("tool", "field"), [("query_self", "question"), ("recall_facts", "topic")])
async def test_the_words_of_a_topic_by_its_names_once_it_can_be_told(
    table: TurnService, thaw: str, talle: CharacterSeat, tool: str, field: str
) -> None:
    for name in ("the gate", "The weir", "gate?"):
        assert contents(await talle.call(tool, {field: name}))[0].startswith("About the gate: We have the matter")
    assert not any("the drawer" in text for text in contents(await talle.call(tool, {field: "the key"})))
    let_talle_tell_all(table, thaw)
    assert contents(await talle.call(tool, {field: "the key"}))[0].startswith("About the key: It is here.")


@pytest.mark.parametrize(
    ("topic", "fact"),
    [
        ("my goals", "What I want, goal-1, 0 of 100: to reach the first of March"),
        ("what I carry", KEY),
        ("my belongings", KEY),
        ("what can I tell?", "What I can tell about: the gate; Ivo; the village."),
        ("my age", "I am Emeric Talle, 52 years old."),
    ],
)
async def test_facts_of_oneself_are_recalled_and_certain(talle: CharacterSeat, topic: str, fact: str) -> None:
    found = (await talle.call("recall_facts", {"topic": topic}))["memories"]
    assert found[0]["content"].startswith(fact)
    assert found[0]["confidence"] == 1.0


async def test_facts_of_oneself_are_left_out_of_other_topics(talle: CharacterSeat) -> None:
    assert contents(await talle.call("recall_facts", {"topic": "the price of salt in Orsenne"})) == []


@pytest.mark.parametrize("question", ["how old am I?", "what is my age?"])
async def test_ones_age(talle: CharacterSeat, question: str) -> None:
    assert "52 years old" in await first(talle, question)


async def test_a_goal_that_names_what_cannot_be_told_yet_is_known_to_oneself(table: TurnService, thaw: str) -> None:
    goals = contents(await seat(table, thaw, "jorun").call("query_self", {"question": "what do I want?"}))
    assert goals[1] == "What I want, goal-2, 0 of 100: to have their mother's ring back before the lake goes"


async def test_a_blank_question_begins_with_who_one_is(talle: CharacterSeat) -> None:
    assert (await first(talle, "")).startswith("I am Emeric Talle")


async def test_what_a_description_names_is_in_the_default_answer(talle: CharacterSeat) -> None:
    """Name, age, occupation and looks: what `query_self` promises to begin with."""
    described = (QuerySelf.__doc__ or "").partition("\n")[0]
    answer = " ".join(contents(await talle.call("query_self", {})))
    promised = {"name": "Emeric Talle", "age": "52", "occupation": "reeve", "looks": "well-brushed"}
    assert all(name in described and words in answer for name, words in promised.items())
    assert "carry" in (RecallFacts.__doc__ or "")


async def test_the_own_sheet_has_belongings_goals_and_topics_as_they_are_now(
    table: TurnService, thaw: str, talle: CharacterSeat
) -> None:
    read = json.loads(await talle.read("game://characters/talle"))
    assert (read["now"]["has"], read["now"]["keeps_to_itself"]) == (["wheel-house key"], ["wheel-house key"])
    assert {"items", "goals"}.isdisjoint(read["sheet"])
    let_talle_tell_all(table, thaw)
    read = json.loads(await talle.read("game://characters/talle"))
    assert (read["now"]["has"], read["now"]["keeps_to_itself"]) == (["wheel-house key"], [])
    assert "the key" in [topic["name"] for topic in read["sheet"]["topics"]]


async def test_over_mcp(talle: CharacterSeat) -> None:
    async def told(client: Client, tool: str, **arguments: str) -> str:
        answer: Any = (await client.call_tool(tool, arguments)).structured_content
        return contents(answer)[0]

    async with Client(server_for(talle)) as client:
        assert "the first of March" in await told(client, "query_self", question="what do I want?")
        assert await told(client, "query_self", question="what am I carrying?") == KEY
        assert "the gate; Ivo" in await told(client, "recall_facts", topic="what can I tell?")
        assert "52 years" in await told(client, "recall_facts", topic="my age")
