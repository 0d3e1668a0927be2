"""What a person remembers when it meets the player again or is asked; never anybody else's memories."""

import re
from collections.abc import Sequence
from functools import lru_cache

from app.agents.narrator.company import heard_from_players
from app.agents.narrator.intents import Say, Tell, Vow
from app.agents.narrator.verbs import intent_of
from app.agents.narrator.words import Phrase, name_words
from app.memory.perspective import PARTY_NAME, in_own_words
from app.memory.promises import given_promise
from app.memory.text import quote_spans, sentences, stems
from app.models.game_state import GameState
from app.models.memory import MemoryEntry, MemoryKind

_PROMISE = re.compile(
    r"\b(?:promis\w*|swear\w*|swore|sworn|vow(?:s|ed|ing)?|g(?:ave|ive|ives|iven)\b.{0,40}\bword|my word)\b",
    re.IGNORECASE,
)
_PROMISED_BY_YOU = re.compile(
    r"^(?:You\b|.{0,30}\byou\b)[^\"“.]{0,40}\b(?:promised|swore|vowed|pledged|gave\b.{0,30}\bword)", re.IGNORECASE
)
_SAYS_NOTHING = re.compile(
    r"\bspent (?:some|a|the|more) (?:time|while)\b|\bspoke with (?:[^.\"“]|\.(?=\S))*\.?$"
    r"|\b(?:grew (?:friendly|wary|warmer|colder)|turned against|kept an open mind|became a loyal friend)\b",
    re.IGNORECASE,
)
_OWN_SPEECH = re.compile(r"^I (?:said|told|asked|answered|replied|added)\b[^\"“]{0,40}[\"“]")
_TELLS = re.compile(r"(?:i\s+)?(?:tell|say\s+to)\s+[^\s,.:;]+(?:\s+that\b|\s*[:,])\s*", re.IGNORECASE)
_MOST_SENTENCES = 2
_MOST_HEARD = 60
"""Remarks of players that are looked through for what was said but is not yet condensed."""

CACHED = 50_000
"""Texts whose words are kept: entries never change, and a person is asked again and again."""

_PLAYER_WORDS = frozenset({"you", "player", "players", "traveller", "traveler", "stranger", "adventurer", "party"})


@lru_cache(maxsize=CACHED)
def _stems_of(text: str) -> frozenset[str]:
    return frozenset(stems(text))


@lru_cache(maxsize=CACHED)
def speaks_of_promise(text: str) -> bool:
    """Whether the text speaks of a promise, anybody's."""
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
    """What matters most on meeting again: the newest promise, else the newest about the player that says something."""
    summaries = [
        entry
        for entry in own_memories(state, npc_id)
        if entry.kind is MemoryKind.SUMMARY and telling_part(state, npc_id, entry)
    ]
    promise = next((entry for entry in summaries if speaks_of_promise(entry.summary)), None)
    return promise or next((entry for entry in summaries if _is_about_player(entry.summary, state)), None)


def memory_about(state: GameState, npc_id: str, question: str) -> MemoryEntry | None:
    """The person's memory that shares most content words, by their stems, with the question; the newest of equals."""
    wanted = _wanted(state, npc_id, question)
    best: MemoryEntry | None = None
    most = 0
    for entry in own_memories(state, npc_id) if wanted else []:
        shared = len(wanted & _stems_of(f"{entry.summary} {' '.join(entry.keywords)}"))
        if shared > most and telling_part(state, npc_id, entry, question):
            best, most = entry, shared
    return best


def telling_part(state: GameState, npc_id: str, entry: MemoryEntry, question: str = "") -> str:
    """What the person would say of a memory: its promise, else one or two sentences that tell something.

    Nothing of how it felt, and nothing that it said itself. "" if nothing is left. With a question, what answers it.
    """
    wanted = _wanted(state, npc_id, question)
    if not wanted and (promise := promise_in(entry.summary)):
        return told_by(state, npc_id, promise)
    told = [words for line in sentences(entry.summary) if (words := _telling(state, npc_id, line))]
    fitting = [words for words in told if wanted & _stems_of(words)]
    return " ".join((fitting or told)[:_MOST_SENTENCES])


def promise_in(summary: str) -> str:
    """The first sentence of a summary that speaks of a promise; "" if none does."""
    return next((sentence for sentence in sentences(summary) if speaks_of_promise(sentence)), "")


def promise_of_player(state: GameState, npc_id: str) -> str:
    """What the player last promised this person, in its words: from its memory, else as it heard it. "" for nothing."""
    for heard in _heard_of_late(state, npc_id):
        if given_promise(heard):
            return f"You said: “{_one_line(heard)}”"
    for entry in own_memories(state, npc_id):
        for line in sentences(entry.summary):
            told = told_by(state, npc_id, line) if speaks_of_promise(line) else ""
            if _PROMISED_BY_YOU.search(told):
                return told
    return ""


def heard_about(state: GameState, npc_id: str, matter: str) -> str:
    """What the player said about a matter where this person heard it, as a quotation; "" for nothing."""
    wanted = _wanted(state, npc_id, matter)
    best, most = "", 0
    for heard in _heard_of_late(state, npc_id) if wanted else []:
        for line in sentences(heard):
            shared = len(wanted & _stems_of(line))
            if shared > most and not line.endswith(("?", "？", "؟")) and len(line.split()) > len(matter.split()):
                best, most = line, shared
    return f"You said: “{_one_line(best)}”" if best else ""


def told_by(state: GameState, npc_id: str, summary: str) -> str:
    """A memory, or a part of one, in the person's own words."""
    sheet = state.sheets.npc(npc_id)
    return in_own_words(summary, [sheet.name, *sheet.aliases], player_names(state)).strip()


def player_names(state: GameState) -> list[str]:
    """The names of all players, as summaries use them."""
    return [player.name for player in state.party.players]


def _telling(state: GameState, npc_id: str, line: str) -> str:
    told = "" if _SAYS_NOTHING.search(line) else told_by(state, npc_id, line)
    return "" if _OWN_SPEECH.search(told) else told


def _heard_of_late(state: GameState, npc_id: str) -> list[str]:
    """The words alone: an order to the game is no remark."""
    spoken = (_spoken(text) for text in heard_from_players(state, npc_id)[:_MOST_HEARD])
    return [words for words in spoken if words]


def _spoken(text: str) -> str:
    text = text[:2000]
    aloud = [text[start + 1 : end - 1] for start, end in quote_spans(text)]
    if any(len(part.split()) > 1 for part in aloud):
        return " ".join(aloud)
    if told := _TELLS.match(text):
        return text[told.end() :]
    match intent_of(Phrase.of(text)):
        case Say(words) | Vow(words) | Tell(_, words):
            return words
        case None:
            return text
    return ""


def _one_line(text: str) -> str:
    return " ".join(text.split())[:200].strip('"“” ').replace("“", "'").replace("”", "'")


def _wanted(state: GameState, npc_id: str, question: str) -> frozenset[str]:
    sheet = state.sheets.npc(npc_id)
    named = " ".join([sheet.name, *sheet.aliases, *player_names(state)])
    return frozenset(stems(question[:2000])) - _stems_of(named) if question else frozenset()


def _is_about_player(summary: str, state: GameState) -> bool:
    words = _words_of(summary)
    return bool(_PLAYER_WORDS.intersection(words)) or any(
        _holds(words, name_words(name)) for name in (*player_names(state), PARTY_NAME)
    )


@lru_cache(maxsize=CACHED)
def _words_of(text: str) -> tuple[str, ...]:
    return tuple(name_words(text))


def _holds(words: Sequence[str], name: Sequence[str]) -> bool:
    size = len(name)
    return size > 0 and any(words[at : at + size] == name for at in range(len(words)))
