"""What narrates a game: its own model, the server's model, or the rules."""

from functools import partial

from fastapi import APIRouter, Request, Response
from fastapi.exceptions import RequestValidationError

from app.api.access import NotAllowed, TableRole
from app.api.conditions import TAGGED, ConditionalRoute, IfMatchDep, tagged
from app.api.context import Game, GameAsMaster
from app.api.model_trials import STREAMED, trial_response, tried_answer
from app.api.schemas import game_models as schemas
from app.container import game_settings
from app.errors import InvalidInput
from app.interfaces.game_models import MANNER, GameModel, Teller
from app.interfaces.model_names import short_model_name
from app.models.plain_reasons import Denial, Denied
from app.services.game.games.concurrency import in_thread
from app.trials import model_names

router = APIRouter(tags=["models"], route_class=ConditionalRoute)
_ADMIN_FIELDS = frozenset({"model", "base_url", "api_key"})
"""Fields that make the server call another address, or spend another's money."""


@router.get("/games/{game_id}/model", name="get_model", responses=TAGGED)
async def get_model(game: GameAsMaster, response: Response) -> schemas.GameModelOut:
    """Return the narrator of the game (the rules, the server's model or the game's own model), and which of these the
    token may choose. The model's key is never returned, and its address only to the admin.

    Problems: 403 the token's role is below `master`; 404 no such game; 409 another program has the game open, or the
    server shuts down. Common: 401 no valid token; 422 the request is malformed; 429 too many requests; 500 the save is
    damaged, or the server has a defect; 507 data could not be read or written.
    """
    return tagged(response, _model_out(game, await _current_model(game)))


@router.put("/games/{game_id}/model", name="choose_model", responses=TAGGED)
async def choose_model(
    game: GameAsMaster, body: schemas.GameModelIn, response: Response, if_match: IfMatchDep
) -> schemas.GameModelOut:
    """Choose the narrator of the game from its next turn on: the rules, the server's model or the game's own model.
    Fields that you leave out stay as they are.

    Problems: 403 the token's role is below `master`, or the choice, the model, its address or its key is reserved to
    the admin; 404 no such game; 409 another program has the game open, or the server shuts down; 412 the choice has
    changed since the version in `If-Match`; 422 the body is malformed; `own` is chosen and there is no model, or it is
    unknown, not installed or lacks its key; or games cannot have a model of their own on this server. Common: 401 no
    valid token; 413 the body is too large; 415 the body is not JSON; 429 too many requests; 500 the save is damaged, or
    the server has a defect; 507 data could not be read or written.
    """
    async with game.open() as session:
        begun = session.header.model

    def changed(kept: GameModel) -> GameModel:
        if_match.check(_model_out(game, kept))
        return _changed_model(game, kept, body)

    try:
        chosen = await in_thread(partial(game.services.library.choose_model, game.id, begun, changed))
    except InvalidInput as error:
        raise _no_model(error) from None
    return tagged(response, _model_out(game, chosen))


@router.post("/games/{game_id}/model/try", name="try_model")
async def try_(game: GameAsMaster, body: schemas.GameModelIn) -> schemas.ModelTriedOut:
    """Test with one small model call whether a choice of a model would work. The body has the form of `PUT …/model`. It
    takes at most as many seconds as the setting `model_try` says (30 by default), and changes nothing. If the model is
    unknown, not installed, lacks its key or does not answer, the status is 200, `answered` is false and `said` gives
    the reason. The rules need no call, and always answer.

    Problems: 403 the token's role is below `master`, or the choice is reserved to the admin; 404 no such game; 409
    another program has the game open, or the server shuts down; 422 the body is malformed, or `own` is chosen and there
    is no model. Common: 401 no valid token; 413 the body is too large; 415 the body is not JSON; 429 too many requests;
    500 the save is damaged, or the server has a defect; 507 data could not be read or written.
    """
    chosen = _changed_model(game, await _current_model(game), body)
    return await tried_answer(game.services.container.settings(), chosen)


@router.post("/games/{game_id}/model/names", name="list_model_names")
async def list_names(game: GameAsMaster, body: schemas.GameModelIn) -> schemas.ModelNamesOut:
    """Ask the model server at an address which models it offers, and return their names. Nothing is changed. The body
    has the form of `PUT …/model`; only `base_url` and `api_key` are used. Without `base_url` the address is that of the
    game's own model; if it has neither an address nor a key of its own, and no `api_key` is sent, it is that of the
    server's model. Without `api_key` the stored key of this address is used, but for another address none.

    Problems: 400 there is no address to ask; 403 the token's role is below `master`, or the address is reserved to the
    admin; 404 no such game; 409 another program has the game open, or the server shuts down; 422 the body is malformed;
    503 the model server does not answer, or its answer is not a list of models. Common: 401 no valid token; 413 the
    body is too large; 415 the body is not JSON; 429 too many requests; 500 the save is damaged, or the server has a
    defect; 507 data could not be read or written.
    """
    settings, kept = game.services.container.settings(), await _current_model(game)
    wanted = body.model_copy(update={"model": body.model or kept.model or "any", "teller": "own"})
    is_own = bool(body.model_fields_set & _ADMIN_FIELDS) or kept.base_url is not None
    chosen = _changed_model(game, kept, wanted) if is_own else kept
    return schemas.ModelNamesOut(names=[*await model_names(settings, chosen)])


@router.post(
    "/games/{game_id}/model/trial",
    name="put_model_to_trial",
    responses=STREAMED,
    response_model=schemas.ModelTrialOut,
)
async def trial(game: GameAsMaster, body: schemas.GameModelIn, request: Request) -> schemas.ModelTrialOut | Response:
    """Try a choice of a model in ten situations, each in a game that is discarded afterwards, and return a report that
    says for what the model can be used. The body has the form of `PUT …/model`. A trial takes about thirty model calls
    and one or more minutes, and changes nothing. Only one trial runs at a time.

    With `Accept: text/event-stream` the answer is a stream of events, whose data is JSON: `begun` (a `SituationBegun`)
    and `tried` (a `SituationOut`) for each situation, then `report` (a `ModelTrialOut`), or `problem` (a
    `ProblemDetails`) for a failure. The trial ends when the client closes the stream.

    Problems: 400 the choice names no model that can be used; 403 the token's role is below `master`, or the choice is
    reserved to the admin; 404 no such game; 409 a trial is running, another program has the game open, or the server
    shuts down; 422 the body is malformed, or `own` is chosen and there is no model; 503 the model does not answer.
    Common: 401 no valid token; 413 the body is too large; 415 the body is not JSON; 429 too many requests; 500 the save
    is damaged, or the server has a defect; 507 data could not be read or written.
    """
    chosen = _changed_model(game, await _current_model(game), body)
    settings = game_settings(game.services.container.settings(), chosen)
    return await trial_response(game.services, settings, request)


async def _current_model(game: Game) -> GameModel:
    async with game.open() as session:
        return await in_thread(partial(game.services.library.model_of, game.id, session.header.model))


def _changed_model(game: Game, kept: GameModel, body: schemas.GameModelIn) -> GameModel:
    """Return the current choice changed by the request. Raise NotAllowed for changes that only the admin may make."""
    changes = {name: getattr(body, name) for name in body.model_fields_set}
    if _ADMIN_FIELDS & changes.keys() and not game.viewer.is_at_least(TableRole.ADMIN):
        raise NotAllowed(Denied(denial=Denial.MODEL))
    if changes.get("teller", "") is None:
        raise _no_model("must be offline, server or own")
    if (is_admin := game.viewer.is_at_least(TableRole.ADMIN)) and "teller" in changes:
        changes["granted"] = body.teller
    changed = kept.model_copy(update=changes)
    if not is_admin and changed.teller not in _master_choices(kept):
        raise NotAllowed(Denied(denial=Denial.CHOICE_OF_MODEL))
    if changed.teller == "own" and changed.model is None:
        raise _no_model("name the model")
    moved = (_destination(kept) != _destination(changed)) and "api_key" not in changes
    return changed.model_copy(update={"api_key": None}) if moved else changed


def _master_choices(kept: GameModel) -> tuple[Teller, ...]:
    """Return what a game master may choose: the rules, which cost nothing, and what the admin chose."""
    return ("offline",) if kept.granted == "offline" else ("offline", kept.granted)


def _destination(chosen: GameModel) -> tuple[str | None, str | None]:
    """Return where a key is sent: an address, else the provider that prefixes a model's name."""
    return chosen.base_url, None if chosen.base_url else (chosen.model or "").partition(":")[0]


def _no_model(why: object) -> RequestValidationError:
    return RequestValidationError([{"loc": ("body", "model"), "msg": str(why)}])


def _model_out(game: Game, chosen: GameModel) -> schemas.GameModelOut:
    settings, is_admin = game.services.container.settings(), game.viewer.is_at_least(TableRole.ADMIN)
    tellers = ("offline", "server", "own") if is_admin else _master_choices(chosen)
    return schemas.GameModelOut(
        teller=chosen.teller,
        model=chosen.model,
        base_url=chosen.base_url if is_admin else None,
        has_key=chosen.api_key is not None,
        mode=chosen.mode,
        temperature=chosen.temperature,
        top_p=chosen.top_p,
        answer_tokens=chosen.answer_tokens,
        prompt_budget=chosen.prompt_budget,
        strictness=chosen.strictness,
        of_server=schemas.MannerOut(**{name: getattr(settings, setting) for name, setting in MANNER.items()}),
        tellers=list(tellers) if settings.game_models else ["server"],
        server_model=short_model_name(settings.narrator_model or settings.model),
        may_change_model=is_admin and settings.game_models,
    )
