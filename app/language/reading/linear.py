"""Linear models: each feature of a text adds its weight, a whole number, for each kind. A data file of the pack holds
``least``, the score from which on a text is of each kind, and the weights by feature; benchmarks/ trains them."""

from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from typing import Any, Generic, TypeVar

from app.language.language import Language

NO_WEIGHTS: Mapping[str, Any] = {"least": [], "weights": {}}

Features = frozenset[str]
"""Words are in lower case, classes of words, kinds of acts and names of rules in capitals."""

_Kind = TypeVar("_Kind")
_SIZE = 4
"""Letters of a piece of a word, for words that are spelled as they are spoken."""


class LinearModel(Generic[_Kind]):
    """Scores features for each of some kinds. Whole numbers are summed up, so every machine gets the same scores."""

    def __init__(self, kinds: Sequence[_Kind], trained: Mapping[str, Any]) -> None:
        self._kinds = kinds
        self._least: Sequence[int] = trained["least"]
        self._weights: Mapping[str, Sequence[int]] = trained["weights"]

    def __bool__(self) -> bool:
        return bool(self._weights)

    def scores(self, features: Features) -> dict[_Kind, float]:
        """How far a text of these features is above what each kind needs; 0 and more is enough."""
        known = map(self._weights.__getitem__, self._weights.keys() & features)
        sums = map(sum, zip([0] * len(self._kinds), *known, strict=True))
        size = sqrt(len(features))
        return {kind: total / size - least for kind, total, least in zip(self._kinds, sums, self._least, strict=True)}


def word_classes(language: Language, names: Iterable[str]) -> dict[str, str]:
    """The class of each word of these lists of the pack (``section.key``), in capitals; the first list that has it."""
    found: dict[str, str] = {}
    for name in names:
        for word in language.words(name):
            found.setdefault(word, name.rpartition(".")[2].upper())
    return found


def word_features(words: Sequence[str], classes: Sequence[str]) -> set[str]:
    """The features of words by themselves: sequences of them, also of their classes and with gaps, and pieces."""
    long = [word for word in words if len(word) > _SIZE]
    found = {f"~{word[at : at + _SIZE]}" for word in long for at in range(len(word) - _SIZE + 1)}
    found.update(words, classes)
    for row in (words, classes):
        second, third, fourth = row[1:], row[2:], row[3:]
        found.update([f"{a} {b}" for a, b in zip(row, second, strict=False)])
        found.update([f"{a} {b} {c}" for a, b, c in zip(row, second, third, strict=False)])
        found.update([f"{a} _ {c}" for a, c in zip(row, third, strict=False)])
        found.update([f"{a} _ _ {d}" for a, d in zip(row, fourth, strict=False)])
    found.update([" ".join(four) for four in zip(classes, classes[1:], classes[2:], classes[3:], strict=False)])
    return found
