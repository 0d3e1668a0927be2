"""Train the model that finds which later statement replaces an earlier one, where a question is about both.

    python -m benchmarks.train_changes            # measure by cross-validation, then write the weights
    python -m benchmarks.train_changes --measure  # measure alone

A logistic regression over the signals of `app/memory/recall/changes.py`. Replaced are the pairs of `tests/data/changed`
and the corrections and changes of `tests/data/remembering`, each among what else was said; not replaced is what the
personas of `tests/data/told` tell, among lines of others. One signal is a regression of its own: how much a sentence's
vector sounds like a change. Both are measured on folds that they were not trained on. The threshold is the chance that
few questions to personas reach. Needs the embedded model; no chance is in it but a seeded one.
"""

import argparse
import json
import random
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import app.language.en
from app.language.language import default_language
from app.language.reading.stating import statements
from app.memory.index.player_statements import PlayerStatements, sentence_passages, stating_sentences
from app.memory.recall.changes import SIGNALS, Told, change_signals, later_messages
from app.memory.recall.told_answers import AnswerModel, answer_model
from app.models.memory import Scope
from benchmarks.train_answers import DATA, Embedded, as_bytes, load

WEIGHTS = Path(app.language.en.__path__[0]) / "change_weights.json"
SETS = ("pairs", "corrections", "changed")
NOT_REPLACED = "told"
FOLDS = 5
BESIDE = (3, 8, 24)
"""Lines of other personas that are put among those of an item, item by item."""
PERSONAS_QUESTIONS = 1500
FALSE = 0.08
"""The part of the questions to personas, nothing of which is replaced, that may reach the threshold."""
DECAY, COUNTS, CHANGE_DECAY, CHANGE_COUNTS = 3.0, 5.0, 3.0, 4.0
SPEAKER, LISTENER = "Élan", "Mara"

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Item:
    """Lines in order, a question, the line that answered it first, and the one that replaced it (-1: none)."""

    kind: str
    name: str
    lines: tuple[str, ...]
    question: str
    first: int
    later: int

    @property
    def fold(self) -> int:
        """The fold in which it is measured: that of its group, so that no persona is in two."""
        return zlib.crc32(self.name.encode()) % FOLDS


def items() -> Iterator[Item]:
    """Yield the items of all sets."""
    chance, personas = random.Random(0), load()
    pool = [line for persona in personas for line in persona["told"]]
    folders = {"pairs": DATA / "changed", "corrections": DATA / "remembering", "changed": DATA / "remembering"}
    for kind in SETS:
        for at, each in enumerate(json.loads((folders[kind] / f"{kind}.json").read_text("utf-8"))):
            others = chance.sample(pool, BESIDE[at % len(BESIDE)])
            between = [*each.get("beside", each.get("between", ())), *others]
            lines = (each["first"], *(line for line in between if stating_sentences(line)), each["later"])
            yield Item(kind, f"{kind}{at}", lines, each["question"], 0, len(lines) - 1)
    asked = [(persona, each) for persona in personas for each in persona["asked"] if each["answer"] is not None]
    for at, (persona, each) in enumerate(chance.sample(asked, PERSONAS_QUESTIONS)):
        lines = (*persona["told"], *chance.sample(pool, BESIDE[at % len(BESIDE)]))
        if each["answer"] < len(persona["told"]) - 1:
            yield Item(NOT_REPLACED, persona["id"], lines, each["question"], each["answer"], -1)


def told_of(item: Item, embedded: Embedded) -> Told:
    """Return an item as an index of what was told."""
    index = PlayerStatements(Scope.world())
    for message, line in enumerate(item.lines):
        for passage in sentence_passages(stating_sentences(line) or [line]):
            index.add(passage, message)
    index.give_vectors(index.texts, embedded(index.texts))
    (vector,) = embedded([item.question])

    def stated(message: int) -> Sequence[Any]:
        return statements(item.lines[message], SPEAKER, LISTENER)

    return Told(index, np.arange(1, len(index)), stated, item.question, vector)


def fitted(rows: Floats, right: Floats, counts: float, decay: float) -> Floats:
    """Return the weights of a logistic regression by Newton's method, that of no column last."""
    columns = np.column_stack([rows, np.ones(len(rows))])
    shrink = decay * np.eye(columns.shape[1])
    shrink[-1, -1] = 1e-6
    weights, counted = np.zeros(columns.shape[1]), np.where(right > 0, counts, 1.0)
    for _ in range(30):
        chances = 1 / (1 + np.exp(-np.clip(columns @ weights, -30, 30)))
        slope = columns.T @ ((chances - right) * counted) + shrink @ weights
        curve = (columns * (counted * np.maximum(chances * (1 - chances), 1e-6))[:, None]).T @ columns + shrink
        weights = weights - np.linalg.solve(curve, slope)
    found: Floats = weights
    return found


def direction_of(told: Sequence[tuple[Item, Told]]) -> Floats:
    """Return the direction of the vectors of lines that replace another, against all other lines."""
    rows: dict[str, tuple[Floats, float]] = {}
    for item, each in told:
        messages = each.index.columns["message"]
        for at, line in enumerate(item.lines):
            vectors = np.array([each.index.vectors.of(int(one)) for one in np.flatnonzero(messages == at)])
            whole = vectors.mean(axis=0)
            rows[line] = whole / np.linalg.norm(whole), float(at == item.later)
    right = np.array([each for _, each in rows.values()])
    return fitted(np.array([each for each, _ in rows.values()]), right, CHANGE_COUNTS, CHANGE_DECAY)[:-1]


def trained(told: Sequence[tuple[Item, Told]], answers: AnswerModel) -> tuple[Floats, Floats]:
    """Return the direction of changes, and the weights of the signals; the direction's own signal is cross-fitted."""
    rows, right = list[Floats](), list[Floats]()
    for fold in range(FOLDS):
        direction = direction_of([each for each in told if each[0].fold != fold]).astype(np.float32)
        for item, each in told:
            if item.fold == fold:
                later = later_messages(each, answers, item.first)
                rows.append(change_signals(each, answers, direction, item.first, later))
                right.append((later == item.later).astype(np.float64))
    signals = np.vstack(rows)
    deviation = signals.std(axis=0) + 1e-9
    weights = fitted(signals / deviation, np.concatenate(right), COUNTS, DECAY)
    return direction_of(told), np.append(weights[:-1] / deviation, weights[-1])


def measured(told: Sequence[tuple[Item, Told]], answers: AnswerModel) -> list[tuple[str, float, bool]]:
    """Return for each item its kind, the chance of the likeliest later line, and whether that is the right one, each
    fold by a model of the others."""
    found = []
    for fold in range(FOLDS):
        direction, weights = trained([each for each in told if each[0].fold != fold], answers)
        for item, each in told:
            if item.fold == fold:
                later = later_messages(each, answers, item.first)
                signals = change_signals(each, answers, direction.astype(np.float32), item.first, later)
                chances = 1 / (1 + np.exp(-(signals @ weights[:-1] + weights[-1])))
                best = int(chances.argmax())
                found.append((item.kind, float(chances[best]), bool(later[best] == item.later)))
    return found


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--measure", action="store_true", help="measure alone")
    options = parser.parse_args()
    answers, embedded = answer_model(default_language()), Embedded()
    if answers is None:
        raise SystemExit("There is no model for answers.")
    told = [(item, told_of(item, embedded)) for item in items()]
    found = measured(told, answers)
    least = round(float(np.quantile([chance for kind, chance, _ in found if kind == NOT_REPLACED], 1 - FALSE)), 3)
    print(f"least {least}\n| set | items | replaced by the right line | by another |\n| --- | --- | --- | --- |")
    for kind in (*SETS, NOT_REPLACED):
        of_kind = [(chance >= least, is_right) for each, chance, is_right in found if each == kind]
        right, wrong = (sum(is_found and is_right is so for is_found, is_right in of_kind) for so in (True, False))
        print(f"| {kind} | {len(of_kind)} | {right} | {wrong} |")
    if not options.measure:
        direction, weights = trained(told, answers)
        named = dict(zip(SIGNALS, np.round(weights, 4).tolist(), strict=False))
        model = {"least": least, "none": round(float(weights[-1]), 4), "weights": named}
        WEIGHTS.write_text(json.dumps({**model, "direction": as_bytes(direction)}, indent=1) + "\n", "utf-8")
        print(named)


if __name__ == "__main__":
    main()
