"""What adding a memory and recalling cost as a stream grows, beside bare numpy on the same vectors.

    python -m benchmarks.recall [--memories 1000 10000 100000] [--dims 384 1536] [--rounds 30]

Each round adds ten memories, gives them their vectors and then recalls once in every way, in an order that changes
from round to round, so that no cost hides in an index that is built later and nobody always finds warm caches. "bare"
is one matrix-vector product and a partial sort for 120 on the very rows that recall uses, on one BLAS thread. Medians
of the rounds in milliseconds of CPU time, which other work on the machine disturbs least, and how many times bare;
adding in microseconds a memory, with its index. A second table has what the first hybrid recall of a conversation costs
a message, in a game just opened and after an undo.
"""

import benchmarks.one_thread  # noqa: F401, I001  # before numpy
import argparse
import gc
import random
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

import numpy as np
from numpy.typing import NDArray

from app.memory.index.stream_index import transfer_indexes
from app.memory.stream.stream import MemoryContext
from app.memory.recall.query import Preset, RecallQuery
from app.memory.recall.recaller import Recaller
from app.memory.stream.stream import MemoryStream
from app.memory.index.vectors import unit_vector
from app.models.state.game_state import GameState
from app.models.memory import MemoryKind
from app.models.messages.message import Message, Role
from benchmarks.dialogues import OWNER, empty_game

BATCH = 10
TOP = 120
WORDS_OF_QUESTION = 8
FUNCTION_WORDS = """
    the of and to a in that it was he for on with as his they at be this from i have not
"""
NOW = datetime(2026, 1, 1, tzinfo=UTC)
WAYS = {
    "situational": (Preset.SITUATIONAL, {}),
    "genagents": (Preset.GENAGENTS, {}),
    "hybrid": (Preset.HYBRID, {}),
    "genagents, filter of half": (Preset.GENAGENTS, {"kinds": (MemoryKind.OBSERVATION,)}),
    "genagents, filter of 1 in 20": (Preset.GENAGENTS, {"subjects": ("subject-7",)}),
    "hybrid, filter of half": (Preset.HYBRID, {"kinds": (MemoryKind.OBSERVATION,)}),
    "hybrid, filter of 1 in 20": (Preset.HYBRID, {"subjects": ("subject-7",)}),
}


class Writer:
    """Makes texts as unevenly worded as English: four words in ten are function words, the rest follow Zipf's law."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._function_words = FUNCTION_WORDS.split()
        ends = ("", "s", "ed", "ing", "er", "ly")
        syllables = [consonant + vowel for consonant in "bdfgklmnprstv" for vowel in "aeiou"]
        self._words = [
            "".join(self._random.choices(syllables, k=self._random.randint(2, 4))) + self._random.choice(ends)
            for _ in range(8000)
        ]
        self._weights = np.cumsum([1 / (rank + 3) for rank in range(len(self._words))]).tolist()

    def text(self, words: int | None = None) -> str:
        """A text of so many words, else of 6 to 40."""
        count = words or self._random.randint(6, 40)
        content = self._random.choices(self._words, cum_weights=self._weights, k=count)
        chance, choice = self._random.random, self._random.choice
        return " ".join(choice(self._function_words) if chance() < 0.4 else word for word in content)


def measure(memories: int, dims: int, rounds: int) -> dict[str, float]:
    """Medians by name: seconds."""
    writer, vectors = Writer(memories), np.random.default_rng(memories + dims)
    stream, recaller = MemoryStream(empty_game(), OWNER), Recaller()
    for number in range(memories):
        _add(stream, number, writer.text())
    _embed(stream, vectors, dims)
    gc.collect()
    gc.freeze()
    times: dict[str, list[float]] = defaultdict(list)
    names = ["bare", *WAYS]
    for turn in range(rounds):
        times["add, in turn with recalls"] += _adding(stream, writer, BATCH)
        begun = time.thread_time()
        _embed(stream, vectors, dims)
        times["give vector"].append((time.thread_time() - begun) / BATCH)
        question, vector = writer.text(WORDS_OF_QUESTION), vectors.standard_normal(dims, dtype=np.float32)
        for name in names[turn % len(names) :] + names[: turn % len(names)]:
            times[name].append(_timed(_call(name, stream, recaller, question, vector)))
    times["add, one after the other"] = _adding(stream, writer, rounds * BATCH)
    gc.unfreeze()
    return {name: statistics.median(found) for name, found in times.items()}


def measure_opening(messages: int) -> dict[str, float]:
    """Seconds a message by name, for a conversation of so many whose words have never been seen."""
    writer, state = Writer(messages + 1), empty_game()
    for number in range(messages):
        said = Message(
            index=number,
            role=Role.NPC,
            speaker_id="listener",
            speaker_name="Listener",
            content=writer.text(),
            location_id="here",
            witness_ids=("listener",),
            game_time=number,
            timestamp=NOW,
        )
        state.conversation_history.append(said)
    undone = GameState.model_validate(state.model_dump(mode="json"))
    del undone.conversation_history[-2:]
    question = RecallQuery(now=messages, text=writer.text(WORDS_OF_QUESTION))

    def first_recall(of: GameState) -> float:
        return _timed(lambda: Recaller().recall(MemoryStream(of, OWNER), question)) / messages

    gc.collect()
    gc.freeze()
    found = {"first recall": first_recall(state)}
    found["after an undo, handing on the index"] = _timed(lambda: transfer_indexes(state, undone)) / messages
    found["after an undo, first recall"] = first_recall(undone)
    gc.unfreeze()
    return found


def _adding(stream: MemoryStream, writer: Writer, count: int) -> list[float]:
    """Seconds for each of so many memories, with what would else be paid at the next recall."""
    texts = [writer.text() for _ in range(count)]
    times = []
    for text in texts:
        begun = time.thread_time()
        _add(stream, len(stream), text)
        stream.index  # noqa: B018  # brings the index up to date
        times.append(time.thread_time() - begun)
    return times


def _call(
    name: str, stream: MemoryStream, recaller: Recaller, question: str, vector: NDArray[np.float32]
) -> Callable[[], object]:
    if name == "bare":
        rows, unit = stream.index.entries.vectors.rows, unit_vector(vector)
        return lambda: np.argpartition(rows @ unit, len(rows) - TOP)[-TOP:]
    preset, filters = WAYS[name]
    now = stream.state.clock.minutes
    query = RecallQuery(now=now, text=question, vector=vector, preset=preset, **filters)  # type: ignore[arg-type]  # by name
    return lambda: recaller.recall(stream, query)


def _timed(call: Callable[[], object]) -> float:
    begun = time.thread_time()
    call()
    return time.thread_time() - begun


def _add(stream: MemoryStream, number: int, text: str) -> None:
    context = MemoryContext(
        content=text,
        created_at=NOW,
        game_time=number,
        location_id="here",
        importance=1 + number % 10,
        subjects=("listener", f"subject-{number % 20}"),
    )
    if number % 2:
        stream.add(MemoryKind.OBSERVATION, context)
    else:
        stream.add(MemoryKind.CONVERSATION, context)


def _embed(stream: MemoryStream, vectors: np.random.Generator, dims: int) -> None:
    while texts := stream.unembedded(1000):
        stream.give_vectors(texts, vectors.standard_normal((len(texts), dims), dtype=np.float32))


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--memories", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    parser.add_argument("--dims", type=int, nargs="+", default=[384, 1536])
    parser.add_argument("--rounds", type=int, default=30)
    options = parser.parse_args()
    sizes = [(memories, dims) for memories in options.memories for dims in options.dims]
    columns = [measure(memories, dims, options.rounds) for memories, dims in sizes]
    print("| ms, and times bare | " + " | ".join(f"{memories:,} × {dims}" for memories, dims in sizes) + " |")
    print("| --- " * (len(sizes) + 1) + "|")
    for name in ("bare", *WAYS):
        _print_row(name, [f"{column[name] * 1e3:.2f} ({column[name] / column['bare']:.2f})" for column in columns])
    for name in ("add, in turn with recalls", "add, one after the other", "give vector"):
        _print_row(f"{name}, µs", [f"{column[name] * 1e6:.0f}" for column in columns])
    openings = [measure_opening(messages) for messages in options.memories]
    print("\n| µs a message | " + " | ".join(f"{messages:,} messages" for messages in options.memories) + " |")
    print("| --- " * (len(openings) + 1) + "|")
    for name in openings[0]:
        _print_row(name, [f"{opening[name] * 1e6:.1f}" for opening in openings])


def _print_row(name: str, values: Sequence[str]) -> None:
    print(f"| {name} | " + " | ".join(values) + " |")


if __name__ == "__main__":
    main()
