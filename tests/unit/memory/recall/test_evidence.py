"""Recall on our own dialogues with questions: three dialogues, sixty questions, and the turns that answer them."""

import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from app.language.analysis.terms import analyse
from benchmarks.dialogues import Dialogue, Unreadable, load
from benchmarks.evidence import CUTS, WAYS, embed_all, main, measure
from tests.recorded_vectors import recorded_embed

pytestmark = pytest.mark.long

FOLDER = Path(__file__).parents[3] / "data" / "evidence"
BY_NAME = {way.name: way for way in WAYS}
Rows = dict[str, NDArray[np.float32]]


@pytest.fixture(scope="module")
def dialogues() -> list[Dialogue]:
    return load(FOLDER)


@pytest.fixture(scope="module")
def vectors(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Dialogue], Rows]:
    embedded = load(FOLDER)
    with recorded_embed("evidence", tmp_path_factory.mktemp("vectors") / "cache") as embed:
        return embedded, embed_all(embedded, embed)


def recall(dialogues: list[Dialogue], way: str, vectors: Rows | None = None) -> dict[int, float]:
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
def test_hybrid_beats_bm25_and_vectors_alone(vectors: tuple[list[Dialogue], Rows], hybrid: str) -> None:
    ours = recall(vectors[0], hybrid, vectors[1])
    for other in ("BM25 alone", "vectors alone"):
        theirs = recall(vectors[0], other, vectors[1])
        assert all(ours[cut] > theirs[cut] for cut in CUTS)
    assert ours[10] >= 0.8


# -- what the file holds -------------------------------------------------------------------------------------------

TURN = {"id": "1", "speaker": "A", "text": "Hello."}
OWN: dict[str, Any] = {
    "sessions": [{"at": "2024-01-01T10:00", "turns": [TURN]}],
    "questions": [{"question": "Who?", "evidence": ["1"]}],
}
FOREIGN: dict[str, Any] = {
    "sample_id": 7,
    "conversation": {
        "speaker_a": "Ines",
        "session_2_date_time": "9 am on 2 March, 2024",
        "session_2": [{"speaker": "Rowan", "dia_id": "D2:1", "text": "Look!", "blip_caption": "a red boat"}],
        "session_1_date_time": "1:56 pm on 28 February, 2024",
        "session_1": [
            {"speaker": "Ines", "dia_id": "D1:1", "text": "Hello."},
            {"speaker": "Rowan", "dia_id": "D1:2", "text": "Hello yourself."},
        ],
        "session_3_date_time": "1:00 pm on 3 March, 2024",
    },
    "qa": [
        {"question": "Who greets?", "evidence": ["D1:1; D1:02"], "category": 1},
        {"question": "What is shown?", "evidence": ["D2:1", "D9:9"], "category": 4},
        {"question": "Why?", "evidence": [], "category": 5},
        {"question": "Whose?", "category": 5},
    ],
}


def read(folder: Path, data: object) -> list[Dialogue]:
    (folder / "set.json").write_text(json.dumps(data), encoding="utf-8")
    return load(folder)


def test_the_two_shapes_may_stand_in_one_list(tmp_path: Path) -> None:
    assert [dialogue.title for dialogue in read(tmp_path, [OWN, FOREIGN])] == ["set.json, dialogue 1", "7"]


def test_the_public_shape_gives_sessions_in_order_pictures_as_text_and_evidence_as_far_as_it_is_there(
    tmp_path: Path,
) -> None:
    (dialogue,) = read(tmp_path, [FOREIGN])
    entries = dialogue.as_memories.all()
    assert [entry.summary for entry in entries] == [
        "Ines: Hello.",
        "Rowan: Hello yourself.",
        "Rowan: Look! [shows a red boat]",
    ]
    assert [entry.game_time for entry in entries] == [13 * 60 + 56, 13 * 60 + 57, (3 * 24 + 9) * 60]
    assert [(question.evidence, question.kind) for question in dialogue.questions] == [
        (("D1:1", "D1:2"), "1"),
        (("D2:1",), "4"),
    ]
    assert (dialogue.without_evidence, dialogue.unknown_ids) == (2, 1)


def test_sessions_of_one_hour_or_in_disorder_do_not_run_into_each_other(tmp_path: Path) -> None:
    sessions = [
        {"at": at, "turns": [{**TURN, "id": at}]} for at in ("2024-01-02T10:00", "2024-01-02T10:10", "2024-01-01")
    ]
    (dialogue,) = read(tmp_path, {"sessions": sessions, "questions": []})
    assert [entry.game_time for entry in dialogue.as_memories.all()] == [600, 660, 720]


@pytest.mark.parametrize(
    "at",
    ["2024-02-28 13:56", "2024-02-28T13:56:00Z", "1:56 pm on 28 February, 2024", "28 February 2024, 13:56",
     "February 28th, 2024 at 1:56 p.m.", "Feb 28, 2024 1:56PM", "2024/02/28 13:56"],
)  # fmt: skip
def test_dates_are_read_in_many_forms(tmp_path: Path, at: str) -> None:
    (dialogue,) = read(tmp_path, {**OWN, "sessions": [{"at": at, "turns": [TURN]}]})
    (entry,) = dialogue.as_memories.all()
    assert entry.created_at == datetime(2024, 2, 28, 13, 56, tzinfo=UTC)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ([], "set.json: no dialogues"),
        ([OWN, 5], "set.json, dialogue 2: an object with 'sessions' was expected"),
        ({**OWN, "sessions": []}, "set.json: no sessions"),
        ({**OWN, "sessions": {}}, "set.json, sessions: a list was expected"),
        ({**OWN, "sessions": [{"at": "soon", "turns": [TURN]}]}, "set.json, sessions 1, at: 'soon' is not a date"),
        ({**OWN, "sessions": [{"turns": [TURN]}]}, "set.json, sessions 1: 'at' is missing"),
        ({**OWN, "sessions": [{"at": "2024-01-01", "turns": [TURN, TURN]}]}, "set.json: two turns '1'"),
        ({**OWN, "sessions": [{"at": "2024-01-01", "turns": [{"id": "1"}]}]}, "turns 1: 'speaker' is missing"),
        ({**OWN, "questions": [{"evidence": ["1"]}]}, "set.json, questions 1: 'question' is missing"),
        ({**OWN, "questions": [{"question": "Who?", "evidence": "1"}]}, "questions 1, evidence: a list was expected"),
        ({**OWN, "questions": [{"question": "Who?", "evidence": ["2"]}]}, "questions 1: no turn '2', which 'Who?'"),
        ({"conversation": {}, "qa": []}, "set.json: no sessions"),
        ({"conversation": {"session_1": [TURN]}, "qa": []}, "conversation: 'session_1_date_time' is missing"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(tmp_path: Path, data: object, said: str) -> None:
    with pytest.raises(Unreadable, match=re.escape(said)):
        read(tmp_path, data)


def test_a_file_that_is_missing_or_no_json_is_named(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="a folder without JSON files"):
        load(tmp_path)
    with pytest.raises(Unreadable, match=r"none\.json: cannot be read"):
        load(tmp_path / "none.json")
    (tmp_path / "bad.json").write_bytes(b"\xff{")
    with pytest.raises(Unreadable, match=r"bad\.json: not JSON in UTF-8"):
        load(tmp_path)


def test_the_tables_name_every_kind_and_what_was_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "set.json").write_text(json.dumps([FOREIGN]), encoding="utf-8")
    monkeypatch.setattr("sys.argv", ["evidence", str(tmp_path), "--no-vectors", "--presets", "hybrid"])
    main()
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == (
        "1 dialogues, 3 turns, 2 questions; left out: 2 questions without evidence, 1 ids of evidence that name no turn"
    )
    assert "| recall@10 | 1 (1) | 4 (1) |" in lines
    assert "| hybrid | 1.000 | 1.000 | 1.000 |" in lines
