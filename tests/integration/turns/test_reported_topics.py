"""A quest that begins by what a person tells freely, in a game that is saved, undone, opened again and explained."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from pydantic_ai.messages import ModelMessage
from pydantic_ai.models.function import AgentInfo, FunctionModel

from app.agents.narrator.model.guided import GuidedNarrator
from app.agents.narrator.offline import OfflineNarrator
from app.models.sheets.quest import QuestStatus
from app.services.game.games.scenario_library import ScenarioLibrary
from app.settings import PROJECT
from tests.integration.turns.table import comparable, new_store, new_table

LINE = "Tove, you look as if you had not slept."
ANSWER = "Who sleeps, with the bell silent and nobody to look for the clapper? Not me."


def guided(report: str, sent: list[str]) -> GuidedNarrator:
    """A narrator whose model lets Tove answer, and reports."""

    async def answer(messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[str]:
        sent.append(f"{info.instructions}\n\n{messages[0].parts[0].content}")  # type: ignore[union-attr]  # a request
        for piece in (*ANSWER.split(" "), f"\n{report}"):
            yield f"{piece} "

    return GuidedNarrator(FunctionModel(stream_function=answer, model_name="scripted"), OfflineNarrator())


async def test_the_prompt_of_a_deed_is_explained_as_before_the_topic_that_an_answer_reported(tmp_path: Path) -> None:
    sent: list[str] = []
    table = new_table(new_store(tmp_path), narrator=guided("TOLD: 1", sent))
    sheet = ScenarioLibrary([PROJECT / "app" / "content"]).load("tide-bell")
    game = table.library.begin(sheet, "Ada", seed=7)
    result = await table.take_turn(game, f"wait ten minutes. {LINE}")
    assert [each.command.kind for each in result.commands][:2] == ["advance_time", "ask_topic"]
    assert table.state(game).quest("silent-bell").status is QuestStatus.ACTIVE
    rebuilt = await table.explain(game, result.turn)
    assert sent[0].startswith(rebuilt.instructions)
    assert rebuilt.message in sent[0]


@pytest.mark.parametrize("report", ["TOLD: 1", "TOLD: 0"])
async def test_a_free_answer_begins_the_quest_that_it_reports(tmp_path: Path, report: str) -> None:
    sent: list[str] = []
    table = new_table(new_store(tmp_path), narrator=guided(report, sent))
    sheet = ScenarioLibrary([PROJECT / "app" / "content"]).load("tide-bell")
    game = table.library.begin(sheet, "Ada", seed=7)
    before = comparable(table.state(game))
    result = await table.take_turn(game, LINE)
    told = report == "TOLD: 1"
    said = "\n".join(message.content for message in result.messages if message.speaker_id == "tove")
    text = next(topic.text for npc in sheet.npcs for topic in npc.topics if topic.id == "the-silence")
    assert said.startswith(ANSWER)
    assert (text in said) == told
    assert table.state(game).quest("silent-bell").status is (QuestStatus.ACTIVE if told else QuestStatus.NOT_STARTED)
    assert not any("TOLD" in message.content for message in result.messages)
    rebuilt = await table.explain(game, result.turn)
    assert sent[0].startswith(rebuilt.instructions)
    assert rebuilt.message in sent[0]
    after = comparable(table.state(game))
    again = new_table(new_store(tmp_path), narrator=OfflineNarrator())
    await table.close(game)
    assert comparable(again.state(game)) == after
    await again.undo(game)
    assert comparable(again.state(game))["scenario"] == before["scenario"]
