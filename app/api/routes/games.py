"""Games: beginning, listing, naming, deleting, moving them in and out, and going back in them."""

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Query, Response
from fastapi.exceptions import RequestValidationError

from app.api.access import TableViewer, ViewerDep
from app.api.bodies import BodyRoute, JsonFile
from app.api.context import (
    AdminServices,
    GameAsMaster,
    GameAsPlayer,
    GameAsViewer,
    GameId,
    RequestDep,
    Services,
    ServicesDep,
)
from app.api.paging import PagingDep
from app.api.schemas import games as schemas
from app.api.schemas.base import Page
from app.errors import CorruptSave, InvalidInput, Moved
from app.interfaces.game_models import begun_with
from app.models.records.folding import fold
from app.models.records.record import GameSummary, Header
from app.models.state.game_state import GameState
from app.services.game.games.concurrency import from_journal, in_thread, off_loop
from app.services.game.turns.turn_tree import scenes_of
from app.stores.transfer import export_game, import_playable

router = APIRouter(tags=["games"], route_class=BodyRoute)
_Turn = Annotated[int | None, Query(ge=1, le=10**9, description="a turn's number")]
_JSON = {"content": {"application/json": {"schema": {"type": "object"}}}}


@router.post("/games", status_code=201)
async def create_game(body: schemas.NewGame, services: AdminServices, meant: RequestDep) -> schemas.GameOut:
    """Begin a game."""
    sheet = await in_thread(partial(services.container.scenarios().load, body.scenario))
    if body.model is not None:
        try:
            await in_thread(partial(services.library.check_model, begun_with(body.model)))
        except InvalidInput as error:
            raise RequestValidationError([{"loc": ("body", "model"), "msg": str(error)}]) from None
    chosen = {"title": body.title, "model": body.model}
    game_id = await off_loop(partial(services.library.begin, sheet, body.players, body.seed, **chosen, **meant))
    return await _opened(services, game_id)


@router.get("/games")
async def list_games(viewer: ViewerDep, services: ServicesDep, paging: PagingDep) -> Page[schemas.GameOut]:
    """Every game that the token may know of, last played first."""
    if viewer.game_id is not None:
        return Page(items=[_without_origin(await _opened(services, viewer.game_id))])
    found, following = paging.of(await in_thread(services.library.list), _last_played_first)
    told_by = await in_thread(lambda: [_model(services, game.game_id, game.model) for game in found])
    games = [{**vars(game), "model": model} for game, model in zip(found, told_by, strict=True)]
    return Page(items=[schemas.GameOut.model_validate(game) for game in games], next_cursor=following)


@router.get("/games/{game_id}")
async def get_game(game: GameAsViewer) -> schemas.GameOut:
    """One game, as the list has it."""
    found = await _opened(game.services, game.id)
    return found if game.viewer.game_id is None else _without_origin(found)


@router.patch("/games/{game_id}")
async def rename_game(game: GameAsMaster, body: schemas.GamePatch, meant: RequestDep) -> schemas.GameOut:
    """Give the game another title."""
    await game.play(lambda turns: turns.rename(game.id, body.title, **meant))
    return await _opened(game.services, game.id)


@router.delete("/games/{game_id}", status_code=204)
async def delete_game(game: GameAsMaster) -> None:
    """Move the game to the trash, with its tokens."""
    async with game.open():
        pass  # NotFound, before anything is done
    await game.services.start(game.services.host.delete(game.id))
    game.services.tokens.forget(game.id)


@router.post("/games/{game_id}/release", name="release_game")
async def release(game_id: GameId, services: AdminServices) -> schemas.ReleaseOut:
    """Unload a game, so that another server or program may have it. It is loaded again for whoever asks for it here."""
    return schemas.ReleaseOut(released=await services.host.give_up(game_id))


@router.get("/trash")
async def list_trash(services: AdminServices, paging: PagingDep) -> Page[schemas.GameOut]:
    """Every deleted game, last played first."""
    deleted = await in_thread(services.library.store.trash)
    return paging.page(deleted, schemas.GameOut.model_validate, _last_played_first)


@router.post("/trash/{game_id}/restore")
async def restore_game(game_id: GameId, services: AdminServices) -> schemas.GameOut:
    """Bring a game back from the trash."""
    await in_thread(partial(services.library.store.restore, game_id))
    return await _opened(services, game_id)


@router.get("/games/{game_id}/export", name="export_game", response_class=Response, responses={200: _JSON})
async def export(game: GameAsMaster) -> Response:
    """The whole game as one JSON document, for `POST /v1/games/import`."""
    read = partial(game.services.library.read, game.id)
    return Response(await from_journal(read, export_game), media_type="application/json")


@router.post(
    "/games/import", status_code=201, name="import_game", openapi_extra={"requestBody": {"required": True, **_JSON}}
)
async def import_(services: AdminServices, data: JsonFile, meant: RequestDep) -> schemas.GameOut:
    """Take in an exported game, as a new one."""
    read = partial(import_playable, data, "The scenario of the exported game")
    take_in = services.library.import_journal
    return await _opened(services, await from_journal(read, lambda journal: take_in(journal, **meant)))


@router.post("/games/{game_id}/undo", name="undo_turns")
async def undo(game: GameAsPlayer, body: schemas.UndoIn, meant: RequestDep) -> schemas.UndoOut:
    """Take back the last turns with all that came of them. A player takes back its own, while they are the newest."""
    undone = await game.play(lambda turns: turns.undo(game.id, body.turns, owner_id=game.viewer.player_id, **meant))
    found = [schemas.Undone(turn=turn.turn, player_input=turn.player_input) for turn in undone]
    return schemas.UndoOut(undone=found, turn=found[-1].turn - 1)


@router.post("/games/{game_id}/branches", name="branch_game", status_code=201)
async def branch(game: GameAsMaster, body: schemas.BranchIn, meant: RequestDep) -> schemas.NewGameOut:
    """A new game that goes its own way from a turn."""
    new_id = await game.play(lambda turns: turns.branch(game.id, **body.model_dump(), **meant))
    made = await _opened(game.services, new_id)
    return schemas.NewGameOut(**made.model_dump(), token=await token_of_branch(game.services, game.viewer, new_id))


@router.post("/games/{game_id}/labels", name="name_turn", status_code=204)
async def label(game: GameAsMaster, body: schemas.LabelIn, meant: RequestDep) -> None:
    """Name a turn, to find it and to branch from it later. The tree shows the names."""
    await game.play(lambda turns: turns.label(game.id, body.name, turn=body.turn, seq=body.seq, **meant))


@router.get("/games/{game_id}/tree", name="get_tree")
async def tree(game: GameAsMaster, first: _Turn = None, last: _Turn = None) -> schemas.TreeOut:
    """Every turn that was played, also those that do not stand any more, and the games that branched off; with
    ``first`` or ``last`` only turns from or up to these numbers."""
    found = await game.play(lambda turns: turns.tree(game.id))
    branches = found.branches if game.viewer.game_id is None else ()
    nodes = [node for node in found.nodes if (first or 0) <= node.turn <= (last or node.turn)]
    return schemas.TreeOut(nodes=nodes, branches=[*branches])


@router.get("/games/{game_id}/scenes", name="list_scenes")
async def scenes(game: GameAsMaster, first: _Turn = None, last: _Turn = None) -> schemas.ScenesOut:
    """The tree of turns as lanes of scenes, long runs of them folded. With ``first`` or ``last`` only the present's, of
    these turns, and not folded: what a folded run holds."""
    tree = await game.play(lambda turns: turns.tree(game.id))
    knows_others = game.viewer.game_id is None
    opening = {"turn": 0, "seq": 0, "place": "", "game_time": None, "stands": True}
    named = [{"name": name, **opening} for name in tree.labels]
    for node in sorted(tree.nodes, key=lambda node: node.turn):
        named += ({"name": name, **node.model_dump(include=set(opening))} for name in node.labels)
    found = {
        "scenes": await in_thread(partial(scenes_of, tree, first, last)),
        "named": named,
        "branched_from": tree.branched_from if knows_others else None,
        "branches": tree.branches if knows_others else (),
    }
    return schemas.ScenesOut.model_validate(found)


async def token_of_branch(services: Services, viewer: TableViewer, game_id: str) -> str | None:
    """Who holds a token of a game gets one for the game that was made of it."""
    if viewer.game_id is None:
        return None
    return (await in_thread(partial(services.tokens.create, game_id, "master")))[1]


def _without_origin(game: schemas.GameOut) -> schemas.GameOut:
    """As it is shown to those who may not know of other games."""
    return game.model_copy(update={"branched_from": None})


async def _opened(services: Services, game_id: str) -> schemas.GameOut:
    """A game as it stands now, in memory, or in its journal where another server has it."""
    try:
        async with services.host.using(game_id) as session:
            model = await in_thread(partial(_model, services, game_id, session.header.model))
            return _game_out(session.header, session.state, model)
    except Moved:
        return await from_journal(
            partial(services.library.read, game_id),
            lambda journal: _game_out(journal.header, fold(journal), _model(services, game_id, journal.header.model)),
        )


def _game_out(header: Header, state: GameState, model: str | None) -> schemas.GameOut:
    now = {
        "players": [player.name for player in state.party.players],
        "turn": state.turn,
        "game_time": state.clock.minutes,
        "ended": state.scenario.ended,
        "last_played": state.conversation_history[-1].timestamp if state.conversation_history else header.created_at,
        "model": model,
    }
    return schemas.GameOut.model_validate({**vars(header), **now})


def _model(services: Services, game_id: str, begun: str | None) -> str | None:
    """The name of what tells a game now."""
    try:
        return services.library.model_of(game_id, begun).name
    except CorruptSave:  # turns and other requests will say so
        return begun


def _last_played_first(game: GameSummary) -> tuple[float, str]:
    """As the library sorts its list."""
    return (-game.last_played.timestamp() if game.last_played else float("inf"), game.game_id)
