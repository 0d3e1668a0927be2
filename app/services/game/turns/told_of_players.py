"""What players say of themselves becomes part of their sheets, known to the people who heard it."""

from collections.abc import Iterable, Iterator
from itertools import islice

from app.events.handlers.party_handler import set_player
from app.language.reading.introducing import Introduction, introductions
from app.language.reading.spoken_text import words_aloud
from app.language.reading.stating import reverses
from app.models.messages.message import Message, Role
from app.models.sheets.player import PlayerSheet
from app.models.state.game_state import GameState, PlayerCharacter

_LOOKED_BACK = 40
"""Messages before one that takes something back among which the one that said it is."""
_JOINT = "; "


def learn_of_players(state: GameState, first: int) -> None:
    """Write what players said of themselves in the messages from ``first`` on into their sheets. A later word replaces
    an earlier one; a message that takes back without naming a matter takes back what the last message said."""
    trades = frozenset(sheet.occupation.casefold() for sheet in state.sheet.npcs if sheet.occupation)
    for message in state.conversation_history[first:]:
        player = next((each for each in state.party.players if each.id == message.speaker_id), None)
        if player is None or message.role is not Role.PLAYER or message.refused:
            continue
        words = words_aloud(message, state.sheet)
        told = introductions(words, trades)
        if not told and reverses(words):
            told = [each._replace(is_denied=True) for each in _told_before(state, message, trades)]
        hearers = tuple(npc_id for npc_id in message.witness_ids if npc_id in state.npcs)
        if (changed := _with(player, told, hearers)) != player:
            set_player(state, changed)


def _told_before(state: GameState, message: Message, trades: frozenset[str]) -> list[Introduction]:
    """Return what the same player said of itself in the last message that said anything of it."""
    history = state.conversation_history
    before = (history[at] for at in range(message.index - 1, -1, -1))
    own: Iterator[Message] = (each for each in before if each.speaker_id == message.speaker_id)
    said = (introductions(words_aloud(each, state.sheet), trades) for each in islice(own, _LOOKED_BACK))
    return next(filter(None, said), [])


def _with(player: PlayerCharacter, told: Iterable[Introduction], hearers: tuple[str, ...]) -> PlayerCharacter:
    for field, value, is_denied in told:
        if is_denied:
            player = player.without_value(field, value)
        else:
            player = player.with_value(field, _added(player, field, value), hearers)
    return player


def _added(sheet: PlayerSheet, field: str, value: str) -> str:
    """Return the new value of a field: what one says of one's looks adds to what is known of them."""
    if field != "description" or not sheet.description:
        return value
    return sheet.description if value.casefold() in sheet.description.casefold() else sheet.description + _JOINT + value
