"""Fits the linear models of `app/language/reading/linear.py`: a logistic regression for each kind. No chance is in it:
the same samples give the same weights."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.language.reading.linear import Features

SCALE = 20
"""Weights are written as whole numbers, this many times as large."""
_STEPS, _STEP = 60, 0.1
_NEVER_0 = np.float32(1e-8)

Numbers = NDArray[np.float32]
Model = tuple[Numbers, Numbers]
"""Weights by feature and kind, and what is added to every sum by kind."""


@dataclass(frozen=True)
class Fitting:
    """``fewest`` lines that a feature stands in; how many features are ``kept``, those that weigh most after the first
    round; ``decay`` of the weights."""

    fewest: int
    kept: int
    decay: float


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


def fit(
    rows: Sequence[Features],
    counts: Mapping[str, int],
    right: Numbers,
    counted: Numbers,
    fitting: Fitting,
    *,
    after_first: Callable[[Numbers], None] = lambda _: None,
) -> tuple[dict[str, list[int]], list[int]]:
    """The weights of features, and what is to be added to every sample's sum, for each kind. ``counts``: lines by
    feature; ``right``: 1 where a sample (row) is of a kind (column); ``counted``: how much each of these counts, which
    ``after_first`` may change by the scores after the first round."""
    number = {feature: n for n, feature in enumerate(sorted(f for f, n in counts.items() if n >= fitting.fewest))}
    table, kinds = _Table(rows, number), right.shape[1]
    start = np.zeros((len(number), kinds), np.float32), np.zeros(kinds, np.float32)
    weights, bias = _fitted(table, right, counted, start, decay=fitting.decay, steps=_STEPS)
    after_first(table.sums(weights) + bias)
    heaviest = np.argsort(-np.abs(weights).max(axis=1) * np.sqrt(table.counts), kind="stable")
    kept = np.sort(heaviest[: fitting.kept])
    listed = list(number)
    names = [listed[n] for n in kept]
    table = _Table(rows, {name: n for n, name in enumerate(names)})
    weights, bias = _fitted(table, right, counted, (weights[kept], bias), decay=fitting.decay, steps=_STEPS // 2)
    whole = np.rint(weights * SCALE).astype(int).tolist()
    return dict(zip(names, whole, strict=True)), np.rint(bias * SCALE).astype(int).tolist()


def _fitted(table: _Table, right: Numbers, counted: Numbers, start: Model, *, decay: float, steps: int) -> Model:
    """Adam, over all sentences at once."""
    weights, bias = start
    shares: Numbers = counted / np.float32(len(right))
    shrink = np.float32(decay / len(right))
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    bias_mean, bias_square = np.zeros_like(bias), np.zeros_like(bias)
    for step in range(1, steps + 1):
        errors: Numbers = (1 / (1 + np.exp(-table.sums(weights) - bias)) - right) * shares
        slope: Numbers = table.gradient(errors) + shrink * weights
        bias_slope: Numbers = errors.sum(0)
        mean, square = 0.9 * mean + 0.1 * slope, 0.999 * square + 0.001 * slope * slope
        bias_mean = 0.9 * bias_mean + 0.1 * bias_slope
        bias_square = 0.999 * bias_square + 0.001 * bias_slope * bias_slope
        first, second = np.float32(1 - 0.9**step), np.float32(1 - 0.999**step)
        weights = weights - np.float32(_STEP) * (mean / first) / (np.sqrt(square / second) + _NEVER_0)
        bias = bias - np.float32(_STEP) * (bias_mean / first) / (np.sqrt(bias_square / second) + _NEVER_0)
    return weights, bias


def weights_of(found: Mapping[str, list[int]], bias: Sequence[int], least: Sequence[int]) -> dict[str, Any]:
    """What is written: a sentence's sum of weights must reach ``least`` of a kind."""
    return {"least": [int(a - b) for a, b in zip(least, bias, strict=True)], "weights": dict(found)}


def write(weights: Mapping[str, Any], path: Path) -> None:
    """One feature a line, in order, so that two versions can be compared."""
    rows = [
        f"{json.dumps(feature, ensure_ascii=False)}:{json.dumps(each, separators=(',', ':'))}"
        for feature, each in sorted(weights["weights"].items())
    ]
    path.write_text(f'{{"least":{json.dumps(weights["least"])},\n"weights":{{\n' + ",\n".join(rows) + "\n}}\n", "utf-8")
