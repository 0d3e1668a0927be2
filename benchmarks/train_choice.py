"""Fit the weights by which the deed that a typed part means is chosen, and measure them on writers left out.

    python -m benchmarks.train_choice [--kinds FOLDER]

The files of ``tests/data/kinds`` whose lines have a ``situation`` name what each part of a line is done to. For each
file the classifier of kinds is trained without it (or read from FOLDER, where an earlier call wrote it), the lines are
read in their situations, and every deed that a part may mean, but mere attempts, becomes a row: right if its kind and
what it is done to are those of the label. The model is scikit-learn's logistic regression. Printed are the share of
parts whose best deed is right, by the writers left out in turn, and for each floor how many deeds are done and how
many of them are right.
"""

import argparse
import asyncio
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np
from sklearn.linear_model import LogisticRegression

from app.agents.narrator.reading import line_reader
from app.agents.narrator.reading.candidates import Candidate, Deeds
from app.agents.narrator.reading.line_reader import ReadPart, read_line
from app.agents.narrator.turn.turn_builder import TurnBuilder
from app.agents.narrator.understanding.intents import Wish
from app.agents.narrator.understanding.typed_words import name_words
from app.container import Container
from app.embeddings.minilm import LocalMiniLM
from app.interfaces.agents.narrator import NarrationContext
from app.language.kinds.classifier import KindClassifier
from app.language.kinds.kinds import Group, group_of
from app.models.command import Command, Outcome
from app.models.messages.passage import Passage
from app.models.prompt import Prompt
from benchmarks.lines import SITUATIONS, in_situation
from benchmarks.train_kinds import DATA, Trained, parts, phrasings

FILES = ("lines_worked", "lines_worked_2")
WRITERS = 3
"""Writers of a file, each with as many lines, one after the other."""
_ALIKE = ({"examine", "search"}, {"use", "put", "act"}, {"take", "buy"}, {"give", "show"})
"""Kinds that are done by the same commands where the same things are named."""
FLOORS = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8)

Row = dict[str, Any]


class Choice(NamedTuple):
    """The deeds that a part may mean: its ``writer``, the candidates, and which of them are right."""

    writer: str
    candidates: list[Candidate]
    right: list[bool]


def _classifiers(folder: Path) -> Iterator[tuple[str, KindClassifier]]:
    """Yield a classifier for each file that was trained without it, written to a folder if it is not there."""
    for name in FILES:
        target = folder / f"kinds_wo_{name}.npz"
        if not target.exists():
            others = [path for path in sorted(DATA.glob("lines_*.jsonl")) if path.stem != name]
            samples = [each for path in others for pair in parts(path) for each in pair if each.weight]
            fixed = list(phrasings(sorted(DATA.glob("phrasings_*.jsonl"))))
            Trained([*fixed, *samples], LocalMiniLM()).save(target)
        yield name, KindClassifier(np.load(target))


def is_right(candidate: Candidate, label: Row, names: dict[str, tuple[tuple[str, ...], ...]]) -> bool:
    """Return whether a deed is the labelled one: of its kind, and done to what the label names.

    Args:
        candidate: The deed.
        label: The labelled part.
        names: The names of each thing by its id.
    """
    kinds = {candidate.kind, label["kind"]}
    if len(kinds) > 1 and not any(kinds <= alike for alike in _ALIKE):
        return False
    wanted = {word for key in ("target", "with", "person") for word in name_words(label.get(key, ""))}
    if not candidate.used or not wanted:
        return True
    return all(any(not wanted.isdisjoint(name) for name in names[each.things[0].id]) for each in candidate.used)


def _labels_of(part: ReadPart, row: Row) -> list[Row]:
    """Return the labelled parts that a part of the line has words of."""
    found, at = [], 0
    for label in row["parts"]:
        start = row["line"].find(label["text"], at)
        at, end = start + 1, start + len(label["text"])
        if min(end, part.end) - max(start, part.start) > 1:
            found.append(label)
    return found


async def _choices(container: Container, game_id: str, rows: Iterable[tuple[str, Row]]) -> list[Choice]:
    """Return the deeds that the parts of lines may mean in a situation."""

    async def prompt(_: str = "") -> Prompt:
        raise AssertionError("no prompt is needed to read a line")

    async def execute(_: Command) -> Outcome:
        raise AssertionError("nothing is carried out")

    def tell(passage: Passage, *, is_shown: bool = False) -> None:
        raise AssertionError(passage, is_shown)

    async def vectors(texts: Any) -> Any:
        return await container.vectors().vectors(texts)

    state, found = container.turns().state(game_id), list[Choice]()
    for writer, row in rows:
        player = state.party.players[0]
        context = NarrationContext(state, row["line"], player, prompt, prompt, execute, tell, lambda _: None)
        for part in await read_line(state, row["line"], vectors):
            labels = _labels_of(part, row)
            if part.is_speech or not labels or part.group is not Group.DEED:
                continue
            names = {thing.id: thing.names for each in part.mentions for thing in each.things}
            deeds = Deeds(TurnBuilder(context), part).candidates()
            candidates = [each for each in deeds if each.intent.wish is not Wish.ATTEMPT]
            for candidate in candidates:
                for thing in (each.things[0] for each in candidate.used):
                    names.setdefault(thing.id, (name_words(state.name(thing.id)),))
            right = [
                group_of(labels[0]["kind"]) is Group.DEED and is_right(each, labels[0], names) for each in candidates
            ]
            if candidates:
                found.append(Choice(writer, candidates, right))
    return found


async def _all_choices(folder: Path) -> list[Choice]:
    situations = json.loads(SITUATIONS.read_text(encoding="utf-8"))
    found = list[Choice]()
    for name, classifier in _classifiers(folder):
        lines = [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]
        each = len(lines) // WRITERS
        named = [(f"{name}-{at // each}", line) for at, line in enumerate(lines)]
        for situation in situations:
            if mine := [pair for pair in named if pair[1]["situation"] == situation["id"]]:
                async with in_situation(situation, words=False) as (container, game_id):
                    with patch.object(line_reader, "classifier_of", return_value=classifier):
                        found += await _choices(container, game_id, mine)
    return found


def _fitted(choices: Iterable[Choice]) -> LogisticRegression:
    rows = [
        (each.features.values(), right)
        for choice in choices
        for each, right in zip(choice.candidates, choice.right, strict=True)
    ]
    return LogisticRegression(C=1.0, max_iter=1000).fit([row for row, _ in rows], [right for _, right in rows])


def _best(model: LogisticRegression, choice: Choice) -> tuple[float, bool]:
    chances = model.predict_proba([each.features.values() for each in choice.candidates])[:, 1]
    at = int(np.argmax(chances))
    return float(chances[at]), choice.right[at]


def main() -> None:
    """Fit, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kinds", type=Path)
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        choices = asyncio.run(_all_choices(options.kinds or Path(folder)))
    writers = sorted({choice.writer for choice in choices})
    left_out = list[tuple[float, bool]]()
    for writer in writers:
        model = _fitted(choice for choice in choices if choice.writer != writer)
        mine = [_best(model, choice) for choice in choices if choice.writer == writer]
        left_out += mine
        print(f"{writer}: {len(mine)} parts, best deed right {np.mean([right for _, right in mine]):.2f}")
    before = [choice.right[int(np.argmax([each.score for each in choice.candidates]))] for choice in choices]
    print(
        f"all: {len(choices)}, left out {np.mean([right for _, right in left_out]):.3f}, as it is {np.mean(before):.3f}"
    )
    for floor in FLOORS:
        done = [right for chance, right in left_out if chance >= floor]
        print(f"floor {floor}: {len(done)} done, {np.mean(done):.3f} of them right")
    model = _fitted(choices)
    print("WEIGHTS =", tuple(round(float(weight), 2) for weight in model.coef_[0]))
    print("BIAS =", round(float(model.intercept_[0]), 2))


if __name__ == "__main__":
    main()
