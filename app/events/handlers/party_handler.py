"""Handles commands about the players, and about the narration style."""

from itertools import count

from app.errors import NotFound, NotPossible
from app.events.commands.play import (
    JoinPartyCommand,
    LeavePartyCommand,
    SetNarrationStyleCommand,
    UpdatePlayerSheetCommand,
)
from app.events.handlers.base import Handler, HandlerResult
from app.interfaces.services.location import PARTY
from app.memory.stream.owners import people_called
from app.models.events.play import NarrationStyleSet, PlayerJoined, PlayerLeft, PlayerSheetUpdated
from app.models.refusals import people
from app.models.sheets.player import FIELDS, PlayerSheet, checked_sheet
from app.models.state.game_state import GameState, PlayerCharacter
from app.models.typed_text import checked_name

MAX_PLAYERS = 8
MAX_EVER = 100
"""The most players of one game, including players that have left, whose names are kept."""


class PartyHandler(Handler):
    """The handler of the commands about players: to join, to leave, to change a sheet; and of the one that sets the
    narration style. An id belongs to one name for the whole game, unless a player is renamed. Each method carries out
    one command: it changes the state and returns a `HandlerResult`, or raises an error that it lists; nothing has
    changed then."""

    async def join_party(self, command: JoinPartyCommand, state: GameState) -> HandlerResult:
        """Add a player to the party, or take back one of the same name who had left.

        Args:
            command: The player's name, its id, None makes one, and what its sheet says.
            state: The game, which is changed.

        Returns:
            A result with the event PlayerJoined.

        Raises:
            InvalidInput: The name is blank, longer than 60 characters or holds control characters.
            NotPossible: A player of the party has the name, or a person of the scenario has it as a name or an alias; a
                player (also one who has left) or a person has the id; the party has 8 players; or the game has had 100
                players, including players who have left. Nothing has changed then.
        """
        sheet = (command.sheet or PlayerSheet()).model_copy(update={"name": command.name})
        player = add_player(state, checked_sheet(sheet), command.player_id)
        return HandlerResult(events=(PlayerJoined(player_id=player.id, name=player.name),))

    async def leave_party(self, command: LeavePartyCommand, state: GameState) -> HandlerResult:
        """Remove a player from the party; its name and id stay its own.

        Args:
            command: The id of the player.
            state: The game, which is changed.

        Returns:
            A result with the event PlayerLeft.

        Raises:
            NotFound: The party has no such player, or the player has left.
            NotPossible: The player is the last one of the party. Nothing has changed then.
        """
        player, party = player_of(state, command.player_id), state.party
        if len(party.players) == 1:
            raise NotPossible(people.PlayerLast(player=player.name))
        party.players.remove(player)
        party.left.append(player)
        party.address(player.id, ())
        return HandlerResult(events=(PlayerLeft(player_id=player.id, name=player.name),))

    async def update_player_sheet(self, command: UpdatePlayerSheetCommand, state: GameState) -> HandlerResult:
        """Change fields of a player's sheet.

        Args:
            command: The player, its new values, None for each that stays, and the people who know the new ones.
            state: The game, which is changed.

        Returns:
            A result with the event PlayerSheetUpdated; without one where nothing differs.

        Raises:
            InvalidInput: The name is blank, longer than 60 characters or holds control characters.
            NotFound: The party has no such player, or the game no such person.
            NotPossible: Another player of the party has the name, or a person of the scenario has it as a name or an
                alias. Nothing has changed then.
        """
        player = player_of(state, command.player_id)
        for npc_id in command.known_to:
            state.npc(npc_id)
        given = {name: getattr(command, name) for name in ("name", *FIELDS)}
        values = {name: value for name, value in given.items() if value is not None}
        if command.name is not None:
            values["name"] = checked_name(command.name)
            if values["name"].casefold() != player.name.casefold():
                check_name_is_free(state, values["name"])
        changed = player.with_values(values, command.known_to)
        fields = tuple(name for name in values if getattr(changed, name) != getattr(player, name))
        set_player(state, changed)
        event = PlayerSheetUpdated(player_id=player.id, name=changed.name, fields=fields)
        return HandlerResult(events=(event,) if changed != player else ())

    async def set_narration_style(self, command: SetNarrationStyleCommand, state: GameState) -> HandlerResult:
        """Change how models tell the game.

        Args:
            command: All that the game has otherwise than its scenario.
            state: The game, which is changed.

        Returns:
            A result with the event NarrationStyleSet; without one where nothing differs.
        """
        before, state.narration = state.narration, command.narration
        fields = tuple(name for name, value in command.narration if value != getattr(before, name))
        return HandlerResult(events=(NarrationStyleSet(fields=fields),) if fields else ())


def player_of(state: GameState, player_id: str) -> PlayerCharacter:
    """Return the player of an id.

    Args:
        state: The game, for reading.
        player_id: The id.

    Raises:
        NotFound: There is no such player, or it has left.
    """
    player = next((player for player in state.party.players if player.id == player_id), None)
    if player is None:
        raise NotFound(people.PlayerUnknown(player=player_id))
    return player


def set_player(state: GameState, player: PlayerCharacter) -> None:
    """Put a player in the place of the one of the same id in the party."""
    players = state.party.players
    players[next(at for at, other in enumerate(players) if other.id == player.id)] = player


def check_name_is_free(state: GameState, name: str) -> None:
    """Raise NotPossible if a player of the party or a person of the scenario has a name."""
    if any(player.name.casefold() == name.casefold() for player in state.party.players):
        raise NotPossible(people.PlayerNameTaken(player=name))
    if people_called(state, name):
        raise NotPossible(people.PlayerNameOfCast(player=name))


def add_player(state: GameState, sheet: PlayerSheet, player_id: str | None = None) -> PlayerCharacter:
    """Add a player to the party, or take one of the same name back that had left, with the sheet that it had.

    Args:
        state: The game, which is changed.
        sheet: The player's sheet, checked.
        player_id: Its id; None makes one.

    Returns:
        The player.

    Raises:
        NotPossible: The name or the id is taken, or the party is full.
    """
    name, party = sheet.name, state.party
    folded = name.casefold()
    check_name_is_free(state, name)
    returning = next((player for player in party.left if player.name.casefold() == folded), None)
    taken = {player.id for player in party.ever} | state.npcs.keys() | {PARTY}
    if player_id is not None and player_id in taken - {returning.id if returning else None}:
        raise NotPossible(people.PlayerIdTaken(player=player_id))
    if len(party.players) >= MAX_PLAYERS or (returning is None and len(party.ever) >= MAX_EVER):
        raise NotPossible(people.PlayerTooMany(most=MAX_PLAYERS, ever=MAX_EVER))
    if returning is not None:
        party.left.remove(returning)
    free = (key for key in (f"player-{number}" for number in count(2)) if key not in taken)
    player = returning or PlayerCharacter(**{**dict(sheet), "id": player_id or next(free)})
    party.players.append(player)
    return player
