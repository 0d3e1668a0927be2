"""A person is asked in other words about what it was told: by meaning where vectors are there, else by words alone."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest
from pytest_mock import MockerFixture

from app.agents.narrator.knowledge import by_meaning
from app.agents.narrator.offline import OfflineNarrator
from app.events.commands import MoveNPCCommand
from app.interfaces.embeddings import Vector
from app.language.language import default_language
from app.memory.recall import changes, recaller, told_answers
from app.memory.recall.recaller import PATIENCE, Recaller
from app.services.game.captures.recall_service import RecallService
from app.services.game.turns.turn_service import TurnService
from tests.fakes.vectors import FakeVectors
from tests.integration.turns.table import begin, new_store, new_table
from tests.unit.memory.recall.test_changes import model_by
from tests.unit.memory.test_told_answers import model_of

LOFT, BARN = "My bed is in the loft.", "My bed is no longer in the loft but in the barn."
BUNK = "The miller has a bunk for me."
ASKED = "Which bunk is mine?"
MEANINGS = ("loft", "bunk", "barn"), ("mare", "horse"), ("door opens",)


@pytest.fixture
async def vectors(monkeypatch: pytest.MonkeyPatch) -> FakeVectors:
    """Vectors by meaning, and a model that goes by them."""
    found = FakeVectors(*MEANINGS)
    model = await model_of(found)
    for module in (by_meaning, recaller, told_answers):
        monkeypatch.setattr(module, "answer_model", lambda _: model)
    found.asked.clear()
    return found


class Made(FakeVectors):
    """Vectors that are made here, and take their time."""

    is_local = True

    async def vectors(self, texts: Sequence[str]) -> list[Vector | None]:
        for _ in range(100):
            await asyncio.sleep(0)
        return await super().vectors(texts)


class Inn:
    """A game at the inn, with Mara."""

    def __init__(self, folder: Path, vectors: FakeVectors, patience: float = PATIENCE) -> None:
        found = Recaller(vectors=vectors, patience=patience)
        self.table: TurnService = new_table(
            new_store(folder), narrator=OfflineNarrator(found), recall=RecallService(found)
        )
        self.game_id = begin(self.table)

    async def say(self, *lines: str) -> str:
        """What is told after the last of the lines; the game settles after each."""
        for line in lines:
            result = await self.table.take_turn(self.game_id, line)
            await self.table.settle(self.game_id)
        return result.text


@pytest.fixture
async def inn(tmp_path: Path, vectors: FakeVectors) -> Inn:
    inn = Inn(tmp_path, vectors)
    await inn.say("go to the inn")
    return inn


async def test_what_was_told_is_answered_in_other_words(inn: Inn) -> None:
    assert LOFT in await inn.say(f'tell Mara "{LOFT}"', "My mare limps.", f'ask Mara "{ASKED}"')


async def test_an_answer_does_not_depend_on_how_fast_vectors_are_made_where_they_are_made_here(
    tmp_path: Path, vectors: FakeVectors
) -> None:
    """Nobody waits between what is told and the question, and no patience ends."""
    inn = Inn(tmp_path, Made(*MEANINGS), patience=0)
    inn.table.settle_in_background = True
    for line in ("go to the inn", f'tell Mara "{LOFT}"', "My mare limps."):
        await inn.table.take_turn(inn.game_id, line)
    result = await inn.table.take_turn(inn.game_id, f'ask Mara "{ASKED}"')
    assert LOFT in result.text
    await inn.table.close(inn.game_id)


async def test_many_passages_without_vectors_hold_up_no_turn(
    tmp_path: Path, vectors: FakeVectors, monkeypatch: pytest.MonkeyPatch, mocker: MockerFixture
) -> None:
    """A long game that was just loaded: words answer until the vectors are there."""
    monkeypatch.setattr(recaller, "SOON", 0)
    inn = Inn(tmp_path, Made(*MEANINGS))
    await inn.table.take_turn(inn.game_id, "go to the inn")
    await inn.table.take_turn(inn.game_id, f'tell Mara "{LOFT}"')
    embedding = mocker.spy(inn.table.settler, "_prepare")
    async with inn.table.library.turn(inn.game_id) as session:
        await inn.table.settler.catch_up(session)
    embedding.assert_not_called()


async def test_without_vectors_words_alone_are_asked(inn: Inn, vectors: FakeVectors) -> None:
    vectors.there = False
    assert LOFT not in await inn.say(f'tell Mara "{LOFT}"', f'ask Mara "{ASKED}"')
    assert LOFT in await inn.say('ask Mara "Is my bed in the loft?"')


async def test_a_question_is_embedded_in_one_form(inn: Inn, vectors: FakeVectors) -> None:
    await inn.say(f'tell Mara "{LOFT}"')
    vectors.asked.clear()
    await inn.table.take_turn(inn.game_id, f'ask Mara "{ASKED}"')
    assert {text for text in vectors.asked if ASKED in text} == {ASKED}


async def test_what_has_changed_is_told_as_now_and_before(inn: Inn) -> None:
    answer = await inn.say(f'tell Mara "{LOFT}"', f'tell Mara "{BARN}"', f'ask Mara "{ASKED}"')
    assert f"You told me first: “{LOFT}” Since then you said: “{BARN}”" in answer


@pytest.mark.parametrize("question", [ASKED, "Is my bed in the loft?"])
async def test_what_has_changed_in_other_words_is_told_as_now_and_before(
    inn: Inn, vectors: FakeVectors, monkeypatch: pytest.MonkeyPatch, question: str
) -> None:
    monkeypatch.setattr(changes, "answer_model", told_answers.answer_model)
    monkeypatch.setattr(changes, "change_model", lambda _: model_by("asked_now"))
    answer = await inn.say(f'tell Mara "{LOFT}"', "My mare limps.", f'tell Mara "{BUNK}"', f'ask Mara "{question}"')
    assert f"You told me first: “{LOFT}” Since then you said: “{BUNK}”" in answer


async def test_a_question_that_nothing_told_answers_is_not_answered(inn: Inn) -> None:
    assert LOFT not in await inn.say(f'tell Mara "{LOFT}"', 'ask Mara "What did my horse cost?"')


async def test_an_answer_goes_with_what_it_was_made_of_when_it_is_undone(inn: Inn) -> None:
    await inn.say(f'tell Mara "{LOFT}"')
    await inn.table.undo(inn.game_id)
    assert LOFT not in await inn.say(f'ask Mara "{ASKED}"')


async def test_a_recorded_answer_is_read_again_without_asking_for_vectors(
    inn: Inn, vectors: FakeVectors, tmp_path: Path
) -> None:
    answer = await inn.say(f'tell Mara "{LOFT}"', f'ask Mara "{ASKED}"')
    said = [message.content for message in inn.table.state(inn.game_id).conversation_history]
    await inn.table.close(inn.game_id)
    vectors.asked.clear()
    again = new_table(new_store(tmp_path), narrator=OfflineNarrator())
    assert [message.content for message in again.state(inn.game_id).conversation_history] == said
    assert any(LOFT in each for each in said)
    assert LOFT in answer
    assert vectors.asked == []


async def test_what_was_confided_is_not_told_before_others(inn: Inn) -> None:
    state = inn.table.state(inn.game_id)
    other = next(npc.instance_id for npc in state.npcs.values() if npc.instance_id != "mara")
    await inn.say(f'tell Mara "This stays between us, Mara. {LOFT}"')
    assert LOFT in await inn.say(f'ask Mara "{ASKED}"')
    await inn.table.execute(inn.game_id, MoveNPCCommand(npc_id=other, location_id="inn"))
    assert LOFT not in await inn.say(f'ask Mara "{ASKED}"')


async def test_a_question_that_is_put_as_a_wish_is_answered_by_what_was_told(inn: Inn) -> None:
    assert LOFT in await inn.say(f'tell Mara "{LOFT}"', 'say to Mara "Would you show me to my bunk?"')


async def test_of_two_that_come_close_both_are_told_as_what_comes_nearest(inn: Inn) -> None:
    red = "The red bunk stands by the stove."
    answer = await inn.say(f'tell Mara "{LOFT}"', f'tell Mara "{red}"', f'ask Mara "{ASKED}"')
    assert LOFT in answer
    assert red in answer
    nearest = (line.partition("{memory}")[0].strip() for line in default_language().lines("manners.nearest"))
    assert any(line in answer for line in nearest)
