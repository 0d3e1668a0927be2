"""The server's model: what narrates games without a model of their own."""

from functools import partial

from fastapi import APIRouter, Request, Response

from app.api.conditions import TAGGED, ConditionalRoute, IfMatchDep, tagged
from app.api.context import AdminServices, Services
from app.api.model_trials import STREAMED, trial_response, tried_answer
from app.api.schemas import game_models as schemas
from app.interfaces.game_models import MANNER, SERVERS
from app.services.game.games.concurrency import in_thread
from app.trials import model_names

router = APIRouter(tags=["models"], route_class=ConditionalRoute)


@router.get("/server/model", name="get_server_model", responses=TAGGED)
async def get_server_model(services: AdminServices, response: Response) -> schemas.ServerModelOut:
    """Return the server's model, which narrates games without one of their own, and how it narrates. Its key is never
    returned.

    Problems: 403 the token's role is below `admin`. Common: 401 no valid token; 429 too many requests; 500 the save is
    damaged, or the server has a defect; 507 data could not be read or written.
    """
    return tagged(response, _shown(services))


@router.put("/server/model", name="choose_server_model", responses=TAGGED)
async def choose_server_model(
    services: AdminServices, body: schemas.ServerModelIn, response: Response, if_match: IfMatchDep
) -> schemas.ServerModelOut:
    """Choose the server's model and how it narrates, from the next turn of each game on. The choice, its key included,
    is stored in the settings file that the command line reads, and nowhere else. Without such a file it holds until the
    server stops. Other servers of the same database keep their own choices.

    Problems: 400 the model is unknown, not installed or lacks its key, or `prompt_budget` is less than three times the
    setting `answer_reserve`; 403 the token's role is below `admin`; 409 the environment or the command line of the
    server sets the model; 412 the choice has changed since the version in `If-Match`. Common: 401 no valid token; 413
    the body is too large; 415 the body is not JSON; 422 the body is malformed; 429 too many requests; 500 the save is
    damaged, or the server has a defect; 507 data could not be read or written.
    """
    if_match.check(_shown(services))
    await in_thread(partial(services.server_model.choose, _choices(body)))
    return tagged(response, _shown(services))


@router.post("/server/model/try", name="try_server_model")
async def try_(services: AdminServices, body: schemas.ServerModelIn) -> schemas.ModelTriedOut:
    """Test with one small model call whether a choice of a model would work. The body has the form of `PUT
    /v1/server/model`. It takes at most as many seconds as the setting `model_try` says (30 by default), and changes
    nothing. If the model is unknown, not installed, lacks its key or does not answer, the status is 200, `answered` is
    false and `said` gives the reason. The rules (`offline`) need no call, and always answer.

    Problems: 400 `prompt_budget` is less than three times the setting `answer_reserve`; 403 the token's role is below
    `admin`. Common: 401 no valid token; 413 the body is too large; 415 the body is not JSON; 422 the body is malformed;
    429 too many requests; 500 the save is damaged, or the server has a defect; 507 data could not be read or written.
    """
    return await tried_answer(services.server_model.changed(_choices(body)), SERVERS)


@router.post("/server/model/names", name="list_server_model_names")
async def list_names(services: AdminServices, body: schemas.ServerModelIn) -> schemas.ModelNamesOut:
    """Ask the model server at an address which models it offers, and return their names. Nothing is changed. The body
    has the form of `PUT /v1/server/model`, and is checked as there; only `base_url` and `api_key` are used. Without
    `base_url` the address is that of the present choice. Without `api_key` the present key is used, but for another
    address none.

    Problems: 400 there is no address to ask, or `prompt_budget` is less than three times the setting `answer_reserve`;
    403 the token's role is below `admin`; 503 the model server does not answer, or its answer is not a list of models.
    Common: 401 no valid token; 413 the body is too large; 415 the body is not JSON; 422 the body is malformed; 429 too
    many requests; 500 the save is damaged, or the server has a defect; 507 data could not be read or written.
    """
    settings = services.server_model.changed(_choices(body))
    return schemas.ModelNamesOut(names=[*await model_names(settings, SERVERS)])


@router.post(
    "/server/model/trial",
    name="put_server_model_to_trial",
    responses=STREAMED,
    response_model=schemas.ModelTrialOut,
)
async def trial(
    services: AdminServices, body: schemas.ServerModelIn, request: Request
) -> schemas.ModelTrialOut | Response:
    """Try a choice of a model in ten situations, each in a game that is discarded afterwards, and return a report that
    says for what the model can be used. The body has the form of `PUT /v1/server/model`. A trial takes about thirty
    model calls and one or more minutes, and changes nothing. Only one trial runs at a time.

    With `Accept: text/event-stream` the answer is a stream of events, whose data is JSON: `begun` (a `SituationBegun`)
    and `tried` (a `SituationOut`) for each situation, then `report` (a `ModelTrialOut`), or `problem` (a
    `ProblemDetails`) for a failure. The trial ends when the client closes the stream.

    Problems: 400 the choice names no model that can be used; 403 the token's role is below `admin`; 409 a trial is
    running; 503 the model does not answer. Common: 401 no valid token; 413 the body is too large; 415 the body is not
    JSON; 422 the body is malformed; 429 too many requests; 500 the save is damaged, or the server has a defect; 507
    data could not be read or written.
    """
    return await trial_response(services, services.server_model.changed(_choices(body)), request)


def _choices(body: schemas.ServerModelIn) -> dict[str, object]:
    return {name: getattr(body, name) for name in body.model_fields_set}


def _shown(services: Services) -> schemas.ServerModelOut:
    chosen = services.server_model
    settings = chosen.settings
    return schemas.ServerModelOut(
        model=settings.narrator_model or settings.model,
        base_url=settings.base_url,
        has_key=settings.api_key is not None,
        fixed=chosen.fixed(),
        is_kept=chosen.file is not None,
        **{name: getattr(settings, setting) for name, setting in MANNER.items()},
    )
