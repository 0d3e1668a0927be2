"""Tokens of a game: who may ask for it, and in which role."""

from functools import partial

from fastapi import APIRouter

from app.api.access import acting_player
from app.api.context import MasteredGame
from app.api.schemas import table as schemas
from app.api.schemas.base import Page
from app.errors import InvalidInput
from app.models.base import Id
from app.services.game.games.off_loop import in_thread

router = APIRouter(tags=["access"])


@router.post("/games/{game_id}/tokens", status_code=201)
async def create_token(game: MasteredGame, body: schemas.TokenIn) -> schemas.NewTokenOut:
    """A token for one role in this game."""
    named = {"player": body.player_id, "character": body.npc_id}
    if any((role == body.role) != (whose is not None) for role, whose in named.items()):
        raise InvalidInput("A player's token names its player_id, a character's its npc_id, and no other does.")
    async with game.open() as session:
        acting_player(game.viewer, session.state, body.player_id)
        if body.npc_id is not None:
            session.state.npc(body.npc_id)
    token, text = await in_thread(partial(game.services.tokens.create, game.id, **body.model_dump()))
    return schemas.NewTokenOut(**schemas.TokenOut.model_validate(token).model_dump(), token=text)


@router.get("/games/{game_id}/tokens")
async def list_tokens(game: MasteredGame) -> Page[schemas.TokenOut]:
    """Every token that was made, oldest first."""
    kept = game.services.tokens.store.tokens(game.id)
    return Page(items=[schemas.TokenOut.model_validate(token) for token in kept])


@router.delete("/games/{game_id}/tokens/{token_id}", status_code=204)
async def revoke_token(game: MasteredGame, token_id: Id) -> None:
    """The token is worth nothing from now on; streams that were opened with it end."""
    await in_thread(partial(game.services.tokens.revoke, game.id, token_id))
