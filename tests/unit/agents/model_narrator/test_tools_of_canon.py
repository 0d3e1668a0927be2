"""The orders of canon, states and timers as tools of a model, where the scenario lets a game master add to it."""

import json
from typing import Any

import pytest

from app.agents.narrator.model.agent import NarratorAgent
from app.agents.narrator.model.tools import tokens_of_tools, tool_definitions
from app.events.command_table import COMMANDS, By
from app.models.sheets.canon import CanonSource, FactEntry
from app.models.sheets.scenario import CanonLevel
from app.models.state.facts import fact_of
from app.models.state.game_state import GameState
from tests.unit.agents.model_narrator.stage import ScriptedModel, Stage
from tests.unit.events.canonical import game_of

WREN: dict[str, Any] = {"tool": "create_person", "name": "Wren Asher", "description": "A girl with a tin whistle."}
KICK: dict[str, Any] = {
    "tool": "create_action",
    "words": ["kick {target}"],
    "on": ["lantern"],
    "text": "It rolls.",
    "condition": {"kind": "item_at", "item_id": "lantern", "at": "market"},
    "effects": [{"kind": "move_item", "item_id": "lantern", "to": "inn"}],
    "check": {"attribute": "strength", "difficulty": 1, "success": {"text": "Far."}},
}


def offered(script: ScriptedModel) -> set[str]:
    return {tool.name for tool in script.infos[0].function_tools}


def as_call(order: dict[str, Any]) -> dict[str, Any]:
    """The call of the one tool that gives an order."""
    arguments = {name: value for name, value in order.items() if name != "tool"}
    return {"tool": "make_true", "order": order["tool"], "arguments": arguments}


async def called(stage: Stage, *orders: dict[str, Any]) -> ScriptedModel:
    """A model that gives orders, one after the other, and then narrates."""
    script = ScriptedModel(*([as_call(order)] for order in orders), ["So it is."])
    await stage.narrated_by(NarratorAgent(script.model))
    return script


def results(script: ScriptedModel) -> list[str]:
    return [f"{part.outcome}: {part.content}" for part in script.tool_results(-1)]


def stage_of(level: CanonLevel) -> tuple[Stage, GameState]:
    stage = Stage(state=game_of(level))
    return stage, stage.state


@pytest.mark.parametrize("level", CanonLevel)
async def test_a_model_has_the_game_masters_orders_where_the_scenario_can_be_added_to(level: CanonLevel) -> None:
    stage, _ = stage_of(level)
    orders = {row.command.model_fields["kind"].default for row in COMMANDS if row.by is By.MASTER and row.is_tool}
    usual = {tool.name for tool in tool_definitions()}
    script = ScriptedModel([{"tool": "add_note", "text": "x"}], ["So it is."])
    await stage.narrated_by(NarratorAgent(script.model))
    assert offered(script) == (usual if level is CanonLevel.CLOSED else usual | {"make_true"})
    described = "".join(tool.description or "" for tool in script.infos[0].function_tools if tool.name == "make_true")
    possible = {
        CanonLevel.CLOSED: set[str](),
        CanonLevel.DETAILS: orders - {"create_place"},
        CanonLevel.OPEN: orders,
    }
    assert {order for order in orders if f"{order}(" in described} == possible[level]
    instructions = script.infos[0].instructions or ""
    assert ("make_true" in instructions) is (level is not CanonLevel.CLOSED)


@pytest.mark.parametrize(
    "arguments",
    [
        {"order": "establish_fact", "arguments": '{"subject": "mara", "attribute": "debt", "value": "nine"}'},
        {"order": "establish_fact", "subject": "mara", "attribute": "debt", "value": "nine"},
    ],
    ids=["as JSON text", "beside the order"],
)
async def test_arguments_of_an_order_are_read_however_a_model_writes_them(arguments: dict[str, Any]) -> None:
    stage, state = stage_of(CanonLevel.OPEN)
    script = ScriptedModel([{"tool": "make_true", **arguments}], ["So it is."])
    await stage.narrated_by(NarratorAgent(script.model))
    assert fact_of(state, "mara", "debt") == "nine"


@pytest.mark.parametrize("order", ["explode", "take_item", None])
async def test_an_order_that_there_is_not_is_refused_with_those_that_there_are(order: str | None) -> None:
    stage, state = stage_of(CanonLevel.OPEN)
    script = ScriptedModel([{"tool": "make_true", "order": order, "arguments": {}}], ["So it is."])
    await stage.narrated_by(NarratorAgent(script.model))
    assert "establish_fact" in results(script)[0]
    assert not state.canon


async def test_what_a_model_makes_is_in_the_game_and_the_answer_has_its_id() -> None:
    stage, state = stage_of(CanonLevel.OPEN)
    script = await called(stage, WREN, KICK)
    assert state.sheets.npc("made-wren-asher").description == "A girl with a tin whistle."
    assert state.sheet.actions[-1].check is not None
    assert "'npc_id': 'made-wren-asher'" in results(script)[0]
    assert results(script)[1].startswith("success")


async def test_a_wrong_effect_is_refused_with_the_kinds_that_there_are() -> None:
    stage, state = stage_of(CanonLevel.OPEN)
    script = await called(stage, {**KICK, "effects": [{"kind": "explode"}]})
    assert "failed" in results(script)[0]
    assert "effects" in results(script)[0]
    assert "'set_state'" in results(script)[0]
    assert len(state.canon) == 0


async def test_where_details_only_are_allowed_a_model_reads_why_the_rest_is_refused() -> None:
    stage, state = stage_of(CanonLevel.DETAILS)
    ways = [{"to": "market"}]
    place = {"tool": "create_place", "name": "Yard", "description": "Cobbles.", "ways": ways}
    script = await called(stage, WREN, place)
    made, refused = results(script)
    assert made.startswith("success")
    assert refused.startswith("failed")
    assert "details" in refused or "people, things" in refused
    assert len(state.canon) == 1


async def test_a_claim_names_its_player_and_is_no_fact() -> None:
    stage, state = stage_of(CanonLevel.OPEN)
    fact = {"tool": "establish_fact", "subject": "mara", "attribute": "debt", "value": "nine coins"}
    script = await called(stage, {**fact, "claimed_by": "élan"}, {**fact, "claimed_by": "Zeno"})
    kept, refused = results(script)
    assert kept.startswith("success")
    assert refused.startswith("failed")
    (entry,) = state.canon
    assert isinstance(entry.change, FactEntry)
    assert (entry.by, entry.player_id) == (CanonSource.PLAYER, state.party.players[0].id)
    assert fact_of(state, "mara", "debt") is None


def test_the_tools_of_a_turn_take_two_thousand_tokens_at_most() -> None:
    assert tokens_of_tools(canon=CanonLevel.OPEN) <= 2_000
    schemas = json.dumps([tool.parameters_json_schema for tool in tool_definitions(canon=CanonLevel.OPEN)])
    assert "$ref" not in schemas
    assert "$defs" not in schemas


@pytest.mark.parametrize("level", CanonLevel)
def test_the_tokens_of_the_tools_are_those_of_the_game(level: CanonLevel) -> None:
    agent = NarratorAgent(ScriptedModel().model)
    more = agent.tools_tokens_in(game_of(level)) - agent.tools_tokens
    assert (more == 0) is (level is CanonLevel.CLOSED)
    assert more >= 0
