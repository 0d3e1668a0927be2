"""Model adapters from plain values: a model's name, or a model of pydantic-ai. Imported only for a configured model."""

from collections.abc import Sequence

from pydantic_ai.models import Model

from app.agents.limits import AnswerLimits
from app.agents.metered_model import DEFAULT_TIMEOUT
from app.agents.mind.agent import ModelMind
from app.agents.models import CONNECT_TIMEOUT, build_model
from app.agents.narrator.model.agent import DEFAULT_REQUESTS, NarratorAgent
from app.agents.narrator.model.guided import GuidedNarrator
from app.agents.narrator.offline import OfflineNarrator
from app.agents.servers.known import Servers
from app.agents.summarizer.agent import SummarizerAgent
from app.errors import InvalidInput
from app.language.analysis.mentions import mentions_for
from app.language.checks.summary_check import SummaryCheck
from app.models.memory import CaptureFacts, Related, as_pairs
from app.models.messages.message import Message
from app.models.state.game_state import GameState


def build_narrator(
    model: str | Model,
    *,
    mode: str = GuidedNarrator.mode,
    offline: OfflineNarrator,
    base_url: str | None = None,
    api_key: str | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    connect: float = CONNECT_TIMEOUT,
    servers: Servers | None = None,
    request_limit: int = DEFAULT_REQUESTS,
    limits: AnswerLimits | None = None,
) -> NarratorAgent | GuidedNarrator:
    """The narrator of this mode, ``guided`` or ``tools``, over the rules of the offline one; nothing is sent yet.
    ``timeout`` in seconds, for one call; ``request_limit`` in calls of one turn (``tools`` only). InvalidInput for a
    model that cannot be built."""
    if mode not in (GuidedNarrator.mode, NarratorAgent.mode):
        raise InvalidInput(f"There is no narrator mode {mode}; there are guided and tools.")
    metered = build_model(model, base_url, api_key, timeout, connect=connect, servers=servers)
    metered.limits = limits or metered.limits
    if mode == GuidedNarrator.mode:
        return GuidedNarrator(metered, offline, name=_name(model))
    return NarratorAgent(metered, request_limit=request_limit, name=_name(model))


def build_summarizer(
    model: str | Model,
    *,
    base_url: str | None = None,
    api_key: str | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    connect: float = CONNECT_TIMEOUT,
    servers: Servers | None = None,
) -> SummarizerAgent:
    """The summarizer with the project's own check of summaries; nothing is sent yet. ``timeout`` in seconds, for one
    attempt. InvalidInput for a model that cannot be built."""
    setting = "SUMMARY_TIMEOUT"
    built = build_model(model, base_url, api_key, timeout, setting=setting, connect=connect, servers=servers)
    return SummarizerAgent(built, why_a_summary_is_bad)


def build_mind(
    model: str | Model,
    *,
    base_url: str | None = None,
    api_key: str | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    connect: float = CONNECT_TIMEOUT,
    servers: Servers | None = None,
) -> ModelMind:
    """The mind of people; nothing is sent yet. ``timeout`` in seconds, for one call. InvalidInput for a bad model."""
    setting = "MIND_*_TIMEOUT"
    built = build_model(model, base_url, api_key, timeout, setting=setting, connect=connect, servers=servers)
    return ModelMind(built, name=_name(model))


def _name(model: str | Model) -> str | None:
    """What the turn's record calls it; a model object says so itself."""
    return model if isinstance(model, str) else None


def why_a_summary_is_bad(summary: str, state: GameState, messages: Sequence[Message], related: Related) -> str | None:
    """The check a summarizer makes before its second attempt; the capture checks again with all its facts."""
    facts = CaptureFacts(
        location_id=messages[-1].location_id if messages else None,
        present_ids=messages[-1].witness_ids if messages else (),
        related=as_pairs(related),
    )
    players = [player.name for player in state.party.ever]
    return SummaryCheck(messages, facts, state.sheet, players, mentions_for(state.sheet)).why_bad(summary)
