"""Train the model that finds which of the things told answers a later question, on the personas of `tests/data/told`.

    python -m benchmarks.train_answers            # measure on the personas left out, then write the weights
    python -m benchmarks.train_answers --measure  # measure the weights that are there

A conditional logit model (McFadden 1974) over the passages nearest to a question and the chance that none answers. The
score of a passage is the cosine with the question's vector, moved by a map of low rank that is learned, plus the
weighted signals of `app/memory/recall/told_answers.py`. Every fourth persona of each writer is left out of training and
only measured. Among what each person was told stand lines of other dialogues, as in a game. Each question that has an
answer is also asked where that was never told. Needs the embedded model; no chance is in it but a seeded one.
"""

import argparse
import json
import random
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import app.language.en
from app.embeddings.minilm import LocalMiniLM
from app.memory.index.player_statements import PROBE, PlayerStatements, sentence_passages, stating_sentences
from app.memory.index.vectors import Vectors
from app.memory.recall.told_answers import NEAREST, SIGNALS, AnswerModel, nearest, signals
from app.models.memory import Scope

WEIGHTS = Path(app.language.en.__path__[0]) / "answer_weights.json"
DATA = Path(__file__).parents[1] / "tests" / "data"
TOLD = DATA / "told"
WRITERS, PLAIN = ("w1", "w2", "w3", "w4", "w5", "w6", "w7"), "plain"
LEFT_OUT = 4
"""Every persona whose number this divides is left out of training."""
BESIDE = {True: ("trained_on", "games"), False: ("held_out",)}
"""Folders of `evidence_hard` whose lines stand beside what personas told, for those trained on and those left out."""
LINES_BESIDE = (4, 16, 64)
"""How many of them, persona by persona."""
NARRATOR = "Narrator"
COUNTS = {"oblique": 1.0, "plain": 2.0, "hard": 0.5, "never told": 0.5}
"""How much a question of each kind counts: without an answer are ``hard``, about a matter that was told of, and ``never
told``."""
RANK, DECAY, WEIGHT_DECAY, STEPS, STEP = 16, 0.03, 1e-3, 150, 0.01
QUARTERS = 4
SURE_FALSE, LIKELY_FALSE = 0.12, 0.4
"""The part of hard questions that is answered as if surely, and that of those never told that is answered at all."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Asked:
    """A question among its nearest passages (rows): their vectors and signals, and which of them answer."""

    kind: str
    is_trained_on: bool
    question: Vectors
    passages: Vectors
    signals: Floats
    answers: NDArray[np.bool_]


class Embedded:
    """Vectors of texts, each made once."""

    def __init__(self) -> None:
        self._model = LocalMiniLM()
        self._known: dict[str, Vectors] = {}

    def __call__(self, texts: Sequence[str]) -> list[Vectors]:
        missing = [text for text in dict.fromkeys(texts) if text not in self._known]
        if missing:
            self._known.update(zip(missing, self._model.embed(missing), strict=True))
        return [self._known[text] for text in texts]


def asked_of(personas: Sequence[Mapping[str, Any]], embedded: Embedded) -> Iterator[Asked]:
    """All questions to all personas, each with an answer a second time where that was never told."""
    for persona in personas:
        is_trained_on = int(persona["id"].partition("-")[2]) % LEFT_OUT != 0
        chance = random.Random(persona["id"])
        count = LINES_BESIDE[int(persona["id"].partition("-")[2]) // 2 % len(LINES_BESIDE)]
        beside = chance.sample(lines_of_others(is_trained_on), count)
        index = PlayerStatements(Scope.world())
        for message, told in enumerate((*persona["told"], *beside)):
            for passage in sentence_passages(stating_sentences(told) or [told]):
                index.add(passage, message)
        for text, vector in zip(index.texts, embedded(index.texts), strict=True):
            index.vectors.give(text, vector)
        for each in persona["asked"]:
            kinds = [each.get("kind", "oblique"), "never told"] if each["answer"] is not None else ["hard"]
            for kind in kinds:
                yield _asked(index, each, kind, embedded, is_trained_on=is_trained_on)


def _asked(
    index: PlayerStatements, each: Mapping[str, Any], kind: str, embedded: Embedded, *, is_trained_on: bool
) -> Asked:
    (vector,) = embedded([each["question"]])
    messages = index.columns["message"]
    is_there = (messages >= 0) & ((messages != each["answer"]) if kind == "never told" else True)
    near = nearest(index, np.flatnonzero(is_there), each["question"], vector)
    vectors = np.array([index.vectors.of(at) for at in near.tolist()])
    answers = messages[near] == (-2 if each["answer"] is None else each["answer"])
    return Asked(kind, is_trained_on, vector, vectors, signals(index, near, each["question"], vector), answers)


@cache
def lines_of_others(is_trained_on: bool) -> list[str]:
    """What people state in dialogues that have nothing to do with the personas."""
    files = chain(*(sorted((DATA / "evidence_hard" / name).glob("*.json")) for name in BESIDE[is_trained_on]))
    sessions = chain(*(json.loads(file.read_text("utf-8"))["sessions"] for file in files))
    said = (turn["text"] for session in sessions for turn in session["turns"] if turn["speaker"] != NARRATOR)
    return [line for text in said for line in stating_sentences(text)]


def load() -> list[dict[str, Any]]:
    """The personas of all writers, each with its plain questions too."""
    plain = {each["id"]: each["asked"] for each in _read(PLAIN)}
    personas = [persona for writer in WRITERS for persona in _read(writer)]
    for persona in personas:
        persona["asked"] += [{**each, "kind": "plain"} for each in plain.get(persona["id"], ())]
    return personas


def _read(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((TOLD / f"{name}.json").read_text("utf-8"))
    return found


class Trainer:
    """All questions as arrays (question × passage), padded; ``wanted`` is of the passages and, last, of none."""

    def __init__(self, asked: Sequence[Asked]) -> None:
        count, size = len(asked), len(asked[0].question)
        self.questions = np.array([each.question for each in asked], dtype=np.float64)
        self.passages = np.zeros((count, NEAREST, size))
        self.signals = np.zeros((count, NEAREST, len(SIGNALS)))
        self.is_there = np.zeros((count, NEAREST), dtype=np.bool_)
        self.wanted = np.zeros((count, NEAREST + 1), dtype=np.bool_)
        for at, each in enumerate(asked):
            found = len(each.answers)
            self.passages[at, :found], self.signals[at, :found] = each.passages, each.signals
            self.is_there[at, :found], self.wanted[at, :found] = True, each.answers
            self.wanted[at, NEAREST] = not each.answers.any()
        self.counted = np.array([COUNTS[each.kind] for each in asked])

    def fitted(self) -> dict[str, Any]:
        """The weights, by Adam over all questions at once; signals are standardised while they are fitted."""
        deviation = self.signals[self.is_there].std(axis=0) + 1e-9
        signals, share = self.signals / deviation, (self.counted / self.counted.sum())[:, None]
        size = self.questions.shape[1]
        chance = np.random.default_rng(0)
        into, back = chance.normal(0, 0.05, (size, RANK)), np.zeros((RANK, size))
        numbers = [into, back, np.array(9.0), np.zeros(len(SIGNALS)), np.array(4.0)]
        rates = (STEP, STEP, 5 * STEP, 5 * STEP, 5 * STEP)
        means, squares = ([np.zeros_like(each) for each in numbers] for _ in range(2))
        for step in range(1, STEPS + 1):
            into, back, mapped, weights, none = numbers
            inner = self.questions @ into
            moved = self.questions + inner @ back
            near = np.einsum("qd,qpd->qp", moved, self.passages)
            scores = np.where(self.is_there, mapped * near + signals @ weights, -np.inf)
            chances = _softmax(np.column_stack([scores, np.full(len(scores), none)]))
            right = chances * self.wanted
            errors = (chances - right / np.maximum(right.sum(1, keepdims=True), 1e-12)) * share
            slope = mapped * np.einsum("qp,qpd->qd", errors[:, :-1], self.passages)
            slopes = (
                self.questions.T @ (slope @ back.T) + DECAY * into,
                inner.T @ slope + DECAY * back,
                (errors[:, :-1] * near).sum(),
                np.einsum("qp,qps->s", errors[:, :-1], signals) + WEIGHT_DECAY * weights,
                errors[:, -1].sum(),
            )
            for at, each in enumerate(slopes):
                means[at] = 0.9 * means[at] + 0.1 * each
                squares[at] = 0.99 * squares[at] + 0.01 * each * each
                size_of_step = (means[at] / (1 - 0.9**step)) / (np.sqrt(squares[at] / (1 - 0.99**step)) + 1e-8)
                numbers[at] = numbers[at] - rates[at] * size_of_step
        into, back, mapped, weights, none = numbers
        return {
            "mapped": round(float(mapped), 4),
            "weights": dict(zip(SIGNALS, np.round(weights / deviation, 4).tolist(), strict=True)),
            "none": round(float(none), 4),
            "into": as_bytes(into),
            "back": as_bytes(back),
        }


def as_bytes(numbers: NDArray[np.floating]) -> dict[str, Any]:
    """Return numbers as signed bytes, in base 64, and what one of them is."""
    each = float(np.abs(numbers).max()) / 127 or 1.0
    whole = np.rint(numbers / each).astype(np.int8)
    return {"shape": list(numbers.shape), "each": each, "bytes": b64encode(whole.tobytes()).decode()}


_UNTRAINED = {"probe": as_bytes(np.ones(1)), "sure": 1.0, "likely": 1.0}


def _softmax(scores: Floats) -> Floats:
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    found: Floats = raised / raised.sum(axis=1, keepdims=True)
    return found


def told(model: AnswerModel, asked: Asked) -> tuple[float, bool]:
    """The chance of the best passage, and whether it answers."""
    mapped = asked.passages @ model.mapped(asked.question)
    chances = model.chances(mapped.astype(np.float64), asked.signals)
    best = int(chances.argmax())
    return float(chances[best]), bool(asked.answers[best])


def thresholds(trained_on: Sequence[Asked]) -> tuple[float, float]:
    """The chances from which on as many questions without an answer are answered as is allowed, each quarter of what is
    trained on by a model of the others."""
    chances: dict[str, list[float]] = {kind: [] for kind in COUNTS}
    size = -(-len(trained_on) // QUARTERS)
    for first in range(0, len(trained_on), size):
        others = [*trained_on[:first], *trained_on[first + size :]]
        model = AnswerModel({**_UNTRAINED, **Trainer(others).fitted()})
        for each in trained_on[first : first + size]:
            chances[each.kind].append(told(model, each)[0])
    sure, likely = (
        float(np.quantile(chances[kind], 1 - part))
        for kind, part in (("hard", SURE_FALSE), ("never told", LIKELY_FALSE))
    )
    return sure, min(sure, likely)


def table(model: AnswerModel, asked: Sequence[Asked]) -> str:
    """By kind of question: the right one in the first place, told surely and told at all, right or wrong."""
    rows = ["| questions | | in the first place | told as the answer, wrong | told as the nearest, wrong |"]
    rows.append("| --- | --- | --- | --- | --- |")
    for kind in COUNTS:
        found = [told(model, each) for each in asked if each.kind == kind]
        first = f"{sum(is_right for _, is_right in found) / len(found):.3f}"
        cells = []
        for least, below in ((model.sure, 2.0), (model.likely, model.sure)):
            said = [is_right for chance, is_right in found if least <= chance < below]
            right, wrong = (sum(each is is_right for each in said) / len(found) for is_right in (True, False))
            cells.append(f"{right:.3f}, {wrong:.3f}")
        rows.append(f"| {kind} | {len(found)} | {first} | {' | '.join(cells)} |")
    return "\n".join(rows)


def main() -> None:
    """Train, measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--measure", action="store_true", help="measure alone")
    options = parser.parse_args()
    embedded = Embedded()
    asked = list(asked_of(load(), embedded))
    trained_on, left_out = ([each for each in asked if each.is_trained_on is is_so] for is_so in (True, False))
    if options.measure:
        trained = json.loads(WEIGHTS.read_text("utf-8"))
    else:
        sure, likely = (round(each, 3) for each in thresholds(trained_on))
        probe = as_bytes(embedded([PROBE])[0])
        trained = {"probe": probe, "sure": sure, "likely": likely, **Trainer(trained_on).fitted()}
        WEIGHTS.write_text(json.dumps(trained, indent=1) + "\n", "utf-8")
    model = AnswerModel(trained)
    print({name: trained[name] for name in ("sure", "likely", "mapped", "none", "weights")})
    print(f"trained on\n{table(model, trained_on)}\n\nleft out\n{table(model, left_out)}")


if __name__ == "__main__":
    main()
