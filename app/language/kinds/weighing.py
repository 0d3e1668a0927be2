"""Features of a text weighed by TF-IDF, by the weights of a trained classifier; numpy alone is needed."""

from collections import Counter
from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray


class FeatureWeights:
    """The rows of a linear classifier of several outputs, by feature.

    Args:
        weights: The arrays ``features``, ``idf``, ``rows``, ``scale`` and ``bias`` of a data file of a language pack.
    """

    def __init__(self, weights: Mapping[str, NDArray[np.generic]]) -> None:
        self._at = {feature: at for at, feature in enumerate(str(weights["features"]).split("\n"))}
        self._idf = weights["idf"].astype(np.float64)
        self._rows = weights["rows"].astype(np.int8)
        self._scale = weights["scale"].astype(np.float64)
        self._bias = weights["bias"].astype(np.float64)

    def scores(self, features: Iterable[str]) -> NDArray[np.float64]:
        """Return the score of each output.

        Args:
            features: The features of a text, with repeats.
        """
        counts = Counter(at for each in features if (at := self._at.get(each)) is not None)
        if not counts:
            return self._bias.copy()
        places = np.fromiter(counts, np.intp, len(counts))
        values = (1 + np.log(np.fromiter(counts.values(), np.float64, len(counts)))) * self._idf[places]
        values /= np.sqrt(values @ values)
        return np.asarray((values @ self._rows[places]) * self._scale + self._bias)
