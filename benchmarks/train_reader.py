"""Train the model of how likely a sentence performs an act, on the labelled lines of `tests/data/reader`.

    python -m benchmarks.train_reader            # measure each writer's lines with the others', then write the weights
    python -m benchmarks.train_reader --measure  # measure alone

A logistic regression for each kind over the features that `app/language/reading/likelihood.py` finds. An act of several
sentences need not show in each: after a first round, only those of them count that could be told. What a sentence needs
for an act is set so that, over the lines of writers left out one after the other, the acts read of each kind are right
as often as `PRECISION` says. No chance is in it: the same lines give the same weights.
"""

import json
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
from app.language.reading.likelihood import KINDS, Features
from app.language.reading.reader import Reader
from app.models.messages.speech import Span
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
FEWEST_LINES = 3
"""Lines that a feature stands in."""
KEPT = 12_000
"""Features of the model: those that weigh most after the first round."""
SCALE = 20
"""Weights are written as whole numbers, this many times as large."""
DECAY = 0.07
STEPS, STEP = 60, 0.1
_NEVER_0 = np.float32(1e-8)
_LOWEST, _HIGHEST = -12, 40

Numbers = NDArray[np.float32]
Model = tuple[Numbers, Numbers]
"""Weights by feature and kind, and what is added to every sum by kind."""


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
    for span, features in reader.evidence(line.text):
        yield Sample(span, features, tuple(n for n, (_, at) in enumerate(line.acts) if _overlaps(at, span)))


def _overlaps(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]


class _Table:
    """Sentences by features: sums over the features of each sentence, and over the sentences of each feature."""

    def __init__(self, rows: Sequence[Features], number: Mapping[str, int]) -> None:
        listed = [sorted(number[feature] for feature in row if feature in number) or [0] for row in rows]
        sizes = [len(each) for each in listed]
        self._features = np.concatenate(listed)
        self._starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
        self._by_size = (1 / np.sqrt([max(1, len(row)) for row in rows])).astype(np.float32)[:, None]
        order = np.argsort(self._features, kind="stable")
        self._rows = np.repeat(np.arange(len(rows)), sizes)[order]
        self.counts = np.bincount(self._features, minlength=len(number))
        self._first = np.minimum(np.concatenate([[0], np.cumsum(self.counts)[:-1]]), len(order) - 1)

    def sums(self, weights: Numbers) -> Numbers:
        return np.add.reduceat(weights[self._features], self._starts, axis=0) * self._by_size

    def gradient(self, errors: Numbers) -> Numbers:
        found = np.add.reduceat((errors * self._by_size)[self._rows], self._first, axis=0)
        found[self.counts == 0] = 0
        return found


def train(parts: Iterable[Part]) -> tuple[dict[str, list[int]], list[int]]:
    """The weights of features, and what is to be added to every sentence's sum, for each of `KINDS`."""
    parts = list(parts)
    pairs = [(line, samples) for part in parts for line, samples in zip(part.lines, part.samples, strict=True)]
    rows = [sample.features for _, samples in pairs for sample in samples]
    counts = Counter(feature for _, samples in pairs for feature in {f for one in samples for f in one.features})
    number = {feature: n for n, feature in enumerate(sorted(f for f, n in counts.items() if n >= FEWEST_LINES))}
    table = _Table(rows, number)
    kinds = [[{line.acts[act][0] for act in sample.acts} for sample in samples] for line, samples in pairs]
    right = np.array([[kind in each for kind in KINDS] for line in kinds for each in line], np.float32)
    counted = np.concatenate(
        [np.full((sum(map(len, each.samples)), len(KINDS)), each.weight, np.float32) for each in parts]
    )
    start = np.zeros((len(number), len(KINDS)), np.float32), np.zeros(len(KINDS), np.float32)
    weights, bias = _fitted(table, right, counted, start, STEPS)
    _count_what_tells(pairs, table.sums(weights) + bias, counted)
    kept = np.sort(np.argsort(-np.abs(weights).max(axis=1) * np.sqrt(table.counts), kind="stable")[:KEPT])
    listed = list(number)
    names = [listed[n] for n in kept]
    table = _Table(rows, {name: n for n, name in enumerate(names)})
    weights, bias = _fitted(table, right, counted, (weights[kept], bias), STEPS // 2)
    whole = np.rint(weights * SCALE).astype(int).tolist()
    return dict(zip(names, whole, strict=True)), np.rint(bias * SCALE).astype(int).tolist()


def _fitted(table: _Table, right: Numbers, counted: Numbers, start: Model, steps: int) -> Model:
    """Adam, over all sentences at once."""
    weights, bias = start
    shares: Numbers = counted / np.float32(len(right))
    decay = np.float32(DECAY / len(right))
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    bias_mean, bias_square = np.zeros_like(bias), np.zeros_like(bias)
    for step in range(1, steps + 1):
        errors: Numbers = (1 / (1 + np.exp(-table.sums(weights) - bias)) - right) * shares
        slope: Numbers = table.gradient(errors) + decay * weights
        bias_slope: Numbers = errors.sum(0)
        mean, square = 0.9 * mean + 0.1 * slope, 0.999 * square + 0.001 * slope * slope
        bias_mean = 0.9 * bias_mean + 0.1 * bias_slope
        bias_square = 0.999 * bias_square + 0.001 * bias_slope * bias_slope
        first, second = np.float32(1 - 0.9**step), np.float32(1 - 0.999**step)
        weights = weights - np.float32(STEP) * (mean / first) / (np.sqrt(square / second) + _NEVER_0)
        bias = bias - np.float32(STEP) * (bias_mean / first) / (np.sqrt(bias_square / second) + _NEVER_0)
    return weights, bias


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


def weights_of(found: Mapping[str, list[int]], bias: Sequence[int], least: Sequence[int]) -> dict[str, Any]:
    """What is written: a sentence's sum of weights must reach ``least`` of a kind."""
    return {"least": [int(a - b) for a, b in zip(least, bias, strict=True)], "weights": dict(found)}


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


def write(weights: Mapping[str, Any], path: Path) -> None:
    """One feature a line, in order, so that two versions can be compared."""
    rows = [
        f"{json.dumps(feature, ensure_ascii=False)}:{json.dumps(each, separators=(',', ':'))}"
        for feature, each in sorted(weights["weights"].items())
    ]
    path.write_text(f'{{"least":{json.dumps(weights["least"])},\n"weights":{{\n' + ",\n".join(rows) + "\n}}\n", "utf-8")


if __name__ == "__main__":
    main(measure_only="--measure" in sys.argv)
