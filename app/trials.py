"""Trying a model out: whether it answers, what its server offers, and ten fixed situations, each in a game that is
thrown away."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from dependency_injector import providers

from app.agents.narrator.offline import OfflineNarrator
from app.agents.servers.model_server import Servers
from app.container import Container, api_key, at_server, game_settings, model_narrator
from app.embeddings.vectors import WORDS
from app.errors import InvalidInput, ModelUnavailable
from app.interfaces.game_models import GameModel
from app.interfaces.model_names import short_model_name
from app.models.model_trial import Situation, TrialReport, TriedSituation
from app.models.spend import Spend
from app.services.game.model_trials import play_situation
from app.settings import OFFLINE, Settings


async def try_out(
    settings: Settings,
    on_tried: Callable[[TriedSituation], None] = lambda _: None,
    on_begun: Callable[[int, int, Situation], None] = lambda *_: None,
) -> TrialReport:
    """Put the situations of a trial to the model of the settings. Cancelling it leaves nothing behind.

    Args:
        settings: The settings, which name a model.
        on_tried: Called with each situation once it was tried.
        on_begun: Called before each situation with its number, from 1, how many there are, and the situation.

    Returns:
        How the model did, and what it is fit for.

    Raises:
        InvalidInput: The settings name no model, or one that cannot be used.
        ModelUnavailable: The model does not answer at all.
    """
    from app.agents.factory import build_summarizer  # noqa: PLC0415  # importing a model library takes a second
    from app.agents.trial.trial import TrialNarrator, all_situations  # noqa: PLC0415

    name = settings.narrator_model or settings.model
    if name == OFFLINE:
        raise InvalidInput("Name the model to be tried, as openai:gpt-5-mini.")
    guides = settings.model_copy(update={"narrator_mode": "guided"})
    await narrator_answers(guides)
    offline, servers, found = OfflineNarrator(), Servers(), all_situations()
    acts = settings.model_copy(update={"narrator_mode": "tools"})
    guided, tools = model_narrator(guides, offline, servers), model_narrator(acts, offline, servers)
    condenses = build_summarizer(name, **at_server(settings, servers), timeout=settings.summary_timeout)
    tried, spend = [], Spend()
    with TemporaryDirectory(prefix="talekeeper-") as folder:
        unsaved = {"saves": Path(folder), "database": None, "game_models": False, "minds": False, "embedder": WORDS}
        playing = Container(settings=providers.Object(settings.with_model(OFFLINE).model_copy(update=unsaved)))
        try:
            sheet = await asyncio.to_thread(playing.scenarios().load, found.scenario)
            for number, situation in enumerate(found.situations, 1):
                on_begun(number, len(found.situations), situation)
                narrates = TrialNarrator(situation, guided, tools, condenses)
                spend += await play_situation(playing.library(), playing.turns(), sheet, situation, narrates)
                tried.append(narrates.tried)
                on_tried(narrates.tried)
        finally:
            await asyncio.to_thread(playing.stores().close)
            for adapter in (guided, tools, condenses):
                await adapter.aclose()
    return TrialReport(model=name, tried=tuple(tried), spend=spend)


async def answer_of(name: str, settings: Settings) -> str:
    """Send one tiny request to a model, not streamed, as for summaries and minds.

    Args:
        name: The model.
        settings: The settings, with its address and key.

    Returns:
        The model's answer.

    Raises:
        InvalidInput: The model cannot be used.
        ModelUnavailable: It did not answer.
    """
    from app.agents.checking import check_model  # noqa: PLC0415  # importing a model library takes a second
    from app.agents.models import build_model  # noqa: PLC0415

    built = partial(build_model, name, settings.base_url, api_key(settings), settings.model_timeout)
    model = await asyncio.to_thread(built, connect=settings.model_connect)
    try:
        return await check_model(model)
    finally:
        await model.aclose()


async def narrator_answers(settings: Settings) -> str:
    """Send one tiny request to the narrator's model, as in a game: streamed, capped, with tools in mode ``tools``.

    Args:
        settings: The settings, which name a model.

    Returns:
        The model's answer.

    Raises:
        InvalidInput: The model cannot be used.
        ModelUnavailable: It did not answer.
    """
    return (await _timed_answer(settings, None))[0]


async def _timed_answer(settings: Settings, most: float | None) -> tuple[str, float]:
    """Return the narrator's answer, and the seconds that it took; at most as many as ``most``. Loading the library of
    a model, which takes seconds the first time, is not the model's."""
    from app.agents.checking import check_narrator  # noqa: PLC0415  # importing a model library takes a second

    built = await asyncio.to_thread(model_narrator, settings, OfflineNarrator())
    began = perf_counter()
    try:
        async with asyncio.timeout(most):
            return await check_narrator(built), perf_counter() - began
    finally:
        await built.aclose()


async def try_model(settings: Settings, chosen: GameModel) -> tuple[str, float]:
    """Check that the narrator of a choice of model answers.

    Returns:
        A sentence for the user, and the seconds that the answer took. The sentence holds nothing from the model's
        server, whose answer could repeat the key.

    Raises:
        InvalidInput: The model cannot be used.
        ModelUnavailable: It did not answer in time.
    """
    settings = game_settings(settings, chosen)
    name = settings.narrator_model or settings.model
    if name == OFFLINE:
        return "The rules tell the story: they need no model, no key and no network.", 0.0
    try:
        _, seconds = await _timed_answer(settings, settings.model_try)
    except TimeoutError:
        most = f"{settings.model_try:g} seconds (TALEKEEPER_MODEL_TRY)"
        raise ModelUnavailable(f"The model {short_model_name(name)} did not answer within {most}.") from None
    return f"The model {short_model_name(name)} answers.", seconds


async def model_names(settings: Settings, chosen: GameModel) -> Sequence[str]:
    """List the models that the server of a choice offers.

    Raises:
        InvalidInput: There is no address to ask.
        ModelUnavailable: It does not answer, or not with a list.
    """
    from app.agents.servers.listing import list_models  # noqa: PLC0415  # importing a model library takes a second

    used = game_settings(settings, chosen)
    if used.base_url is None:
        raise InvalidInput("Give the address of a server, as http://localhost:11434/v1; a provider is not asked.")
    return await list_models(used.base_url, api_key(used), connect=used.model_connect)
