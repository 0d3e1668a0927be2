"""The scorer of speech acts: TF-IDF and a logistic regression for each kind, over the evidence of a sentence."""

from collections.abc import Mapping
from math import sqrt
from typing import Any

from app.language.acts.evidence import ActEvidence
from app.models.messages.speech import ActKind

BLOCK_WEIGHTS = (1.0, 0.8, 0.5, 0.5)
"""How much each block of `ActEvidence` counts, once its length is 1."""
SCALE = 10
"""Inverse document frequencies and weights are stored as whole numbers, this many times as large."""
NO_WEIGHTS: Mapping[str, Any] = {"kinds": [], "bias": [], "least": [], "weights": {}}


class ActScorer:
    """Scores evidence for each kind of act, the same on every machine: whole numbers are summed.

    ``benchmarks/train_acts.py`` makes the data file of a language: ``weights`` has for each feature its inverse
    document frequency, then pairs of a kind's number and its weight.
    """

    def __init__(self, trained: Mapping[str, Any]) -> None:
        self.kinds = tuple(map(ActKind, trained["kinds"]))
        self._bias = [(bias - least) / SCALE for bias, least in zip(trained["bias"], trained["least"], strict=True)]
        self._weights: Mapping[str, list[int]] = trained["weights"]

    def __bool__(self) -> bool:
        return bool(self._weights)

    def scores(self, evidence: ActEvidence) -> dict[ActKind, float]:
        """Return how far evidence is above what each kind needs, in logits; 0 and more is enough."""
        totals = list(self._bias)
        for features, block_weight in zip(evidence, BLOCK_WEIGHTS, strict=True):
            sums, square = [0] * len(totals), 0
            for feature in features:
                if (row := self._weights.get(feature)) is not None:
                    frequency = row[0]
                    square += frequency * frequency
                    for at in range(1, len(row), 2):
                        sums[row[at]] += frequency * row[at + 1]
            if square:
                share = block_weight / (sqrt(square) * SCALE)
                totals = [total + share * each for total, each in zip(totals, sums, strict=True)]
        return dict(zip(self.kinds, totals, strict=True))
