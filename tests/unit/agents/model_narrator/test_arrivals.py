"""With tools a player who comes to a place reads who is there and where one can go, in the engine's words."""

from app.agents.narrator.model.agent import NarratorAgent
from app.models.messages.passage import PassageKind, Source
from tests.unit.agents.model_narrator.stage import ScriptedModel, Stage

INN = {"tool": "change_location", "location_id": "inn"}
MARKET = {"tool": "change_location", "location_id": "market"}
NOWHERE = {"tool": "change_location", "location_id": "cell-2"}
TEXT = "It is warm."


async def told(*answers: list[object]) -> tuple[Stage, ScriptedModel]:
    stage, script = Stage(), ScriptedModel(*answers)  # type: ignore[arg-type]  # scripts
    await stage.narrated_by(NarratorAgent(script.model))
    return stage, script


def listings(stage: Stage) -> list[str]:
    return [
        passage.text
        for passage in stage.teller.passages
        if passage.source is Source.ENGINE and passage.kind is PassageKind.ASIDE
    ]


async def test_people_and_ways_are_listed_before_what_the_model_tells() -> None:
    stage, script = await told([INN], [TEXT])
    assert "Mara" in listings(stage)[0]
    assert "Ways from here" in listings(stage)[1]
    assert stage.told.index("Ways from here") < stage.told.index(TEXT)
    content = script.tool_results(1)[0].content
    assert isinstance(content, dict)
    assert "Ways from here" in content["read"]
    assert "Ways from here" not in content.get("in_words", "")


async def test_a_place_that_was_seen_is_listed_more_briefly() -> None:
    stage, _ = await told([INN], [MARKET], [INN], [TEXT])
    first, _, again = [text for text in listings(stage) if "Ways from here" in text]
    assert len(again) < len(first)


async def test_a_place_that_is_only_passed_is_not_listed_but_one_where_a_walk_is_refused() -> None:
    stage, _ = await told([INN, MARKET], [TEXT])
    assert not any("Mara" in text for text in listings(stage))
    stage, _ = await told([INN, NOWHERE], [TEXT])
    assert sum("Mara" in text for text in listings(stage)) == 1


async def test_an_arrival_without_further_words_needs_no_second_telling() -> None:
    stage, script = await told([INN], [""])
    assert len(script.requests) == 2
    assert stage.told.count("Ways from here") == 1
