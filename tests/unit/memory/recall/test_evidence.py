"""Recall on our own dialogues with questions: three dialogues, sixty questions, and the turns that answer them."""

import json
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from app.embeddings.minilm import LocalMiniLM
from app.memory.terms import analyse
from benchmarks.evidence import CUTS, WAYS, Dialogue, embed_all, load, measure

FOLDER = Path(__file__).parents[3] / "data" / "evidence"
BY_NAME = {way.name: way for way in WAYS}
Vectors = dict[str, NDArray[np.float32]]


@pytest.fixture(scope="module")
def dialogues() -> list[Dialogue]:
    return load(FOLDER)


@pytest.fixture(scope="module")
def vectors() -> tuple[list[Dialogue], Vectors]:
    embedded = load(FOLDER)
    return embedded, embed_all(embedded, LocalMiniLM().embed)


def recall(dialogues: list[Dialogue], way: str, vectors: Vectors | None = None) -> dict[int, float]:
    return measure(dialogues, BY_NAME[way], vectors or {})["all"]


def test_the_set_is_three_long_dialogues_and_sixty_questions(dialogues: list[Dialogue]) -> None:
    assert [len(dialogue.as_memories) >= 150 for dialogue in dialogues] == [True] * 3
    assert sum(len(dialogue.questions) for dialogue in dialogues) == 60


def test_a_third_of_the_questions_share_no_content_word_with_their_answer(dialogues: list[Dialogue]) -> None:
    """Who speaks does not count: a name is part of a turn's text."""
    sharing_none = 0
    for dialogue in dialogues:
        said = {dialogue.turn_ids[entry.id or ""]: entry.summary for entry in dialogue.as_memories.all()}
        for question in dialogue.questions:
            answers = {term for turn in question.evidence for term in analyse(said[turn].partition(": ")[2]).terms}
            sharing_none += not answers & set(analyse(question.text).terms)
    assert sharing_none >= 20


@pytest.mark.parametrize("hybrid", ["hybrid", "hybrid, messages"])
def test_hybrid_beats_bm25_with_words_alone(dialogues: list[Dialogue], hybrid: str) -> None:
    ours, theirs = recall(dialogues, hybrid), recall(dialogues, "BM25 alone")
    assert all(ours[cut] > theirs[cut] for cut in CUTS)


@pytest.mark.parametrize("hybrid", ["hybrid", "hybrid, messages"])
def test_hybrid_beats_bm25_and_vectors_alone(vectors: tuple[list[Dialogue], Vectors], hybrid: str) -> None:
    ours = recall(vectors[0], hybrid, vectors[1])
    for other in ("BM25 alone", "vectors alone"):
        theirs = recall(vectors[0], other, vectors[1])
        assert all(ours[cut] > theirs[cut] for cut in CUTS)
    assert ours[10] >= 0.8


def test_a_question_that_names_an_unknown_turn_is_refused(tmp_path: Path) -> None:
    turn = {"id": "1", "speaker": "A", "text": "Hello."}
    data = {
        "sessions": [{"at": "2024-01-01T10:00", "turns": [turn]}],
        "questions": [{"question": "Who?", "evidence": ["2"]}],
    }
    (tmp_path / "bad.json").write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(ValueError, match=r"bad\.json: no turn '2', which 'Who\?' names"):
        load(tmp_path)
