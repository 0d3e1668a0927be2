"""Tokens of a game: who may ask for it, and in which role."""

from functools import partial

from fastapi import APIRouter

from app.api.access.viewer import Role, ViewerDep, acting_player, require
from app.api.context import ServicesDep
from app.api.routes.games import GameId
from app.api.schemas import access as schemas
from app.errors import InvalidInput
from app.interfaces.tokens import GameToken
from app.services.game.games.off_loop import in_thread

router = APIRouter(tags=["access"])


@router.post("/games/{game_id}/tokens", status_code=201)
async def create_token(
    game_id: GameId, body: schemas.TokenIn, viewer: ViewerDep, services: ServicesDep
) -> schemas.NewTokenOut:
    """A token for one role in this game."""
    require(viewer, game_id, Role.MASTER)
    if (body.role == "player") != (body.player_id is not None):
        raise InvalidInput("A player's token names its player_id, and no other does.")
    async with services.host.using(game_id) as session:
        if body.player_id is not None:
            acting_player(viewer, session.state, body.player_id)
        token, text = await in_thread(partial(services.tokens.create, game_id, body.role, body.player_id, body.label))
    return schemas.NewTokenOut(**_token_view(token).model_dump(), token=text)


@router.get("/games/{game_id}/tokens")
async def list_tokens(game_id: GameId, viewer: ViewerDep, services: ServicesDep) -> schemas.TokenList:
    require(viewer, game_id, Role.MASTER)
    return schemas.TokenList(items=[_token_view(token) for token in services.tokens.store.tokens(game_id)])


@router.delete("/games/{game_id}/tokens/{token_id}", status_code=204)
async def revoke_token(game_id: GameId, token_id: str, viewer: ViewerDep, services: ServicesDep) -> None:
    """The token is worth nothing from now on; streams that were opened with it end."""
    require(viewer, game_id, Role.MASTER)
    await in_thread(partial(services.tokens.revoke, game_id, token_id))


def _token_view(token: GameToken) -> schemas.TokenOut:
    return schemas.TokenOut(**token.model_dump(exclude={"sha256"}))
