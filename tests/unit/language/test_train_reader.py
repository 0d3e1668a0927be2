"""The weights of the reader's model: written in one way, and learnt from the labelled lines without chance."""

import json
from pathlib import Path

from app.language.language import default_language
from app.language.reading.likelihood import KINDS
from app.language.reading.reader import Reader
from benchmarks.linear import weights_of, write
from benchmarks.reading import tallied
from benchmarks.train_reader import FITTING, WEIGHTS, part_of, train

WRITTEN = json.loads(WEIGHTS.read_text("utf-8"))


def test_the_weights_of_the_pack_are_as_they_are_written(tmp_path: Path) -> None:
    write(WRITTEN, tmp_path / WEIGHTS.name)
    assert (tmp_path / WEIGHTS.name).read_bytes() == WEIGHTS.read_bytes()


def test_every_feature_has_a_whole_number_for_each_kind() -> None:
    assert len(WRITTEN["least"]) == len(KINDS)
    assert len(WRITTEN["weights"]) == FITTING.kept
    assert all(
        len(each) == len(KINDS) and all(type(one) is int for one in each) for each in WRITTEN["weights"].values()
    )


def test_the_same_lines_teach_the_same_and_are_read_by_what_they_taught() -> None:
    part = part_of("plain", Reader(default_language()))
    found, bias = train([part])
    assert (found, bias) == train([part])
    tallies = tallied(Reader(default_language(), weights_of(found, bias, [0] * len(KINDS))), part.lines)
    assert all(tallies[kind].precision >= 0.9 and tallies[kind].recall >= 0.7 for kind in KINDS)


def test_the_features_of_the_lines_are_those_that_the_pack_weighs() -> None:
    part = part_of("plain", Reader(default_language()))
    seen = {feature for samples in part.samples for sample in samples for feature in sample.features}
    assert len(seen & WRITTEN["weights"].keys()) > len(seen) / 4
