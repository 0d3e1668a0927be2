"""The seat of a character: doing what is possible for its person, and for nobody else's."""

import json
from pathlib import Path
from typing import Any

import pytest

from app.errors import InvalidInput, NotPossible
from app.models.messages.message import Role
from app.models.minds.activity import Activity
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import GameState
from app.models.state.values import is_set
from app.services.characters.character_seat import CharacterSeat
from app.services.game.turns.turn_service import TurnService
from app.stores.json_store import JsonGameStore
from tests.cellar import CELLAR
from tests.integration.characters.village import seat
from tests.integration.turns.table import new_table

STOKE = {
    "id": "stoke",
    "words": ["stoke the fire with {with}"],
    "with": ["oil", "crown"],
    "by": ["pim"],
    "shown_if": {"kind": "not", "condition": {"kind": "state", "of": "chest", "name": "open", "value": True}},
    "condition": {"kind": "state", "of": "lever", "name": "down", "value": True},
    "refusal": "There is no draught.",
    "text": "It catches.",
    "effects": [{"kind": "add_to_state", "of": "game", "name": "doom", "by": 1}],
    "minutes": 15,
}


def pulled_by_all() -> ScenarioSheet:
    """The cellar, in which everybody can pull the lever, and Pim alone can stoke the fire."""
    data: dict[str, Any] = json.loads(CELLAR.read_text(encoding="utf-8"))
    lever = next(one for one in data["locations"][0]["features"] if one["id"] == "lever")
    lever["actions"][0] |= {"by": ["players", "people"]}
    return ScenarioSheet.model_validate({**data, "actions": [*data["actions"], STOKE]})


class Cellar:
    def __init__(self, folder: Path) -> None:
        self.table: TurnService = new_table(JsonGameStore(folder))
        self.game_id = self.table.library.begin(pulled_by_all(), "Mara", seed=7)

    @property
    def state(self) -> GameState:
        return self.table.state(self.game_id)

    def seat(self, **options: Any) -> CharacterSeat:
        return seat(self.table, self.game_id, "pim", **options)


@pytest.fixture
def cellar(tmp_path: Path) -> Cellar:
    return Cellar(tmp_path)


async def test_it_does_what_is_possible_for_its_person_and_learns_what_came_of_it(cellar: Cellar) -> None:
    answer = await cellar.seat().call("act", {"action": "do", "what": "Pull the lever."})
    assert is_set(cellar.state, "lever", "down")
    assert (answer["done"], answer["turn"]) == ("pull-lever", "1")
    assert answer["outcome"] == ["You lean on it.", "success", "It comes down with a groan.", "The lever is down."]
    assert cellar.state.npc("pim").activity is Activity.ACTIVITY
    assert cellar.state.clock.minutes == 480
    answer = await cellar.seat().call("act", {"action": "do", "what": "open chest"})
    assert answer["outcome"] == ["You open the chest."]


async def test_the_scene_says_what_is_possible_for_the_person(cellar: Cellar) -> None:
    mine = cellar.seat()
    scene = await mine.read("game://scene")
    assert 'You can: "pull lever"\n' in scene
    assert 'You can: "stoke the fire with crown" ("There is no draught.")' in scene
    assert "give up" not in scene
    can = (await mine.call("query_scene", {}))["can"]
    assert {"pull lever", "open chest"} <= set(can)
    assert not any("stoke" in line or "buy" in line for line in can)
    await mine.call("act", {"action": "do", "what": "pull lever"})
    assert "stoke the fire with flask of oil" in (await mine.call("query_scene", {}))["can"]
    await mine.call("act", {"action": "do", "what": "Stoke fire with the crown"})
    assert cellar.state.states["game"]["doom"] == 4


@pytest.mark.parametrize(
    ("given", "error", "told"),
    [
        ({"what": "give up"}, NotPossible, "You cannot do that here: give up. You can: .*pull lever"),
        ({"what": "break-out"}, NotPossible, "You can: "),
        ({"what": "pull the moon"}, NotPossible, "You can: "),
        ({"what": "stoke the fire with crown"}, NotPossible, "There is no draught"),
        ({}, InvalidInput, "'do' and 'make' need it"),
        ({"what": "pull lever", "place": "yard"}, InvalidInput, "'go' needs it"),
    ],
)
async def test_what_is_not_possible_is_refused_in_words_and_changes_nothing(
    cellar: Cellar, given: dict[str, Any], error: type[Exception], told: str
) -> None:
    with pytest.raises(error, match=told):
        await cellar.seat().call("act", {"action": "do", **given})
    assert cellar.state.turn == 0
    assert cellar.state.npc("pim").activity is Activity.IDLE


async def test_a_word_that_means_several_deeds_is_asked_back(cellar: Cellar) -> None:
    await cellar.seat().call("act", {"action": "do", "what": "pull-lever"})
    with pytest.raises(NotPossible, match="stoke: stoke the fire with flask of oil and stoke the fire with crown"):
        await cellar.seat().call("act", {"action": "do", "what": "stoke"})


async def test_nobody_who_is_nowhere_or_dead_does_anything(cellar: Cellar) -> None:
    mine = cellar.seat()
    npc = cellar.state.npc("pim")
    npc.current_location_id = None
    with pytest.raises(NotPossible, match="nowhere"):
        await mine.call("act", {"action": "do", "what": "pull lever"})
    npc.current_location_id, npc.dead = "cellar", True
    with pytest.raises(NotPossible, match="dead"):
        await mine.call("act", {"action": "do", "what": "pull lever"})


async def test_players_who_are_there_read_it_and_others_do_not(cellar: Cellar) -> None:
    await cellar.seat().call("act", {"action": "do", "what": "pull lever"})
    lines = [message.content for message in cellar.state.conversation_history if message.role is Role.SYSTEM]
    assert "The lever is down." in lines[-1]
    assert "⚄" in lines[-1]


async def test_the_gate_the_reasons_and_the_request_id_are_those_of_every_act(cellar: Cellar) -> None:
    gated = cellar.seat(gate=True)
    with pytest.raises(NotPossible, match="consult"):
        await gated.call("act", {"action": "do", "what": "pull lever"})
    await gated.call("consult_memories", {"situation": "a lever"})
    order = {"action": "do", "what": "pull lever", "request_id": "r"}
    first = await gated.call("act", order)
    assert await gated.call("act", order) == first
    assert cellar.state.turn == 1
