"""The weights of the scorer of acts: the file scores as the library does, and is written in one way."""

import json
from pathlib import Path

import pytest

from app.language.acts.evidence import EvidenceReader
from app.language.acts.reader import Reader
from app.language.acts.scorer import ActScorer
from app.language.language import default_language
from benchmarks import train_acts

WRITTEN = json.loads(train_acts.WEIGHTS.read_text("utf-8"))


def test_the_weights_of_the_pack_are_as_they_are_written(tmp_path: Path) -> None:
    train_acts.write(WRITTEN, tmp_path / "weights.json")
    assert (tmp_path / "weights.json").read_bytes() == train_acts.WEIGHTS.read_bytes()


def test_the_file_is_small_and_knows_every_kind() -> None:
    assert train_acts.WEIGHTS.stat().st_size < 600_000
    assert WRITTEN["kinds"] == [kind.value for kind in train_acts.KINDS]
    assert len(WRITTEN["bias"]) == len(WRITTEN["least"]) == len(train_acts.KINDS)


def test_a_stored_model_scores_as_the_library_that_made_it() -> None:
    samples = train_acts.samples_of("development")
    model = train_acts.train(samples, 600)
    scorer = ActScorer(model.written([0] * len(train_acts.KINDS), lightest=1))
    expected = model.scores(samples[:40])
    for sample, row in zip(samples[:40], expected, strict=True):
        assert [*scorer.scores(sample.evidence).values()] == pytest.approx([*row], abs=0.5)


def test_the_same_lines_teach_the_same() -> None:
    samples = train_acts.samples_of("development")[:200]
    none = [0] * len(train_acts.KINDS)
    assert train_acts.train(samples, 300).written(none) == train_acts.train(samples, 300).written(none)


def test_the_evidence_of_the_lines_is_what_the_pack_weighs() -> None:
    seen = {feature for sample in train_acts.samples_of("plain") for block in sample.evidence for feature in block}
    assert len(seen & WRITTEN["weights"].keys()) > len(seen) / 6


def test_frames_are_filled_without_a_value_standing_twice() -> None:
    lines = [line.text for line in train_acts.framed_lines()]
    assert lines == [line.text for line in train_acts.framed_lines()]
    assert not any("{" in line for line in lines)
    assert "It was three, not three." not in lines


def test_values_of_one_class_side_by_side_are_evidence() -> None:
    language = default_language()
    reader = Reader(language)
    shown = EvidenceReader(language).of_sentences(reader.sentences("It was not Monday. It was Tuesday."))
    assert "<<OTHER DAYS" in shown[1].contrasts
    assert "DAYS" in shown[1].classes
