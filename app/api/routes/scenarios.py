"""Scenarios: listing, checking and adding; and the scenario of a game, which can be edited while it is played."""

from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Path, Response

from app.api.access import ViewerDep
from app.api.bodies import JsonFile
from app.api.conditions import TAGGED, ConditionalRoute, IfMatchDep, tagged
from app.api.context import AdminServices, Game, GameAsMaster, IdempotencyDep, ServicesDep
from app.api.locations import LOCATED, located
from app.api.paging import PagingDep
from app.api.schemas import scenarios as schemas
from app.api.schemas.base import REF, Page
from app.errors import NotFound
from app.models.base import compact
from app.models.plain_reasons import Sought, Unknown
from app.models.sheets.scenario import ScenarioSheet
from app.scenarios.scenario_check import digest, inspect_scenario
from app.services.game.games.concurrency import in_thread
from app.services.game.games.scenario_library import ScenarioInfo
from app.services.game.scenario_updates import ScenarioUpdate

router = APIRouter(tags=["scenarios"], route_class=ConditionalRoute)


def _json_body(schema: dict[str, Any]) -> dict[str, Any]:
    """Return what OpenAPI says of a route that takes a `JsonFile`."""
    return {"openapi_extra": {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}}


_SCENARIO = _json_body({"$ref": REF.format(model=ScenarioSheet.__name__)})
_ANY_OBJECT = _json_body({"type": "object"})
"""Of a scenario that may have faults: a typed client could not send those."""


@router.get("/scenarios")
async def list_scenarios(_viewer: ViewerDep, services: ServicesDep, paging: PagingDep) -> Page[ScenarioInfo]:
    """List all scenarios, sorted by id. The entry of a scenario that cannot be played says why in `problem`. A page has
    at most `limit` entries, 1 to 100 and by default 50; `cursor` is the `next_cursor` of the page before, and is left
    out for the first page.

    Problems: 400 the cursor is not one of this list; 403 the token's role is below `viewer`. Common: 401 no valid
    token; 422 the request is malformed; 429 too many requests; 500 the server has a defect.
    """
    found = await in_thread(services.container.scenarios().list)
    by_id = sorted(found, key=lambda info: info.id)
    return paging.page(by_id, lambda info: info, lambda info: (info.id,))


@router.get("/scenarios/{scenario_id}")
async def get_scenario(
    scenario_id: Annotated[str, Path(max_length=64, examples=["tide-bell"])], _viewer: ViewerDep, services: ServicesDep
) -> ScenarioInfo:
    """Return a scenario: its title and summary, how many places, people, quests and acts it has, and the reason
    (`problem`) if it cannot be played.

    Problems: 403 the token's role is below `viewer`; 404 no such scenario. Common: 401 no valid token; 422 the request
    is malformed; 429 too many requests; 500 the server has a defect.
    """
    found = await in_thread(services.container.scenarios().list)
    for info in found:
        if info.id == scenario_id:
            return info
    raise NotFound(Unknown(what=Sought.SCENARIO, name=scenario_id))


@router.post("/scenarios/check", **_ANY_OBJECT)
async def check_scenario(_services: AdminServices, data: JsonFile) -> schemas.CheckOut:
    """Validate a scenario file, which is the body, and return all errors in it. The file is not stored. For an invalid
    file, too, even for one that no JSON parser reads, the status is 200.

    Problems: 403 the token's role is below `admin`; 413 the file is larger than 5 MB; 415 its `Content-Type` is not
    JSON. Common: 401
    no valid token; 429 too many requests; 500 the server has a defect.
    """
    return schemas.CheckOut.model_validate(await in_thread(partial(inspect_scenario, data)))


@router.post("/scenarios", status_code=201, responses=LOCATED, **_SCENARIO)
async def add_scenario(services: AdminServices, data: JsonFile, response: Response) -> ScenarioInfo:
    """Store a scenario file, which is the body, in the server's own folder and return the scenario. It replaces an
    earlier one of the same id.

    Problems: 400 the scenario is invalid, or the file cannot be parsed as JSON; 403 the token's role is below `admin`;
    409 the server has no folder for scenarios, or a scenario of this id ships with the server or is a folder; 413 the
    file is larger than 5 MB; 415 its `Content-Type` is not JSON. Common: 401 no valid token; 422 the request is
    malformed; 429 too many requests; 500 the save is damaged, or the server has a defect; 507 data could not be read or
    written.
    """
    added = await in_thread(partial(services.container.scenarios().add, data))
    return located(response, f"scenarios/{added.id}", added)


@router.get("/games/{game_id}/scenario", name="get_game_scenario", responses=TAGGED)
async def get_game_scenario(game: GameAsMaster, response: Response) -> schemas.GameScenarioOut:
    """Return the scenario of a game with all its secrets, twice: `authored`, as its author wrote it or as it was edited
    last; and `played`, with the additions and changes that were made while playing.

    Problems: 403 the token's role is below `master`; 404 no such game; 409 another program has the game open, or the
    server shuts down. Common: 401 no valid token; 422 the request is malformed; 429 too many requests; 500 the save is
    damaged, or the server has a defect; 507 data could not be read or written.
    """
    return tagged(response, await _game_scenario(game))


async def _game_scenario(game: Game) -> schemas.GameScenarioOut:
    async with game.state() as state:
        authored, played = state.amended.authored, state.sheet
    return await in_thread(
        lambda: schemas.GameScenarioOut(digest=digest(authored), authored=compact(authored), played=compact(played))
    )


@router.put("/games/{game_id}/scenario", name="update_game_scenario", **_SCENARIO)
async def update_game_scenario(
    game: GameAsMaster, data: JsonFile, if_match: IfMatchDep, idempotency: IdempotencyDep
) -> ScenarioUpdate:
    """Take an edited scenario file, which is the body, into the running game, as a turn that can be undone, and return
    what has changed. Everything that was played and made in the game stays; `unfit` lists the parts of the game that
    did not fit any more. If the game has this scenario already, there is no turn, and `turn` is null. The server's file
    of the scenario does not change.

    Problems: 400 the scenario is invalid (`errors` lists the errors), the file cannot be parsed as JSON, or the
    scenario does not fit what was made in the game; 403 the token's role is below `master`; 404 no such game; 409 the
    file is another scenario than that of the game, the idempotency key was used for another request, another program
    has the game open, or the server shuts down; 412 the game's scenario has changed since the version in `If-Match`;
    413 the file is larger than 5 MB; 415 its `Content-Type` is not JSON. Common: 401 no valid token; 422 the request is
    malformed; 429 too many requests; 500 the save is damaged, or the server has a defect; 507 data could not be read or
    written.
    """
    sheet = (await in_thread(partial(inspect_scenario, data))).playable("The scenario")
    updates = game.services.container.scenario_updates()
    with if_match.when_still(lambda: _game_scenario(game)):
        return await game.within(lambda _: updates.take_in(game.id, sheet, **idempotency))
