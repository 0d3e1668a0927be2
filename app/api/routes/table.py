"""The table as a player sees it: the scene, who plays, and the notes that are kept."""

from fastapi import APIRouter

from app.api.access import NotAllowed, acting_player
from app.api.context import MasteredGame, PlayedGame, RequestDep, ViewedGame
from app.api.schemas import table as schemas
from app.api.schemas.base import Page
from app.api.views.table import player_view, player_views, scene_view
from app.events.command_table import parse_command
from app.events.commands import LeavePartyCommand
from app.language.language import language_of, using
from app.models.base import Id
from app.models.events.play import PlayerJoined

router = APIRouter()


@router.get("/games/{game_id}/scene", tags=["games"])
async def get_scene(game: ViewedGame) -> schemas.SceneOut:
    """Where the party is, who is there, and what is possible now, each with the line that does it."""
    async with game.open() as session:
        state = session.state
        with using(language_of(state.sheet)):
            player_id = game.viewer.player_id or state.party.players[0].id
            return scene_view(state, player_id, game.services.feed.present(game.id))


@router.get("/games/{game_id}/players", tags=["players"])
async def list_players(game: ViewedGame) -> Page[schemas.PlayerOut]:
    """Who plays, who of them is here now, and to whom each speaks."""
    async with game.open() as session:
        return Page(items=player_views(session.state, game.services.feed.present(game.id)))


@router.post("/games/{game_id}/players", status_code=201, tags=["players"])
async def add_player(game: MasteredGame, body: schemas.PlayerIn, meant: RequestDep) -> schemas.PlayerOut:
    """Somebody joins the party, in the middle of the game."""
    async with game.open() as session:
        result = await game.execute(parse_command({"kind": "join_party", "name": body.name}), **meant)
        joined = next(event for event in result.events if isinstance(event, PlayerJoined))
        return player_view(session.state, joined.player_id, game.services.feed.present(game.id))


@router.delete("/games/{game_id}/players/{player_id}", status_code=204, tags=["players"])
async def remove_player(game: PlayedGame, player_id: Id, meant: RequestDep) -> None:
    """Somebody leaves the party: its own player, or the game master, decides. The player's tokens are revoked."""
    if game.viewer.player_id not in (None, player_id):
        raise NotAllowed("A player's token lets that player leave only.")
    await game.execute(LeavePartyCommand(player_id=player_id), **meant)


@router.get("/games/{game_id}/notes", tags=["notes"])
async def list_notes(game: PlayedGame) -> Page[schemas.NoteOut]:
    """The notes of the table, and one's own; the game master sees all."""
    async with game.open() as session:
        notes = [note for note in session.state.notes if game.viewer.reads_notes_of(note.owner_id)]
        return Page(items=[schemas.NoteOut.model_validate(note) for note in notes])


@router.post("/games/{game_id}/notes", status_code=201, tags=["notes"])
async def add_note(game: PlayedGame, body: schemas.NoteIn, meant: RequestDep) -> schemas.NoteOut:
    """Keep a line."""
    async with game.open() as session:
        owner_id = body.player_id or game.viewer.player_id
        if owner_id is not None:
            owner_id = acting_player(game.viewer, session.state, body.player_id)
        note = {"text": body.text, "pinned": body.pinned, "owner_id": owner_id}
        result = await game.execute(parse_command({"kind": "add_note", **note}), **meant)
        return schemas.NoteOut.model_validate(next(note for note in session.state.notes if note.turn == result.turn))
