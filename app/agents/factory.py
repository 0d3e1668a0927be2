"""Model adapters from settings. The container imports this only where a model is configured."""

from collections.abc import Mapping, Sequence

from app.agents.models import build_model
from app.agents.narrator.agent import NarratorAgent
from app.agents.narrator.guided import GuidedNarrator
from app.agents.narrator.offline import OfflineNarrator, OutcomeTeller
from app.agents.summarizer.agent import SummarizerAgent
from app.interfaces.agents.narrator import INarrator
from app.interfaces.agents.summarizer import ISummarizer
from app.memory.mentions import mentions_for
from app.memory.summary_check import why_bad
from app.models.game_state import GameState
from app.models.memory import CaptureFacts
from app.models.message import Message
from app.settings import Settings


def model_narrator(settings: Settings, name: str, offline: OfflineNarrator) -> INarrator:
    """The narrator of the configured mode. InvalidInput for a model that cannot be built."""
    model = build_model(name, settings.base_url, _key(settings), settings.model_timeout)
    if settings.narrator_mode == "guided":
        return GuidedNarrator(model, offline, timeout=settings.model_timeout, name=name)
    return NarratorAgent(
        model,
        teller=OutcomeTeller(),
        request_limit=settings.max_calls_per_turn,
        timeout=settings.model_timeout,
        name=name,
    )


def model_summarizer(settings: Settings, name: str) -> ISummarizer:
    """The summarizer with the project's own check of summaries."""
    model = build_model(name, settings.base_url, _key(settings), settings.summary_timeout)
    return SummarizerAgent(model, why_a_summary_is_bad, timeout=settings.summary_timeout)


def why_a_summary_is_bad(
    summary: str, state: GameState, messages: Sequence[Message], related: Mapping[str, str]
) -> str | None:
    """The check a summarizer makes before its second attempt; the capture checks again with all its facts."""
    facts = CaptureFacts(
        location_id=messages[-1].location_id if messages else None,
        present_ids=messages[-1].witness_ids if messages else (),
        related=tuple(related.items()),
    )
    players = [player.name for player in state.party.players]
    return why_bad(summary, messages, facts, state.sheet, players, mentions_for(state.sheet))


def _key(settings: Settings) -> str | None:
    return settings.api_key.get_secret_value() if settings.api_key else None
