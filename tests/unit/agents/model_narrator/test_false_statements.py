"""What a strict guard asks a model about: of each bad text its false deed is among the statements."""

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from pydantic_ai.messages import ModelMessage
from pydantic_ai.models.function import AgentInfo, FunctionModel

from app.agents.metered_model import MeteredModel
from app.agents.narrator.model.false_statements import MOST_STATEMENTS, FalseStatement, false_statements
from app.agents.narrator.model.state_question import StateQuestion
from app.language.analysis.text import sentences
from app.language.language import language_of, using
from tests.unit.agents.model_narrator.test_answers_of_others import ROWS, state_of

FALSE_DEEDS = {
    7: "revealed singed-strap",
    8: "held dry-salt",
    13: "left tove",
    15: "revealed piet",
    17: "held tarred-twine",
    18: "revealed bell-voice",
    19: "here ansel",
    20: "open wood-box",
    22: "revealed singed-strap",
    24: "left_place ferry-landing",
    29: "revealed bell-voice",
    31: "dead ansel",
    33: "gone herring-bucket",
    38: "open causeway",
    40: "held glass-float",
    42: "held dry-salt",
    45: "held glass-float",
    49: "revealed singed-strap",
    51: "left_place causeway",
    53: "became ferry-lantern",
    54: "dead ansel",
    57: "held blue-wool",
    59: "revealed missing-clapper",
    60: "left tove",
    65: "revealed missing-clapper",
    66: "held tarred-twine",
    69: "overcome bull-seal",
    70: "open wood-box",
    72: "here ansel",
    76: "held herring-bucket",
    79: "left_place ferry-landing",
}
"""By the number of a text what it says that the state makes false. The nine other bad texts have a fault of another
kind: words and decisions of the player, strangers, ids, words of an assistant."""


async def asked_about(row: dict[str, Any]) -> list[FalseStatement]:
    state = await state_of(row)
    with using(language_of(state.sheet)):
        return false_statements(state, row["text"])


@pytest.mark.parametrize("row", [row for row in ROWS if row["id"] in FALSE_DEEDS], ids=lambda row: f"{row['id']}")
async def test_the_false_deed_of_a_bad_text_is_asked_about_and_its_sentence_is_found(row: dict[str, Any]) -> None:
    found = await asked_about(row)
    assert FALSE_DEEDS[row["id"]] in [f"{each.kind.value} {each.any_id}" for each in found]
    state, model = await state_of(row), RightModel(FALSE_DEEDS[row["id"]], found)
    with using(language_of(state.sheet)):
        question = StateQuestion(MeteredModel(model.model), state)
        reason = await question.why_bad(row["text"])
        left = await question.without_bad(row["text"])
    sentence = list(sentences(row["text"]))[-1]
    assert reason == f"no call has done that: “{sentence}”"
    assert sentence not in left
    assert left


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['id']}")
async def test_no_more_than_twelve_things_are_asked_about(row: dict[str, Any]) -> None:
    found = await asked_about(row)
    assert len(found) <= MOST_STATEMENTS
    assert len({each.words for each in found}) == len(found)


async def test_nothing_is_asked_where_a_text_names_nothing() -> None:
    row = {"place": "bell-rock", "line": "wait", "orders": [], "text": "A gull laughs, and that is all."}
    assert await asked_about(row) == []


class RightModel:
    """Answers that the text tells one statement, in its last sentence."""

    def __init__(self, deed: str, asked: list[FalseStatement]) -> None:
        (words,) = (each.words for each in asked if f"{each.kind.value} {each.any_id}" == deed)
        self._words = words
        self.model = FunctionModel(stream_function=self._answer, model_name="right")

    async def _answer(self, messages: list[ModelMessage], _info: AgentInfo) -> AsyncIterator[str]:
        request = str(messages[-1].parts[-1].content)  # type: ignore[union-attr]  # a request
        statements, _, passage = request.partition("<passage>")
        (number,) = (line.split(".")[0] for line in lines_of(statements) if self._words in line)
        yield f"{number}:{lines_of(passage)[-1].split('.')[0]}"


def lines_of(fence: str) -> list[str]:
    """The numbered lines of fenced data."""
    return [json.loads(line) for line in fence.splitlines() if line.startswith('"')]
