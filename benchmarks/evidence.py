"""How often recall finds the turns of a dialogue that answer a question.

    python -m benchmarks.evidence DATA [--presets …] [--no-vectors] [--by-kind] [--missed N]

DATA is a JSON file, or a folder of them; each holds one dialogue or a list of dialogues:

    {"title": "Two friends",
     "sessions": [{"at": "2024-01-14T19:05", "place": "the inn",
                   "turns": [{"id": "1:1", "speaker": "Ines", "text": "Rowan! How was the move?"}, …]}, …],
     "questions": [{"question": "When do they open?", "evidence": ["4:2"], "kind": "when"}, …]}

`place`, `kind` and `title` may be missing; ids are unique within a dialogue. Every turn becomes a memory of one person,
a minute of game time apart, with the day of its session among its keywords, so that every preset can be measured; for
`hybrid, messages` the turns are messages that the person heard instead. Evidence recall@k is the part of a question's
evidence that is among the first k hits, averaged over all questions. Questions without evidence are left out.
"""

import argparse
import json
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.memory.hybrid import HybridWeights
from app.memory.memory_context import MemoryContext
from app.memory.recall_query import Preset, RecallQuery
from app.memory.retriever import Retriever
from app.memory.stream import MemoryStream
from app.models.condition import PlaceEntered
from app.models.game_state import GameState
from app.models.location import LocationSheet
from app.models.memory import Scope
from app.models.message import Message, Role
from app.models.opening import begin
from app.models.quest import ActSheet
from app.models.scenario import NPCSheet, ScenarioSheet

CUTS = (5, 10, 25)
OWNER = Scope.npc("listener")
Embed = Callable[[Sequence[str]], NDArray[np.float32]]

_ALONE = dict.fromkeys(("recency", "importance", "neighbour", "answer", "when", "shape", "asks"), 0.0)


@dataclass(frozen=True)
class Way:
    """One way to recall: a preset with its weights, over memories or over messages."""

    name: str
    preset: Preset
    retriever: Retriever = field(default_factory=Retriever)
    messages: bool = False


WAYS = (
    Way("recent", Preset.RECENT),
    Way("chronicle", Preset.CHRONICLE),
    Way("situational", Preset.SITUATIONAL),
    Way("genagents", Preset.GENAGENTS),
    Way("BM25 alone", Preset.HYBRID, Retriever(hybrid=HybridWeights(words=1, meaning=0, **_ALONE))),
    Way("vectors alone", Preset.HYBRID, Retriever(hybrid=HybridWeights(words=0, meaning=1, **_ALONE))),
    Way("hybrid", Preset.HYBRID),
    Way("hybrid, messages", Preset.HYBRID, messages=True),
)


@dataclass(frozen=True)
class Question:
    """A question and the ids of the turns that answer it."""

    text: str
    evidence: tuple[str, ...]
    kind: str


@dataclass(frozen=True)
class Dialogue:
    """A dialogue as two games: its turns as memories and as messages. ``turn_ids`` by the id of a hit."""

    title: str
    as_memories: MemoryStream
    as_messages: MemoryStream
    turn_ids: dict[str, str]
    questions: tuple[Question, ...]
    now: int


def load(path: Path) -> list[Dialogue]:
    """The dialogues of a file, or of a folder's files in the order of their names. ValueError names what is wrong."""
    files = sorted(path.glob("*.json")) if path.is_dir() else [path]
    dialogues = []
    for file in files:
        found = json.loads(file.read_text(encoding="utf-8"))
        dialogues += [_dialogue(data, file.name) for data in (found if isinstance(found, list) else [found])]
    return dialogues


def _dialogue(data: dict[str, Any], file: str) -> Dialogue:
    memories, messages = (MemoryStream(empty_game(), OWNER) for _ in range(2))
    turn_ids: dict[str, str] = {}
    first = datetime.fromisoformat(data["sessions"][0]["at"]).replace(hour=0, minute=0)
    now = 0
    for number, session in enumerate(data["sessions"], start=1):
        at = datetime.fromisoformat(session["at"])
        start = max(now, int((at - first).total_seconds() // 60))
        for minute, turn in enumerate(session["turns"]):
            now = start + minute
            entry = memories.add_conversation(
                MemoryContext(
                    content=f"{turn['speaker']}: {turn['text']}",
                    created_at=at.replace(tzinfo=UTC),
                    game_time=now,
                    keywords=tuple(f"{at:%d %B %Y %A}".split()),
                )
            )
            message = _message(messages.state, turn, now, number, at)
            messages.state.conversation_history.append(message)
            turn_ids[entry.id or ""] = turn_ids[f"m-{message.index}"] = turn["id"]
    known = set(turn_ids.values())
    questions = []
    for item in data["questions"]:
        evidence = tuple(dict.fromkeys(item["evidence"]))
        if missing := set(evidence) - known:
            raise ValueError(f"{file}: no turn {min(missing)!r}, which {item['question']!r} names")
        if evidence:
            questions.append(Question(item["question"], evidence, item.get("kind", "any")))
    return Dialogue(data.get("title", file), memories, messages, turn_ids, tuple(questions), now + 1)


def _message(state: GameState, turn: dict[str, Any], now: int, session: int, at: datetime) -> Message:
    return Message(
        index=len(state.conversation_history),
        turn=len(state.conversation_history) + 1,
        role=Role.NPC,
        speaker_name=turn["speaker"],
        content=turn["text"],
        location_id="here",
        witness_ids=("listener",),
        game_time=now,
        scene=f"session-{session}",
        timestamp=at.replace(tzinfo=UTC),
    )


def empty_game() -> GameState:
    """A game with one place and one person, the `OWNER` of what is remembered."""
    place = LocationSheet(id="here", name="Here", description="A place to talk.")
    listener = NPCSheet(id="listener", name="Listener", description="Hears it all.", start_location="here")
    sheet = ScenarioSheet(
        id="dialogue",
        title="A dialogue",
        summary="",
        premise="",
        opening="",
        ending="",
        start_location="here",
        acts=(ActSheet(id="act", name="Act", opening="", condition=PlaceEntered(location_id="here")),),
        locations=(place,),
        npcs=(listener,),
    )
    return begin(sheet, "dialogue")


def embed_all(dialogues: Sequence[Dialogue], embed: Embed) -> dict[str, NDArray[np.float32]]:
    """Gives every turn its vector; the questions' vectors by their text."""
    texts: dict[str, None] = {}
    for dialogue in dialogues:
        texts.update(dict.fromkeys(dialogue.as_memories.unembedded() + dialogue.as_messages.unembedded()))
        texts.update(dict.fromkeys(question.text for question in dialogue.questions))
    vectors = dict(zip(texts, embed(list(texts)), strict=True))
    for dialogue in dialogues:
        for stream in (dialogue.as_memories, dialogue.as_messages):
            stream.embed(lambda wanted: [vectors[text] for text in wanted])
    return vectors


def answers(
    dialogues: Sequence[Dialogue], way: Way, vectors: dict[str, NDArray[np.float32]], limit: int = max(CUTS)
) -> Iterator[tuple[Question, list[str]]]:
    """Each question with the ids of the turns that were found, the best first.

    What a preset gives in the order of time (recent, chronicle, genagents) is ordered by score, the newest of equals
    first.
    """
    for dialogue in dialogues:
        stream = dialogue.as_messages if way.messages else dialogue.as_memories
        for question in dialogue.questions:
            text = "" if way.preset is Preset.CHRONICLE else question.text
            query = RecallQuery(
                text=text, now=dialogue.now, limit=limit, vector=vectors.get(question.text), preset=way.preset
            )
            hits = sorted(way.retriever.recall(stream, query), key=lambda hit: (-hit.score, _order(way, hit.rank)))
            yield question, [dialogue.turn_ids[hit.memory.id or ""] for hit in hits]


def _order(way: Way, rank: int) -> int:
    return -rank if way.preset in (Preset.RECENT, Preset.CHRONICLE) else rank


def recall_at(found: Sequence[str], evidence: Sequence[str], cut: int) -> float:
    """The part of the evidence that is among the first hits."""
    return len(set(found[:cut]) & set(evidence)) / len(evidence)


def measure(
    dialogues: Sequence[Dialogue], way: Way, vectors: dict[str, NDArray[np.float32]]
) -> dict[str, dict[int, float]]:
    """Evidence recall by kind of question (``all`` for all of them) and cut."""
    found: dict[str, list[dict[int, float]]] = defaultdict(list)
    for question, hits in answers(dialogues, way, vectors):
        scores = {cut: recall_at(hits, question.evidence, cut) for cut in CUTS}
        found["all"].append(scores)
        found[question.kind].append(scores)
    return {kind: {cut: float(np.mean([one[cut] for one in scores])) for cut in CUTS} for kind, scores in found.items()}


def _minilm() -> Embed:
    from app.embeddings.minilm import LocalMiniLM  # noqa: PLC0415  # an extra: words alone do without

    return LocalMiniLM().embed


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="a JSON file of dialogues with questions, or a folder of such files")
    parser.add_argument("--presets", nargs="+", choices=[way.name for way in WAYS], help="only these rows")
    parser.add_argument("--no-vectors", action="store_true", help="words alone")
    parser.add_argument("--by-kind", action="store_true", help="a table for each kind of question")
    parser.add_argument("--missed", type=int, default=0, help="print N questions that the last row missed at 10")
    options = parser.parse_args()
    dialogues = load(options.data)
    begun = time.perf_counter()
    vectors = {} if options.no_vectors else embed_all(dialogues, _minilm())
    turns = sum(len(dialogue.as_memories) for dialogue in dialogues)
    asked = sum(len(dialogue.questions) for dialogue in dialogues)
    print(f"{len(dialogues)} dialogues, {turns} turns, {asked} questions; {_said(vectors, begun)}")
    ways = [way for way in WAYS if options.presets is None or way.name in options.presets]
    tables = {way.name: measure(dialogues, way, vectors) for way in ways}
    kinds = list(tables[ways[0].name]) if options.by_kind else ["all"]
    for kind in kinds:
        print(f"\n| {kind} | " + " | ".join(f"recall@{cut}" for cut in CUTS) + " |")
        print("| --- " * (len(CUTS) + 1) + "|")
        for name, table in tables.items():
            print(f"| {name} | " + " | ".join(f"{table[kind][cut]:.3f}" for cut in CUTS) + " |")
    for question, hits in [pair for pair in answers(dialogues, ways[-1], vectors) if _is_missed(*pair)][
        : options.missed
    ]:
        print(f"\nmissed: {question.text} {question.evidence}, found {hits[:5]} …")


def _is_missed(question: Question, hits: Sequence[str]) -> bool:
    return recall_at(hits, question.evidence, 10) < 1


def _said(vectors: dict[str, NDArray[np.float32]], begun: float) -> str:
    return f"{len(vectors)} vectors in {time.perf_counter() - begun:.1f} s" if vectors else "words alone"


if __name__ == "__main__":
    main()
