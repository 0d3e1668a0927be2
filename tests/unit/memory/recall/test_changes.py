"""Which later statement replaces an earlier one that a question is about."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.language.language import default_language
from app.language.reading.stating import statements
from app.memory.recall import changes
from app.memory.recall.changes import SIGNALS, ChangeModel, Told, change_model, change_signals, replaced_by
from app.memory.recall.told_answers import answer_model
from tests.examples import examples
from tests.unit.memory.test_told_answers import VECTORS, as_bytes, index_of, model_of, vector_of

LOFT, MARE, BUNK = "I sleep in the loft.", "My mare limps.", "The bed in the kiln is mine."
QUESTION = "Which bed is mine?"


def model_by(signal: str) -> ChangeModel:
    """A model that goes by one signal alone."""
    weights = dict.fromkeys(SIGNALS, 0.0) | {signal: 20.0}
    direction = as_bytes(np.zeros(len(VECTORS.meanings) + 1))
    return ChangeModel({"direction": direction, "weights": weights, "none": -10.0, "least": 0.6})


async def told(*lines: str) -> Told:
    index = await index_of(*lines)
    among = np.arange(1, len(index))
    return Told(index, among, lambda at: statements(lines[at], "Élan", "Mara"), QUESTION, await vector_of(QUESTION))


@pytest.fixture(autouse=True)
async def models(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = await model_of(VECTORS)
    monkeypatch.setattr(changes, "answer_model", lambda _: answers)
    monkeypatch.setattr(changes, "change_model", lambda _: model_by("asked_now"))


async def test_the_later_statement_that_the_question_is_about_replaces_the_earlier_one() -> None:
    said = await told(LOFT, MARE, BUNK)
    assert [replaced_by(said, message) for message in range(3)] == [2, 2, None]


async def test_the_newest_of_several_replacements_holds() -> None:
    assert replaced_by(await told(LOFT, BUNK, MARE, "I sleep in a bed at the inn."), 0) == 3


async def test_nothing_is_replaced_by_what_the_question_is_not_about() -> None:
    assert replaced_by(await told(LOFT, MARE), 0) is None


async def test_no_passage_may_lack_its_vector() -> None:
    said = await told(LOFT, BUNK)
    said.index.add("The bed is hard.", 2)
    assert replaced_by(Told(said.index, np.arange(1, 4), said.stated, QUESTION, said.vector), 0) is None
    assert replaced_by(said, 0) == 1


async def test_signals_compare_terms_polarity_and_what_words_read() -> None:
    said = await told(
        "My purse is in the granary.", "My purse is not in the granary.", "I moved the purse to the kiln."
    )
    answers = await model_of(VECTORS)
    found = change_signals(said, answers, np.zeros(4, dtype=np.float32), 0, [1, 2])
    signals = {name: found[:, at].tolist() for at, name in enumerate(SIGNALS)}
    assert signals["shared"][0] == pytest.approx(1)
    assert 0 < signals["shared"][1] < 1
    assert signals["denied"] == [1, 0]
    assert signals["rule"] == [1, 1]
    assert signals["revises"] == [0, 1]


async def test_the_models_that_ship_are_of_one_embedder() -> None:
    model, answers = change_model(default_language()), answer_model(default_language())
    assert model is not None
    assert answers is not None
    assert 0 < model.least < 1
    assert len(model.direction) == len(answers.mapped(np.zeros(len(model.direction), dtype=np.float32)))


@settings(max_examples=examples(100), deadline=None)
@given(st.data())
def test_what_is_out_of_reach_stays_below_the_least_chance_whatever_the_rule_says(data: st.DataObject) -> None:
    model = change_model(default_language())
    assert model is not None
    number = st.floats(-1, 1, width=32)
    rows = np.array(data.draw(st.lists(st.lists(number, min_size=len(SIGNALS), max_size=len(SIGNALS)), min_size=1)))
    near = {*model.within_reach(rows).tolist()}
    for rule in (0.0, 1.0):
        rows[:, SIGNALS.index("rule")] = rule
        assert near >= {*np.flatnonzero(model.chances(rows) >= model.least).tolist()}
