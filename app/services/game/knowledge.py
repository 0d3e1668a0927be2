"""Who knows a claim, by each person's own experience; guesses do not count."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, product

from pydantic import Field

from app.errors import InvalidInput
from app.language.language import language_of, using
from app.language.reading.stating import Statement, claimed, statements
from app.memory.index.message_view import message_entry
from app.memory.stream.claims import best_matches, spoken_aloud, stated
from app.memory.stream.stream import MemoryStream
from app.models.base import View
from app.models.memory import MemoryEntry, MemoryKind, Scope
from app.models.memory_kinds import kinds_where
from app.models.messages.payload import Utterance
from app.models.messages.speech import ActKind
from app.models.plain_reasons import ValueFault, ValueUnfit
from app.models.state.game_state import GameState

LONGEST = 500
LOOKED_AT = 64
"""Memories of each person, and as many messages, that are compared: those that share most terms with the claim."""
_WITNESSED = tuple(kind for kind in kinds_where(lambda row: row.is_shared) if kind is not MemoryKind.SUMMARY)
"""Kinds of memories that count: no thoughts, and no summaries, which say no more than their messages."""


class Standing(StrEnum):
    KNOWS = "knows"
    KNOWS_OLD = "knows an old version"
    CANNOT_KNOW = "cannot know"


class Knowledge(View):
    """How a person stands to a claim: since when, through which speaker (its own id: it was the first to say so), and
    the memory that says it."""

    npc_id: str = Field(examples=["tove"])
    standing: str = Field(default=Standing.CANNOT_KNOW.value, examples=["knows"])
    since: int | None = Field(default=None, description="game time", examples=[931])
    through_id: str | None = Field(default=None, examples=["player"])
    memory_id: str | None = Field(default=None, examples=["m-4"])
    text: str = Field(default="", examples=["The ferry leaves at six."])


@dataclass(frozen=True)
class _Heard:
    """One memory of a person, the utterance in it (``said``), and what it states."""

    npc_id: str
    memory: MemoryEntry
    said: Utterance | None
    states: Sequence[Statement]
    is_claim: bool

    @property
    def when(self) -> tuple[int, int, int]:
        return self.memory.game_time or 0, self.memory.turn or 0, self.memory.since_message_index or -1


def who_knows(state: GameState, claim: str) -> list[Knowledge]:
    """Find what each person of a game knows of a claim, in the scenario's order.

    Of several versions the current one is the last given by the same speaker, or as a correction.

    Args:
        state: The game.
        claim: A sentence of at most `LONGEST` characters.

    Raises:
        InvalidInput: The claim states nothing, or is too long.
    """
    knowledge: dict[str, Knowledge] = {}
    with using(language_of(state.sheet)):
        wanted = claimed(claim[:LONGEST])
        if not wanted.terms or len(claim) > LONGEST:
            raise InvalidInput(ValueUnfit(fault=ValueFault.CLAIM, most=LONGEST))
        heard = chain.from_iterable(_heard(state, npc_id, wanted) for npc_id in state.npcs)
        versions = _versions(sorted(heard, key=lambda each: each.when), wanted)
    for version in versions:
        standing = Standing.KNOWS if version is versions[-1] else Standing.KNOWS_OLD
        for item in reversed(version):  # the first memory of a version counts, and the newest version
            memory, said = item.memory, item.said
            through = (said.chain or (said.speaker_id,))[-1] if said else None
            knowledge[item.npc_id] = Knowledge(
                npc_id=item.npc_id,
                standing=standing.value,
                since=memory.game_time,
                through_id=through,
                memory_id=memory.id,
                text=memory.summary,
            )
    return [knowledge.get(npc_id, Knowledge(npc_id=npc_id)) for npc_id in state.npcs]


def _heard(state: GameState, npc_id: str, wanted: Statement) -> Iterator[_Heard]:
    """Yield the memories and messages of a person that share most terms with the claim."""
    stream, terms = MemoryStream(state, Scope.npc(npc_id)), wanted.numbers.union(wanted.terms)
    entries, messages = stream.index.entries, stream.index.follow_messages(state)
    memories = [entries.entries[at] for at in best_matches(entries, terms, LOOKED_AT)]
    pairs = [(entry, entry.payload if isinstance(entry.payload, Utterance) else None) for entry in memories]
    for at in best_matches(messages, terms, LOOKED_AT):
        message = state.conversation_history[messages.columns["position"][at]]
        pairs += [(message_entry(message, stream.scope), said)] if (said := spoken_aloud(state, message)) else []
    for memory, said in pairs:
        if memory.kind in _WITNESSED:
            states = statements(memory.summary, "", "") if said is None else stated(state, said)
            yield _Heard(npc_id, memory, said, states, any(each.states(wanted) for each in states))


def _versions(heard: Sequence[_Heard], wanted: Statement) -> list[list[_Heard]]:
    """Group memories by version of the claim, in the order in which the versions came up; empty if no one has heard
    the claim itself.

    Args:
        heard: Memories in order of time.
        wanted: The claim.
    """
    versions: dict[frozenset[str], list[_Heard]] = {}
    claims = [(each, its) for each in heard for its in each.states if its.states(wanted)]
    for each, (right, its) in product(heard, claims):
        for own in () if each.is_claim else each.states:
            newer, older = (own, its) if each.when > right.when else (its, own)
            if newer.is_other_version(older):
                kinds = own.values.keys() & its.values.keys()
                versions.setdefault(frozenset().union(*(own.values[kind] for kind in kinds)), []).append(each)
    first = [each for each in heard if each.is_claim]
    others = [
        version
        for version in versions.values()
        if _puts_right(*sorted((version[0], first[0]), key=lambda item: item.when))
    ]
    return sorted([first, *others] if first else [], key=lambda version: version[0].when)


def _puts_right(earlier: _Heard, later: _Heard) -> bool:
    """Check whether a later memory corrects an earlier one: the same speaker says it differently, or it is a
    correction."""
    said, before = later.said, earlier.said
    is_same = (said and said.speaker_id) == (before and before.speaker_id)
    return is_same or any(act.kind is ActKind.CORRECTION for act in (said.acts if said else ()))
