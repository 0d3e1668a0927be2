"""What a person remembers of the player when they meet again, when that was, and what the player has promised it."""

import re
from collections.abc import Iterator
from itertools import islice

from app.agents.narrator.asking import Asking, asking
from app.agents.narrator.company import heard_from_players
from app.agents.narrator.exchange import Exchange
from app.agents.narrator.recalling import RETRIEVER, Recollection, message_of, opening, recalled, when_of
from app.agents.narrator.said_when import said_when
from app.agents.narrator.spoken import quotation, spoken
from app.agents.narrator.words import name_words
from app.language.analysis.terms import analyse
from app.language.analysis.text import sentences
from app.language.reading.promises import given_promise, promises
from app.language.reading.sayable import says_nothing, speaks_of_promise, tells_own_words
from app.language.rendering.perspective import PARTY_NAME
from app.memory.gifted import SELF_TYPES
from app.memory.recall_query import RecallQuery
from app.models.memory import MemoryEntry, MemoryKind
from app.models.memory_id import make_message_id
from app.models.message import Message
from app.models.prompt import RecalledMemory

_PROMISING = ("promise", "swear", "vow", "pledge", "word", "oath")
_PROMISED_BY_YOU = re.compile(
    r"^(?:You\b|.{0,30}\byou\b)[^\"“.]{0,40}\b(?:promised|swore|vowed|pledged|gave\b.{0,30}\bword)", re.IGNORECASE
)
_SWORN = re.compile(r",\s*(?:i|we)\s+(?:promise|swear|vow|pledge)(?:\s+(?:it|that|you|to\s+you))?\W*$", re.IGNORECASE)
"""What ends with one's word is a promise, whatever it is about."""
_MAY_PROMISE = re.compile(
    r"promise|swear|vow|pledge|word|oath|hono|life|soul|will|shall|['’]ll\b|going\s+to", re.IGNORECASE
)
"""Without any of these nothing is a promise; it spares looking closer."""
_MOST_SENTENCES = 2
_MOST_PROMISES = 30
_MOST_HEARD = 60
"""Remarks of players that are looked through for a promise in words that recall cannot know ("I'll be back")."""
_MOST_VISITS = 200
"""Memories looked back on for one that is worth telling."""
_PLAYER_WORDS = frozenset({"you", "player", "players", "traveller", "traveler", "stranger", "adventurer", "party"})


def memory_of_player(exchange: Exchange) -> MemoryEntry | None:
    """What matters most on meeting again: the newest promise, else the newest about the player that says something."""
    stream = exchange.stream
    query = RecallQuery(
        terms=_PROMISING, now=exchange.state.clock.minutes, limit=_MOST_PROMISES, kinds=(MemoryKind.SUMMARY,)
    )
    hits = [hit.memory for hit in RETRIEVER.recall(stream, query) if not message_of(exchange, hit.memory)]
    positions = stream.index.entries.position_of
    newest = sorted(hits, key=lambda entry: positions[entry.id or ""], reverse=True)
    promise = next((e for e in newest if speaks_of_promise(e.summary) and telling_part(exchange, e)), None)
    return promise or next((entry for entry in _visits(exchange) if _is_about_player(exchange, entry)), None)


def _visits(exchange: Exchange) -> Iterator[MemoryEntry]:
    """The summaries that still stand and say something, the newest first."""
    state = exchange.state
    entries = state.npc(exchange.npc_id).npc_memories
    for entry in islice(reversed(entries), _MOST_VISITS):
        if entry.kind is MemoryKind.SUMMARY and exchange.stream.is_standing(entry) and telling_part(exchange, entry):
            yield entry


def recalled_on_meeting(exchange: Exchange, memory: MemoryEntry) -> RecalledMemory:
    """What a turn's record keeps of a memory that came to mind by the meeting alone."""
    what = "the newest promise" if promise_in(memory.summary) else "the newest of the player"
    return RecalledMemory(scope=exchange.scope, memory_id=memory.id or "", score=1.0, why=f"met again: {what}")


def telling_part(exchange: Exchange, memory: MemoryEntry) -> str:
    """What the person would say of a memory: its promise, else one or two sentences that tell something.

    Nothing of how it felt, and nothing that it said itself. "" if nothing is left.
    """
    if promise := promise_in(memory.summary):
        return exchange.told(promise)
    told = (exchange.told(line) for line in sentences(memory.summary) if not says_nothing(line))
    return " ".join(islice((words for words in told if not tells_own_words(words)), _MOST_SENTENCES))


def promise_in(summary: str) -> str:
    """The first sentence of a summary that speaks of a promise; "" if none does."""
    return next((sentence for sentence in sentences(summary) if speaks_of_promise(sentence)), "")


def promise_of_player(exchange: Exchange, question: str, about: str) -> tuple[Recollection | None, bool]:
    """What the player last promised this person, in its words, and whether it is the promise that was asked for.

    ``about`` is what the promise was about, as asked; "" for any.
    """
    what = asking(exchange, about)
    found = sorted(_promises(exchange, when=asking(exchange, question).when), key=lambda each: each[0], reverse=True)
    fitting = [given for _, given in found if not what.weights or _fits(what, given)]
    if fitting:
        return fitting[0], True
    return (found[0][1] if found else None), not what.weights


def _fits(what: Asking, given: Recollection) -> bool:
    return any(term in what.weights for line in given.lines for term in analyse(line).terms)


def _promises(exchange: Exchange, *, when: bool) -> Iterator[tuple[tuple[int, int], Recollection]]:
    """Each promise that comes to mind, and when it was given: game time and position in the conversation."""
    state = exchange.state
    query = RecallQuery(terms=_PROMISING, now=state.clock.minutes, limit=_MOST_PROMISES, without_types=SELF_TYPES)
    sources: dict[int, RecalledMemory] = {}
    for hit in RETRIEVER.recall(exchange.stream, query):
        message = message_of(exchange, hit.memory)
        if message is not None:
            sources[message.index] = recalled(exchange, hit)
        elif given := [line for line in sentences(hit.memory.summary) if _is_promise_of_player(exchange, line)]:
            time = when_of(exchange, hit.memory) if when else ""
            words = f"{exchange.told(given[0])}{f' That was {time}.' if time else ''}"
            # Asked for the time, the message itself knows better than the memory of the whole visit.
            at = hit.memory.game_time or 0, (hit.memory.since_message_index or 0) * (not when)
            yield at, Recollection(words, (recalled(exchange, hit),), lines=(given[0],))
    for message in islice(heard_from_players(state, exchange.npc_id), _MOST_HEARD):
        if message.index in sources or not _MAY_PROMISE.search(message.content):
            continue
        if given_promise(message.content):
            sources[message.index] = _heard(exchange, message, "heard lately: it gives its word")
    for index, source in sources.items():
        message = state.conversation_history[index]
        is_to_another = message.addressee_ids and exchange.npc_id not in message.addressee_ids
        if is_to_another or not exchange.is_by_player(message):
            continue
        words = spoken(state, message.content)
        if given := (promises(words) or [line for line in sentences(words) if _SWORN.search(line)])[:_MOST_SENTENCES]:
            quoted = quotation(*map(exchange.without_call, given))
            words = f"{opening(exchange, message, when=when, verb='promised')}: {quoted}"
            yield (message.game_time, index), Recollection(words, (source,), lines=tuple(given))


def last_met(exchange: Exchange) -> Recollection | None:
    """When the two spoke for the last time before this visit; None if never."""
    state = exchange.state
    for index in reversed(state.message_index.heard(exchange.scope)):
        message = state.conversation_history[index]
        if message.speaker_id == exchange.npc_id and message.scene != state.clock.scene_id:
            when = said_when(message.game_time, state.clock.minutes)
            return Recollection(when, (_heard(exchange, message, "the last before this visit"),))
    return None


def _heard(exchange: Exchange, message: Message, why: str) -> RecalledMemory:
    return RecalledMemory(scope=exchange.scope, memory_id=make_message_id(message.index), score=1.0, why=why)


def _is_promise_of_player(exchange: Exchange, line: str) -> bool:
    return speaks_of_promise(line) and _PROMISED_BY_YOU.search(exchange.told(line)) is not None


def _is_about_player(exchange: Exchange, memory: MemoryEntry) -> bool:
    words = name_words(memory.summary)
    return not _PLAYER_WORDS.isdisjoint(words) or any(
        words[at : at + len(name)] == name
        for name in map(name_words, (*exchange.player_names, PARTY_NAME))
        for at in range(len(words))
        if name
    )
