"""Language models by name: building and calling them. Imported only where a model is configured, because it loads
pydantic-ai (about a second)."""

import asyncio
import re
from collections.abc import Callable
from functools import partial
from typing import Any, cast

import httpx2
import openai
import pydantic_ai
from pydantic_ai import ModelMessage, ModelRequest
from pydantic_ai.direct import model_request, model_request_stream
from pydantic_ai.exceptions import ContentFilterError, UserError
from pydantic_ai.messages import TextPart
from pydantic_ai.models import Model, create_async_httpx2_client, infer_model
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.profiles import ModelProfile
from pydantic_ai.providers import Provider, infer_provider, infer_provider_class
from pydantic_ai.providers.gateway import gateway_provider
from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider
from pydantic_ai.settings import ModelSettings

from app.agents.failures import model_errors
from app.agents.metered_model import DEFAULT_TIMEOUT, RETRIES, MeteredModel, as_metered, visible_text
from app.agents.servers.model_server import ModelServer, Servers
from app.agents.servers.transport import ServerTransport
from app.errors import InvalidInput
from app.interfaces.model_names import is_web_address
from app.language.checks.model_text import MAX_HEARD, ModelText

pydantic_ai.BANNER_ENABLED = False  # the doors own the terminal

CONNECT_TIMEOUT = 5.0
MAX_MODEL_NAME = 200
_OPENAI_PREFIXES = ("openai-chat:", "openai:", "ollama:")
_NO_TAGS = ("\0<", "\0>")
"""Thinking is cut here and not by the client library, which misses a closing tag that is streamed in pieces."""


def build_model(
    name: str | Model,
    base_url: str | None,
    api_key: str | None,
    timeout: float = DEFAULT_TIMEOUT,
    *,
    retries: int = RETRIES,
    setting: str = "MODEL_TIMEOUT",
    connect: float = CONNECT_TIMEOUT,
    servers: Servers | None = None,
) -> MeteredModel:
    """Build the model of a name, or wrap the given one, metered; nothing is sent yet.

    Args:
        name: Any pydantic-ai name. With a ``base_url`` (not blank) a chat model of the OpenAI-compatible server there,
            whose key is optional.
        base_url: The address of that server.
        api_key: The key; surrounding blanks are dropped.
        timeout: Seconds for one call.
        retries: How often a request is repeated after a transient failure.
        setting: The setting of the timeout, without its prefix.
        connect: Seconds until the player's own server is reached.
        servers: What is known of such servers, shared between adapters.

    Raises:
        InvalidInput: The name is unknown, the key is missing or malformed, or a package is not installed.
    """
    if isinstance(name, Model):
        return as_metered(name, timeout)
    name = name.strip()
    if not name or len(name) > MAX_MODEL_NAME or not name.isprintable():
        raise InvalidInput("This is not a model name; one looks like openai:gpt-5-mini.")
    api_key = _key(api_key)
    build = partial(MeteredModel, timeout=timeout, setting=setting, retries=retries)
    if base_url is not None and base_url.strip():
        base_url = base_url.strip()
        for prefix in _OPENAI_PREFIXES:
            name = name.removeprefix(prefix)
        server = (servers or Servers()).at(base_url, name)
        return build(_local_model(name, base_url, api_key, server, connect), server=server)
    try:
        provider = infer_provider if api_key is None else partial(_provider_with_key, name, api_key)
        return build(infer_model(name, provider))
    except ImportError as error:
        extra = re.search(r"pydantic-ai-slim\[[\w-]+\]", str(error))
        package = extra.group() if extra else "the package of its provider"
        raise InvalidInput(f"The model {name} needs a package that is not installed: {package}.") from None
    except (UserError, openai.OpenAIError, ValueError) as error:
        if variable := re.search(r"`([A-Z][A-Z0-9]*_[A-Z0-9_]+)`", str(error)):
            raise InvalidInput(f"The model {name} cannot be used without {variable.group(1)}; set it.") from None
        unknown = f"Nobody knows the model {name}; a name looks like openai:gpt-5-mini, or give a base URL."
        raise InvalidInput(unknown) from None


def _key(api_key: str | None) -> str | None:
    """Return the key without surrounding blanks; None for a blank one. Raise InvalidInput for characters that no header
    can carry."""
    key = (api_key or "").strip()
    if not key.isascii() or not key.isprintable() or " " in key:
        raise InvalidInput(
            "A key has no blanks, line breaks or special signs in it; give it again (TALEKEEPER_API_KEY)."
        )
    return key or None


def _local_model(name: str, base_url: str, api_key: str | None, server: ModelServer, connect: float) -> Model:
    if not is_web_address(base_url):
        raise InvalidInput("The base URL of a model server looks like http://localhost:11434/v1.")
    if not name:
        raise InvalidInput("Name the model of the server.")
    http_client = create_async_httpx2_client(timeout=httpx2.Timeout(None, connect=connect))  # the rest: `Waiting`
    http_client.headers["Accept-Encoding"] = "identity"  # a body is measured as it comes
    _repair(http_client, server)
    provider = OpenAICompatibleProvider("local", base_url=base_url, api_key=api_key or "none", http_client=http_client)
    return OpenAIChatModel(name, provider=provider, profile=ModelProfile(thinking_tags=_NO_TAGS))


def _repair(client: httpx2.AsyncClient, server: ModelServer) -> None:
    """Wrap the transports of a client, which has read proxies and TLS settings from its environment, in the
    server's."""
    client._transport = ServerTransport(server, client._transport)  # noqa: SLF001  # a given one would know of neither
    proxies = client._mounts  # noqa: SLF001  # as above
    for pattern, transport in proxies.items():
        proxies[pattern] = transport and ServerTransport(server, transport)


def _provider_with_key(name: str, api_key: str, provider: str) -> Provider[Any]:
    if provider.startswith("gateway/"):
        return gateway_provider(provider.removeprefix("gateway/"), api_key=api_key)
    kind: Any = infer_provider_class(provider)
    try:
        return kind(api_key=api_key)  # type: ignore[no-any-return]  # providers share no constructor
    except TypeError:
        raise InvalidInput(f"The provider of {name} takes no key; unset TALEKEEPER_API_KEY.") from None


def call_settings(model: MeteredModel) -> ModelSettings:
    """Return the settings of one call: the maximum length of its answer, and how freely its words are chosen.
    `MeteredModel` keeps its deadlines."""
    limits = model.limits
    wanted = {"max_tokens": limits.max_tokens, "temperature": limits.temperature, "top_p": limits.top_p}
    return cast(ModelSettings, {name: value for name, value in wanted.items() if value is not None})


def _asked(instructions: str, prompt: str) -> list[ModelMessage]:
    return [ModelRequest.user_text_prompt(prompt, instructions=instructions or None)]


async def ask_model(model: MeteredModel, instructions: str, prompt: str) -> str:
    """Ask the model and return its whole answer, "" if it is empty.

    Args:
        model: The model.
        instructions: The system prompt.
        prompt: The user prompt.

    Raises:
        BudgetExhausted: A cap is reached.
        ModelUnavailable: The model failed.
    """
    with model_errors(model.model_name):
        try:
            response = await model_request(
                model, _asked(instructions, prompt), model_settings=call_settings(model), instrument=False
            )
        except ContentFilterError:
            return ""
    said = ModelText(most=MAX_HEARD)
    for part in response.parts:
        if isinstance(part, TextPart):
            said.feed(part.content)
    said.close()
    return said.text


async def ask_streaming(
    model: MeteredModel,
    instructions: str,
    prompt: str,
    hear: Callable[[str], None],
    ready: asyncio.Future[None] | None = None,
    *,
    settings: ModelSettings | None = None,
) -> bool:
    """Ask the model and pass its answer to ``hear`` as it comes.

    Args:
        model: The model.
        instructions: The system prompt.
        prompt: The user prompt.
        hear: Receives the pieces of the answer.
        ready: Delays the first piece until it is done.
        settings: Settings of this call that replace the usual ones.

    Returns:
        Whether the answer was complete, and not cut for its length.

    Raises:
        BudgetExhausted: A cap is reached.
        ModelUnavailable: The model failed.
    """
    used = ModelSettings(**{**call_settings(model), **(settings or {})})
    with model_errors(model.model_name):
        try:
            async with model_request_stream(
                model, _asked(instructions, prompt), model_settings=used, instrument=False
            ) as stream:
                async for event in stream:
                    if ready is not None:
                        await ready
                    hear(visible_text(event))
                return stream.finish_reason != "length"
        except ContentFilterError:
            return True
