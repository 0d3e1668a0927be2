"""Trying a model out: ten fixed situations, each in a game that is thrown away."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from dependency_injector import providers

from app.agents.narrator.offline import OfflineNarrator
from app.agents.servers.model_server import Servers
from app.container import Container, at_server, model_narrator, narrator_answers
from app.embeddings.vectors import WORDS
from app.errors import InvalidInput
from app.models.model_trial import TrialReport, TriedSituation
from app.models.spend import Spend
from app.services.game.model_trials import play_situation
from app.settings import OFFLINE, Settings


async def try_out(settings: Settings, on_tried: Callable[[TriedSituation], None] = lambda _: None) -> TrialReport:
    """Put the situations of a trial to the model of the settings.

    Args:
        settings: The settings, which name a model.
        on_tried: Called with each situation once it was tried.

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
            for situation in found.situations:
                narrates = TrialNarrator(situation, guided, tools, condenses)
                spend += await play_situation(playing.library(), playing.turns(), sheet, situation, narrates)
                tried.append(narrates.tried)
                on_tried(narrates.tried)
        finally:
            await asyncio.to_thread(playing.stores().close)
            for adapter in (guided, tools, condenses):
                await adapter.aclose()
    return TrialReport(model=name, tried=tuple(tried), spend=spend)
