"""Train the weights of the preset `hybrid` on dialogues whose questions name the turns that answer them.

    python -m benchmarks.train_recall               # print both sets of weights, and recall before and after
    python -m benchmarks.train_recall --without     # and recall with each signal left out in turn

A conditional logit model (McFadden 1974): the chance of a document is the softmax of its weighted signals over all
documents of its dialogue, and the likelihood of the turns that are evidence is made greatest, with a small penalty for
large weights. `TRAINED_ON` alone is trained on; "left out" is recall of each of the hard dialogues and games with
weights of all others; `HELD_OUT` is only measured. No chance is in it: the same dialogues give the same weights, which
are copied by hand to `app/memory/recall/hybrid.py`.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.memory.recall.hybrid import NAMES, HybridWeights, read_query, signals
from app.memory.recall.query import Preset, RecallQuery
from app.memory.recall.recaller import Recaller
from app.memory.recall.speakers import without_speakers
from app.models.memory_id import make_message_id
from benchmarks.dialogues import Dialogue, Question, load
from benchmarks.evidence import Vectors, Way, embed_all, local_minilm, measure

DATA = Path(__file__).parents[1] / "tests" / "data"
HARD = DATA / "evidence_hard"
TRAINED_ON = (DATA / "evidence", HARD / "trained_on", HARD / "games")
HELD_OUT = HARD / "held_out"
FIXED = ("near_meaning", "recency", "importance")
"""Signals whose weights are not trained: dialogues say nothing of the last two, and what ours say of the first is too
much for dialogues of others."""
NEEDS_MEANING = ("meaning",)
PENALTY = 1e-3
PRECISION = 1e-9
"""Of the loss, and of a step."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Sample:
    """A question: the signals of all documents (documents × names), and which of them are evidence (sums to 1)."""

    signals: Floats
    evidence: Floats


def samples(dialogue: Dialogue, names: Sequence[str], vectors: Vectors) -> list[Sample]:
    """The questions of a dialogue; without ``vectors`` as recall by words alone sees them."""
    stream = dialogue.as_messages
    messages, entries = stream.index.follow_messages(stream.state), stream.index.entries
    turns = [dialogue.turn_ids[make_message_id(at)] for at in messages.columns["position"].tolist()]
    found = []
    for question in dialogue.questions:
        vector = vectors.get(without_speakers(dialogue.as_memories, question.text))
        query = RecallQuery(text=question.text, now=dialogue.now, vector=vector)
        none = dict.fromkeys(NAMES, np.zeros(len(messages)))
        given = none | signals(messages, read_query(entries, messages, query))
        given[names[0]] = given[names[0]] + HybridWeights().near_meaning * given["near_meaning"]
        found.append(Sample(np.stack([given[name] for name in names], axis=1), _evidence(turns, question)))
    return found


def _evidence(turns: Sequence[str], question: Question) -> Floats:
    is_evidence = np.isin(turns, question.evidence).astype(np.float64)
    share: Floats = is_evidence / is_evidence.sum()
    return share


def trained(data: Sequence[Sample]) -> Floats:
    """The weights that make the evidence likeliest, by Newton's method on standardised signals; a step that does not
    help is halved."""
    together = np.concatenate([sample.signals for sample in data])
    evidence = np.concatenate([sample.evidence for sample in data])
    sizes = np.array([len(sample.evidence) for sample in data])
    begins = np.concatenate(([0], np.cumsum(sizes)[:-1]))
    deviation = together.std(axis=0) + 1e-9
    together = together / deviation

    def loss(weights: Floats) -> tuple[float, Floats]:
        """The mean negative log-likelihood with its penalty, and the chance of every document."""
        scores = together @ weights
        highest = np.maximum.reduceat(scores, begins)
        raised = np.exp(scores - np.repeat(highest, sizes))
        totals = np.add.reduceat(raised, begins)
        likelihood = evidence @ scores - (highest + np.log(totals)).sum()
        return PENALTY / 2 * weights @ weights - likelihood / len(data), raised / np.repeat(totals, sizes)

    weights = np.zeros(together.shape[1])
    before, (now, chances) = np.inf, loss(weights)
    while before - now > PRECISION:
        slope = together.T @ (chances - evidence) / len(data) + PENALTY * weights
        means = np.add.reduceat(together * chances[:, None], begins)
        curvature = (together.T @ (together * chances[:, None]) - means.T @ means) / len(data)
        step = np.linalg.solve(curvature + PENALTY * np.eye(len(weights)), slope)
        while (after := loss(weights - step))[0] > now and np.abs(step).max() > PRECISION:
            step /= 2
        weights, before, (now, chances) = weights - step, now, after
    found: Floats = weights / deviation
    return found


def weights_of(data: Sequence[Sample], names: Sequence[str]) -> HybridWeights:
    """Trained weights, so that the first of the names counts 1; those of other signals are 0 unless they are fixed."""
    found = trained(data)
    none = dict.fromkeys(set(NAMES) - set(FIXED), 0.0)
    return HybridWeights(**none | {name: round(float(w / found[0]), 2) for name, w in zip(names, found, strict=True)})


def recall(dialogues: Sequence[Dialogue], weights: HybridWeights, vectors: Vectors) -> float:
    """recall@10 of the messages of some dialogues."""
    way = Way("", Preset.HYBRID, Recaller(hybrid=weights), messages=True)
    return measure(dialogues, way, vectors)["all"][10]


@dataclass(frozen=True)
class Sets:
    """Dialogues by use: all that are trained on, those of them that are hard, and those that are only measured."""

    trained_on: Sequence[Dialogue]
    hard: Sequence[Dialogue]
    held_out: Sequence[Dialogue]


def main() -> None:
    """Train, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--without", action="store_true", help="recall with each signal left out in turn")
    options = parser.parse_args()
    easy, *hard = (load(folder) for folder in TRAINED_ON)
    sets = Sets([*easy, *chain(*hard)], list(chain(*hard)), load(HELD_OUT))
    embedded = embed_all([*sets.trained_on, *sets.held_out], local_minilm())
    with_meaning = ("meaning", *(name for name in NAMES if name not in ("meaning", *FIXED)))
    words_alone = tuple(name for name in NAMES if name not in (*NEEDS_MEANING, *FIXED))
    for title, names, vectors in (("with meaning", with_meaning, embedded), ("words alone", words_alone, {})):
        print(_report(title, names, vectors, sets))
        for name in names[1:] if options.without else ():
            print(_report(f"without {name}", [one for one in names if one != name], vectors, sets).partition("\n")[0])


def _report(title: str, names: Sequence[str], vectors: Vectors, sets: Sets) -> str:
    data = [samples(dialogue, names, vectors) for dialogue in sets.trained_on]
    left_out = []
    for dialogue in sets.hard:
        others = [found for other, found in zip(sets.trained_on, data, strict=True) if other is not dialogue]
        left_out.append(recall([dialogue], weights_of(list(chain(*others)), names), vectors))
    weights = weights_of(list(chain(*data)), names)
    found = recall(sets.hard, weights, vectors), np.mean(left_out), recall(sets.held_out, weights, vectors)
    return f"{title}: trained on {found[0]:.3f}, left out {found[1]:.3f}, held out {found[2]:.3f}\n{weights}"


if __name__ == "__main__":
    main()
