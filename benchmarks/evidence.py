"""How often recall finds the turns of a dialogue that answer a question.

    python -m benchmarks.evidence DATA [--presets ...] [--no-vectors] [--by-kind] [--missed N]
        [--slips SEED]

Every turn becomes a memory of one person, with its speaker before it, the date of its session and a minute of game
time after the turn before, so that every preset can be measured; for `hybrid, messages` the turns are messages that
the person heard instead. Evidence recall@k is the part of a question's evidence that is among the first k hits,
averaged over all questions, and over those of a kind.
"""

import argparse
import random
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.language.analysis.terms import analyse
from app.language.analysis.text import with_other_words, words
from app.memory.recall.hybrid import NAMES, HybridWeights
from app.memory.recall.query import Preset, RecallQuery
from app.memory.recall.recaller import Recaller
from app.memory.recall.speakers import without_speakers
from benchmarks.dialogues import FORMAT, Dialogue, Question, Unreadable, load

CUTS = (5, 10, 25)
SHORTEST_SLIP = 4
"""Letters of a word in which `--slips` makes a slip."""
Embed = Callable[[Sequence[str]], NDArray[np.float32]]
Vectors = Mapping[str, NDArray[np.float32]]

_ALONE = dict.fromkeys(set(NAMES) - {"words", "meaning"}, 0.0)


@dataclass(frozen=True)
class Way:
    """One way to recall: a preset with its weights, over memories or over messages."""

    name: str
    preset: Preset
    recaller: Recaller = field(default_factory=Recaller)
    messages: bool = False
    about_all: bool = False
    """Whether the question's vector is that of its whole text, names of speakers included."""


WAYS = (
    Way("recent", Preset.RECENT),
    Way("chronicle", Preset.CHRONICLE),
    Way("situational", Preset.SITUATIONAL),
    Way("genagents", Preset.GENAGENTS, about_all=True),
    Way("BM25 alone", Preset.HYBRID, Recaller(hybrid=HybridWeights(words=1, meaning=0, **_ALONE))),
    Way("vectors alone", Preset.HYBRID, Recaller(hybrid=HybridWeights(words=0, meaning=1, **_ALONE)), about_all=True),
    Way("hybrid", Preset.HYBRID),
    Way("hybrid, messages", Preset.HYBRID, messages=True),
)


KEYS_BESIDE = dict(zip("abcdefghijklmnopqrstuvwxyz", "svxfrghjoklknmpowtdyibecux", strict=True))
"""On an English keyboard a key beside each."""


def with_slip(text: str, seed: int) -> str:
    """The text with one letter within one of its longer content words swapped with the next, left out, doubled or
    mistaken for a key beside it, by chance of the seed and the text."""
    chance = random.Random(f"{seed}:{text}")
    longer = [word for word in words(text) if len(word) >= SHORTEST_SLIP and word.isalpha() and analyse(word).terms]
    if not longer:
        return text
    word = chance.choice(longer)
    at = chance.randrange(1, len(word) - 1)
    letter, following = word[at], word[at + 1]
    beside = KEYS_BESIDE.get(letter.lower(), letter)
    other = chance.choice((f"{following}{letter}", following, f"{letter}{letter}{following}", f"{beside}{following}"))
    return with_other_words(text, {word: word[:at] + other + word[at + 2 :]})


def slipped(dialogue: Dialogue, seed: int) -> Dialogue:
    """The dialogue with one slip in each question."""
    asked = tuple(replace(question, text=with_slip(question.text, seed)) for question in dialogue.questions)
    return replace(dialogue, questions=asked)


def embed_all(dialogues: Sequence[Dialogue], embed: Embed) -> dict[str, NDArray[np.float32]]:
    """Gives every turn its vector; the questions' vectors by their text."""
    texts: dict[str, None] = {}
    for dialogue in dialogues:
        texts.update(dict.fromkeys(dialogue.as_memories.unembedded() + dialogue.as_messages.unembedded()))
        for question in dialogue.questions:
            texts.update(dict.fromkeys((question.text, without_speakers(dialogue.as_memories, question.text))))
    vectors = dict(zip(texts, embed(list(texts)), strict=True))
    for dialogue in dialogues:
        for stream in (dialogue.as_memories, dialogue.as_messages):
            texts_of_stream = stream.unembedded()
            stream.give_vectors(texts_of_stream, [vectors[text] for text in texts_of_stream])
    return vectors


def answers(
    dialogues: Sequence[Dialogue], way: Way, vectors: Vectors, limit: int = max(CUTS)
) -> Iterator[tuple[Question, list[str]]]:
    """Each question with the ids of the turns that were found, the best first.

    What a preset gives in the order of time (recent, chronicle, genagents) is ordered by score, the newest of equals
    first.
    """
    for dialogue in dialogues:
        stream = dialogue.as_messages if way.messages else dialogue.as_memories
        for question in dialogue.questions:
            text = "" if way.preset is Preset.CHRONICLE else question.text
            vector = vectors.get(
                question.text if way.about_all else without_speakers(dialogue.as_memories, question.text)
            )
            query = RecallQuery(text=text, now=dialogue.now, limit=limit, vector=vector, preset=way.preset)
            hits = sorted(way.recaller.recall(stream, query), key=lambda hit: (-hit.score, _order(way, hit.rank)))
            yield question, [dialogue.turn_ids[hit.memory.id or ""] for hit in hits]


def _order(way: Way, rank: int) -> int:
    return -rank if way.preset in (Preset.RECENT, Preset.CHRONICLE) else rank


def recall_at(found: Sequence[str], evidence: Sequence[str], cut: int) -> float:
    """The part of the evidence that is among the first hits."""
    return len(set(found[:cut]) & set(evidence)) / len(evidence)


def measure(dialogues: Sequence[Dialogue], way: Way, vectors: Vectors) -> dict[str, dict[int, float]]:
    """Evidence recall by kind of question (``all`` for all of them) and cut."""
    found: dict[str, list[dict[int, float]]] = defaultdict(list)
    for question, hits in answers(dialogues, way, vectors):
        scores = {cut: recall_at(hits, question.evidence, cut) for cut in CUTS}
        found["all"].append(scores)
        found[question.kind].append(scores)
    return {kind: {cut: float(np.mean([one[cut] for one in scores])) for cut in CUTS} for kind, scores in found.items()}


def local_minilm() -> Embed:
    from app.embeddings.minilm import LocalMiniLM  # noqa: PLC0415  # an extra: words alone do without

    return LocalMiniLM().embed


def main() -> None:
    """Measure and print the tables."""
    parser = argparse.ArgumentParser(
        description=f"{__doc__}\n{FORMAT}", formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path, help="a JSON file of dialogues with questions, or a folder of such files")
    parser.add_argument("--presets", nargs="+", choices=[way.name for way in WAYS], help="only these rows")
    parser.add_argument("--no-vectors", action="store_true", help="words alone")
    parser.add_argument("--by-kind", action="store_true", help="recall at every cut for each kind of question")
    parser.add_argument("--missed", type=int, default=0, help="print N questions that the last row missed at 10")
    parser.add_argument("--slips", type=int, metavar="SEED", help="one typing slip in each question")
    options = parser.parse_args()
    try:
        dialogues = load(options.data)
    except Unreadable as error:
        parser.error(str(error))
    if options.slips is not None:
        dialogues = [slipped(dialogue, options.slips) for dialogue in dialogues]
    begun = time.perf_counter()
    vectors = {} if options.no_vectors else embed_all(dialogues, local_minilm())
    print(_counted(dialogues))
    print(f"{len(vectors)} vectors in {time.perf_counter() - begun:.1f} s" if vectors else "words alone")
    ways = [way for way in WAYS if options.presets is None or way.name in options.presets]
    tables = {way.name: measure(dialogues, way, vectors) for way in ways}
    kinds = Counter(question.kind for dialogue in dialogues for question in dialogue.questions)
    for kind in ("all", *kinds) if options.by_kind else ("all",):
        _print_table(kind, [f"recall@{cut}" for cut in CUTS], {n: list(t[kind].values()) for n, t in tables.items()})
    by_kind = {name: [table[kind][10] for kind in kinds] for name, table in tables.items()}
    _print_table("recall@10", [f"{kind} ({count})" for kind, count in kinds.items()], by_kind)
    missed = [pair for pair in answers(dialogues, ways[-1], vectors) if _is_missed(*pair)]
    for question, hits in missed[: options.missed]:
        print(f"\nmissed: {question.text} {question.evidence}, found {hits[:5]} …")


def _counted(dialogues: Sequence[Dialogue]) -> str:
    turns = sum(len(dialogue.as_memories) for dialogue in dialogues)
    asked = sum(len(dialogue.questions) for dialogue in dialogues)
    left_out = sum(dialogue.without_evidence for dialogue in dialogues)
    unknown = sum(dialogue.unknown_ids for dialogue in dialogues)
    return (
        f"{len(dialogues)} dialogues, {turns} turns, {asked} questions; left out: {left_out} questions without "
        f"evidence, {unknown} ids of evidence that name no turn"
    )


def _print_table(corner: str, head: Sequence[str], rows: Mapping[str, Sequence[float]]) -> None:
    print(f"\n| {corner} | {' | '.join(head)} |\n{'| --- ' * (len(head) + 1)}|")
    for name, values in rows.items():
        print(f"| {name} | {' | '.join(f'{value:.3f}' for value in values)} |")


def _is_missed(question: Question, hits: Sequence[str]) -> bool:
    return recall_at(hits, question.evidence, 10) < 1


if __name__ == "__main__":
    main()
