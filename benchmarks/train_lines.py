"""Train the model of what kind a typed line is, on the labelled lines of `tests/data/lines`.

    python -m benchmarks.train_lines            # measure each writer's lines with the others', then write the weights
    python -m benchmarks.train_lines --measure  # measure alone

A logistic regression for each kind over the features of clauses that `app/language/reading/line_kinds.py` finds. A
clause is of the kind of its line, or of the part that it stands in. What a kind needs is the least score from which on,
over the lines typed beside somebody by the writers left out one after the other, lines are of it as often as
`PRECISION` says.
What people say in the dialogues of `DIALOGUES` and in the lines of the reader is trained on too: in a game far more is
said than in those files.
`fresh` are lines of people new to the game: never trained on, only measured.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np

import app.language.en
from app.language.language import default_language
from app.language.reading.line_kinds import LineKind, LineKinds
from app.language.reading.linear import Features, LinearModel
from app.models.messages.speech import Span
from benchmarks.linear import Fitting, fit, weights_of, write

WEIGHTS = Path(app.language.en.__path__[0]) / "line_weights.json"
DATA = Path(__file__).parents[1] / "tests/data"
LINES = DATA / "lines"
DIALOGUES = (DATA / "evidence", DATA / "evidence_hard" / "trained_on")
NARRATOR, SPOKEN = "Narrator", {"first-person", "chat", "plain-modern", "rambling", "child-like", "npc-talk"}
WRITERS, ALSO, HELD_OUT = ("w1", "w2"), ("plain",), "fresh"
KINDS = tuple(LineKind)
MIXED = "mixed"
PRECISION = {LineKind.DEED: 0.95, LineKind.SAID: 0.92, LineKind.ASKS: 0.95, LineKind.ASIDE: 0.95}
"""Of the lines beside somebody that are surely of a kind, those that are right."""
PLAIN_WEIGHT, SAID_WEIGHT = 3.0, 0.1
"""How much a line of `plain` and one of `said_lines` count beside one of a writer."""
FITTING = Fitting(fewest=2, kept=8_000, decay=0.02)


@dataclass(frozen=True)
class Line:
    """A labelled line; ``parts`` are the kinds of its spans, one of all of it unless it is mixed."""

    text: str
    company: bool
    parts: tuple[tuple[LineKind, Span], ...]
    weight: float = 1.0

    @property
    def kind(self) -> LineKind | None:
        return self.parts[0][0] if len(self.parts) == 1 else None


@dataclass(frozen=True)
class Sample:
    """A clause: its features, the kinds of the parts that it stands in, how much it counts, and its line's number."""

    features: Features
    kinds: frozenset[LineKind]
    weight: float
    line: int


def lines_of(name: str) -> list[Line]:
    """A file's lines, in order."""
    rows = (json.loads(row) for row in (LINES / f"{name}.jsonl").read_text("utf-8").splitlines())
    weight = PLAIN_WEIGHT if name in ALSO else 1.0
    return [Line(row["line"], row["company"], tuple(_parts(row)), weight) for row in rows]


def said_lines() -> list[Line]:
    """What people say in dialogues and to each other in the lines of the reader, as if typed beside somebody."""
    dialogues = (json.loads(file.read_text("utf-8")) for folder in DIALOGUES for file in sorted(folder.glob("*.json")))
    sessions = (session for dialogue in dialogues for session in dialogue["sessions"])
    turns = (turn for session in sessions for turn in session["turns"])
    said = [turn["text"] for turn in turns if turn["speaker"] != NARRATOR]
    for file in sorted((DATA / "reader").glob("development_*.jsonl")):
        rows = map(json.loads, file.read_text("utf-8").splitlines())
        said += [row["text"] for row in rows if row["style"] in SPOKEN]
    return [Line(text, True, ((LineKind.SAID, (0, len(text))),), SAID_WEIGHT) for text in dict.fromkeys(said)]


def _parts(row: Mapping[str, Any]) -> Iterator[tuple[LineKind, Span]]:
    at = 0
    for kind, words in row.get("spans") or [(row["kind"], row["line"])]:
        at = row["line"].index(words, at)
        yield LineKind(kind), (at, at + len(words))
        at += len(words)


def in_both_settings(lines: Iterable[Line]) -> Iterator[Line]:
    """Each line, and once more alone or beside somebody, where its kind does not depend on that."""
    for line in lines:
        yield line
        if line.kind is not LineKind.SAID and (line.company or line.kind is not LineKind.ASKS):
            yield replace(line, company=not line.company)


def samples_of(lines: Iterable[Line], reader: LineKinds) -> Iterator[Sample]:
    """The clauses of lines; a line counts as the root of how many it has, times its weight."""
    for number, line in enumerate(lines):
        clauses = list(reader.evidence(line.text, company=line.company))
        for (start, end), features in clauses:
            kinds = frozenset(kind for kind, at in line.parts if start < at[1] and at[0] < end)
            if kinds:
                yield Sample(features, kinds, line.weight / sqrt(len(clauses)), number)


def train(lines: Iterable[Line], reader: LineKinds) -> dict[str, Any]:
    """Weights with which a clause is of a kind where that is likelier than not."""
    samples = list(samples_of(in_both_settings(lines), reader))
    counts = Counter(feature for _, feature in {(one.line, feature) for one in samples for feature in one.features})
    right = np.array([[kind in one.kinds for kind in KINDS] for one in samples], np.float32)
    counted = np.array([[one.weight] * len(KINDS) for one in samples], np.float32)
    return weights_of(*fit([one.features for one in samples], counts, right, counted, FITTING), [0] * len(KINDS))


def needing(weights: Mapping[str, Any], least: Sequence[int]) -> LineKinds:
    """The reader with these weights, where each kind needs so much more."""
    return LineKinds(default_language(), moved_by(weights, least))


def moved_by(weights: Mapping[str, Any], least: Sequence[int]) -> dict[str, Any]:
    """The weights, where each kind needs so much more."""
    return {**weights, "least": [int(one + more) for one, more in zip(weights["least"], least, strict=True)]}


def least_scores(left_out: Mapping[str, dict[str, Any]]) -> list[int]:
    """What each kind needs beyond being likelier than not, by the lines of the writers left out: first what is said,
    for the likeliest kind is the one that is furthest above what it needs."""
    least = [0] * len(KINDS)
    for kinds in ({LineKind.SAID}, set(KINDS) - {LineKind.SAID}):
        found = {kind: list[tuple[float, bool]]() for kind in KINDS}
        for name, weights in left_out.items():
            reader, model = needing(weights, least), LinearModel(KINDS, moved_by(weights, least))
            for line in lines_of(name):
                if line.company and line.kind:
                    scores = _scores_of(model, [features for _, features in reader.evidence(line.text, company=True)])
                    best = max(scores, key=lambda kind: scores[kind])
                    found[best].append((scores[best], best is line.kind))
        least = [_least(found[k], PRECISION[k]) if k in kinds else one for k, one in zip(KINDS, least, strict=True)]
    return least


def _scores_of(model: LinearModel[LineKind], clauses: Sequence[Features]) -> dict[LineKind, float]:
    """The scores of some clauses together."""
    sizes = [sqrt(len(features)) for features in clauses]
    scores = [model.scores(features) for features in clauses]
    return {kind: sum(one[kind] * size for one, size in zip(scores, sizes, strict=True)) / sum(sizes) for kind in KINDS}


def _least(scored: Iterable[tuple[float, bool]], wanted: float) -> int:
    """The least whole score from which on as many are right as is wanted; 0 if all are."""
    ranked = sorted(scored, reverse=True)
    right = np.cumsum([is_right for _, is_right in ranked])
    enough = np.flatnonzero(right / np.arange(1, len(ranked) + 1) >= wanted)
    return max(0, int(np.floor(ranked[int(enough[-1])][0]))) if len(enough) else 1_000


def row_of(name: str, reader: LineKinds, *, company: bool) -> str:
    """A row of the table: precision and recall of the lines that are read as of one kind."""
    lines = [line for line in lines_of(name) if line.company is company]
    told = [{part.kind for part in reader.parts(line.text, company=company)} for line in lines]
    cells = [f"{name}, {'in company' if company else 'alone'} ({len(lines)})"]
    for kind in KINDS:
        read = [line for line, kinds in zip(lines, told, strict=True) if line.kind and kinds == {kind}]
        right, all_of_it = (sum(line.kind is kind for line in each) for each in (read, lines))
        cells.append(f"{right / max(1, len(read)):.2f} / {right / max(1, all_of_it):.2f}")
    return f"| {' | '.join(cells)} |"


def mixed_row(name: str, reader: LineKinds) -> str:
    """How many mixed lines are divided, and how many parts are of the right kind where they are."""
    lines = [line for line in lines_of(name) if not line.kind]
    read = [(line, reader.parts(line.text, company=line.company)) for line in lines]
    parts = [(line, part) for line, found in read if len(found) > 1 for part in found]
    right = sum(any(k is p.kind and at[0] < p.span[1] and p.span[0] < at[1] for k, at in one.parts) for one, p in parts)
    divided = sum(len(found) > 1 for _, found in read)
    return f"| {name} | {divided} of {len(lines)} | {right} of {len(parts)} |"


def main(*, measure_only: bool) -> None:
    """Print how each writer's lines are read by a model of the others', and write the weights of all."""
    reader = LineKinds(default_language())
    files = {**{name: lines_of(name) for name in (*WRITERS, *ALSO)}, "dialogues": said_lines()}
    left_out = {
        name: train((line for other, lines in files.items() if other != name for line in lines), reader)
        for name in WRITERS
    }
    least = least_scores(left_out)
    print("least scores:", dict(zip(KINDS, least, strict=True)))
    whole = train((line for lines in files.values() for line in lines), reader)
    readers = {**{name: needing(left_out[name], least) for name in WRITERS}, HELD_OUT: needing(whole, least)}
    print("| lines | " + " | ".join(kind.value for kind in KINDS) + " |\n" + "| --- " * 5 + "|")
    for name, one in readers.items():
        print(row_of(name, one, company=True), row_of(name, one, company=False), sep="\n")
    print("\n| mixed lines | divided | parts of the right kind |\n| --- | --- | --- |")
    print("\n".join(mixed_row(name, one) for name, one in readers.items()))
    if not measure_only:
        write(moved_by(whole, least), WEIGHTS)
        print(f"{len(whole['weights'])} features, {WEIGHTS.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main(measure_only="--measure" in sys.argv)
