"""Statements of a player that answer a question in other words: found by meaning, where words alone find too little."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from app.agents.narrator.knowledge.exchange import Exchange
from app.agents.narrator.knowledge.questions import read_question
from app.agents.narrator.knowledge.recalling import Recollection, may_tell, revised_lines
from app.agents.narrator.knowledge.retelling import retold, retold_changed
from app.language.analysis.text import sentences
from app.language.reading.stating import Statement
from app.memory.index.growing import growing_statements
from app.memory.index.message_view import message_entry
from app.memory.index.player_statements import PlayerStatements
from app.memory.recall.changes import Told, replaced_by
from app.memory.recall.told_answers import LikelyAnswer, answer_model, answering
from app.memory.stream.claims import stated, superseding
from app.models.memory_id import parse_message_id
from app.models.messages.message import Message
from app.scheduling import checkpoint, in_slices

_ALL = 0.95
"""The part of what is asked from which on words have found the answer, if it holds what is asked for."""
_CLOSE = 0.5
"""The part of the likeliest one's chance from which on another is told beside it."""
_LEAST = 0.02
"""The chance from which on it is looked up whether a message has been superseded, which takes a millisecond or two."""
QUOTES = '"“”„«» '
LONGEST = 500
"""Characters of a question that are embedded."""


async def with_meaning(exchange: Exchange, question: str, found: Recollection | None) -> Recollection | None:
    """Return what words alone have found, or a statement of the player that answers better; where that is not sure, it
    is marked as the nearest. A question that words answer is not embedded."""
    if exchange.as_heard or (model := answer_model(exchange.language)) is None:
        return found
    await in_slices(growing_statements(exchange.state, PlayerStatements, exchange.scope))
    index = PlayerStatements.of(exchange.state, exchange.scope)
    among = _told_by_player(exchange, index)
    if not len(among):
        return found
    recites = found is not None and not found.is_claim and _recites(found, index, among)
    is_answered = found is not None and not recites and _is_whole(exchange, question, found)
    said = _message_of(found, index, among) if found is not None and is_answered else None
    if is_answered and said is None:
        return found
    question = exchange.without_call(question.strip(QUOTES)[:LONGEST])
    vector = await exchange.recaller.vector_with_statements(question, index)
    await checkpoint()
    if vector is None:
        return found
    told = Told(index, among, partial(_stated, exchange), question, vector)
    if said is not None and found is not None:
        return _if_replaced(exchange, found, said, told)
    likely = await _as_they_stand(exchange, answering(index, among, question, vector), told)
    if not likely:
        return found
    if likely[0].chance >= model.likely:
        close = [each for each in likely[:2] if each.chance >= _CLOSE * likely[0].chance]
        return replace(_told(exchange, question, close), is_nearest=likely[0].chance < model.sure)
    if found is None or not (found.is_claim or recites):
        return found
    return replace(_told(exchange, question, likely[:1]) if recites else found, is_nearest=True)


def _recites(found: Recollection, index: PlayerStatements, among: NDArray[np.intp]) -> bool:
    """Return whether a memory repeats statements of the player: together such statements may have all words of a
    question."""
    told = {index.texts[at].rstrip(".!") for at in among.tolist()}
    return any(text in line for text in told for line in found.lines)


def _is_whole(exchange: Exchange, question: str, found: Recollection) -> bool:
    """Return whether a memory has all that the question asks after, more than a word of it, and holds the kind of
    answer."""
    what = read_question(exchange, question)
    is_of_kind = not what.wants_kind or any(map(what.is_answered_by, found.lines))
    return is_of_kind and found.covered >= _ALL and len(found.terms) > 1


def _told_by_player(exchange: Exchange, index: PlayerStatements) -> NDArray[np.intp]:
    """Return the passages that this one of the players has said in the person's hearing."""
    messages, history = index.columns["message"].tolist(), exchange.state.conversation_history
    return np.flatnonzero([at >= 0 and history[at].speaker_name == exchange.player for at in messages])


def _stated(exchange: Exchange, message: int) -> Sequence[Statement]:
    return stated(exchange.state, exchange.state.conversation_history[message])


def _message_of(found: Recollection, index: PlayerStatements, among: NDArray[np.intp]) -> int | None:
    """Return the message by the player that words have found, where something was said after it."""
    said = parse_message_id(found.sources[0].memory_id) if found.is_claim and len(found.sources) == 1 else None
    messages = index.columns["message"][among]
    return said if said is not None and said in messages and said < messages.max() else None


def _if_replaced(exchange: Exchange, found: Recollection, said: int, told: Told) -> Recollection:
    """Return what words have found, or what has replaced it since."""
    at, history = replaced_by(told, said), exchange.state.conversation_history
    if at is None or not may_tell(exchange, message_entry(history[at], exchange.scope)):
        return found
    lines = revised_lines(exchange, history[at], is_newer=True) or ()
    words = retold_changed(exchange, (history[said], found.lines), (history[at], lines))
    return Recollection(words, (exchange.heard(history[at], "told"),), lines=lines, covered=1.0, is_claim=True)


class _Standing(NamedTuple):
    """The present version of a message that may answer, and the chance that it or an older version does. ``lines`` are
    told of it; it ``is_alone`` where it revises another, ``before`` is the likeliest older version with its lines that
    answer."""

    message: Message
    lines: tuple[str, ...]
    chance: float
    is_alone: bool
    before: tuple[Message, Sequence[str]] | None


async def _as_they_stand(exchange: Exchange, answers: list[LikelyAnswer], told_to: Told) -> list[_Standing]:
    """Return the messages that may answer, or those that have superseded them, the likeliest first; no confidence that
    must not be spoken of here."""
    found: dict[int, _Standing] = {}
    for each in answers[:1] + [other for other in answers[1:] if other.chance >= _LEAST]:
        await checkpoint()
        message = exchange.state.conversation_history[each.message]
        newer = superseding(exchange.stream, message) or message
        if newer is message and each.chance >= _CLOSE * answers[0].chance:
            at = replaced_by(told_to, message.index)
            newer = message if at is None else exchange.state.conversation_history[at]
        if not all(may_tell(exchange, message_entry(told, exchange.scope)) for told in (message, newer)):
            continue
        revised = revised_lines(exchange, newer, is_newer=newer is not message)
        lines = revised or tuple(sentences(each.passage))
        same = found.get(newer.index) or _Standing(newer, lines, 0.0, is_alone=False, before=None)
        is_alone, chance = same.is_alone or revised is not None, same.chance + each.chance
        before = same.before or (None if newer is message else (message, sentences(each.passage)))
        found[newer.index] = _Standing(newer, revised or same.lines, chance, is_alone, before)
    return sorted(found.values(), key=lambda each: -each.chance)


def _told(exchange: Exchange, question: str, close: Sequence[_Standing]) -> Recollection:
    """Retell one message, or two that are equally close; one that revises another is told alone."""
    first, *others = close
    told = [first, *(each for each in others if not (first.is_alone or each.is_alone))]
    lines = tuple(line for each in told for line in each.lines)
    sources = tuple(exchange.heard(each.message, "told") for each in told)
    if first.before is not None:
        words = retold_changed(exchange, first.before, (first.message, lines))
    else:
        is_dated = read_question(exchange, question).wants_time_of(lines)
        words = retold(exchange, first.message, lines, when=is_dated)
    return Recollection(words, sources, lines=lines, covered=1.0, is_claim=True, is_revised=first.is_alone)
