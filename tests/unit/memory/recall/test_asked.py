"""What was asked, requested and offered is recalled: forty lines of five scenes, see `tests/data/asked`."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from benchmarks.dialogues import Dialogue, load
from benchmarks.evidence import WAYS, embed_all, measure
from tests.recorded_vectors import recorded_embed

pytestmark = pytest.mark.long

FOLDER = Path(__file__).parents[3] / "data" / "asked"
BY_NAME = {way.name: way for way in WAYS}
Rows = dict[str, NDArray[np.float32]]


@pytest.fixture(scope="module")
def vectors(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Dialogue], Rows]:
    embedded = load(FOLDER)
    with recorded_embed("asked", tmp_path_factory.mktemp("vectors") / "cache") as embed:
        return embedded, embed_all(embedded, embed)


def test_the_set_is_five_scenes_of_over_120_lines_and_most_of_its_forty_lines_end_in_a_question_mark() -> None:
    dialogues = load(FOLDER)
    assert [len(dialogue.as_memories) > 120 for dialogue in dialogues] == [True] * 5
    lines = [
        memory.summary
        for dialogue in dialogues
        for question in dialogue.questions
        for memory in dialogue.as_memories.all()
        if dialogue.turn_ids[memory.id or ""] in question.evidence
    ]
    assert (len(lines), sum(line.endswith("?") for line in lines)) == (40, 26)


@pytest.mark.parametrize("hybrid", ["hybrid", "hybrid, messages"])
def test_what_was_asked_requested_and_offered_is_among_the_first_five(
    vectors: tuple[list[Dialogue], Rows], hybrid: str
) -> None:
    found = measure(vectors[0], BY_NAME[hybrid], vectors[1])
    assert found["all"][5] >= 0.95
    assert min(found[kind][5] for kind in ("question", "request", "offer")) >= 0.8


@pytest.mark.parametrize("hybrid", ["hybrid", "hybrid, messages"])
def test_so_it_is_by_words_alone(hybrid: str) -> None:
    assert measure(load(FOLDER), BY_NAME[hybrid], {})["all"][5] >= 0.95
