"""Builds model adapters from a model's name or a pydantic-ai model. Imported only where a model is configured."""

from collections.abc import Sequence

from pydantic_ai.models import Model

from app.agents.genagent.mind import GenAgentMind
from app.agents.genagent.prompts import TOKENS
from app.agents.limits import AnswerLimits
from app.agents.metered_model import DEFAULT_TIMEOUT
from app.agents.mind.agent import ModelMind
from app.agents.models import CONNECT_TIMEOUT, build_model
from app.agents.narrator.model.agent import DEFAULT_REQUESTS, NarratorAgent
from app.agents.narrator.model.guard import Strictness
from app.agents.narrator.model.guided import GuidedNarrator
from app.agents.narrator.offline import OfflineNarrator
from app.agents.servers.model_server import Servers
from app.agents.summarizer.agent import SummarizerAgent
from app.errors import InvalidInput
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
    picks: bool = False,
    strictness: str = "balanced",
) -> NarratorAgent | GuidedNarrator:
    """Build a narrator that calls a language model; nothing is sent yet.

    Args:
        model: The model: a pydantic-ai name such as ``openai:gpt-5-mini``; with a ``base_url``, the name that the
            server has for the model; or a pydantic-ai model object, for which ``base_url``, ``api_key``, ``connect``
            and ``servers`` are ignored.
        mode: ``guided`` (rules choose the commands, the model narrates), which is the default, or ``tools`` (the model
            gives the commands by calling tools).
        offline: The narrator by rules, such as ``container.offline_narrator()`` of a `Container`. In the mode
            ``guided`` it chooses the commands, and narrates if the model fails. In the mode ``tools`` its vectors help
            to find what the player says aloud.
        base_url: The URL of the OpenAI-compatible server of the model; None for the provider's own.
        api_key: The key for the model. None: the key in the provider's environment variable, or no key if ``base_url``
            is given.
        timeout: Seconds for one call of the model; 60 by default. It must be above 0, which is not checked.
        connect: Seconds within which a server at ``base_url`` must accept a connection; 5 by default. It must be above
            0, which is not checked.
        servers: A record of such servers and of properties such as the size of their context windows, which several
            adapters may share; None for one of its own.
        request_limit: The most calls of the model in one turn; 8 by default. Only for the mode ``tools``.
        limits: Further limits, which hold in addition to ``timeout``: seconds until an answer begins, between two
            pieces of it, and for a whole turn; and tokens of an answer. It also says how freely the model chooses its
            words. None for none of these.
        picks: Whether the model chooses between a deed and speech when the rules would ask the player; False by
            default. Only for the mode ``guided``.
        strictness: How much of the model's text is checked before it is shown. ``balanced`` (the default): that it fits
            the state of the game, gives no secret and no sign of the program away, and does not speak or decide for a
            player; in the mode ``guided`` also that no unknown person acts. ``strict``: all of this, the model is asked
            whether its text says something untrue, and in the mode ``guided`` it may have no number and no name that
            the model was not given. ``off``: nothing of this. The form of the text is always checked.

    Returns:
        An `INarrator`. Its ``aclose`` closes the connections of the model.

    Raises:
        InvalidInput: The model is unknown, or its name is empty; its key or another setting of its provider (such as
            ``OLLAMA_BASE_URL``) is missing; the key is malformed, or the provider takes no key; its package is not
            installed; ``base_url`` is not a web address; or there is no such mode or strictness.
    """
    if mode not in (GuidedNarrator.mode, NarratorAgent.mode):
        raise InvalidInput(f"There is no narrator mode {mode}; there are guided and tools.")
    if strictness not in tuple(Strictness):
        raise InvalidInput(f"There is no strictness {strictness}; there are {', '.join(Strictness)}.")
    metered = build_model(model, base_url, api_key, timeout, connect=connect, servers=servers)
    metered.limits = limits or metered.limits
    if mode == GuidedNarrator.mode:
        return GuidedNarrator(metered, offline, name=_name(model), picks=picks, strictness=Strictness(strictness))
    return NarratorAgent(
        metered,
        request_limit=request_limit,
        name=_name(model),
        strictness=Strictness(strictness),
        vectors_of=offline.vectors_of,
    )


def build_summarizer(
    model: str | Model,
    *,
    base_url: str | None = None,
    api_key: str | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    connect: float = CONNECT_TIMEOUT,
    servers: Servers | None = None,
) -> SummarizerAgent:
    """Build a summarizer that calls a language model and checks its summaries; nothing is sent yet.

    Args:
        model: The model: a pydantic-ai name such as ``openai:gpt-5-mini``; with a ``base_url``, the name that the
            server has for the model; or a pydantic-ai model object, for which ``base_url``, ``api_key``, ``connect``
            and ``servers`` are ignored.
        base_url: The URL of the OpenAI-compatible server of the model; None for the provider's own.
        api_key: The key for the model. None: the key in the provider's environment variable, or no key if ``base_url``
            is given.
        timeout: Seconds for one call of the model; 60 by default. It must be above 0, which is not checked.
        connect: Seconds within which a server at ``base_url`` must accept a connection; 5 by default. It must be above
            0, which is not checked.
        servers: A record of such servers and of properties such as the size of their context windows, which several
            adapters may share; None for one of its own.

    Returns:
        An `ISummarizer`. Its ``aclose`` closes the connections of the model.

    Raises:
        InvalidInput: The model is unknown, or its name is empty; its key or another setting of its provider (such as
            ``OLLAMA_BASE_URL``) is missing; the key is malformed, or the provider takes no key; its package is not
            installed; or ``base_url`` is not a web address.
    """
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
    """Build the mind that plans, decides and talks for people with a language model; nothing is sent yet.

    Args:
        model: The model: a pydantic-ai name such as ``openai:gpt-5-mini``; with a ``base_url``, the name that the
            server has for the model; or a pydantic-ai model object, for which ``base_url``, ``api_key``, ``connect``
            and ``servers`` are ignored.
        base_url: The URL of the OpenAI-compatible server of the model; None for the provider's own.
        api_key: The key for the model. None: the key in the provider's environment variable, or no key if ``base_url``
            is given.
        timeout: Seconds for one call of the model; 60 by default. It must be above 0, which is not checked.
        connect: Seconds within which a server at ``base_url`` must accept a connection; 5 by default. It must be above
            0, which is not checked.
        servers: A record of such servers and of properties such as the size of their context windows, which several
            adapters may share; None for one of its own.

    Returns:
        An `IMind`. Its ``aclose`` closes the connections of the model.

    Raises:
        InvalidInput: The model is unknown, or its name is empty; its key or another setting of its provider (such as
            ``OLLAMA_BASE_URL``) is missing; the key is malformed, or the provider takes no key; its package is not
            installed; or ``base_url`` is not a web address.
    """
    setting = "MIND_*_TIMEOUT"
    built = build_model(model, base_url, api_key, timeout, setting=setting, connect=connect, servers=servers)
    return ModelMind(built, name=_name(model))


def build_genagent_mind(
    model: str | Model,
    *,
    base_url: str | None = None,
    api_key: str | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    connect: float = CONNECT_TIMEOUT,
    servers: Servers | None = None,
    tokens: int = TOKENS,
) -> GenAgentMind:
    """Build the mind of a `GenAgent`, which calls a language model; nothing is sent yet.

    Args:
        model: The model: a pydantic-ai name such as ``openai:gpt-5-mini``; with a ``base_url``, the name that the
            server has for the model; or a pydantic-ai model object, for which ``base_url``, ``api_key``, ``connect``
            and ``servers`` are ignored.
        base_url: The URL of the OpenAI-compatible server of the model; None for the provider's own.
        api_key: The key for the model. None: the key in the provider's environment variable, or no key if ``base_url``
            is given.
        timeout: Seconds for one call of the model; 60 by default. It must be above 0, which is not checked.
        connect: Seconds within which a server at ``base_url`` must accept a connection; 5 by default. It must be above
            0, which is not checked.
        servers: A record of such servers and of properties such as the size of their context windows, which several
            adapters may share; None for one of its own.
        tokens: The most tokens of a prompt, by estimate; 20,000 by default. What does not fit is shortened or left out.
            Choose fewer for a model with a small context window.

    Returns:
        An `IGenAgentMind`, for `GenAgent`. Its ``aclose`` closes the connections of the model.

    Raises:
        InvalidInput: The model is unknown, or its name is empty; its key or another setting of its provider (such as
            ``OLLAMA_BASE_URL``) is missing; the key is malformed, or the provider takes no key; its package is not
            installed; or ``base_url`` is not a web address.
    """
    built = build_model(model, base_url, api_key, timeout, connect=connect, servers=servers)
    return GenAgentMind(built, name=_name(model), tokens=tokens)


def _name(model: str | Model) -> str | None:
    """Return the name for the turn's record; None for a model object, which has a name itself."""
    return model if isinstance(model, str) else None


def why_a_summary_is_bad(summary: str, state: GameState, messages: Sequence[Message], related: Related) -> str | None:
    """Return why a summary cannot be kept, or None. The summarizer checks this before its second attempt; the memory
    service checks again with all its facts."""
    facts = CaptureFacts(
        location_id=messages[-1].location_id if messages else None,
        present_ids=messages[-1].witness_ids if messages else (),
        related=as_pairs(related),
    )
    return SummaryCheck.of(state, messages, facts).why_bad(summary)
