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
from app.models.plain_reasons import Sought, Unknown
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
    """List the ids of the people and places that have a picture, sorted, on one page. Players and viewers get only the
    people who are at the party's place or travel with the party, and the places that the party knows.

    Problems: 403 the token's role is below `viewer`; 404 no such game; 409 another program has the game open, or the
    server shuts down. Common: 401 no valid token; 422 the request is malformed; 429 too many requests; 500 the save is
    damaged, or the server has a defect; 507 data could not be read or written.
    """
    async with game.state() as state:
        scenario_id, seen = state.sheet.id, _seen(game, state)
    found = await in_thread(partial(_pictures(game).pictured, game.id, scenario_id))
    return Page(items=[each for each in found if seen is None or each in seen])


@router.get("/games/{game_id}/pictures/{of}", response_class=Response, responses=_IMAGES)
async def get_picture(game: GameAsViewer, of: _Of) -> Response:
    """Return the picture of a person or place, a PNG, JPEG or WebP, which came with a card or the scenario, or which
    the game master chose. `of` is the id of the person or place. No two of a game have one id, and players have no
    pictures. The answer has an `ETag`; with it in `If-None-Match` the answer is 304 while the picture is the same.

    Problems: 400 the file in the scenario's folder is not a picture that can be shown; 403 the token's role is below
    `viewer`; 404 no such game, no picture, or the picture of a person or place that the token may not see; 409 another
    program has the game open, or the server shuts down. Common: 401 no valid token; 422 the request is malformed; 429
    too many requests; 500 the save is damaged, or the server has a defect; 507 data could not be read or written.
    """
    async with game.state() as state:
        scenario_id, seen = state.sheet.id, _seen(game, state)
    if seen is not None and of not in seen:
        raise NotFound(Unknown(what=Sought.PICTURE, name=of))
    found = await in_thread(partial(_pictures(game).picture, game.id, scenario_id, of))
    headers = {"ETag": tag_of_bytes(found.data), "Cache-Control": "private, no-cache"}
    return Response(found.data, media_type=found.media_type, headers=headers)


@router.put("/games/{game_id}/pictures/{of}", status_code=204, name="set_picture", **ANY_FILE)
async def set_picture(game: GameAsMaster, of: _Of, data: AnyFile) -> None:
    """Give a person or place of the game a picture, which is the body: a PNG, JPEG or WebP. `of` is the id of the
    person or place; players have no pictures. The new picture replaces an earlier one. It is stored with the game,
    copied to its branches, and included in its exports.

    Problems: 400 the body is not such a picture, or the game master has chosen 40 other pictures already; 403 the
    token's role is below `master`; 404 no such game, person or place; 409 another program has the game open, or the
    server shuts down; 413 the picture is larger than 8 MB. Common: 401 no valid token; 422 the request is malformed;
    429 too many requests; 500 the save is damaged, or the server has a defect; 507 data could not be read or written.
    """
    async with game.state() as state:
        if of not in {each.id for each in (*state.sheet.npcs, *state.sheet.locations)}:
            raise NotFound(Unknown(what=Sought.PERSON_OR_PLACE, name=of))
        picture = await in_thread(partial(picture_of, data))
        await in_thread(partial(_pictures(game).add, game.id, of, picture))


@router.delete("/games/{game_id}/pictures/{of}", status_code=204, name="remove_picture")
async def remove_picture(game: GameAsMaster, of: _Of) -> None:
    """Remove the picture that the game master chose for a person or place, whose id is `of`. If the scenario has a
    picture, it is shown again.

    Problems: 403 the token's role is below `master`; 404 no such game, or no picture that the game master chose; 409
    another program has the game open, or the server shuts down. Common: 401 no valid token; 422 the request is
    malformed; 429 too many requests; 500 the save is damaged, or the server has a defect; 507 data could not be read or
    written.
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
