"""How a game is told, in what a narrating model is sent besides its prompt."""

import pytest

from app.agents.narrator.model.agent import NarratorAgent
from app.agents.narrator.model.guided import GuidedNarrator
from app.models.sheets.narration import NarrationStyle
from tests.unit.agents.model_narrator.stage import ScriptedModel, Stage
from tests.unit.agents.model_narrator.test_guided import TAKE, Rules

LONG_AGO = NarrationStyle.model_validate({"length": "long", "person": "third", "tense": "past"})


def instructions(script: ScriptedModel, request: int = 0) -> str:
    return script.infos[request].instructions or ""


def stage(style: NarrationStyle) -> Stage:
    found = Stage()
    found.state.narration = style
    return found


async def test_guided_says_how_long_in_which_person_and_tense() -> None:
    script = ScriptedModel(["Élan lifted the lantern."])
    narration = await stage(LONG_AGO).narrated_by(GuidedNarrator(script.model, Rules(TAKE)))
    assert narration.text == "Élan lifted the lantern."
    wanted = (
        "in eight to fifteen sentences of plain prose, in the third person, with the players by their names, and the"
    )
    assert f"{wanted} past tense." in instructions(script)
    assert "second person" not in instructions(script)


async def test_guided_says_what_it_said_where_nothing_is_set() -> None:
    script = ScriptedModel(["You lift the lantern."])
    await stage(NarrationStyle()).narrated_by(GuidedNarrator(script.model, Rules(TAKE)))
    assert "in a few sentences of plain prose, in the second person and the present tense." in instructions(script)


async def test_tools_say_how_long_and_a_second_telling_says_it_too() -> None:
    script = ScriptedModel([{"tool": "take_item", "item_id": "lantern"}], ["```json\n{}\n```"], ["Élan took it."])
    narration = await stage(LONG_AGO).narrated_by(NarratorAgent(script.model))
    assert narration.text == "Élan took it."
    assert "in eight to fifteen sentences of plain prose, what the calls brought about" in instructions(script)
    assert "and the past tense." in instructions(script, 2)


@pytest.mark.parametrize("values", [{"person": "third", "tense": "past", "length": "long"}, {"length": "short"}])
def test_a_style_takes_no_room_from_the_prompt(values: dict[str, object]) -> None:
    """What its words take is reserved, on top of the budget."""
    state = stage(NarrationStyle.model_validate(values)).state
    plain = stage(NarrationStyle()).state
    model = ScriptedModel().model
    for narrator in (GuidedNarrator(model, Rules()), NarratorAgent(model)):
        assert narrator.tools_tokens_in(plain) >= narrator.tools_tokens
        assert narrator.tools_tokens_in(state) != narrator.tools_tokens_in(plain)


def test_what_is_usual_is_reserved_as_before() -> None:
    guided = GuidedNarrator(ScriptedModel().model, Rules())
    assert guided.tools_tokens_in(stage(NarrationStyle()).state) == guided.tools_tokens


async def test_going_on_without_a_line_is_told_in_the_style_of_the_game() -> None:
    script = ScriptedModel(["The fog lay low."])
    found = Stage("", stage(LONG_AGO).state)
    narration = await found.narrated_by(GuidedNarrator(script.model, Rules()))
    assert narration.text == "The fog lay low."
    assert "for eight to fifteen sentences of plain prose, in the third person" in instructions(script)
    assert "second person" not in instructions(script)
