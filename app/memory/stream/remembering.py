"""Addition of memories: the only way by which a scope gets an entry; its speech acts are read before it is stored."""

import unicodedata
from collections.abc import Sequence

from app.language.analysis.mentions import mentions_for
from app.language.reading.hearing import Hearing
from app.language.reading.reports import attribution
from app.memory.entries.scoring import importance_of
from app.models.memory import MemoryEntry, MemoryKind, MemorySource, Scope
from app.models.messages.payload import Utterance
from app.models.state.game_state import GameState


def remember(state: GameState, scope: Scope, entry: MemoryEntry) -> MemoryEntry:
    """Append an entry to a scope under a new id and return it. A person's ``importance_accumulator`` rises by its
    importance."""
    added = state.remember(scope, with_utterance(state, entry))
    if scope.source is MemorySource.NPC:
        person = state.npc(scope.owner_id or "")
        person.importance_accumulator += importance_of(added, state.status(added.id))
    return added


_NO_SPEECH = frozenset({MemoryKind.SUMMARY, MemoryKind.REFLECTION, MemoryKind.PLAN})
_LONGEST_ID = 60


def with_utterance(state: GameState, entry: MemoryEntry) -> MemoryEntry:
    """Return the entry with an utterance as its payload if its whole text is reported speech, else unchanged."""
    if entry.payload is not None or entry.kind in _NO_SPEECH or (said := attribution(entry.summary)) is None:
        return entry
    people = mentions_for(state.sheet).people(said.name, entry.npc_ids)
    ids = [player.id for player in state.party.ever if player.name.casefold() == said.name.casefold()] or people
    utterance = utterance_of(state, ids, said.name, said.words, entry.game_time or 0)
    return entry.model_copy(update={"payload": utterance})


def utterance_of(state: GameState, ids: Sequence[str], name: str, words: str, now: int) -> Utterance:
    """Return an utterance with its speech acts.

    Args:
        state: The game.
        ids: The ids of the possible speakers; more or less than one where it is not known.
        name: The name of the speaker, which is kept where it is not known who that is.
        words: The words.
        now: When it was said, in game minutes.
    """
    is_known = len(ids) == 1
    return Utterance(
        kind="utterance",
        speaker_id=ids[0] if is_known else _id_of(name),
        speaker_name="" if is_known else name,
        words=words,
        acts=Hearing(state.sheet, now=now).read_speech(words),
    )


def _id_of(name: str) -> str:
    """Return a deterministic id for an unknown speaker."""
    plain = unicodedata.normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode()
    parts = "".join(sign if sign.isalnum() else " " for sign in plain).split()
    return "-".join(parts)[:_LONGEST_ID].strip("-") or "somebody"
