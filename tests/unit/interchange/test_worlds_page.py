"""What docs/worlds.md shows is true: its world is the one that is tested, its converter runs, its tables are whole."""

import json
import re
from types import ModuleType
from typing import Any, get_args

from app.interchange.worlds import model
from app.models.state.game_state import PlayerCharacter
from app.models.state.opening import begin
from app.settings import PROJECT
from tests.unit.agents.narrator_offline.playing import Play
from tests.unit.interchange.worlds import WORLDS, scenario

PAGE = (PROJECT / "docs" / "worlds.md").read_text(encoding="utf-8")


def converter() -> Any:
    """The converter of the page, as a module."""
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)
    module = ModuleType("convert")
    exec(compile(code, "docs/worlds.md", "exec"), module.__dict__)
    return module


def test_the_smallest_world_is_the_one_in_the_tests() -> None:
    (shown,) = re.findall(r"```json\n(.*?)```", PAGE, flags=re.DOTALL)

    assert json.loads(shown) == json.loads((WORLDS / "lamp.json").read_text(encoding="utf-8"))


async def test_a_world_of_facts_is_converted_and_played_to_its_end() -> None:
    facts = json.loads((WORLDS / "mill.facts.json").read_text(encoding="utf-8"))
    sheet = scenario(converter().convert(facts))
    play = Play(begin(sheet, "g", [PlayerCharacter(name="Al")]))

    assert sheet.title == "A Carrot for the Mill"
    (door,) = (each for each in sheet.index.location("yard").features if each.name == "mill door")
    assert door.description == "Planks, and a lock that is newer than they are.", "without the tool's own markup"
    await play.all(*sheet.walkthrough)
    assert play.state.scenario.current_act_id is None


def test_every_field_and_every_deed_is_in_its_table() -> None:
    fields = set(re.findall(r"`(\w+)`", " ".join(line for line in PAGE.splitlines() if line.startswith("|"))))
    parts = (
        model.WorldGraph,
        model.RoomGraph,
        model.ExitGraph,
        model.DoorGraph,
        model.ObjectGraph,
        model.PersonGraph,
        model.TopicGraph,
        model.QuestGraph,
    )

    assert {name for part in parts for name in part.model_fields} <= fields
    assert set(get_args(model.Action)) <= fields


def test_the_limits_are_those_of_the_code() -> None:
    table = PAGE.partition("## Limits")[2].partition("## A converter")[0]

    for limit in (
        model.MAX_ROOMS,
        model.MAX_EXITS,
        model.MAX_DOORS,
        model.MAX_OBJECTS,
        model.MAX_INSIDE,
        model.MAX_PEOPLE,
        model.MAX_TOPICS,
        model.MAX_STEPS,
        model.MAX_ALIASES,
        model.MAX_LABEL,
        model.MAX_TEXT,
        model.MAX_WORLD_BYTES // 2**20,
    ):
        assert re.search(rf"\b{limit}\b", table), limit
