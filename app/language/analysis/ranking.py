"""Choosing the most telling sentences of a text without a model."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from app.language.analysis.text import stems

_DAMPING = 0.85
_ROUNDS = 40
_RELEVANCE = 0.7

Matrix = NDArray[np.float64]


def rank_sentences(sentences: Sequence[str], weights: Sequence[float], count: int) -> list[int]:
    """Positions of up to ``count`` sentences, the best first: central to the text and not saying the same. Continuous
    LexRank over TF-IDF cosines (Erkan & Radev 2004) times ``weights``; then maximal marginal relevance with lambda 0.7
    (Carbonell & Goldstein 1998). Ties go to the earlier; quadratic in the number of sentences."""
    if not sentences:
        return []
    similarity = _similarity([stems(sentence) for sentence in sentences])
    scores = _centrality(similarity) * np.asarray(weights, dtype=np.float64)
    scores = scores / max(float(scores.max()), 1e-12)
    chosen: list[int] = []
    while len(chosen) < min(count, len(sentences)):
        repeated = similarity[:, chosen].max(axis=1) if chosen else np.zeros(len(sentences))
        marginal = np.round(_RELEVANCE * scores - (1 - _RELEVANCE) * repeated, 9)
        marginal[chosen] = -np.inf
        chosen.append(int(np.argmax(marginal)))
    return chosen


def _similarity(texts: Sequence[Sequence[str]]) -> Matrix:
    """Cosines of the TF-IDF rows; a sentence without content words is like no other."""
    column = {stem: n for n, stem in enumerate(dict.fromkeys(stem for text in texts for stem in text))}
    rows = np.zeros((len(texts), len(column)))
    for n, text in enumerate(texts):
        for stem, times in Counter(text).items():
            rows[n, column[stem]] = times
    rows *= np.log((1 + len(texts)) / (1 + np.count_nonzero(rows, axis=0))) + 1
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    rows /= np.where(lengths > 0, lengths, 1)
    cosines: Matrix = np.round(rows @ rows.T, 9)
    return cosines


def _centrality(similarity: Matrix) -> Matrix:
    """Stationary distribution of a walk between similar sentences, by power iteration."""
    size = len(similarity)
    totals = similarity.sum(axis=1, keepdims=True)
    steps = np.where(totals > 0, similarity / np.where(totals > 0, totals, 1), 1 / size)
    ranks = np.full(size, 1 / size)
    for _ in range(_ROUNDS):
        ranks = (1 - _DAMPING) / size + _DAMPING * (ranks @ steps)
    return np.round(ranks, 9)
