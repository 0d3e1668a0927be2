"""What people said is found by meaning: by the party alone, and by who has heard it."""

from pathlib import Path

import pytest

from app.agents.narrator.knowledge import by_meaning, of_people
from app.events.commands import MoveNPCCommand
from app.memory.recall import recaller, told_answers
from tests.fakes.vectors import FakeVectors
from tests.integration.turns.test_told_in_other_words import Inn
from tests.unit.memory.test_told_answers import model_of

SWARM = "The swarm left the old hive before the frost."
MEANINGS = ("swarm", "bees"), ("mare", "horse"), ("door opens",)
ABOUT, ANYBODY = "What did Mara say about the bees?", "Who said anything about the bees?"


@pytest.fixture
async def inn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Inn:
    """The party and Mara at the inn, where Mara has said something; another one comes after it."""
    vectors = FakeVectors(*MEANINGS)
    model = await model_of(vectors)
    for module in (by_meaning, of_people, recaller, told_answers):
        monkeypatch.setattr(module, "answer_model", lambda _: model)
    inn = Inn(tmp_path, vectors)
    await inn.say("go to the inn")
    player = inn.table.state(inn.game_id).party.players[0].id
    for line in ("The mare limps.", SWARM, "I have no soup today."):
        await inn.table.speak(inn.game_id, "mara", line, [player])
    await inn.table.settle(inn.game_id)
    return inn


async def sent(inn: Inn, npc_id: str, place: str) -> None:
    await inn.table.execute(inn.game_id, MoveNPCCommand(npc_id=npc_id, location_id=place))


@pytest.mark.parametrize("question", [ABOUT, ANYBODY, "Who of you knows of bees?", "What did she say about the bees?"])
async def test_the_party_alone_finds_what_a_person_said(inn: Inn, question: str) -> None:
    await sent(inn, "mara", "market")
    assert f"Mara Ironhand told you: “{SWARM}”" in await inn.say(question)


async def test_a_person_finds_what_it_said_itself(inn: Inn) -> None:
    assert SWARM in await inn.say("What did you say about the bees?")


async def test_who_has_not_heard_it_does_not_know_it(inn: Inn) -> None:
    await sent(inn, "mara", "market")
    await sent(inn, "guard-1", "inn")
    assert SWARM not in await inn.say(f'ask guard "{ABOUT}"')
    assert SWARM not in await inn.say(f'ask guard "{ANYBODY}"')


async def test_who_has_heard_another_say_it_knows_it(inn: Inn) -> None:
    await sent(inn, "guard-1", "inn")
    await inn.table.speak(inn.game_id, "mara", SWARM, ["guard-1"])
    await inn.table.settle(inn.game_id)
    await sent(inn, "mara", "market")
    assert f"Mara Ironhand told me: “{SWARM}”" in await inn.say(f'ask guard "{ABOUT}"')
