"""People who tell a topic where a model narrates: their own words come first, then the author's."""

from app.agents.narrator.model.agent import NarratorAgent
from tests.unit.agents.model_narrator.stage import ScriptedModel, Stage
from tests.unit.agents.narrator_offline.playing import at
from tests.worlds import new_game


async def test_a_person_that_tells_a_topic_says_its_own_words_and_then_the_authors() -> None:
    stage = Stage(state=at(new_game(), "inn"))
    topic = stage.state.sheets.npc("mara").topics[0]
    says = {"tool": "npc_says", "npc_id": "mara", "text": "Sit down first.", "about": topic.id}
    narration = await stage.narrated_by(NarratorAgent(ScriptedModel([says], ["She sits down."]).model))
    assert [each.text for each in narration.passages if each.speaker_id == "mara"] == ["Sit down first.", topic.text]
    assert stage.executed == ["ask_topic"]
    assert topic.id in stage.state.npc("mara").topics_told


async def test_each_text_is_in_an_answer_once() -> None:
    stage = Stage(state=at(new_game(), "inn"))
    topic = stage.state.sheets.npc("mara").topics[0]
    says = {"tool": "npc_says", "npc_id": "mara", "about": topic.id}
    await stage.narrated_by(NarratorAgent((script := ScriptedModel([says], ["She sits down."])).model))
    assert str(script.tool_results(1)[0].content).count(topic.text) == 1


async def test_a_topic_that_is_held_back_is_not_said_at_all() -> None:
    stage = Stage(state=at(new_game(), "inn"))
    says = {"tool": "npc_says", "npc_id": "mara", "text": "Sit down first.", "about": "no-such-topic"}
    narration = await stage.narrated_by(NarratorAgent(ScriptedModel([says], ["She says nothing."]).model))
    assert narration.speeches == ()
