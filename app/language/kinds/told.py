"""The classifier of what a clause of a narrator says to have happened: logistic regressions over TF-IDF of n-grams,
trained by ``benchmarks/train_told.py``."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from app.language.kinds.told_features import told_features
from app.language.kinds.weighing import FeatureWeights
from app.language.language import Language

_KEPT = 64
"""Clauses whose scores are kept: several claims are asked of each."""


class ToldClassifier:
    """A trained classifier.

    Args:
        weights: The arrays of the data file ``told.npz`` of a language pack.
    """

    def __init__(self, weights: Mapping[str, NDArray[np.generic]]) -> None:
        self._words = FeatureWeights(weights)
        self._targets: dict[str, str] = {}
        self._at: dict[str, int] = {}
        self._floors = weights["floors"].astype(np.float64)
        self._margins = lru_cache(maxsize=_KEPT)(self._compute_margins)
        for at, row in enumerate(str(weights["claims"]).split()):
            claim, _, target = row.partition(":")
            self._targets[claim], self._at[claim] = target, at

    def claims(self, tokens: Sequence[str], claim: str, you: str) -> bool:
        """Return whether a clause makes a claim.

        Args:
            tokens: The folded words of the clause, with marks in the place of names.
            claim: The claim.
            you: The word for the player.
        """
        return self.margin(tokens, claim, you) > 0

    def margin(self, tokens: Sequence[str], claim: str, you: str) -> float:
        """Return by how much the score of a claim exceeds the least with which it is believed."""
        margins = self._margins(tuple(tokens), self._targets[claim], you)
        return float(margins[self._at[claim]])

    def _compute_margins(self, tokens: tuple[str, ...], target: str, you: str) -> NDArray[np.float64]:
        return self._words.scores(told_features(tokens, target, you)) - self._floors


@lru_cache(maxsize=4)
def told_classifier_of(language: Language) -> ToldClassifier | None:
    """Return the classifier of a language, made once; None for a language without one."""
    weights = language.data("told")
    return None if weights is None else ToldClassifier(weights)
