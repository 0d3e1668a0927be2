"""Who tells a game: its own model, that of the server, or the rules."""

from functools import partial
from time import perf_counter

from fastapi import APIRouter
from fastapi.exceptions import RequestValidationError

from app.api.access import NotAllowed, TableRole
from app.api.bodies import BodyRoute
from app.api.context import Game, GameAsMaster
from app.api.schemas import game_models as schemas
from app.container import try_model
from app.errors import InvalidInput, ModelUnavailable
from app.interfaces.game_models import GameModel, Teller
from app.interfaces.model_names import short_name
from app.services.game.games.concurrency import in_thread

router = APIRouter(tags=["models"], route_class=BodyRoute)
_ADMINS = frozenset({"model", "base_url", "api_key"})
"""What makes the server ask somewhere else, or at another's cost."""


@router.get("/games/{game_id}/model", name="get_model")
async def get_model(game: GameAsMaster) -> schemas.GameModelOut:
    """Who tells the game."""
    return _shown(game, await _kept(game))


@router.put("/games/{game_id}/model", name="choose_model")
async def choose_model(game: GameAsMaster, body: schemas.GameModelIn) -> schemas.GameModelOut:
    """Have the game told by the rules, by the server's model or by its own, from its next turn on."""
    async with game.open() as session:
        begun = session.header.model
    try:
        chosen = await in_thread(
            partial(game.services.library.choose_model, game.id, begun, lambda kept: _changed(game, kept, body))
        )
    except InvalidInput as error:
        raise _no_model(error) from None
    return _shown(game, chosen)


@router.post("/games/{game_id}/model/try", name="try_model")
async def try_(game: GameAsMaster, body: schemas.GameModelIn) -> schemas.ModelTriedOut:
    """Whether what would tell the game after such a choice answers, within ten seconds: one tiny call. Nothing is
    changed."""
    chosen = _changed(game, await _kept(game), body)
    began = perf_counter()
    try:
        said, answered = await try_model(game.services.container.settings(), chosen), True
    except (InvalidInput, ModelUnavailable) as error:
        said, answered = str(error), False
    return schemas.ModelTriedOut(answered=answered, said=said, seconds=round(perf_counter() - began, 1))


async def _kept(game: Game) -> GameModel:
    async with game.open() as session:
        return await in_thread(partial(game.services.library.model_of, game.id, session.header.model))


def _changed(game: Game, kept: GameModel, body: schemas.GameModelIn) -> GameModel:
    """What was chosen, with what the body says. NotAllowed where that is the admin's to say."""
    given = {name: getattr(body, name) for name in body.model_fields_set}
    if _ADMINS & given.keys() and not game.viewer.is_at_least(TableRole.ADMIN):
        raise NotAllowed("Which model a game may have, its address and its key are the admin's to say.")
    if given.get("teller", "") is None:
        raise _no_model("say who tells the game")
    if (is_admin := game.viewer.is_at_least(TableRole.ADMIN)) and "teller" in given:
        given["granted"] = body.teller
    changed = kept.model_copy(update=given)
    if not is_admin and changed.teller not in _for_master(kept):
        raise NotAllowed("The admin has not chosen that for this game.")
    if changed.teller == "own" and changed.model is None:
        raise _no_model("name the model")
    moved = (_destination(kept) != _destination(changed)) and "api_key" not in given
    return changed.model_copy(update={"api_key": None}) if moved else changed


def _for_master(kept: GameModel) -> tuple[Teller, ...]:
    """What a game master may choose: what costs nothing, and what the admin chose."""
    return ("offline",) if kept.granted == "offline" else ("offline", kept.granted)


def _destination(chosen: GameModel) -> tuple[str | None, str | None]:
    """To whom a key is sent: an address, or the provider that a model's name begins with."""
    return chosen.base_url, None if chosen.base_url else (chosen.model or "").partition(":")[0]


def _no_model(why: object) -> RequestValidationError:
    return RequestValidationError([{"loc": ("body", "model"), "msg": str(why)}])


def _shown(game: Game, chosen: GameModel) -> schemas.GameModelOut:
    settings, is_admin = game.services.container.settings(), game.viewer.is_at_least(TableRole.ADMIN)
    tellers = ("offline", "server", "own") if is_admin else _for_master(chosen)
    return schemas.GameModelOut(
        teller=chosen.teller,
        model=chosen.model,
        base_url=chosen.base_url if is_admin else None,
        has_key=chosen.api_key is not None,
        mode=chosen.mode,
        tellers=list(tellers) if settings.game_models else ["server"],
        server_model=short_name(settings.narrator_model or settings.model),
        may_change_model=is_admin and settings.game_models,
    )
