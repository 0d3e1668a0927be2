"""What a person remembers when it meets the player again or is asked; never anybody else's memories."""

import re
from collections.abc import Sequence
from functools import lru_cache

from app.agents.narrator.words import name_words
from app.memory.perspective import in_own_words
from app.memory.text import sentences, stems
from app.models.game_state import GameState
from app.models.memory import MemoryEntry, MemoryKind

_PROMISE = re.compile(
    r"\b(?:promis\w*|swear\w*|swore|sworn|vow(?:s|ed|ing)?|g(?:ave|ive|ives|iven)\b.{0,40}\bword|my word)\b",
    re.IGNORECASE,
)
CACHED = 50_000
"""Texts whose words are kept: entries never change, and a person is asked again and again."""

_PLAYER_WORDS = frozenset({"you", "player", "players", "traveller", "traveler", "stranger", "adventurer", "party"})


@lru_cache(maxsize=CACHED)
def _stems_of(text: str) -> frozenset[str]:
    return frozenset(stems(text))


@lru_cache(maxsize=CACHED)
def is_promise(text: str) -> bool:
    """Whether the text speaks of a promise."""
    return _PROMISE.search(text) is not None


def own_memories(state: GameState, npc_id: str) -> list[MemoryEntry]:
    """The person's own memories that still stand, newest first; plans are none of what has been."""
    standing = []
    for entry in reversed(state.npc(npc_id).npc_memories):
        status = state.status(entry.id)
        if entry.kind is not MemoryKind.PLAN and status.archived_by is None and status.superseded_by is None:
            standing.append(entry)
    return standing


def memory_of_player(state: GameState, npc_id: str) -> MemoryEntry | None:
    """The memory that matters most on meeting again: the newest promise, else the newest about the player."""
    summaries = [entry for entry in own_memories(state, npc_id) if entry.kind is MemoryKind.SUMMARY]
    promise = next((entry for entry in summaries if is_promise(entry.summary)), None)
    return promise or next((entry for entry in summaries if _is_about_player(entry.summary, state)), None)


def memory_about(state: GameState, npc_id: str, question: str) -> MemoryEntry | None:
    """The person's memory that shares most content words, by their stems, with the question; the newest of equals."""
    wanted = set(stems(question[:2000])) - set(stems(" ".join(_everyone(state, npc_id))))
    best: MemoryEntry | None = None
    most = 0
    for entry in own_memories(state, npc_id) if wanted else []:
        shared = len(wanted & _stems_of(f"{entry.summary} {' '.join(entry.keywords)}"))
        if shared > most:
            best, most = entry, shared
    return best


def promise_in(summary: str) -> str:
    """The first sentence of a summary that speaks of a promise; "" if none does."""
    return next((sentence for sentence in sentences(summary) if is_promise(sentence)), "")


def told_by(state: GameState, npc_id: str, summary: str) -> str:
    """A memory, or a part of one, in the person's own words."""
    sheet = state.sheets.npc(npc_id)
    return in_own_words(summary, [sheet.name, *sheet.aliases], player_names(state)).strip()


def player_names(state: GameState) -> list[str]:
    """The names of all players, as summaries use them."""
    return [player.name for player in state.party.players]


def _everyone(state: GameState, npc_id: str) -> list[str]:
    sheet = state.sheets.npc(npc_id)
    return [sheet.name, *sheet.aliases, *player_names(state)]


def _is_about_player(summary: str, state: GameState) -> bool:
    words = _words_of(summary)
    return bool(_PLAYER_WORDS.intersection(words)) or any(
        _holds(words, name_words(name)) for name in player_names(state)
    )


@lru_cache(maxsize=CACHED)
def _words_of(text: str) -> tuple[str, ...]:
    return tuple(name_words(text))


def _holds(words: Sequence[str], name: Sequence[str]) -> bool:
    size = len(name)
    return size > 0 and any(words[at : at + size] == name for at in range(len(words)))
