"""The training of the weights of `hybrid`."""

from pathlib import Path

import numpy as np
import pytest

from app.memory.recall.hybrid import NAMES, HybridWeights
from benchmarks.dialogues import Dialogue, load
from benchmarks.train_recall import FIXED, PENALTY, TRAINED_ON, Floats, Sample, samples, trained, weights_of

WORDS = ("words", "near_words", "answer", "who")


@pytest.fixture(scope="module")
def dialogue() -> Dialogue:
    return load(min(TRAINED_ON[0].glob("*.json")))[0]


@pytest.fixture(scope="module")
def data(dialogue: Dialogue) -> list[Sample]:
    return samples(dialogue, WORDS, {})


def _loss(data: list[Sample], weights: Floats, deviation: Floats) -> float:
    found = PENALTY / 2 * float((weights * deviation) @ (weights * deviation))
    for sample in data:
        scores = sample.signals @ weights
        found -= float(sample.evidence @ (scores - np.log(np.exp(scores).sum()))) / len(data)
    return found


def test_no_weights_near_those_trained_explain_the_evidence_better(data: list[Sample]) -> None:
    weights, deviation = trained(data), np.concatenate([sample.signals for sample in data]).std(axis=0)
    least = _loss(data, weights, deviation)
    for place in range(len(WORDS)):
        for factor in (0.9, 1.1):
            moved = weights.copy()
            moved[place] *= factor
            assert _loss(data, moved, deviation) > least


def test_a_question_is_trained_on_with_all_turns_and_their_share_of_its_evidence(
    dialogue: Dialogue, data: list[Sample]
) -> None:
    for sample, question in zip(data, dialogue.questions, strict=True):
        assert sample.signals.shape == (len(dialogue.as_messages.state.conversation_history), len(WORDS))
        assert sample.evidence.max() == pytest.approx(1 / len(question.evidence))
        assert sample.evidence.sum() == pytest.approx(1)


def test_the_first_signal_counts_one_and_those_not_named_nothing_unless_they_are_fixed(
    data: list[Sample],
) -> None:
    found, usual = vars(weights_of(data, WORDS)), vars(HybridWeights())
    assert found["words"] == 1
    assert {name: found[name] for name in FIXED} == {name: usual[name] for name in FIXED}
    assert not any(found[name] for name in set(NAMES) - {*WORDS, *FIXED})


def test_what_is_only_measured_is_never_trained_on() -> None:
    held_out = {path.name for path in (Path(TRAINED_ON[1]).parent / "held_out").glob("*.json")}
    assert held_out
    assert held_out.isdisjoint(path.name for folder in TRAINED_ON for path in folder.glob("*.json"))
