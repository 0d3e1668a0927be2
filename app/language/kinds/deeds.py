"""The classifier of deeds that lie in the doing: logistic regressions over n-grams and over the sentence vector.

Both are trained by ``benchmarks/train_deeds.py`` with a standard library; at run time numpy alone is needed.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from app.language.kinds.features import line_features
from app.language.kinds.weighing import FeatureWeights
from app.language.language import Language

WEIGHT_OF_MEANING = 0.6
"""How much the classifier of vectors counts beside that of n-grams, as for kinds of lines."""
ENACTED_FROM = 1.75
"""The score from which on a deed is taken to lie in the doing: 92 of 100 typed ones do, by leave-one-writer-out."""


class DeedClassifier:
    """A trained classifier.

    Args:
        weights: The arrays of the data file ``deeds.npz`` of a language pack.
    """

    def __init__(self, weights: Mapping[str, NDArray[np.generic]]) -> None:
        self._words = FeatureWeights(weights)
        self._of_vector = weights["of_vector"].astype(np.float64) * float(weights["scale_of_vector"])
        self._bias_of_vector = float(weights["bias_of_vector"])

    def is_enacted(self, tokens: Sequence[str], vector: NDArray[np.floating] | None) -> bool:
        """Return whether nothing but the player's own body is otherwise after a deed: it is climbed onto a crate, but
        the crate is not moved.

        Args:
            tokens: The folded words, masks and signs of the deed, in order.
            vector: The unit vector of the masked deed; None, or one of another model, for words alone.
        """
        score = float(self._words.scores(line_features(tokens, company=None))[0])
        if vector is not None and len(vector) == len(self._of_vector):
            score += WEIGHT_OF_MEANING * (float(self._of_vector @ vector) + self._bias_of_vector)
        return score >= ENACTED_FROM


@lru_cache(maxsize=4)
def deeds_of(language: Language) -> DeedClassifier | None:
    """Return the classifier of a language, made once; None for a language without one."""
    weights = language.data("deeds")
    return None if weights is None else DeedClassifier(weights)
