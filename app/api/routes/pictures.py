"""Pictures of people and places."""

from collections.abc import Collection
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Path, Response

from app.api.bodies import ANY_FILE, AnyFile
from app.api.conditions import ConditionalRoute, tag_of_bytes
from app.api.context import Game, GameAsMaster, GameAsViewer
from app.api.schemas.base import Page
from app.errors import NotFound
from app.models.base import ID_PATTERN, MAX_ID_LENGTH
from app.models.picture import picture_of
from app.models.state.conditions import known_place_ids
from app.models.state.game_state import GameState
from app.services.game.games.concurrency import in_thread
from app.services.game.games.pictures import Pictures

router = APIRouter(tags=["pictures"], route_class=ConditionalRoute)
_Of = Annotated[
    str,
    Path(max_length=MAX_ID_LENGTH, pattern=ID_PATTERN, description="the id of a person or place", examples=["tove"]),
]
_IMAGES: dict[int | str, dict[str, Any]] = {
    200: {"content": {kind: {} for kind in ("image/png", "image/jpeg", "image/webp")}}
}


@router.get("/games/{game_id}/pictures")
async def list_pictures(game: GameAsViewer) -> Page[str]:
    """List the ids of the people and places that have a picture: for players and viewers those that they see, the place
    and the people who are here, and the places that the party knows.

    Problems: 403 the token's role is below `viewer`; 404 no such game; 409 another program has the game, or the server
    shuts down. Common: 401 no valid token; 422 the request is malformed; 429 too many requests; 500 a damaged save or a
    defect; 507 the disk or database refused.
    """
    async with game.state() as state:
        scenario_id, seen = state.sheet.id, _seen(game, state)
    found = await in_thread(partial(_pictures(game).pictured, game.id, scenario_id))
    return Page(items=[each for each in found if seen is None or each in seen])


@router.get("/games/{game_id}/pictures/{of}", response_class=Response, responses=_IMAGES)
async def get_picture(game: GameAsViewer, of: _Of) -> Response:
    """Return the picture of a person or place, which a card or its scenario came with, or the game master chose. The
    answer has an `ETag`.

    Problems: 400 the file in the scenario's folder is no picture that can be shown; 403 the token's role is below
    `viewer`; 404 no such game, no picture, or one that the party does not see; 409 another program has the game, or the
    server shuts down. Common: 401 no valid token; 422 the request is malformed; 429 too many requests; 500 a damaged
    save or a defect; 507 the disk or database refused.
    """
    async with game.state() as state:
        scenario_id, seen = state.sheet.id, _seen(game, state)
    if seen is not None and of not in seen:
        raise NotFound(f"There is no picture of {of!r}.")
    found = await in_thread(partial(_pictures(game).picture, game.id, scenario_id, of))
    headers = {"ETag": tag_of_bytes(found.data), "Cache-Control": "private, no-cache"}
    return Response(found.data, media_type=found.media_type, headers=headers)


@router.put("/games/{game_id}/pictures/{of}", status_code=204, name="set_picture", **ANY_FILE)
async def set_picture(game: GameAsMaster, of: _Of, data: AnyFile) -> None:
    """Give a person or place of the game a picture, which is the body: a PNG, JPEG or WebP. It is stored with the game,
    goes to its branches, and is in its exports.

    Problems: 400 it is no such picture, or the game has 40 others of its own; 403 the token's role is below `master`;
    404 no such game, or no such person or place in it; 409 another program has the game, or the server shuts down; 413
    it is larger than 8 MB. Common: 401 no valid token; 422 the request is malformed; 429 too many requests; 500 a
    damaged save or a defect; 507 the disk or database refused.
    """
    async with game.state() as state:
        if of not in {each.id for each in (*state.sheet.npcs, *state.sheet.locations)}:
            raise NotFound(f"There is no person or place {of!r} in the game.")
        picture = await in_thread(partial(picture_of, data))
        await in_thread(partial(_pictures(game).add, game.id, of, picture))


@router.delete("/games/{game_id}/pictures/{of}", status_code=204, name="remove_picture")
async def remove_picture(game: GameAsMaster, of: _Of) -> None:
    """Remove a picture that the game has of its own; that of its scenario, if any, is shown again.

    Problems: 403 the token's role is below `master`; 404 no such game, or no such picture of its own; 409 another
    program has the game, or the server shuts down. Common: 401 no valid token; 422 the request is malformed; 429 too
    many requests; 500 a damaged save or a defect; 507 the disk or database refused.
    """
    async with game.open():
        await in_thread(partial(_pictures(game).remove, game.id, of))


def _pictures(game: Game) -> Pictures:
    return game.services.container.pictures()


def _seen(game: Game, state: GameState) -> Collection[str] | None:
    """Return the ids of the people and places that the viewer may see a picture of; None for all."""
    if game.viewer.sees_all:
        return None
    return {*(npc.instance_id for npc in state.present()), *state.party.companions, *known_place_ids(state)}
