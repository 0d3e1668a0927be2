"""Scenarios: listing, checking and adding."""

from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Path

from app.api.access import ViewerDep
from app.api.bodies import BodyRoute, JsonFile
from app.api.context import AdminServices, ServicesDep
from app.api.paging import PagingDep
from app.api.schemas import scenarios as schemas
from app.api.schemas.base import Page
from app.errors import NotFound
from app.scenarios.scenario_check import inspect_scenario
from app.services.game.games.concurrency import in_thread
from app.services.game.games.scenario_library import ScenarioInfo

router = APIRouter(tags=["scenarios"], route_class=BodyRoute)
_JSON = {"content": {"application/json": {"schema": {"type": "object"}}}}
_FILE: dict[str, Any] = {"openapi_extra": {"requestBody": {"required": True, **_JSON}}}


@router.get("/scenarios")
async def list_scenarios(_viewer: ViewerDep, services: ServicesDep, paging: PagingDep) -> Page[ScenarioInfo]:
    """List all scenarios by id. One that cannot be played is listed with its `problem`.

    Problems: 400 the cursor is not one of this list; 403 the token's role is below `viewer`. Common: 401 no valid
    token; 422 the request is malformed; 429 too many requests; 500 a damaged save or a defect.
    """
    found = await in_thread(services.container.scenarios().list)
    by_id = sorted(found, key=lambda info: info.id)
    return paging.page(by_id, lambda info: info, lambda info: (info.id,))


@router.get("/scenarios/{scenario_id}")
async def get_scenario(
    scenario_id: Annotated[str, Path(max_length=64, examples=["tide-bell"])], _viewer: ViewerDep, services: ServicesDep
) -> ScenarioInfo:
    """Return a scenario: its title and summary, how many places, people, quests and acts it has, and its `problem` if
    it cannot be played.

    Problems: 403 the token's role is below `viewer`; 404 no such scenario. Common: 401 no valid token; 422 the request
    is malformed; 429 too many requests; 500 a damaged save or a defect.
    """
    found = await in_thread(services.container.scenarios().list)
    for info in found:
        if info.id == scenario_id:
            return info
    raise NotFound(f"There is no scenario {scenario_id!r}.")


@router.post("/scenarios/check", **_FILE)
async def check_scenario(_services: AdminServices, data: JsonFile) -> schemas.CheckOut:
    """Validate a scenario file, which is the body, and return everything that is wrong with it. The file is not stored;
    an invalid one is not a problem.

    Problems: 403 the token's role is below `admin`; 413 it is larger than 5 MB; 415 it is not JSON. Common: 401 no
    valid token; 429 too many requests; 500 a damaged save or a defect.
    """
    return schemas.CheckOut.model_validate(await in_thread(partial(inspect_scenario, data)))


@router.post("/scenarios", status_code=201, **_FILE)
async def add_scenario(services: AdminServices, data: JsonFile) -> ScenarioInfo:
    """Store a scenario file, which is the body, in the server's own folder and return it. It replaces an earlier one of
    the same id.

    Problems: 400 the scenario is invalid; 403 the token's role is below `admin`; 409 the server has no folder for
    scenarios, or the id is one of a scenario that ships with it or that is a folder; 413 it is larger than 5 MB; 415 it
    is not JSON. Common: 401 no valid token; 429 too many requests; 500 a damaged save or a defect; 507 the disk or
    database refused to write.
    """
    return await in_thread(partial(services.container.scenarios().add, data))
