"""Train the model of how likely a sentence performs an act, on the labelled lines of `tests/data/reader`.

    python -m benchmarks.train_reader            # measure each writer's lines with the others', then write the weights
    python -m benchmarks.train_reader --measure  # measure alone

A logistic regression for each kind over the features that `app/language/reading/likelihood.py` finds. An act of several
sentences need not show in each: after a first round, only those of them count that could be told. What a sentence needs
for an act is set so that, over the lines of writers left out one after the other, the acts read of each kind are right
as often as `PRECISION` says. No chance is in it: the same lines give the same weights.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import app.language.en
from app.language.language import default_language
from app.language.reading.likelihood import KINDS
from app.language.reading.linear import Features
from app.language.reading.reader import Reader
from app.models.messages.speech import Span
from benchmarks.linear import Fitting, Numbers, fit, weights_of, write
from benchmarks.reading import TUNED, Line, lines_of, tallied

WEIGHTS = Path(app.language.en.__path__[0]) / "reader_weights.json"
EVERYDAY = tuple(f"development_{writer}" for writer in "fgkmnpqrst")
OBLIQUE = tuple(f"development_{writer}" for writer in "ceu")
ALSO = ("negatives_authored", "plain")
"""Lines that are trained on, and that nobody is left out for."""
PRECISION = (0.97, 0.98, 0.995, 0.96)
"""Of the acts read of each of `KINDS`: higher where recall has room."""
WEIGHT = {"plain": 4}
"""How often lines count, if not once."""
FITTING = Fitting(fewest=3, kept=12_000, decay=0.07)
_LOWEST, _HIGHEST = -12, 40


@dataclass(frozen=True)
class Sample:
    """A sentence of a line: where it stands, its features, and which acts of the line it performs, by their number."""

    span: Span
    features: Features
    acts: tuple[int, ...]


@dataclass(frozen=True)
class Part:
    """The lines of one file, and the sentences of each."""

    lines: tuple[Line, ...]
    samples: tuple[tuple[Sample, ...], ...]
    weight: int = 1


def part_of(name: str, reader: Reader) -> Part:
    """A file as it is trained on."""
    lines = tuple(lines_of(name))
    return Part(lines, tuple(tuple(_samples(line, reader)) for line in lines), WEIGHT.get(name, 1))


def _samples(line: Line, reader: Reader) -> Iterator[Sample]:
    clauses, read = reader.by_rules(line.text)
    sentences = [each.sentence for each in clauses]
    for sentence, features in zip(sentences, reader.likelihood.features(sentences, read), strict=True):
        acts = tuple(n for n, (_, at) in enumerate(line.acts) if _overlaps(at, sentence.span))
        yield Sample(sentence.span, features, acts)


def _overlaps(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def train(parts: Iterable[Part]) -> tuple[dict[str, list[int]], list[int]]:
    """The weights of features, and what is to be added to every sentence's sum, for each of `KINDS`."""
    parts = list(parts)
    pairs = [(line, samples) for part in parts for line, samples in zip(part.lines, part.samples, strict=True)]
    rows = [sample.features for _, samples in pairs for sample in samples]
    counts = Counter(feature for _, samples in pairs for feature in {f for one in samples for f in one.features})
    kinds = [[{line.acts[act][0] for act in sample.acts} for sample in samples] for line, samples in pairs]
    right = np.array([[kind in each for kind in KINDS] for line in kinds for each in line], np.float32)
    counted = np.concatenate(
        [np.full((sum(map(len, each.samples)), len(KINDS)), each.weight, np.float32) for each in parts]
    )
    return fit(
        rows, counts, right, counted, FITTING, after_first=lambda scores: _count_what_tells(pairs, scores, counted)
    )


def _count_what_tells(pairs: Sequence[tuple[Line, tuple[Sample, ...]]], scores: Numbers, counted: Numbers) -> None:
    """Of an act's sentences, leave out those that score below 0, but for the best."""
    begin = 0
    for line, samples in pairs:
        for number, (kind, _) in enumerate(line.acts):
            its = [begin + n for n, sample in enumerate(samples) if number in sample.acts]
            if kind in KINDS and len(its) > 1:
                column = KINDS.index(kind)
                best = max(its, key=lambda row: scores[row, column])
                for row in its:
                    if row != best and scores[row, column] < 0:
                        counted[row, column] = 0
        begin += len(samples)


def thresholds(parts: Mapping[str, Part], left_out: Mapping[str, dict[str, Any]]) -> list[int]:
    """The least scores from which on each kind is read as precisely as is wanted of everyday writers left out."""
    language = default_language()
    steps = range(_LOWEST, _HIGHEST + 1, 2)
    counts = np.zeros((len(steps), len(KINDS), 2), int)
    for name in EVERYDAY:
        for n, least in enumerate(steps):
            moved = left_out[name] | {"least": [one + least for one in left_out[name]["least"]]}
            tallies = tallied(Reader(language, moved), parts[name].lines)
            counts[n] += [[tallies[kind].right, tallies[kind].read] for kind in KINDS]
    precision = counts[:, :, 0] / np.maximum(1, counts[:, :, 1])
    return [_first_of(steps, precision[:, kind], wanted) for kind, wanted in enumerate(PRECISION)]


def _first_of(steps: Sequence[int], precision: NDArray[np.float64], wanted: float) -> int:
    """The first step at which precision is as high as is wanted."""
    enough = np.flatnonzero(precision >= wanted)
    return steps[int(enough[0]) if len(enough) else -1]


def main(*, measure_only: bool) -> None:
    """Print how each writer's lines are read by a model of the others', and write the weights of all."""
    reader = Reader(default_language())
    parts = {name: part_of(name, reader) for name in (*TUNED, *ALSO)}
    writers = (*EVERYDAY, *OBLIQUE)
    none = [0] * len(KINDS)
    left_out = {
        name: weights_of(*train(part for other, part in parts.items() if other != name), none) for name in writers
    }
    least = thresholds(parts, left_out)
    print("least scores:", least)
    print("| left out | " + " | ".join(kind.value for kind in KINDS) + " |\n" + "| --- " * 5 + "|")
    for name in writers:
        moved = left_out[name] | {"least": [a + b for a, b in zip(least, left_out[name]["least"], strict=True)]}
        tallies = tallied(Reader(default_language(), moved), parts[name].lines)
        cells = [f"{tallies[kind].precision:.2f} / {tallies[kind].recall:.2f}" for kind in KINDS]
        print(f"| {name} | " + " | ".join(cells) + " |")
    if not measure_only:
        found, bias = train(parts.values())
        write(weights_of(found, bias, least), WEIGHTS)
        print(f"{len(found)} features, {WEIGHTS.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main(measure_only="--measure" in sys.argv)
