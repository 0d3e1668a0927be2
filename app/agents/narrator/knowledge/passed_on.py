"""What became of messages that people carry for a player: what the messenger and the person they are for say of it."""

from collections.abc import Iterable, Iterator
from itertools import islice

from app.agents.narrator.knowledge.exchange import Exchange
from app.agents.narrator.knowledge.recalling import Recollection
from app.agents.narrator.knowledge.relative_time import relative_time
from app.agents.narrator.understanding.naming import everybody, named_in
from app.agents.narrator.understanding.typed_words import Phrase
from app.language.analysis.terms import term_set, terms_of
from app.language.language import patterns_of
from app.language.rendering.filling import quotation
from app.models.memory import MemoryEntry
from app.models.messages.carried import CarriedMessage
from app.models.messages.message import Role
from app.models.messages.payload import Utterance

_message_pattern = patterns_of("messages")
_MOST = 400
"""Memories looked back on for messages."""


def message_at_meeting(exchange: Exchange) -> Recollection | None:
    """Return what a person says of a message of the player that it got since the two last talked.

    Args:
        exchange: Who speaks to which player.
    """
    last = _last_turn_spoken(exchange)
    arrived = (entry for entry, _ in _kept(exchange) if not _is_messenger(exchange, entry))
    newest = next((entry for entry in arrived if (entry.turn or 0) >= last), None)
    return None if newest is None else _told(exchange, newest, "met-message")


def asked_of_message(exchange: Exchange, question: str) -> Recollection | None:
    """Return the answer to a question about a message of the player; None where it asks for none.

    Args:
        exchange: The person and the player.
        question: The question.
    """
    if _message_pattern("told").search(question):
        return _of_messenger(exchange, question)
    if _message_pattern("got").search(question):
        return _of_addressee(exchange, question) or _plain(exchange, "message-none")
    return _of_addressee(exchange, question) if _message_pattern("brought").search(question) else None


def _of_messenger(exchange: Exchange, question: str) -> Recollection | None:
    """Return whether the person has passed a message on."""
    others = _named(exchange, question)
    is_of_message = _message_pattern("message").search(question) is not None
    if not (others or is_of_message or Phrase.of(question).has("for_people")):
        return None
    waiting = [
        each
        for each in exchange.state.npc(exchange.npc_id).carries
        if each.by_id == exchange.player_id and (not others or each.to_id in others)
    ]
    waiting = [each for each in waiting if _is_asked(exchange, question, each.words, is_of_message=is_of_message)]
    if waiting:
        return _not_yet(exchange, waiting[-1])
    for entry, said in _kept(exchange):
        is_own = _is_messenger(exchange, entry) and (not others or not others.isdisjoint(said.addressee_ids))
        if is_own and _is_asked(exchange, question, said.words, is_of_message=is_of_message):
            return _told(exchange, entry, "message")
    return _plain(exchange, "message-not-given") if is_of_message else None


def _of_addressee(exchange: Exchange, question: str) -> Recollection | None:
    """Return the message that the person has got."""
    others = _named(exchange, question)
    is_of_message = _message_pattern("message").search(question) is not None
    for entry, said in _kept(exchange):
        is_fitting = not _is_messenger(exchange, entry) and (not others or not others.isdisjoint(said.chain))
        if is_fitting and _is_asked(exchange, question, said.words, is_of_message=is_of_message):
            return _told(exchange, entry, "message")
    return None


def _named(exchange: Exchange, question: str) -> set[str]:
    return {each.id for each in named_in(question, everybody(exchange.state)) if each.id != exchange.npc_id}


def _is_asked(exchange: Exchange, question: str, words: str, *, is_of_message: bool) -> bool:
    """Return whether a question is about a message of these words: it names no other matter."""
    names = (exchange.state.name(npc_id) for npc_id in exchange.state.npcs)
    empty = terms_of("messages.telling").union(*map(term_set, names))
    wanted = term_set(question) - empty
    return is_of_message or not wanted or not wanted.isdisjoint(term_set(words))


def _kept(exchange: Exchange) -> Iterator[tuple[MemoryEntry, Utterance]]:
    """Yield the memories of messages of the player that were brought to or by the person, the newest first."""
    for entry in islice(reversed(exchange.state.npc(exchange.npc_id).npc_memories), _MOST):
        said = entry.payload
        if not isinstance(said, Utterance) or not said.chain or said.speaker_id != exchange.player_id:
            continue
        if exchange.npc_id in (*said.addressee_ids, said.chain[-1]) and exchange.stream.is_active(entry):
            yield entry, said


def _is_messenger(exchange: Exchange, entry: MemoryEntry) -> bool:
    return isinstance(entry.payload, Utterance) and exchange.npc_id in entry.payload.chain


def _last_turn_spoken(exchange: Exchange) -> int:
    """Return the last turn before this one in which the person said something to the player; 0 for none."""
    history = exchange.state.conversation_history
    for index in reversed(exchange.state.message_index.heard(exchange.scope)):
        message = history[index]
        is_own = message.speaker_id == exchange.npc_id and message.role is Role.NPC
        is_to_player = not message.addressee_ids or exchange.player_id in message.addressee_ids
        if is_own and is_to_player and message.turn < exchange.state.turn:
            return message.turn
    return 0


def _told(exchange: Exchange, entry: MemoryEntry, why: str) -> Recollection:
    said = entry.payload
    assert isinstance(said, Utterance)
    slots = {
        "role": "messenger" if exchange.npc_id in said.chain else "addressee",
        "messenger": exchange.state.name(said.chain[-1]),
        "addressee": _names(exchange, said.addressee_ids),
        "when": relative_time(entry.game_time or 0, exchange.state.clock.minutes),
        "words": quotation(said.words),
    }
    words = exchange.language.render("answers.message-told", **slots)
    return Recollection(words, (exchange.source(entry.id or "", why),), lines=(said.words,), covered=1.0)


def _not_yet(exchange: Exchange, message: CarriedMessage) -> Recollection:
    return _plain(exchange, "message-not-yet", addressee=exchange.state.name(message.to_id))


def _plain(exchange: Exchange, name: str, **slots: str) -> Recollection:
    return Recollection(exchange.language.render(f"answers.{name}", **slots), (), covered=1.0)


def _names(exchange: Exchange, ids: Iterable[str]) -> str:
    return ", ".join(map(exchange.state.name, ids))
