"""Eighty texts of game masters by two other hands, half of them with one fault each: what is shown, what is held
back."""

import json
from dataclasses import replace
from functools import cache
from typing import Any
from unittest.mock import AsyncMock

import pytest

from app.agents.narrator.model.agent import how_to_act
from app.agents.narrator.model.guard import NarrationGuard
from app.agents.narrator.model.telling import answer_form_of
from app.agents.narrator.model.told_changes import CarriedItems
from app.events.bus import CommandBus
from app.events.command_table import handlers, parse_command
from app.interfaces.services.memory import IMemoryService
from app.language.analysis.mentions import mentions_for
from app.language.checks.evidence import Evidence
from app.language.checks.prose import StreamedProse
from app.language.language import language_of, using
from app.models.prompt import Agent
from app.models.records.record import PromptRecipe
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import GameState, PlayerCharacter
from app.models.state.opening import begin
from app.services.ai.context_service import NEWEST_LAYOUT, ContextService
from app.services.game.games.scenario_library import ScenarioLibrary
from app.services.game.location_service import LocationService
from app.settings import PROJECT
from tests.worlds import say

ANSWERS = PROJECT / "tests" / "data" / "narration" / "answers.jsonl"
ROWS: list[dict[str, Any]] = [json.loads(line) for line in ANSWERS.read_text(encoding="utf-8").splitlines()]
SHOWN_THOUGH_BAD = {42, 53, 54, 76, 79}
"""Faults that nothing finds yet: deeds that are told by their consequences. All eighty texts have been read since, and
some training clauses were written after that; tests/data/narration/README.md says how to measure unread texts."""
HELD_THOUGH_GOOD = {75}


@cache
def tide_bell() -> ScenarioSheet:
    return ScenarioLibrary([PROJECT / "app" / "content"]).load("tide-bell")


async def state_of(row: dict[str, Any]) -> GameState:
    """The game in which a text was written, after its orders."""
    state = begin(tide_bell(), "game", [PlayerCharacter(id="mara", name="Mara")], seed=3)
    state.scenario.current_location_id = row["place"]
    say(state, tide_bell().opening, row["line"])
    with using(language_of(state.sheet)):
        await carry_out(row, turn_of(state))
    return state


def turn_of(state: GameState) -> CarriedItems:
    bus = CommandBus(handlers(LocationService(), AsyncMock(spec=IMemoryService)))
    return CarriedItems(state, lambda command: bus.execute(command, state))


async def carry_out(row: dict[str, Any], turn: CarriedItems) -> None:
    for order in row["orders"]:
        await turn.execute(parse_command(order))


async def judged(row: dict[str, Any]) -> tuple[str | None, str]:
    """Why a text is held back, None where it is shown; and what is shown of it while it comes in pieces."""
    sheet = tide_bell()
    state = begin(sheet, "game", [PlayerCharacter(id="mara", name="Mara")], seed=3)
    state.scenario.current_location_id = row["place"]
    say(state, sheet.opening, row["line"])
    recipe = PromptRecipe(model="test", mode="tools", budget=24_000, layout=NEWEST_LAYOUT)
    with using(language_of(sheet)):
        prompt = await ContextService().build(state, Agent.NARRATOR, row["line"], recipe)
        shown = "\n".join((prompt.text, *row["done"]))
        evidence = Evidence(shown, mentions_for(sheet))
        turn = turn_of(state)
        guard = NarrationGuard(state, evidence=evidence, said=row["line"], items=turn)
        again = replace(guard)
        await carry_out(row, turn)
        pieces: list[str] = []
        form = answer_form_of(prompt, how_to_act(state), prompt.message, row["line"])
        part = StreamedProse(pieces.append, guard.check, ("Mara",), form=form)
        for start in range(0, len(row["text"]), 5):
            part.feed(row["text"][start : start + 5])
        reason = part.close(form.headings)
        assert (reason is None) == (again.check(row["text"]) is None)
    return reason, "".join(pieces)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['id']}")
async def test_good_texts_are_shown_and_what_is_found_stays_found(row: dict[str, Any]) -> None:
    reason, shown = await judged(row)
    is_shown = row["id"] in SHOWN_THOUGH_BAD or (row["good"] and row["id"] not in HELD_THOUGH_GOOD)
    assert (reason is None) == is_shown
    assert shown == row["text"] or not is_shown


@pytest.mark.parametrize(
    ("text", "is_shown"),
    [
        ("Ansel Dyce boils salt. He is a quiet man.", True),
        ("Ansel Dyce comes down the path and stops beside you.", False),
    ],
    ids=["talked of", "arrives"],
)
async def test_a_person_who_is_absent_arrives_by_name_and_not_by_a_pronoun(text: str, is_shown: bool) -> None:
    row = ROWS[0] | {"place": "ferry-landing", "orders": [], "done": [], "line": "look", "text": text}
    reason, _ = await judged(row)
    assert (reason is None) == is_shown
