"""Train the model that finds which passage that a person may say answers a question, or that none does.

    python -m benchmarks.train_passages            # measure each person left out, then write the weights
    python -m benchmarks.train_passages --mistakes # and print what is not answered well

Logistic regression (scikit-learn) over the signals of `app/agents/narrator/answering/ranking.py`, one row for each
passage of the person asked, on `tests/data/answering/questions.jsonl`; a second one decides by the likeliest passage
whether any answers. Measured is each person by weights that were trained without it. The floor is the chance from which
on so at most `WRONG` of all questions are answered by a passage that does not answer. Needs the embedded model and the
extra ``dev``.
"""

import argparse
import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import LeaveOneGroupOut

import app.language.en
from app.agents.narrator.knowledge.exchange import Exchange
from app.agents.narrator.knowledge.passages import Known, passages_of
from app.agents.narrator.knowledge.ranking import SIGNALS, SURENESS, best_passage, cosines_of, filling, signals
from app.container import Container
from app.embeddings.minilm import LocalMiniLM
from app.interfaces.embeddings import Vector
from app.memory.recall.recaller import Recaller
from app.models.state.game_state import GameState
from app.models.state.opening import begin
from app.settings import PROJECT

WEIGHTS = Path(app.language.en.__path__[0]) / "passage_weights.json"
QUESTIONS = PROJECT / "tests" / "data" / "answering" / "questions.jsonl"
WORLDS = PROJECT / "tests" / "data" / "worlds"
WRONG = {"floor": {"meaning": 0.04, "words": 0.04}, "floor_beside": {"meaning": 0.025, "words": 0.04}}
"""For the floor of passages of topics and that of others (what is seen, memories, what the person is) the part of all
questions that may be answered wrongly, with vectors and by words alone."""
INVERSE_STRENGTH = 1.0

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Asked:
    """A question, the signals of each passage of the person asked, and which of the passages answer."""

    person: str
    text: str
    passages: Sequence[Known]
    by_meaning: Floats
    by_words: Floats
    answers: NDArray[np.bool_]


@dataclass(frozen=True)
class Decided:
    """A question, which passage is likeliest to answer it, what decides whether it does, and whether it holds the kind
    of answer that is wanted."""

    asked: Asked
    best: int
    sureness: Floats
    is_filling: bool

    @property
    def is_right(self) -> bool:
        """Whether the passage answers."""
        return bool(self.asked.answers[self.best])

    @property
    def passage(self) -> Known:
        """The passage."""
        return self.asked.passages[self.best]


class Embedded:
    """Vectors of texts, each made once."""

    is_local = True

    def __init__(self) -> None:
        self._model = LocalMiniLM()
        self._known: dict[str, Vector] = {}

    async def vectors(self, texts: Sequence[str]) -> list[Vector | None]:
        """Return the vectors of texts."""
        missing = [text for text in dict.fromkeys(texts) if text not in self._known]
        if missing:
            self._known.update(zip(missing, self._model.embed(missing), strict=True))
        return [self._known[text] for text in texts]


@cache
def _game(story: str) -> GameState:
    scenarios = Container().scenarios()
    sheet = scenarios.load(str(WORLDS / f"{story}.json") if (WORLDS / f"{story}.json").exists() else story)
    state = begin(sheet, "game")
    for npc_id, npc in state.npcs.items():
        npc.topics_told = [topic.id for topic in state.sheets.npc(npc_id).topics]
    return state


async def read(rows: Sequence[dict[str, Any]]) -> list[Asked]:
    """Return the questions of a file with the signals of what may answer them."""
    recaller = Recaller(Embedded())  # type: ignore[arg-type]  # only its vectors are asked for
    found = []
    for row in rows:
        exchange = Exchange(_game(row["story"]), row["person"], "Lena", recaller)
        passages = passages_of(exchange)
        cosines = await cosines_of(exchange, row["asks"], passages)
        answers = [any(answer in each.text for answer in row["answers"]) for each in passages]
        missing = [answer for answer in row["answers"] if not any(answer in each.text for each in passages)]
        if missing:
            raise ValueError(f"{row['person']} never says {missing[0]!r}.")
        found.append(
            Asked(
                row["person"],
                row["asks"],
                passages,
                signals(exchange, row["asks"], passages, cosines),
                signals(exchange, row["asks"], passages, None),
                np.array(answers),
            )
        )
    return found


def _signals(asked: Asked, key: str) -> Floats:
    return asked.by_meaning if key == "meaning" else asked.by_words


def _fitted(rows: Floats, answers: NDArray[np.bool_], names: Sequence[str]) -> dict[str, float]:
    """Return the weights that fit best, and that of none."""
    model = LogisticRegression(C=INVERSE_STRENGTH, max_iter=2000).fit(rows, answers)
    return dict(zip(names, model.coef_[0].tolist(), strict=True)) | {"none": float(model.intercept_[0])}


def scoring(questions: Sequence[Asked], key: str) -> dict[str, float]:
    """Return the weights of the signals."""
    rows = np.vstack([_signals(each, key) for each in questions])
    return _fitted(rows, np.concatenate([each.answers for each in questions]), SIGNALS)


def decided(asked: Asked, weights: dict[str, float], key: str) -> Decided:
    """Return the likeliest passage of a question by the weights of signals, and what decides on it."""
    rows = _signals(asked, key)
    fit = filling(asked.text, rows, asked.passages)
    best, sureness = best_passage(rows @ np.array([weights[name] for name in SIGNALS]), rows, asked.passages, fit)
    return Decided(asked, best, sureness, bool(fit[best]))


def left_out(questions: Sequence[Asked], key: str) -> list[Decided]:
    """Return each question with the likeliest passage by weights that were trained without its person."""
    groups = [each.person for each in questions]
    found = list[Decided]()
    for train, test in LeaveOneGroupOut().split(groups, groups=groups):
        weights = scoring([questions[at] for at in train], key)
        found += [decided(questions[at], weights, key) for at in test]
    return found


def chances(questions: Sequence[Decided]) -> list[tuple[float, Decided]]:
    """Return the chance of each question's likeliest passage, by people that were left out as well."""
    groups = [each.asked.person for each in questions]
    found = list[tuple[float, Decided]]()
    for train, test in LeaveOneGroupOut().split(groups, groups=groups):
        weights = sureness([questions[at] for at in train])
        sure = np.array([weights[name] for name in SURENESS])
        for at in test:
            score = questions[at].sureness @ sure + weights["none"]
            chance = 1 / (1 + np.exp(-score))
            found.append((float(chance) if questions[at].is_filling else 0.0, questions[at]))
    return found


def sureness(questions: Sequence[Decided]) -> dict[str, float]:
    """Return the weights of what decides."""
    return _fitted(
        np.vstack([each.sureness for each in questions]), np.array([each.is_right for each in questions]), SURENESS
    )


def floor_of(found: Sequence[tuple[float, Decided]], wrong: float) -> float:
    """Return the lowest chance from which on at most this part of the questions is answered wrongly."""
    for floor in sorted({chance for chance, _ in found}):
        if sum(chance >= floor and not each.is_right for chance, each in found) <= wrong * len(found):
            return floor
    return 1.0


def trained(questions: Sequence[Asked], key: str, *, mistakes: bool) -> dict[str, float]:
    """Return the weights of all questions, with the floor that people who were left out ask for; print how they do."""
    picked = left_out(questions, key)
    found = chances(picked)
    floors = {name: floor_of(found, wrong[key]) for name, wrong in WRONG.items()}

    def is_said(chance: float, each: Decided) -> bool:
        return chance >= floors["floor_beside" if each.passage.topic is None else "floor"]

    said = [each for chance, each in found if is_said(chance, each)]
    right = sum(each.is_right for each in said)
    answerable = sum(bool(each.answers.any()) for each in questions)
    precision = right / (len(said) or 1)
    print(
        f"{key}: {len(questions)} asked, {answerable} with an answer: {right} answered, {len(said) - right} wrong, "
        f"precision {precision:.2f} at floors of {floors['floor']:.2f} and {floors['floor_beside']:.2f}"
    )
    for chance, each in found if mistakes else ():
        if is_said(chance, each) is not each.is_right:
            what = "WRONG" if is_said(chance, each) else "unanswered"
            print(f"  {what:10} {chance:.2f} {each.asked.person}: {each.asked.text} => {each.passage.text[:90]}")
    return scoring(questions, key) | sureness(picked) | floors


def main() -> None:
    """Train, measure and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mistakes", action="store_true", help="print the questions that are not answered well")
    options = parser.parse_args()
    rows = [json.loads(line) for line in QUESTIONS.read_text(encoding="utf-8").splitlines()]
    questions = asyncio.run(read(rows))
    weights = {key: trained(questions, key, mistakes=options.mistakes) for key in ("meaning", "words")}
    rounded = {key: {name: round(value, 3) for name, value in each.items()} for key, each in weights.items()}
    WEIGHTS.write_text(json.dumps(rounded, indent=1) + "\n")


if __name__ == "__main__":
    main()
