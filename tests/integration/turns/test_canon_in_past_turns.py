"""Canon in what is looked up later: prompts of past turns, memories of made people and places, work that waits."""

from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from app.errors import ModelUnavailable
from app.events.command_table import parse_command
from app.interfaces.agents.narrator import Narration, NarrationContext
from app.interfaces.agents.summarizer import ISummarizer
from app.models.memory import Scope
from app.models.messages.passage import Passage
from app.models.prompt import Prompt, PromptMoment
from app.services.game.knowledge import Standing, who_knows
from app.services.game.turns.turn_service import TurnService
from tests.integration.turns.table import ScriptedNarrator, new_store, new_table
from tests.unit.events.canonical import sheet_of

ODO: dict[str, Any] = {"kind": "create_person", "name": "Odo Finn", "description": "A small man with a lamp."}
HOUSE: dict[str, Any] = {
    "kind": "create_place",
    "name": "Lamp House",
    "description": "White.",
    "ways": [{"to": "market"}],
}
MOTHER: dict[str, Any] = {
    "kind": "establish_fact",
    "subject": "made-odo-finn",
    "attribute": "mother",
    "value": "Ottilie",
}
LATER: tuple[dict[str, Any], ...] = (
    {"kind": "rename", "of": "made-odo-finn", "name": "Old Finn"},
    {"kind": "describe", "of": "made-odo-finn", "text": "Bent, and nearly blind."},
    {"kind": "describe", "of": "market", "text": "The stalls are gone."},
    MOTHER | {"value": "Berta"},
)


class Inventing(ScriptedNarrator):
    """Reads a prompt at each turn; carries out what it is given for a line first, and reads another one."""

    def __init__(self) -> None:
        self.orders: dict[str, dict[str, Any]] = {}
        self.prompts: list[Prompt] = []

    async def narrate(self, context: NarrationContext) -> Narration:
        before = await context.prompt()
        if context.text not in self.orders:
            self.prompts.append(before)
            return replace(await super().narrate(context), asked=PromptMoment.BEFORE)
        await context.execute(parse_command(self.orders[context.text]))
        self.prompts.append(await context.prompt())
        return Narration((Passage("So it is."),), asked=PromptMoment.AFTER)


@pytest.fixture
def narrator() -> Inventing:
    return Inventing()


@pytest.fixture
def table(narrator: Inventing, tmp_path: Path) -> TurnService:
    return new_table(new_store(tmp_path), narrator=narrator)


def begin(table: TurnService) -> str:
    return table.library.begin(sheet_of(), "Élan", seed=7)


async def order(table: TurnService, game: str, *orders: dict[str, Any]) -> None:
    for each in orders:
        await table.execute(game, parse_command(each))


async def test_the_prompt_of_a_turn_is_that_of_its_canon_whatever_is_changed_later(
    table: TurnService, narrator: Inventing
) -> None:
    game = begin(table)
    narrator.orders["a man comes"] = ODO
    await order(table, game, MOTHER | {"subject": "mara"})
    await table.take_turn(game, "look around")
    await table.take_turn(game, "a man comes")
    await table.take_turn(game, "Odo Finn, who are you?")
    turns = (2, 3, 4)
    sent = [*narrator.prompts]
    assert "Odo Finn" not in str(sent[0])
    assert "Odo Finn" in str(sent[1])
    assert [await table.explain(game, turn) for turn in turns] == sent
    await order(table, game, *LATER)
    assert [await table.explain(game, turn) for turn in turns] == sent
    result = await table.take_turn(game, "Who is here?")
    assert "Old Finn" in str(narrator.prompts[-1])
    assert await table.explain(game, result.turn) == narrator.prompts[-1]
    await table.undo(game, 5)
    assert [await table.explain(game, turn) for turn in turns] == sent
    await table.close(game)
    assert [await table.explain(game, turn) for turn in turns] == sent


async def test_what_a_made_person_was_told_and_what_is_so_of_it_is_found(table: TurnService) -> None:
    game = begin(table)
    await order(table, game, ODO, MOTHER, HOUSE, MOTHER | {"subject": "made-lamp-house", "attribute": "colour"})
    await table.take_turn(game, "Odo Finn, the ferry leaves at six.")
    state = table.state(game)
    facts = [entry.summary for entry in state.memories(Scope.npc("made-odo-finn")) if "Ottilie" in entry.summary]
    assert len(facts) == 1
    assert any("colour" in entry.summary for entry in state.memories(Scope.location("made-lamp-house")))
    known = {each.npc_id: each for each in who_knows(state, "The ferry leaves at six.")}
    assert known["made-odo-finn"].standing == Standing.KNOWS
    assert known["mara"].standing == Standing.CANNOT_KNOW


class Failing:
    """A summarizer that is not there."""

    model = "failing"

    def __getattr__(self, name: str) -> Any:
        raise ModelUnavailable("There is no model.")


async def test_nothing_waits_for_a_person_whose_making_was_undone(tmp_path: Path) -> None:
    table = new_table(new_store(tmp_path), summarizer=cast(ISummarizer, Failing()))
    game = begin(table)
    await order(table, game, ODO | {"has_mind": True})
    await table.take_turn(game, "Odo Finn, the ferry leaves at six.")
    await table.take_turn(game, "to the inn")
    assert [key for key in table.state(game).pending if "made-odo-finn" in key]
    await table.undo(game, 3)
    state = table.state(game)
    assert "made-odo-finn" not in state.npcs
    assert not [key for key in state.pending if "made-odo-finn" in key]
    assert not [job for job in state.minds.jobs if "made-odo-finn" in job.people]
    assert not [each for each in state.minds.intents if each.npc_id == "made-odo-finn"]
    assert "made-odo-finn" not in state.scenario.last_npc_message_index
    await table.settler.settle(game)
    assert "made-odo-finn" not in table.state(game).model_dump_json()
