"""What a small model has done wrong in a game, found in the texts that a player read and in the memories."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median

from app.agents.recording import RecordedCall
from app.agents.trial.judging import echoes
from app.language.analysis.text import sentences
from app.language.checks.repeats import RepeatCutter
from app.language.checks.summary_check import SummaryCheck
from app.language.rendering.naming import owner_name
from app.models.memory import CaptureFacts, MemoryEntry, MemoryKind, as_pairs
from app.models.messages.message import Message, Role
from app.models.messages.passage import Source
from app.models.state.game_state import GameState
from app.services.game.turns.turn_result import TurnResult

KINDS = (
    "lost turn", "told by the rules", "tag", "echo of the line", "sentence of the prompt", "unbalanced quotation mark",
    "fact or doer in a memory",
)  # fmt: skip
_TAG = re.compile(r"</?[A-Za-z_]+>")
_TOLD = re.compile(r"<(happened|read)>.*?</\1>", re.DOTALL)
_ABOUT = ("quest_id", "encounter_id", "objective_id", "act_id")
_PAIRS = (("“", "”"), ("(", ")"))


@dataclass(frozen=True)
class PlayedTurn:
    """One line, its turn (None where it was lost) and the calls of the model for it."""

    line: str
    result: TurnResult | None
    failure: str
    seconds: float
    settling: float
    calls: tuple[RecordedCall, ...]


@dataclass
class PlayedGame:
    """A game with its turns so far."""

    scenario: str
    state: GameState
    planned: int
    game_id: str
    turns: list[PlayedTurn] = field(default_factory=list)


@dataclass(frozen=True)
class Fault:
    """Something wrong: its kind, one of `KINDS`, and where."""

    kind: str
    where: str
    text: str


def faults_of(game: PlayedGame) -> Iterator[Fault]:
    """Find the faults of all turns and memories."""
    for number, turn in enumerate(game.turns, 1):
        where = f"line {number}"
        if turn.result is None:
            yield Fault("lost turn", where, turn.failure)
            continue
        if turn.result.degraded:
            yield Fault("told by the rules", where, turn.failure or "its text could not be used")
        for message in turn.result.messages:
            if message.source is Source.MODEL:
                for kind, text in _faults_in(message, turn):
                    yield Fault(kind, where, text)
    for name, entry in summaries(game.state):
        if reason := _why_bad(game.state, entry):
            yield Fault("fact or doer in a memory", f"{name}, {entry.id}", f"{reason}: {entry.summary}")


def _faults_in(message: Message, turn: PlayedTurn) -> Iterator[tuple[str, str]]:
    """Yield the kinds of faults in a text of the model, each with the words."""
    text = message.content
    for tag in _TAG.findall(text):
        yield "tag", tag
    for sentence in sentences(text):
        if echoes(sentence, turn.line):
            yield "echo of the line", sentence
    prompts = [call.instructions for call in turn.calls]
    if message.role is Role.NARRATOR:
        prompts += [_TOLD.sub("", call.prompt) for call in turn.calls]
    if RepeatCutter(prompts).cut(text) != text:
        yield "sentence of the prompt", text
    if not is_balanced(text):
        yield "unbalanced quotation mark", text


def is_balanced(text: str) -> bool:
    """Whether each mark that opens is closed."""
    return text.count('"') % 2 == 0 and all(text.count(begin) == text.count(end) for begin, end in _PAIRS)


def summaries(state: GameState) -> Iterator[tuple[str, MemoryEntry]]:
    """Yield the summaries of all places and people and of the world, with their owners' names."""
    for scope in state.scopes():
        for entry in state.memories(scope):
            if entry.kind is MemoryKind.SUMMARY:
                yield owner_name(state, scope), entry


def messages_of(state: GameState, entry: MemoryEntry) -> list[Message]:
    """The messages that a summary covers, of its place only where it has one."""
    first, last = entry.first_message_index or 0, entry.since_message_index
    covered = state.conversation_history[first : (-1 if last is None else last) + 1]
    return [each for each in covered if entry.location_id in (None, each.location_id)]


def _why_bad(state: GameState, entry: MemoryEntry) -> str | None:
    messages = [message.for_summary() for message in messages_of(state, entry)]
    present = messages[-1].witness_ids if messages else ()
    about = {name: value for name in _ABOUT if (value := getattr(entry, name)) is not None}
    facts = CaptureFacts(location_id=entry.location_id, present_ids=(*present, *entry.npc_ids), related=as_pairs(about))
    return SummaryCheck.of(state, messages, facts).why_bad(entry.summary)


def report(model: str, games: Sequence[PlayedGame], *, transcript: bool = True) -> str:
    """The table of faults, each fault, and the transcript."""
    counted = [(game, list(faults_of(game))) for game in games]
    parts = [f"# {model}\n", *_table(counted)]
    for game, faults in counted:
        if transcript:
            parts += [f"\n## Faults in {game.scenario}\n", *(f"- {f.where}: **{f.kind}**: {f.text}" for f in faults)]
            parts += [f"\n## Memories of {game.scenario}\n", *_memories(game.state)]
            parts += [f"\n## Transcript of {game.scenario}\n", *_transcript(game)]
    return "\n".join(parts) + "\n"


def _table(counted: Sequence[tuple[PlayedGame, list[Fault]]]) -> Iterator[str]:
    yield "| | " + " | ".join(game.scenario for game, _ in counted) + " |"
    yield "| --- |" + " --- |" * len(counted)
    yield _row("lines played", (f"{len(game.turns)} of {game.planned}" for game, _ in counted))
    yield _row("turns with calls of the model", (str(sum(bool(t.calls) for t in game.turns)) for game, _ in counted))
    kinds = [Counter(fault.kind for fault in faults) for _, faults in counted]
    for kind in KINDS:
        yield _row(kind, (str(each[kind]) for each in kinds))
    yield _row("summaries", (str(len(list(summaries(game.state)))) for game, _ in counted))
    yield _row("seconds a turn with calls, median", (f"{_seconds(game):.0f}" for game, _ in counted))
    yield _row("seconds for summaries, all", (f"{sum(t.settling for t in game.turns):.0f}" for game, _ in counted))


def _row(name: str, cells: Iterable[str]) -> str:
    return f"| {name} | {' | '.join(cells)} |"


def _seconds(game: PlayedGame) -> float:
    return median([turn.seconds for turn in game.turns if turn.calls] or [0.0])


def _memories(state: GameState) -> Iterator[str]:
    for name, entry in summaries(state):
        spoke = Counter(message.speaker_name or message.role.value for message in messages_of(state, entry))
        actors = ", ".join(f"{who} {count}" for who, count in spoke.items())
        yield f"- {name}, {entry.id}: {entry.summary} (messages: {actors})"


def _transcript(game: PlayedGame) -> Iterator[str]:
    for number, turn in enumerate(game.turns, 1):
        yield f"\n**{number}. > {turn.line}** ({turn.seconds:.0f} s, {len(turn.calls)} calls)\n"
        if turn.result is None:
            yield f"(lost: {turn.failure})"
            continue
        yield turn.result.text
        if turn.result.changes:
            yield f"\n*{turn.result.changes}*"
        yield from (f"\n    model: {' '.join(call.text.split())}" for call in turn.calls)
