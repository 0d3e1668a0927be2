"""How likely a deed is the one that a part of a line means: a logistic regression over six features."""

from dataclasses import dataclass, fields
from math import exp, log


@dataclass(frozen=True)
class DeedFeatures:
    """What speaks for a deed, each between 0 and 1.

    Attributes:
        chance: The chance of its kind among the kinds of deeds, by the classifier.
        group: The chance that the part is a deed at all.
        named: How well its names are bound: 1 by whole names or aliases, .5 by parts of names, 0 by none.
        grammar: 1 where the grammar of verbs and actions reads the same kind.
        authored: 1 where an author made something for just this.
        left_over: The share of names in the part that it leaves unused.
    """

    chance: float
    group: float
    named: float
    grammar: float
    authored: float
    left_over: float

    def values(self) -> list[float]:
        """List the values as the model takes them; chances by their logarithm."""
        plain = [float(getattr(self, each.name)) for each in fields(self)]
        return [log(max(plain[0], _LEAST)), log(max(plain[1], _LEAST)), *plain[2:]]


_LEAST = 1e-3
WEIGHTS = (0.68, 1.58, 0.26, 1.23, 0.76, -0.62)
"""The weight of each feature, in the order of `DeedFeatures`, by ``benchmarks/train_choice.py``."""
BIAS = -0.17
"""The constant of the same model."""


def likelihood(features: DeedFeatures) -> float:
    """Return how likely a deed is the one meant, 0 to 1.

    Args:
        features: What speaks for it.
    """
    score = BIAS + sum(weight * value for weight, value in zip(WEIGHTS, features.values(), strict=True))
    return 1 / (1 + exp(-score))
