"""Games: beginning, listing, naming, deleting, moving them in and out, and going back in them."""

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from app.api.access.viewer import Role, Viewer, ViewerDep, require
from app.api.context import Services, ServicesDep
from app.api.paging import PagingDep
from app.api.schemas import games as schemas
from app.api.schemas.base import Page
from app.api.views.games import game_view, open_game_view
from app.errors import InvalidInput
from app.models.base import is_id
from app.models.records.record import GameSummary, Journal
from app.scenarios.scenario_check import problem_report
from app.scenarios.scenario_rules import check_scenario
from app.services.game.games.off_loop import in_thread, off_loop
from app.stores.transfer import export_game, import_game

router = APIRouter(tags=["games"])
GameId = Annotated[str, Path(max_length=80, description="a game's id", examples=["tide-bell-1a2b3c4d"])]
MOST_IMPORTED = 50_000_000  # bytes


@router.post("/games", status_code=201)
async def create_game(body: schemas.NewGame, viewer: ViewerDep, services: ServicesDep) -> schemas.GameOut:
    """Begin a game."""
    require(viewer, None, Role.ADMIN)
    sheet = await off_loop(partial(services.container.scenarios().load, checked_scenario_id(body.scenario)))
    game_id = await off_loop(partial(services.library.begin, sheet, body.players[0], body.seed))
    return await _open_game(services, game_id)


@router.get("/games")
async def list_games(viewer: ViewerDep, services: ServicesDep, paging: PagingDep) -> Page[schemas.GameOut]:
    """Every game that the token may know of, last played first."""
    if viewer.game_id is not None:
        return Page(items=[await _open_game(services, viewer.game_id)])
    found, following = paging.of(await services.library.listed(), _last_played_first)
    return Page(items=[game_view(game) for game in found], next_cursor=following)


@router.get("/games/{game_id}")
async def get_game(game_id: GameId, viewer: ViewerDep, services: ServicesDep) -> schemas.GameOut:
    require(viewer, game_id)
    return await _open_game(services, game_id)


@router.delete("/games/{game_id}", status_code=204)
async def delete_game(game_id: GameId, viewer: ViewerDep, services: ServicesDep) -> None:
    """Move the game to the trash, with its tokens."""
    require(viewer, game_id, Role.MASTER)
    async with services.host.using(game_id):
        pass  # NotFound, before anything is done
    await services.finish(services.host.delete(game_id))


@router.get("/trash")
async def list_trash(viewer: ViewerDep, services: ServicesDep, paging: PagingDep) -> Page[schemas.GameOut]:
    """Every deleted game, last played first."""
    require(viewer, None, Role.ADMIN)
    found, following = paging.of(await in_thread(services.library.store.trash), _last_played_first)
    return Page(items=[game_view(game) for game in found], next_cursor=following)


@router.post("/trash/{game_id}/restore")
async def restore_game(game_id: GameId, viewer: ViewerDep, services: ServicesDep) -> schemas.GameOut:
    """Bring a game back from the trash."""
    require(viewer, None, Role.ADMIN)
    await in_thread(partial(services.library.store.restore, game_id))
    return await _open_game(services, game_id)


@router.get("/games/{game_id}/export", response_class=Response, responses={200: {"content": {"application/json": {}}}})
async def export(game_id: GameId, viewer: ViewerDep, services: ServicesDep) -> Response:
    """The whole game as one JSON document, for `POST /v1/games/import`."""
    require(viewer, game_id, Role.MASTER)
    data = await services.library.exported(game_id, export_game)
    return Response(data, media_type="application/json")


@router.post(
    "/games/import",
    status_code=201,
    max_body_size=MOST_IMPORTED,
    openapi_extra={"requestBody": {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}},
)
async def import_(request: Request, viewer: ViewerDep, services: ServicesDep) -> schemas.GameOut:
    """Take in an exported game, as a new one."""
    require(viewer, None, Role.ADMIN)
    data = await request.body()
    return await _open_game(services, await services.library.imported(partial(_checked_import, data)))


def _checked_import(data: bytes) -> Journal:
    journal = import_game(data)
    if problems := check_scenario(journal.opening.state.sheet):
        raise InvalidInput(problem_report(problems, "The scenario of the exported game"))
    return journal


@router.post("/games/{game_id}/undo")
async def undo(game_id: GameId, body: schemas.UndoIn, viewer: ViewerDep, services: ServicesDep) -> schemas.UndoOut:
    """Take back the last turns with all that came of them. A player takes back its own, while they are the newest."""
    require(viewer, game_id, Role.PLAYER)
    async with services.host.using(game_id) as session:
        undone = await services.finish(services.turns.undo(game_id, body.turns, own=viewer.player_id))
        found = [schemas.Undone(turn=turn.turn, player_input=turn.player_input) for turn in undone]
        return schemas.UndoOut(undone=found, turn=session.state.turn)


@router.post("/games/{game_id}/branches", status_code=201)
async def branch(
    game_id: GameId, body: schemas.BranchIn, viewer: ViewerDep, services: ServicesDep
) -> schemas.NewGameOut:
    """A new game that goes its own way from a turn."""
    require(viewer, game_id, Role.MASTER)
    async with services.host.using(game_id):
        new_id = await services.finish(services.turns.branch(game_id, turn=body.turn, label=body.label))
    token = await token_of_branch(services, viewer, new_id)
    return schemas.NewGameOut(**(await _open_game(services, new_id)).model_dump(), token=token)


@router.post("/games/{game_id}/labels", status_code=201)
async def label(game_id: GameId, body: schemas.LabelIn, viewer: ViewerDep, services: ServicesDep) -> schemas.LabelOut:
    """Name the present turn, to branch from it later."""
    require(viewer, game_id, Role.MASTER)
    async with services.host.using(game_id) as session:
        await services.finish(services.turns.label(game_id, body.name))
        return schemas.LabelOut(name=body.name, turn=session.state.turn)


async def token_of_branch(services: Services, viewer: Viewer, game_id: str) -> str | None:
    """Who holds a token of a game gets one for the game that was made of it."""
    if viewer.game_id is None:
        return None
    _, text = await in_thread(partial(services.tokens.create, game_id, "master"))
    return text


async def _open_game(services: Services, game_id: str) -> schemas.GameOut:
    async with services.host.using(game_id) as session:
        return open_game_view(session)


def checked_scenario_id(text: str) -> str:
    """The id; InvalidInput for what could be the path of a file."""
    if not is_id(text):
        raise InvalidInput("A scenario's id is lower-case letters and digits, joined by '-' or '_'.")
    return text


def _last_played_first(game: GameSummary) -> tuple[float, str]:
    """As the library sorts its list."""
    return (-game.last_played.timestamp() if game.last_played else float("inf"), game.game_id)
