"""Scenarios: listing, checking, adding."""

from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request

from app.api.access.viewer import Role, ViewerDep, require
from app.api.context import AdminServices, ServicesDep
from app.api.paging import PagingDep
from app.api.schemas import scenarios as schemas
from app.api.schemas.base import Page
from app.errors import NotFound
from app.scenarios.scenario_check import inspect_scenario
from app.services.game.games.off_loop import in_thread
from app.services.game.games.scenario_library import MAX_FILE_BYTES

router = APIRouter(tags=["scenarios"])
_FILE: dict[str, Any] = {
    "requestBody": {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}
}


@router.get("/scenarios")
async def list_scenarios(viewer: ViewerDep, services: ServicesDep, paging: PagingDep) -> Page[schemas.ScenarioOut]:
    """Every scenario there is, by id."""
    require(viewer, None)
    found = await in_thread(services.container.scenarios().list)
    page, following = paging.of(sorted(found, key=lambda info: info.id), lambda info: (info.id,))
    return Page(items=[schemas.ScenarioOut.model_validate(info) for info in page], next_cursor=following)


@router.get("/scenarios/{scenario_id}")
async def get_scenario(
    scenario_id: Annotated[str, Path(max_length=64, examples=["tide-bell"])], viewer: ViewerDep, services: ServicesDep
) -> schemas.ScenarioOut:
    """A scenario; to the admin with all that its author wrote."""
    require(viewer, None)
    library = services.container.scenarios()
    info = next((info for info in await in_thread(library.list) if info.id == scenario_id), None)
    if info is None:
        raise NotFound(f"There is no scenario {scenario_id!r}.")
    shown = schemas.ScenarioOut.model_validate(info)
    if info.problem is not None or not viewer.is_at_least(Role.ADMIN):
        return shown
    sheet = await in_thread(partial(library.load, scenario_id))
    return shown.model_copy(update={"sheet": sheet.model_dump(mode="json")})


@router.post("/scenarios/check", max_body_size=MAX_FILE_BYTES, openapi_extra=_FILE)
async def check_scenario(request: Request, viewer: ViewerDep) -> schemas.CheckOut:
    """Everything that is wrong with a scenario file, which is the body. It is not kept."""
    require(viewer, None, Role.ADMIN)
    data = await request.body()
    found = await in_thread(partial(inspect_scenario, data))
    return schemas.CheckOut.model_validate(found)


@router.post("/scenarios", status_code=201, max_body_size=MAX_FILE_BYTES, openapi_extra=_FILE)
async def add_scenario(request: Request, services: AdminServices) -> schemas.ScenarioOut:
    """Keep a scenario file, which is the body, in the server's own folder, in place of an earlier one of its id. One that
    ships is never replaced."""
    data = await request.body()
    added = await in_thread(partial(services.container.scenarios().add, data))
    return schemas.ScenarioOut.model_validate(added)
