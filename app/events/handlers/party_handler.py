"""Orders about who plays."""

from itertools import count

from app.errors import NotFound, NotPossible
from app.events.commands.play import JoinPartyCommand, LeavePartyCommand
from app.events.handlers.base import Handler, HandlerResult
from app.interfaces.services.location import PARTY
from app.memory.stream.owners import people_called
from app.models.base import checked_name
from app.models.events.play import PlayerJoined, PlayerLeft
from app.models.refusals import people
from app.models.state.game_state import GameState, PlayerCharacter

MAX_PLAYERS = 8
MAX_EVER = 100
"""Players of one game, with those who have left: their names are kept."""


class PartyHandler(Handler):
    """Lets players come and go. An id belongs to one name for as long as the game lasts."""

    async def join_party(self, command: JoinPartyCommand, state: GameState) -> HandlerResult:
        player = add_player(state, command.name, command.player_id)
        return HandlerResult(events=(PlayerJoined(player_id=player.id, name=player.name),))

    async def leave_party(self, command: LeavePartyCommand, state: GameState) -> HandlerResult:
        player, party = player_of(state, command.player_id), state.party
        if len(party.players) == 1:
            raise NotPossible(people.PlayerLast(player=player.name))
        party.players.remove(player)
        party.left.append(player)
        party.address(player.id, ())
        return HandlerResult(events=(PlayerLeft(player_id=player.id, name=player.name),))


def player_of(state: GameState, player_id: str) -> PlayerCharacter:
    """The player of an id; NotFound for none, or one who has left."""
    found = next((player for player in state.party.players if player.id == player_id), None)
    if found is None:
        raise NotFound(people.PlayerUnknown(player=player_id))
    return found


def add_player(state: GameState, name: str, player_id: str | None = None) -> PlayerCharacter:
    """Seat a player, or one of the same name who had left. InvalidInput for a bad name; NotPossible for a name or id
    that somebody has, and for too many players."""
    name, party = checked_name(name), state.party
    folded = name.casefold()
    if any(player.name.casefold() == folded for player in party.players):
        raise NotPossible(people.PlayerNameTaken(player=name))
    if people_called(state, name):
        raise NotPossible(people.PlayerNameOfCast(player=name))
    back = next((player for player in party.left if player.name.casefold() == folded), None)
    taken = {player.id for player in party.ever} | state.npcs.keys() | {PARTY}
    if player_id is not None and player_id in taken - {back.id if back else None}:
        raise NotPossible(people.PlayerIdTaken(player=player_id))
    if len(party.players) >= MAX_PLAYERS or (back is None and len(party.ever) >= MAX_EVER):
        raise NotPossible(people.PlayerTooMany(most=MAX_PLAYERS, ever=MAX_EVER))
    if back is not None:
        party.left.remove(back)
    made = (f"player-{number}" for number in count(2))
    player = back or PlayerCharacter(id=player_id or next(key for key in made if key not in taken), name=name)
    party.players.append(player)
    return player
