"""The components of `hybrid`, against a literal version of its formula."""

from datetime import timedelta
from math import log
from typing import Any

import numpy as np
import pytest

from app.language.analysis.terms import Shape, analyse
from app.memory.entries.ageing import PER_STRENGTH
from app.memory.entries.scoring import LONG_TERM, SHORT_SHARE
from app.memory.index.postings import Postings, inverse_frequencies
from app.memory.recall.hybrid import AROUND_MEANING, FULL, NEAR, OWN, HybridWeights
from app.memory.recall.query import RecallQuery, ScoredMemory
from app.memory.recall.recaller import Recaller
from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.memory import MemoryKind
from tests.unit.memory.recall.streams import mara_stream
from tests.worlds import NOW

W = HybridWeights(
    words=1.5, meaning=0.7, around=0.5, answer=0.25, scene=0.35, time=0.375, form=0.2, who=0.55, length=0.1,
    recency=0.0625, importance=0.03125, reinforced=0.4,
)  # fmt: skip
"""Weights of which no sum is the sum of others."""

LINES = (
    ("Tom: Where is the brass key?", 0, 1.0, (1.0, 0.0)),
    ("Nadia: Forty steps down, in the cellar.", 10, 4.0, (0.6, 0.8)),
    ("Tom: Rain again, and the key is lost.", 20, 10.0, (0.0, 1.0)),
    ("Nadia: The key cost forty coins on Monday.", 300, 7.0, (-0.8, 0.6)),
    ("Nadia: Did the owl take a key?", 310, 2.0, (0.8, 0.6)),
)
"""Text, game time, importance, vector; the fourth does not go on from the third."""
FOLLOWS = (False, True, True, False, True)
ASKED, DAYS = (0.28, 0.96), (0, 3, 8, 9, 30)
STRENGTHS = (0, 0, 1, 3, 0)


def stream() -> MemoryStream:
    found = mara_stream()
    for (text, at, importance, _), day in zip(LINES, DAYS, strict=True):
        made = MemoryContext(content=text, created_at=NOW + timedelta(days=day), game_time=at, importance=importance)
        found.add(MemoryKind.OBSERVATION, made)
    for entry, strength in zip(found.all(), STRENGTHS, strict=True):
        for _ in range(strength):
            found.reinforce([entry.id or ""])
    found.give_vectors([line[0] for line in LINES], [np.array(line[3]) for line in LINES])
    return found


def recall(text: str, **fields: Any) -> dict[str, ScoredMemory]:
    query = RecallQuery(now=400, text=text, limit=50, vector=np.array(ASKED), **fields)
    return {hit.memory.summary: hit for hit in Recaller(hybrid=W).recall(stream(), query)}


def expected(topic: str, shape: int, when: tuple[float, ...], who: str = "") -> list[dict[str, float]]:
    """Document by document; ``topic`` are the words of the question that count, ``shape`` what the answer holds."""
    postings = Postings()
    for text, *_ in LINES:
        postings.add(text)
    without_name = " ".join(word for word in topic.split() if word != who)
    words, about = (
        (postings.bm25(weights) / (2.2 * sum(weights.values()) if weights else 1)).tolist()
        for text in (without_name or who, topic)
        for weights in [inverse_frequencies(analyse(text).terms, postings)]
    )
    meaning = [max(0.0, float(np.dot(line[3], ASKED))) for line in LINES]
    shapes, terms = [analyse(line[0]).shape for line in LINES], [analyse(line[0]).terms for line in LINES]
    found = []
    for n, (text, at, importance, _) in enumerate(LINES):
        scene = (0, 1, 2) if n < 3 else (3, 4)
        asked_before = n in scene[1:] and bool(shapes[n - 1] & Shape.ASKS)
        near = [sum(NEAR[abs(n - m) - 1] * value[m] for m in scene if m != n) for value in (about, meaning)]
        around = ((1 - AROUND_MEANING) * near[0] + AROUND_MEANING * near[1]) / 2
        half_lives = (400 - at) / 360 / (1 + PER_STRENGTH * STRENGTHS[n])
        found.append(
            {
                "words": W.words * words[n],
                "meaning": W.meaning * meaning[n],
                "around": W.around * around,
                "answer": W.answer * max(0.0, meaning[n - 1] * asked_before - OWN * meaning[n]),
                "scene": W.scene * max(meaning[m] for m in scene),
                "time": W.time * when[n],
                "form": W.form * (words[n] + meaning[n]) / 2 * bool(shapes[n] & shape),
                "who": W.who * (bool(who) and who in text),
                "length": W.length * min(1.0, log(1 + len(terms[n])) / log(1 + FULL)),
                "recency": W.recency
                * (SHORT_SHARE * 0.5**half_lives + (1 - SHORT_SHARE) * 0.5 ** (half_lives / LONG_TERM)),
                "importance": W.importance * (importance - 1) / 9,
                "reinforced": W.reinforced * (1 - 0.5 ** STRENGTHS[n]),
            }
        )
    return found


@pytest.mark.parametrize(
    ("question", "topic", "shape", "when", "who"),
    [
        ("brass key", "brass key", 0, (0, 0, 0, 0, 0), ""),
        ("nothing known", "nothing known", 0, (0, 0, 0, 0, 0), ""),
        ("How much did the key cost?", "key cost", int(Shape.NUMBER), (0, 0, 0, 0, 0), ""),
        ("Did Nadia see the key?", "Nadia see key", 0, (0, 0, 0, 0, 0), "Nadia"),
        ("Nadia?", "Nadia", 0, (0, 0, 0, 0, 0), "Nadia"),
        ("key on 4 January 2026", "key 4 January 2026", 0, (0, 1, 0.5, 0.5, 0), ""),
        ("Nadia key on 4 January 2026", "Nadia key 4 January 2026", 0, (0, 1, 0.5, 0.5, 0), "Nadia"),
    ],
)
def test_each_component_is_the_stated_formula(
    question: str, topic: str, shape: int, when: tuple[float, ...], who: str
) -> None:
    hits = recall(question)
    for line, components in zip(LINES, expected(topic, shape, when, who), strict=True):
        assert hits[line[0]].components == pytest.approx(components, abs=1e-6), line[0]
