"""The classifier of typed lines: multinomial logistic regressions over TF-IDF of n-grams and over sentence vectors.

Both are trained by ``benchmarks/train_kinds.py`` with a standard library; at run time numpy alone is needed.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from app.language.kinds.features import line_features
from app.language.kinds.kinds import Group, group_of
from app.language.kinds.weighing import FeatureWeights
from app.language.language import Language

LogChances = NDArray[np.float64]
"""The logarithm of the chance of each kind, in the order of `KindClassifier.kinds`."""
_KEPT = 256
"""Texts whose chances by words are kept: a line is read whole and in parts, and again where a person hears it."""
_COMPANY = 0.5
"""The value of the two features beside a sentence vector that say whether another person is there."""
WEIGHT_OF_MEANING = 0.6
"""How much the classifier of vectors counts beside that of n-grams, by leave-one-writer-out."""


class KindClassifier:
    """A trained classifier.

    Args:
        weights: The arrays of the data file ``kinds.npz`` of a language pack.
    """

    def __init__(self, weights: Mapping[str, NDArray[np.generic]]) -> None:
        self.kinds: tuple[str, ...] = tuple(str(weights["kinds"]).split())
        self.groups: tuple[Group, ...] = tuple(map(group_of, self.kinds))
        self._words = FeatureWeights(weights)
        self._of_vector = (
            weights["of_vector"].astype(np.float64) * weights["scale_of_vector"].astype(np.float64)[:, None]
        )
        self._bias_of_vector = weights["bias_of_vector"].astype(np.float64)
        self._by_words = lru_cache(maxsize=_KEPT)(self._compute_by_words)

    def by_words(self, tokens: Sequence[str], *, company: bool | None) -> LogChances:
        """Return the chances of the kinds by the words of a line.

        Args:
            tokens: The folded words, masks and signs of the line, in order.
            company: Whether another person is there; None where that is not known.

        Returns:
            The chances, kept for the next time that the text is read; they cannot be changed.
        """
        return self._by_words(tuple(tokens), company)

    def _compute_by_words(self, tokens: tuple[str, ...], company: bool | None) -> LogChances:
        return _fixed(_log_softmax(self._words.scores(line_features(tokens, company=company))))

    def scores(self, tokens: Sequence[str], vector: NDArray[np.floating] | None, *, company: bool | None) -> LogChances:
        """Return by words and meaning how much speaks for each kind, as logarithms that are not normalized.

        Args:
            tokens: The folded words, masks and signs of the line, in order.
            vector: The unit vector of the masked line; None, or one of another model, for words alone.
            company: Whether another person is there; None where that is not known.
        """
        by_words = self.by_words(tokens, company=company)
        if vector is None or not self.fits(vector):
            return by_words
        return by_words + WEIGHT_OF_MEANING * self.by_meaning(vector, company=company)

    def fits(self, vector: NDArray[np.floating]) -> bool:
        """Return whether a sentence vector has the dimension of the model that the classifier was trained with."""
        return bool(len(vector) == self._of_vector.shape[1] - 2)

    def by_meaning(self, vector: NDArray[np.floating], *, company: bool | None) -> LogChances:
        """Return the chances of the kinds by the sentence vector of a masked line.

        Args:
            vector: The unit vector of the line.
            company: Whether another person is there; None where that is not known.
        """
        flags = np.array([company is True, company is False], np.float64) * _COMPANY
        return _log_softmax(self._of_vector @ np.concatenate((vector, flags)) + self._bias_of_vector)


def _fixed(scores: LogChances) -> LogChances:
    """Return scores that are kept, as what cannot be changed."""
    scores.setflags(write=False)
    return scores


def _log_softmax(scores: LogChances) -> LogChances:
    shifted = scores - scores.max()
    return np.asarray(shifted - np.log(np.exp(shifted).sum()))


@lru_cache(maxsize=4)
def classifier_of(language: Language) -> KindClassifier | None:
    """Return the classifier of a language, made once; None for a language without one."""
    weights = language.data("kinds")
    return None if weights is None else KindClassifier(weights)
