"""What a person remembers of the player when they meet again, when that was, and what the player has promised it."""

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from app.agents.narrator.knowledge.exchange import Exchange
from app.agents.narrator.knowledge.passed_on import message_at_meeting
from app.agents.narrator.knowledge.questions import read_question
from app.agents.narrator.knowledge.recalling import Recollection, may_tell, recollect
from app.agents.narrator.knowledge.relative_time import relative_time
from app.agents.narrator.knowledge.retelling import retold
from app.agents.narrator.understanding.typed_words import name_words, word_set
from app.language.analysis.terms import analyse
from app.language.analysis.text import sentences
from app.language.reading.sayable import says_nothing, tells_own_words
from app.language.reading.spoken_text import spoken_in
from app.language.rendering.filling import quotation
from app.language.times.time import Span
from app.memory.index.message_view import message_entry
from app.memory.index.player_statements import stated_sentences
from app.memory.recall.event_times import first_meeting
from app.memory.stream.claims import superseding_entry
from app.memory.stream.commitments import promises_to
from app.models.memory import MemoryEntry, MemoryKind
from app.models.messages.message import Message, Role
from app.models.messages.payload import EventPayload
from app.scheduling import run_to_completion

_MOST_SENTENCES, _MOST_TOLD, _MOST_PROMISES = 2, 3, 5
_MOST_VISITS = 200
"""Memories looked back on for one that is worth telling."""


class _Promise(NamedTuple):
    message: Message
    words: str
    is_open: bool


def meeting_memory(exchange: Exchange) -> Recollection | None:
    """What matters most on meeting again: a message of the player that has come since, else the newest promise that is
    open, else the newest of the player that tells."""
    if (message := message_at_meeting(exchange)) is not None:
        return message
    scene = exchange.state.clock.scene_id
    for promise in _promised(exchange):
        if promise.is_open and promise.message.scene != scene:
            words = exchange.language.render("answers.promised", words=quotation(promise.words))
            source = exchange.heard(promise.message, "met-promise")
            return Recollection(words, (source,), lines=(promise.words,), is_promise=True)
    for memory in islice(reversed(exchange.state.npc(exchange.npc_id).npc_memories), _MOST_VISITS):
        is_visit = memory.kind is MemoryKind.SUMMARY and exchange.stream.is_active(memory)
        words = _telling_part(exchange, memory) if is_visit and may_tell(exchange, memory) else ""
        if words and _is_about_player(exchange, memory):
            source = exchange.source(memory.id or "", "met-player")
            return Recollection(words, (source,), lines=tuple(sentences(memory.summary)))
    return None


def _telling_part(exchange: Exchange, memory: MemoryEntry) -> str:
    """Return one or two sentences that the person would tell of a memory, without its feelings and its own words; "" if
    nothing is left, or for a mere stay."""
    if isinstance(memory.payload, EventPayload) and not (memory.payload.events or memory.payload.said):
        return ""
    lines = (line for line in sentences(memory.summary) if not says_nothing(line))
    told = (exchange.in_first_person(line) for line in lines if not superseding_entry(exchange.stream, memory, line))
    telling = " ".join(islice((words for words in told if not tells_own_words(words)), _MOST_SENTENCES))
    return exchange.as_it_seems(memory, telling)


def promise_of_player(exchange: Exchange, question: str, about: str) -> tuple[Recollection | None, bool]:
    """What the player promised this person, and whether it is the promise that was asked for. ``about`` is what it was
    about, as asked; "" for all: those that are open, the newest last, else the last one that was kept."""
    what, when = read_question(exchange, about), "when" in read_question(exchange, question).asks
    wanted, given = what.weights.keys(), sorted(_promised(exchange), key=lambda each: not each.is_open)
    fitting = [each for each in given if not wanted or wanted & set(analyse(each.words).terms)]
    still = [each for each in fitting if each.is_open and not wanted][:_MOST_PROMISES][::-1]
    if told := still or (fitting or given)[:1]:
        words = " ".join(_promise_told(exchange, each, when=when) for each in told)
        sources = tuple(exchange.heard(each.message, "promised") for each in told)
        return Recollection(words, sources, lines=tuple(each.words for each in told)), bool(fitting)
    # What was written down before promises were kept as such is known by its words alone.
    found = run_to_completion(recollect(exchange, question)) if question else None
    is_of_player = found is not None and any(line.startswith(exchange.player) for line in found.lines)
    return found if is_of_player else None, True


def _promise_told(exchange: Exchange, promise: _Promise, *, when: bool) -> str:
    words = retold(exchange, promise.message, [promise.words], when=when, promised=True)
    return words if promise.is_open else exchange.language.render("answers.promise-kept", words=words)


def _promised(exchange: Exchange) -> Iterator[_Promise]:
    """The player's promises to the person, newest first; none taken back, none that is not to be mentioned here."""
    state = exchange.state
    for each in promises_to(state, exchange.player_id, exchange.npc_id, done=True):
        message = None if each.message_index is None else state.conversation_history[each.message_index]
        if message is not None and may_tell(exchange, message_entry(message, exchange.scope)):
            yield _Promise(message, exchange.without_call(spoken_in(state, each.words) or each.words), each.is_open)


def told_by_player(exchange: Exchange, span: Span | None = None) -> list[tuple[Message, list[str]]]:
    """Return the last messages (of this game time) in which the player told the person something, with their
    statements, the oldest first."""
    state = exchange.state
    messages = (state.conversation_history[index] for index in reversed(state.message_index.heard(exchange.scope)))
    timely = (each for each in messages if span is None or span[0] <= each.game_time <= span[1])
    told = ((each, stated_sentences(exchange.state, each)) for each in timely if _is_of_player(exchange, each))
    return list(islice(((message, lines) for message, lines in told if lines), _MOST_TOLD))[::-1]


def _is_of_player(exchange: Exchange, message: Message) -> bool:
    by_player = message.role is Role.PLAYER and message.speaker_name == exchange.player
    is_before = exchange.npc_id in message.addressee_ids and message.turn < exchange.state.turn
    return by_player and is_before and may_tell(exchange, message_entry(message, exchange.scope))


def told_to(exchange: Exchange, span: Span | None = None) -> Recollection | None:
    """Return what the player has told the person, as the person recites it."""
    if not (told := told_by_player(exchange, span)):
        return None
    lines = tuple(line for _, said in told for line in said)
    words = retold(exchange, told[-1][0], lines, when=False)
    return Recollection(words, tuple(exchange.heard(message, "told") for message, _ in told), lines=lines)


def last_met(exchange: Exchange) -> Recollection | None:
    """When the two spoke for the last time before this visit; None if never."""
    state = exchange.state
    for index in reversed(state.message_index.heard(exchange.scope)):
        message = state.conversation_history[index]
        if message.speaker_id == exchange.npc_id and message.scene != state.clock.scene_id:
            when = relative_time(message.game_time, state.clock.minutes)
            return Recollection(when, (exchange.heard(message, "last-met"),))
    return None


def first_met(exchange: Exchange) -> Recollection | None:
    """When the person first saw or heard the player; None if never before this turn."""
    state = exchange.state
    first = first_meeting(exchange.stream, (exchange.player_id,))
    if first is None or first.game_time is None or first.turn == state.turn:
        return None
    when = relative_time(first.game_time, state.clock.minutes)
    return Recollection(when, (exchange.source(first.id or "", "first-met"),))


def _is_about_player(exchange: Exchange, memory: MemoryEntry) -> bool:
    words = name_words(memory.summary)
    names = filter(None, map(name_words, (*exchange.player_names, exchange.language.render("phrases.party"))))
    is_named = any(words[at : at + len(name)] == name for name in names for at in range(len(words)))
    return is_named or not word_set("called_players").isdisjoint(words)
