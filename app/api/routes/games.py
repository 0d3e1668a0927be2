"""Games: creating, listing, renaming, deleting, importing, exporting, and going back to earlier turns."""

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Query, Response
from fastapi.exceptions import RequestValidationError

from app.api.access import TableViewer, ViewerDep
from app.api.bodies import JsonFile
from app.api.conditions import TAGGED, ConditionalRoute, IfMatchDep, tagged
from app.api.context import (
    AdminServices,
    Game,
    GameAsMaster,
    GameAsPlayer,
    GameAsViewer,
    GameId,
    IdempotencyDep,
    Services,
    ServicesDep,
)
from app.api.locations import LOCATED, located
from app.api.paging import PagingDep
from app.api.schemas import games as schemas
from app.api.schemas.base import Page
from app.errors import CorruptSave, InvalidInput, Moved
from app.interfaces.game_models import begun_with
from app.language.rendering.plain_reasons import in_words
from app.models.records.folding import fold_journal
from app.models.records.record import GameSummary, Header, Journal
from app.models.state.game_state import GameState
from app.services.game.games.concurrency import from_journal, in_thread, off_loop
from app.services.game.turns.moderating import check_beginning
from app.services.game.turns.turn_tree import scenes_of
from app.stores.transfer import export_game, import_playable, pictures_in

router = APIRouter(tags=["games"], route_class=ConditionalRoute)
_Turn = Annotated[int | None, Query(ge=1, le=10**9, description="the number of a turn")]
_JSON = {"content": {"application/json": {"schema": {"type": "object"}}}}


@router.post("/games", status_code=201, responses=LOCATED)
async def create_game(
    body: schemas.NewGame, services: AdminServices, response: Response, idempotency: IdempotencyDep
) -> schemas.GameOut:
    """Create a game from a scenario and return it. The game is at turn 0: show the `opening` of its scene, then post
    turns. Without a `title`, a title is made of the players' names and the scenario's title.

    Problems: 400 the scenario file is invalid, or a name or the title is blank, or has line breaks or control
    characters; 403 the token's role is below `admin`; 404 no such scenario; 409 two players have one name, a further
    player has the name of a person of the scenario, the host's moderation refuses the title, a name or a description,
    the idempotency key was used for another request, or the server shuts down; 422 the body is malformed, or `model` is
    unknown, not installed or lacks its key. Common: 401 no valid token; 413 the body is too large; 415 the body is not
    JSON; 429 too many requests; 500 the save is damaged, or the server has a defect; 507 data could not be read or
    written.
    """
    sheet = await in_thread(partial(services.container.scenarios().load, body.scenario))
    if body.model is not None:
        try:
            await in_thread(partial(services.library.check_model, begun_with(body.model)))
        except InvalidInput as error:
            raise RequestValidationError([{"loc": ("body", "model"), "msg": in_words(error)}]) from None
    await check_beginning(services.turns.moderation, body.model_copy(update={"model": None}))
    begin = partial(services.library.begin, sheet, body.players, body.seed, title=body.title, model=body.model)
    game_id = await off_loop(partial(begin, narration=body.narration, **idempotency))
    return located(response, f"games/{game_id}", await current_game(services, game_id))


@router.get("/games")
async def list_games(viewer: ViewerDep, services: ServicesDep, paging: PagingDep) -> Page[schemas.GameOut]:
    """List the games that the token may access, the last played first. The entry of a damaged game says in `problem`
    why it cannot be read. A page has at most `limit` entries, 1 to 100 and by default 50; `cursor` is the `next_cursor`
    of the page before, and is left out for the first page.

    Problems: 400 the cursor is not one of this list; 403 the token's role is below `viewer`; 409 the token is one of a
    single game, and another program has the game open, or the server shuts down. Common: 401 no valid token; 422 the
    request is malformed; 429 too many requests; 500 the save is damaged, or the server has a defect; 507 data could not
    be read or written.
    """
    if viewer.game_id is not None:
        return Page(items=[_without_origin(await current_game(services, viewer.game_id))])
    page, following = paging.of(await in_thread(services.library.list), _last_played_first)
    models = await in_thread(lambda: [model_name(services, game.game_id, game.model) for game in page])
    games = [{**vars(game), "model": model} for game, model in zip(page, models, strict=True)]
    return Page(items=[schemas.GameOut.model_validate(game) for game in games], next_cursor=following)


@router.get("/games/{game_id}", responses=TAGGED)
async def get_game(game: GameAsViewer, response: Response) -> schemas.GameOut:
    """Return a game: its title, scenario, players, model, number of turns, and game time.

    Problems: 403 the token's role is below `viewer`; 404 no such game; 409 another program has the game open, or the
    server shuts down. Common: 401 no valid token; 422 the request is malformed; 429 too many requests; 500 the save is
    damaged, or the server has a defect; 507 data could not be read or written.
    """
    return tagged(response, await _shown(game))


async def _shown(game: Game) -> schemas.GameOut:
    """Return a game as the viewer sees it."""
    found = await current_game(game.services, game.id)
    return found if game.viewer.game_id is None else _without_origin(found)


@router.patch("/games/{game_id}", responses=TAGGED)
async def rename_game(
    game: GameAsMaster,
    body: schemas.GamePatch,
    response: Response,
    if_match: IfMatchDep,
    idempotency: IdempotencyDep,
) -> schemas.GameOut:
    """Change the title of a game and return the game.

    Problems: 400 the title is blank, or has line breaks or control characters; 403 the token's role is below `master`;
    404 no such game; 409 the idempotency key was used for another request, another program has the game open, or the
    server shuts down; 412 the game has changed since the version in `If-Match`. Common: 401 no valid token; 413 the
    body is too large; 415 the body is not JSON; 422 the request is malformed; 429 too many requests; 500 the save is
    damaged, or the server has a defect; 507 data could not be read or written.
    """
    with if_match.when_still(lambda: _shown(game)):
        await game.play(lambda turns: turns.rename(game.id, body.title, **idempotency))
    return tagged(response, await _shown(game))


@router.delete("/games/{game_id}", status_code=204)
async def delete_game(game: GameAsMaster) -> None:
    """Move a game and its tokens to the trash, from which the admin can restore it.

    Problems: 403 the token's role is below `master`; 404 no such game; 409 another program has the game open, or the
    server shuts down. Common: 401 no valid token; 422 the request is malformed; 429 too many requests; 500 the save is
    damaged, or the server has a defect; 507 data could not be read or written.
    """
    async with game.open():
        pass  # raises NotFound before anything changes
    await game.services.start(game.services.host.delete(game.id))
    game.services.tokens.forget(game.id)


@router.post("/games/{game_id}/release", name="release_game")
async def release(game_id: GameId, services: AdminServices) -> schemas.ReleaseOut:
    """Unload a game, so that another server or program can open it. The next request for it loads it again. If the game
    is not loaded, is busy or does not exist, the status is 200 and `released` is false.

    Problems: 403 the token's role is below `admin`; 409 another server has the game open and does not answer. Common:
    401 no valid token; 422 the request is malformed; 429 too many requests; 500 the save is damaged, or the server has
    a defect; 507 data could not be read or written.
    """
    return schemas.ReleaseOut(released=await services.host.give_up(game_id))


@router.get("/trash")
async def list_trash(services: AdminServices, paging: PagingDep) -> Page[schemas.GameOut]:
    """List the games in the trash, which can be restored, the last played first. A page has at most `limit` entries, 1
    to 100 and by default 50; `cursor` is the `next_cursor` of the page before, and is left out for the first page.

    Problems: 400 the cursor is not one of this list; 403 the token's role is below `admin`. Common: 401 no valid token;
    422 the request is malformed; 429 too many requests; 500 the save is damaged, or the server has a defect; 507 data
    could not be read or written.
    """
    deleted = await in_thread(services.library.store.trash)
    return paging.page(deleted, schemas.GameOut.model_validate, _last_played_first)


@router.post("/trash/{game_id}/restore")
async def restore_game(game_id: GameId, services: AdminServices) -> schemas.GameOut:
    """Restore a deleted game and its tokens from the trash, and return the game. If several games of this id are in the
    trash, it is the one that was deleted last.

    Problems: 403 the token's role is below `admin`; 404 no such game in the trash; 409 there is a game of the same id
    again, or the server shuts down. Common: 401 no valid token; 422 the request is malformed; 429 too many requests;
    500 the save is damaged, or the server has a defect; 507 data could not be read or written.
    """
    await in_thread(partial(services.library.store.restore, game_id))
    return await current_game(services, game_id)


@router.delete("/trash/{game_id}", status_code=204)
async def erase_game(game_id: GameId, services: AdminServices) -> None:
    """Delete for good all games of an id that are in the trash: journal, tokens, model and its key. All computed
    vectors are deleted, too, because a vector does not show its game; other games compute theirs again. Games that were
    branched from it, exports, and a game of this id that is not in the trash stay.

    Problems: 403 the token's role is below `admin`; 404 no such game in the trash; 409 another server has the game open
    and does not answer. Common: 401 no valid token; 422 the request is malformed; 429 too many requests; 500 the save
    is damaged, or the server has a defect; 507 data could not be read or written.
    """
    await services.start(services.container.erasing().erase_deleted(game_id))
    services.tokens.forget(game_id)


@router.get("/games/{game_id}/export", name="export_game", response_class=Response, responses={200: _JSON})
async def export(game: GameAsMaster) -> Response:
    """Export the whole game as one JSON document for `POST /v1/games/import`, with at most 40 pictures of its people
    and places, of at most 20 MB together; further pictures are left out. It has no tokens, no model key and no remarks
    that players and the game master write to each other.

    Problems: 403 the token's role is below `master`; 404 no such game; 409 another server has the game open and does
    not answer. Common: 401 no valid token; 422 the request is malformed; 429 too many requests; 500 the save is
    damaged, or the server has a defect; 507 data could not be read or written.
    """
    pictures = game.services.container.pictures()

    def written(journal: Journal) -> bytes:
        return export_game(journal, pictures.exported(game.id, journal.header.scenario_id))

    read = partial(game.services.library.read, game.id)
    return Response(await from_journal(read, written), media_type="application/json")


@router.post(
    "/games/import",
    status_code=201,
    name="import_game",
    responses=LOCATED,
    openapi_extra={"requestBody": {"required": True, **_JSON}},
)
async def import_(
    services: AdminServices, data: JsonFile, response: Response, idempotency: IdempotencyDep
) -> schemas.GameOut:
    """Create a game from an export, which is the body, and return it. The game gets a new id and the pictures of its
    people and places; it has no tokens and no model key.

    Problems: 400 the document is not a valid export, cannot be parsed as JSON, is of a newer version, or holds a
    scenario that cannot be played; 403 the token's role is below `admin`; 409 the idempotency key was used for another
    request, or the server shuts down; 413 the document is larger than 50 MB; 415 its `Content-Type` is not JSON.
    Common: 401 no valid token; 422 the request is malformed; 429 too many requests; 500 the save is damaged, or the
    server has a defect; 507 data could not be read or written.
    """
    read = partial(import_playable, data, "The scenario of the exported game")
    take_in = services.library.import_journal
    game_id = await from_journal(read, lambda journal: take_in(journal, pictures_in(data), **idempotency))
    return located(response, f"games/{game_id}", await current_game(services, game_id))


@router.post("/games/{game_id}/undo", name="undo_turns")
async def undo(game: GameAsPlayer, body: schemas.UndoIn, idempotency: IdempotencyDep) -> schemas.UndoOut:
    """Undo the last turns (`turns`, by default 1) with all their consequences, including memories, and return them,
    newest first. A player may undo only their own turns, and only while they are the newest; the player's notes and
    changes of the player's sheet are also turns of the player.

    Problems: 403 the token's role is below `player`; 404 no such game; 409 fewer turns were played, one of them is not
    the player's, the idempotency key was used for another request, another program has the game open, or the server
    shuts down. Common: 401 no valid token; 413 the body is too large; 415 the body is not JSON; 422 the request is
    malformed; 429 too many requests; 500 the save is damaged, or the server has a defect; 507 data could not be read or
    written.
    """
    owner_id = game.viewer.player_id
    undone = await game.play(lambda turns: turns.undo(game.id, body.turns, owner_id=owner_id, **idempotency))
    found = [schemas.Undone(turn=turn.turn, player_input=turn.player_input) for turn in undone]
    return schemas.UndoOut(undone=found, turn=found[-1].turn - 1)


@router.post("/games/{game_id}/branches", name="branch_game", status_code=201, responses=LOCATED)
async def branch(
    game: GameAsMaster, body: schemas.BranchIn, response: Response, idempotency: IdempotencyDep
) -> schemas.NewGameOut:
    """Create a game that continues from a turn of this one, and return it. Choose the turn by its number (`turn`, 0 for
    the opening), its name (`label`; if several turns have it, the one that was named last) or the number of its record
    (`seq`, also of an undone turn). If several of these are given, `seq` counts, or else `label`; without any it is the
    present turn. The original does not change. If the caller's token is one of the original game, the answer has a
    token for the new game.

    Problems: 403 the token's role is below `master`; 404 no such game, turn, label or record; 409 the idempotency key
    was used for another request, another program has the game open, or the server shuts down. Common: 401 no valid
    token; 413 the body is too large; 415 the body is not JSON; 422 the request is malformed; 429 too many requests; 500
    the save is damaged, or the server has a defect; 507 data could not be read or written.
    """
    new_id = await game.play(lambda turns: turns.branch(game.id, **body.model_dump(), **idempotency))
    branched = await current_game(game.services, new_id)
    token = await token_of_branch(game.services, game.viewer, new_id)
    return located(response, f"games/{new_id}", schemas.NewGameOut(**branched.model_dump(), token=token))


@router.post("/games/{game_id}/labels", name="name_turn", status_code=204)
async def label(game: GameAsMaster, body: schemas.LabelIn, idempotency: IdempotencyDep) -> None:
    """Give a turn a name, by which you can find it and branch from it later. A turn keeps its earlier names, and
    several turns may have the same name. Choose the turn by its number (`turn`, 0 for the opening) or the number of its
    record (`seq`, also of an undone turn). If both are given, `seq` counts; without any it is the present turn. The
    answer is empty; `GET …/tree` shows the names.

    Problems: 400 the name is blank, or has line breaks or control characters; 403 the token's role is below `master`;
    404 no such game, turn or record; 409 the idempotency key was used for another request, another program has the game
    open, or the server shuts down. Common: 401 no valid token; 413 the body is too large; 415 the body is not JSON; 422
    the request is malformed; 429 too many requests; 500 the save is damaged, or the server has a defect; 507 data could
    not be read or written.
    """
    await game.play(lambda turns: turns.label(game.id, body.name, turn=body.turn, seq=body.seq, **idempotency))


@router.get("/games/{game_id}/tree", name="get_tree")
async def tree(game: GameAsMaster, first: _Turn = None, last: _Turn = None) -> schemas.TreeOut:
    """Return every turn that was played, including undone ones, in the order in which they were played, and (for the
    admin) the games that were branched off. `first` and `last` limit the turns by number, both inclusive; without one
    of them there is no limit on that side.

    Problems: 403 the token's role is below `master`; 404 no such game; 409 another program has the game open, or the
    server shuts down. Common: 401 no valid token; 422 the request is malformed; 429 too many requests; 500 the save is
    damaged, or the server has a defect; 507 data could not be read or written.
    """
    found = await game.play(lambda turns: turns.tree(game.id))
    branches = found.branches if game.viewer.game_id is None else ()
    nodes = [node for node in found.nodes if (first or 0) <= node.turn <= (last or node.turn)]
    return schemas.TreeOut(nodes=nodes, branches=[*branches])


@router.get("/games/{game_id}/scenes", name="list_scenes")
async def scenes(game: GameAsMaster, first: _Turn = None, last: _Turn = None) -> schemas.ScenesOut:
    """Return an overview of the tree of turns: its scenes (runs of turns at the same place), grouped by lane. A lane is
    a line of play: the first one leads to the present, others begin where turns were undone or replaced. Long runs of
    scenes are folded into one entry. To open such an entry, give the numbers of its first and last turn as `first` and
    `last`: then only the scenes of the first lane in this range (both inclusive) are returned, the first 60 of them one
    by one, and all further ones folded into one entry. With only one of the two there is no limit on the other side.

    Problems: 403 the token's role is below `master`; 404 no such game; 409 another program has the game open, or the
    server shuts down. Common: 401 no valid token; 422 the request is malformed; 429 too many requests; 500 the save is
    damaged, or the server has a defect; 507 data could not be read or written.
    """
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
    """Create a game master's token for a branched game, where the viewer's token is of one game; None for the admin."""
    if viewer.game_id is None:
        return None
    return (await in_thread(partial(services.tokens.create, game_id, "master")))[1]


def _without_origin(game: schemas.GameOut) -> schemas.GameOut:
    """Return a game as it is shown to viewers who may not access other games."""
    return game.model_copy(update={"branched_from": None})


async def current_game(services: Services, game_id: str) -> schemas.GameOut:
    """Return a game in its current state: from memory, or from its journal where another server holds it."""
    try:
        async with services.host.using(game_id) as session:
            model = await in_thread(partial(model_name, services, game_id, session.header.model))
            return _game_out(session.header, session.state, model)
    except Moved:
        return await from_journal(
            partial(services.library.read, game_id),
            lambda journal: _game_out(
                journal.header, fold_journal(journal), model_name(services, game_id, journal.header.model)
            ),
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


def model_name(services: Services, game_id: str, begun: str | None) -> str | None:
    """Return the name of the game's narrator now."""
    try:
        return services.library.model_of(game_id, begun).name
    except CorruptSave:  # turns and other requests will report it
        return begun


def _last_played_first(game: GameSummary) -> tuple[float, str]:
    """Return the sort key of the library's list."""
    return (-game.last_played.timestamp() if game.last_played else float("inf"), game.game_id)
