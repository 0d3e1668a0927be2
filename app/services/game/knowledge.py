"""Who knows a claim: by what each person has witnessed, never by what it could have guessed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, product

from app.errors import InvalidInput
from app.language.language import language_of, using
from app.language.reading.stating import Statement, claimed, statements
from app.memory.index.message_view import message_entry
from app.memory.stream.claims import nearest, said_in, stated
from app.memory.stream.stream import MemoryStream
from app.models.memory import MemoryEntry, MemoryKind, Scope
from app.models.memory_kinds import kinds_where
from app.models.messages.payload import Utterance
from app.models.messages.speech import ActKind
from app.models.state.game_state import GameState

LONGEST = 500
LOOKED_AT = 64
"""Memories of each person, and as many messages, that share most with the claim."""
_WITNESSED = tuple(kind for kind in kinds_where(lambda row: row.is_shared) if kind is not MemoryKind.SUMMARY)
"""No thoughts; and summaries tell no more than the messages that they were made of."""


class Standing(StrEnum):
    KNOWS = "knows"
    KNOWS_OLD = "knows an old version"
    CANNOT_KNOW = "cannot know"


@dataclass(frozen=True)
class Knowledge:
    """What a person knows of a claim: since which game minute, and through whom: who told it, its own id where it was
    the first to say so, None for what it saw or knew from the start. ``text`` is as it is remembered."""

    npc_id: str
    standing: Standing = Standing.CANNOT_KNOW
    since: int | None = None
    through_id: str | None = None
    memory_id: str | None = None
    text: str = ""


@dataclass(frozen=True)
class _Heard:
    """What a person has witnessed, what was ``said``, and what it states."""

    npc_id: str
    memory: MemoryEntry
    said: Utterance | None
    states: Sequence[Statement]
    is_claim: bool

    @property
    def when(self) -> tuple[int, int, int]:
        return self.memory.game_time or 0, self.memory.turn or 0, self.memory.since_message_index or -1


def who_knows(state: GameState, claim: str) -> list[Knowledge]:
    """How each person of a game stands to a claim, in the scenario's order. Of several versions the last holds that the
    same speaker told, or somebody to put another right. InvalidInput for a claim that says nothing, or over `LONGEST`
    characters."""
    found: dict[str, Knowledge] = {}
    with using(language_of(state.sheet)):
        wanted = claimed(claim[:LONGEST])
        if not wanted.terms or len(claim) > LONGEST:
            raise InvalidInput(f"A claim says something in at most {LONGEST} characters: the ferry leaves at six.")
        heard = chain.from_iterable(_heard(state, npc_id, wanted) for npc_id in state.npcs)
        versions = _versions(sorted(heard, key=lambda each: each.when), wanted)
    for told in versions:
        standing = Standing.KNOWS if told is versions[-1] else Standing.KNOWS_OLD
        for each in reversed(told):  # of one version each person's first counts, of several the newest
            memory, said = each.memory, each.said
            through = (said.chain or (said.speaker_id,))[-1] if said else None
            found[each.npc_id] = Knowledge(each.npc_id, standing, memory.game_time, through, memory.id, memory.summary)
    return [found.get(npc_id, Knowledge(npc_id)) for npc_id in state.npcs]


def _heard(state: GameState, npc_id: str, wanted: Statement) -> Iterator[_Heard]:
    """What a person has witnessed that shares most with the claim."""
    stream, terms = MemoryStream(state, Scope.npc(npc_id)), wanted.numbers.union(wanted.terms)
    entries, messages = stream.index.entries, stream.index.follow_messages(state)
    found = [entries.entries[at] for at in nearest(entries, terms, LOOKED_AT)]
    told = [(each, each.payload if isinstance(each.payload, Utterance) else None) for each in found]
    for at in nearest(messages, terms, LOOKED_AT):
        message = state.conversation_history[messages.columns["position"][at]]
        told += [(message_entry(message, stream.scope), said)] if (said := said_in(state, message)) else []
    for memory, said in told:
        if memory.kind in _WITNESSED:
            states = statements(memory.summary, "", "") if said is None else stated(state, said)
            yield _Heard(npc_id, memory, said, states, any(each.states(wanted) for each in states))


def _versions(heard: Sequence[_Heard], wanted: Statement) -> list[list[_Heard]]:
    """What states the claim, and each other version of it, by when it was first told; nothing where nobody has heard
    the claim itself. ``heard`` is in order of time."""
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
        told for told in versions.values() if _puts_right(*sorted((told[0], first[0]), key=lambda each: each.when))
    ]
    return sorted([first, *others] if first else [], key=lambda told: told[0].when)


def _puts_right(earlier: _Heard, later: _Heard) -> bool:
    """Whether the same speaker says it otherwise, or somebody who puts another right."""
    said, before = later.said, earlier.said
    is_same = (said and said.speaker_id) == (before and before.speaker_id)
    return is_same or any(act.kind is ActKind.CORRECTION for act in (said.acts if said else ()))
