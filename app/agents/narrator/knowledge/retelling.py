"""Quotation of earlier words, and of the words that replaced them since."""

from collections.abc import Iterable

from app.agents.narrator.knowledge.exchange import Exchange
from app.agents.narrator.knowledge.relative_time import relative_time
from app.language.rendering.filling import quotation
from app.memory.index.message_view import message_entry
from app.models.messages.message import Message, Role


def retold(exchange: Exchange, message: Message, lines: Iterable[str], *, when: bool, promised: bool = False) -> str:
    """Return lines of a message: ``You said: …``, ``This morning you told me: …``, ``Tobin said: …``.

    Args:
        exchange: The person and the player.
        message: The message.
        lines: The sentences that are quoted.
        when: Whether the time of the message is named.
        promised: Whether a player has promised it.
    """
    language, to_me = exchange.language, exchange.npc_id in message.addressee_ids
    if message.speaker_id == exchange.npc_id and message.role is Role.NPC:
        who = "party" if exchange.as_heard else "self"
        heard = not message.addressee_ids or exchange.player_id in message.addressee_ids
    elif message.role is Role.PLAYER and message.speaker_name == exchange.player:
        who, heard = "player", when and to_me
    else:
        who, heard = "other", to_me
    flags = {"heard": "yes" if heard else "no", "promised": "yes" if promised else "no"}
    said = language.render("answers.opening", who=who, name=message.speaker_name, **flags)
    if when:
        then = relative_time(message.game_time, exchange.state.clock.minutes)
        said = language.render("answers.opening-when", when=then, opening=said)
    words = f"{said[0].upper()}{said[1:]}: {quotation(*map(exchange.without_call, lines))}"
    return exchange.as_it_seems(message_entry(message, exchange.scope), words)


def retold_changed(
    exchange: Exchange, first: tuple[Message, Iterable[str]], newer: tuple[Message, Iterable[str]]
) -> str:
    """Return the first words of a speaker and those that replace them: ``You told me first: … Since then you said:
    …``."""
    message, language = newer[0], exchange.language
    is_own = message.speaker_id == exchange.npc_id and message.role is Role.NPC and not exchange.as_heard
    is_player = message.role is Role.PLAYER and message.speaker_name == exchange.player
    who = "self" if is_own else "player" if is_player else "other"
    first_words, since_words = (quotation(*map(exchange.without_call, lines)).rstrip() for _, lines in (first, newer))
    slots = {"who": who, "name": message.speaker_name, "first": first_words, "since": since_words}
    return exchange.as_it_seems(message_entry(message, exchange.scope), language.render("answers.changed", **slots))
