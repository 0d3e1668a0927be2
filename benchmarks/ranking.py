"""Ranking by `hybrid` on sets of different make: one table of recall, and the order of pairs that words leave equal.

    python -m benchmarks.ranking                    # every set: R@1, R@5, R@10, with meaning and by words alone
    python -m benchmarks.ranking --vectors 0.3      # the same where only a part of the lines have vectors
    python -m benchmarks.ranking --pairs            # pairs: which of two comes first, by what differs
    python -m benchmarks.ranking --sets chat held   # some sets

R@1 is how often the first hit is evidence; R@5 and R@10 are the part of the evidence among the first hits, averaged
over all questions. Dialogues are heard as messages; what the personas of `tests/data/told` said is heard among lines of
other dialogues; pairs are memories among 400 others. No weight was chosen by `held` and `chat`.
"""

import argparse
import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from app.memory.recall.query import Preset, RecallQuery
from app.memory.recall.recaller import Recaller
from app.memory.recall.speakers import without_speakers
from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.memory import MemoryKind
from benchmarks.dialogues import OWNER, Dialogue, Question, Session, Turn, dialogue_of, empty_game, load
from benchmarks.evidence import Vectors, Way, answers, embed_all, local_minilm, recall_at
from benchmarks.train_answers import lines_of_others
from benchmarks.train_answers import load as load_personas

DATA = Path(__file__).parents[1] / "tests" / "data"
HARD = DATA / "evidence_hard"
PAIRS = DATA / "ranking"
CUTS = (1, 5, 10)
EVERY = 5
"""One persona of so many is asked."""
OTHERS, AMONG = 400, (30, 60, 120)
"""Other memories among which a pair is recalled, and lines among which a persona's are."""
HOUR, DAY = 60, 24 * 60
NOW = 60 * DAY
_BEGIN = datetime(2024, 1, 1, 9)  # noqa: DTZ001  # local to the dialogue, as in the data


def told(keep: int = 1) -> list[Dialogue]:
    """Return one in `EVERY` personas of `tests/data/told` as dialogues, their statements among lines of others.

    Args:
        keep: The remainder of the numbers of those that are returned.
    """
    made, others = [], lines_of_others(True)
    for persona in load_personas():
        number = int(persona["id"].partition("-")[2])
        if number % EVERY != keep:
            continue
        chance = random.Random(persona["id"])
        beside = chance.sample(others, min(AMONG[number // 2 % len(AMONG)], len(others)))
        lines = [(f"t{at}", text) for at, text in enumerate(persona["told"])]
        lines += [(f"b{at}", text) for at, text in enumerate(beside)]
        chance.shuffle(lines)
        sessions = [
            Session(
                _BEGIN + timedelta(days=first // 8),
                tuple(Turn(turn_id, "Alex", text) for turn_id, text in lines[first : first + 8]),
            )
            for first in range(0, len(lines), 8)
        ]
        asked = [
            Question(each["question"], (f"t{each['answer']}",), each.get("kind", "oblique"))
            for each in persona["asked"]
            if each["answer"] is not None
        ]
        made.append(dialogue_of(persona["id"], sessions, asked, persona["id"]))
    return made


SETS: Mapping[str, Callable[[], list[Dialogue]]] = {
    "easy": lambda: load(DATA / "evidence"),
    "hard": lambda: load(HARD / "trained_on"),
    "games": lambda: load(HARD / "games"),
    "asked": lambda: load(DATA / "asked"),
    "told": told,
    "held": lambda: load(HARD / "held_out"),
    "chat": lambda: load(PAIRS / "chat"),
}


def measured(dialogues: Sequence[Dialogue], vectors: Vectors, recaller: Recaller) -> tuple[float, ...]:
    """Return recall at `CUTS`."""
    way = Way("", Preset.HYBRID, recaller, messages=True)
    rows = [
        [
            float(bool(hits) and hits[0] in question.evidence) if cut == 1 else recall_at(hits, question.evidence, cut)
            for cut in CUTS
        ]
        for question, hits in answers(dialogues, way, vectors, max(CUTS))
    ]
    return tuple(sum(column) / len(rows) for column in zip(*rows, strict=True))


def with_share(
    embed: Callable[[Sequence[str]], Any], share: float, dialogues: Sequence[Dialogue]
) -> Callable[[Sequence[str]], list[Any]]:
    """Return an embedder that gives a vector to every question and to this share of the lines, chosen by their text."""
    asked = {
        text
        for dialogue in dialogues
        for question in dialogue.questions
        for text in (question.text, without_speakers(dialogue.as_memories, question.text))
    }

    def embedded(texts: Sequence[str]) -> list[Any]:
        rows = embed(texts)
        return [
            row if text in asked or random.Random(text).random() < share else None
            for text, row in zip(texts, rows, strict=True)
        ]

    return embedded


@dataclass(frozen=True)
class Difference:
    """What differs between the two memories of a pair, as fields of the better and of the other one."""

    name: str
    better: Mapping[str, float]
    other: Mapping[str, float]


DIFFERENCES = (
    Difference("importance 9 : 2", {"importance": 9.0}, {"importance": 2.0}),
    Difference("age 1 hour : 7 days", {"age": HOUR}, {"age": 7 * DAY}),
    Difference("age 1 day : 30 days", {"age": DAY}, {"age": 30 * DAY}),
    Difference("reinforced once : not", {"strength": 1}, {"strength": 0}),
)


def pairs_in_order(
    pairs: Sequence[Mapping[str, Any]], difference: Difference, embed: Callable[[Sequence[str]], Any] | None
) -> float:
    """Return how many pairs are in the right order; each is recalled twice, with either line as the better one."""
    right = 0
    for turned in (False, True):
        stream, lines = MemoryStream(empty_game(), OWNER), {}
        chance = random.Random(turned)
        texts: list[tuple[str, str, int]] = [(text, "", 0) for text in _other_memories()]
        texts += [(text, pair["id"], at) for pair in pairs for at, text in enumerate(pair["lines"])]
        chance.shuffle(texts)
        for text, pair_id, at in texts:
            fields: dict[str, float] = {"importance": 5.0, "age": chance.randrange(NOW)}
            if pair_id:
                fields |= {"age": 2 * DAY} | dict(difference.other if (at == 0) is turned else difference.better)
            entry = stream.add(
                MemoryKind.OBSERVATION,
                MemoryContext(
                    content=text,
                    created_at=datetime(2024, 1, 1, tzinfo=UTC),
                    game_time=NOW - int(fields["age"]),
                    importance=fields["importance"],
                ),
            )
            stream.reinforce([entry.id or ""] * int(fields.get("strength", 0)))
            if pair_id:
                lines[entry.id] = pair_id, (at == 0) is not turned
        if embed is not None:
            waiting = stream.unembedded()
            stream.give_vectors(waiting, embed(waiting))
        for pair in pairs:
            vector = None if embed is None else embed([without_speakers(stream, pair["question"])])[0]
            query = RecallQuery(text=pair["question"], now=NOW, vector=vector, limit=len(texts))
            found = (lines.get(hit.memory.id) for hit in Recaller().recall(stream, query))
            right += next(is_better for known in found if known and known[0] == pair["id"] for is_better in [known[1]])
    return right / 2


def _other_memories() -> list[str]:
    dialogues = [*load(HARD / "games"), *load(DATA / "asked")]
    texts = [message.content for dialogue in dialogues for message in dialogue.as_messages.state.conversation_history]
    random.Random(3).shuffle(texts)
    return texts[:OTHERS]


def _table(names: Sequence[str], embed: Callable[[Sequence[str]], Any] | None, share: float) -> Iterator[str]:
    yield f"| set | questions | {' | '.join(f'R@{cut}' for cut in CUTS)} |"
    yield "| --- | --- | --- | --- | --- |"
    for name in names:
        dialogues = SETS[name]()
        vectors: Vectors = {} if embed is None else embed_all(dialogues, with_share(embed, share, dialogues))  # type: ignore[arg-type]  # lines without a vector have None
        found = measured(dialogues, {key: row for key, row in vectors.items() if row is not None}, Recaller())
        asked = sum(len(dialogue.questions) for dialogue in dialogues)
        yield f"| {name} | {asked} | {' | '.join(f'{value:.3f}' for value in found)} |"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", nargs="+", choices=list(SETS), default=list(SETS), help="only these")
    parser.add_argument("--vectors", type=float, default=1.0, help="the share of lines that have a vector")
    parser.add_argument("--pairs", nargs="*", metavar="FILE", help="pairs instead of sets; default: all files")
    options = parser.parse_args()
    embed = local_minilm()
    if options.pairs is not None:
        for file in options.pairs or sorted(PAIRS.glob("pairs_*.json")):
            pairs = json.loads(Path(file).read_text(encoding="utf-8"))
            for difference in DIFFERENCES:
                right = [pairs_in_order(pairs, difference, one) for one in (embed, None)]
                figures = f"with meaning {right[0]:g}, by words {right[1]:g}"
                print(f"{Path(file).stem}, {difference.name}: {figures} of {len(pairs)}", flush=True)
        return
    for title, one in (("with meaning", embed), ("by words alone", None)):
        print(title)
        for line in _table(options.sets, one, options.vectors):
            print(line, flush=True)


if __name__ == "__main__":
    main()
