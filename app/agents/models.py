"""Language models by name: building them, asking them, counting what they cost.
Imported only where a model is configured: it loads pydantic-ai, about a second."""

import asyncio
import re
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any

import openai
import pydantic_ai
from pydantic_ai import ModelMessage, ModelRequest, ModelResponse, RunContext
from pydantic_ai.direct import model_request, model_request_stream
from pydantic_ai.exceptions import ContentFilterError, UserError
from pydantic_ai.messages import PartDeltaEvent, PartStartEvent, TextPart, TextPartDelta
from pydantic_ai.models import Model, ModelRequestParameters, StreamedResponse, create_async_httpx2_client, infer_model
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.models.wrapper import WrapperModel
from pydantic_ai.profiles import ModelProfile
from pydantic_ai.providers import Provider, infer_provider, infer_provider_class
from pydantic_ai.providers.gateway import gateway_provider
from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider
from pydantic_ai.settings import ModelSettings

from app.agents.failures import model_errors
from app.agents.limits import AnswerLimits, bound_body, watch
from app.errors import InvalidInput, ModelUnavailable
from app.interfaces.metering import Meter, current_meter
from app.interfaces.model_names import is_web_address, short_name
from app.language.checks.model_text import MAX_HEARD, ModelText
from app.language.checks.prose import cleaned
from app.models.records.spend import Spend
from app.scheduling import waiting_elsewhere

pydantic_ai.BANNER_ENABLED = False  # the doors own the terminal

DEFAULT_TIMEOUT = 60.0
MAX_MODEL_NAME = 200
_OPENAI_PREFIXES = ("openai-chat:", "openai:", "ollama:")
_NO_TAGS = ("\0<", "\0>")
"""Thinking is cut here, not in the client, which misses a closing tag that is streamed in pieces."""


class MeteredModel(WrapperModel):
    """Any model, asked only while the meter allows it, its answers counted, its failures raised as our errors. A call
    counts from the moment it is made, an answer that broke off with what is known. ``timeout`` in seconds, for one
    whole call."""

    def __init__(self, wrapped: Model, timeout: float = DEFAULT_TIMEOUT) -> None:
        super().__init__(wrapped)
        self.timeout = timeout
        self.limits = AnswerLimits()

    async def request(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
    ) -> ModelResponse:
        """One call. BudgetExhausted, ModelUnavailable."""
        meter = _one_call()
        with model_errors(self.model_name), waiting_elsewhere():
            response = await super().request(messages, model_settings, model_request_parameters)
        meter.add(spend_of(response))
        return response

    @asynccontextmanager
    async def request_stream(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
        run_context: RunContext[Any] | None = None,
    ) -> AsyncGenerator[StreamedResponse]:
        """One call, answered bit by bit. BudgetExhausted, ModelUnavailable."""
        meter = _one_call()
        with model_errors(self.model_name), waiting_elsewhere():
            async with super().request_stream(
                messages, model_settings, model_request_parameters, run_context
            ) as stream:
                watch(stream, self.limits.idle)
                try:
                    yield stream
                finally:
                    meter.add(spend_of(stream.get()))

    async def aclose(self) -> None:
        """Close the connections of the wrapped model; may be called again."""
        async with self.wrapped:
            pass
        if isinstance(self.wrapped, OpenAIChatModel):
            await self.wrapped.client.close()  # one of our own is not the provider's to close


def _one_call() -> Meter:
    """The meter of the work in progress, one call counted. BudgetExhausted."""
    meter = current_meter()
    meter.check()
    meter.add(Spend(calls=1))
    return meter


def metered(model: Model, timeout: float | None = None) -> MeteredModel:
    """The model as a MeteredModel, with the given timeout or its own."""
    if isinstance(model, MeteredModel):
        return model if timeout is None else MeteredModel(model.wrapped, timeout)
    return MeteredModel(model, DEFAULT_TIMEOUT if timeout is None else timeout)


class ModelAdapter:
    """What asks one model; ``model`` is the name that records give it."""

    def __init__(self, model: Model, *, name: str | None = None) -> None:
        self._model = metered(model)
        self.model = name or self._model.model_id

    async def aclose(self) -> None:
        """Close the model's connections; may be called again."""
        await self._model.aclose()


def spend_of(response: ModelResponse) -> Spend:
    """What one answer cost beside the call that was counted; the price is None where it is not known."""
    usage = response.usage
    cost = usage.cost
    if cost is None and usage.total_tokens and response.model_name:
        with suppress(LookupError, ValueError):
            cost = response.cost().total_price
    return Spend(
        input_tokens=usage.input_tokens, output_tokens=usage.output_tokens, cost=None if cost is None else float(cost)
    )


def build_model(
    name: str | Model, base_url: str | None, api_key: str | None, timeout: float, *, retries: int = 2
) -> MeteredModel:
    """The model of this name, or the given one, metered; nothing is sent yet. Any pydantic-ai name works as it is. With
    a ``base_url`` (not blank) it is a chat model of the OpenAI-compatible server there, whose key is optional; a failed
    request is sent again up to ``retries`` times. ``timeout`` in seconds, for one call. InvalidInput for an unknown
    name, a missing key or a package that is not installed."""
    if isinstance(name, Model):
        return metered(name, timeout)
    name = name.strip()
    if not name or len(name) > MAX_MODEL_NAME or not name.isprintable():
        raise InvalidInput("That is no model name; one looks like openai:gpt-5-mini.")
    if base_url is not None and base_url.strip():
        return MeteredModel(_local_model(name, base_url.strip(), api_key, retries), timeout)
    try:
        provider = infer_provider if api_key is None else partial(_provider_with_key, name, api_key)
        return MeteredModel(infer_model(name, provider), timeout)
    except ImportError as error:
        extra = re.search(r"pydantic-ai-slim\[[\w-]+\]", str(error))
        package = extra.group() if extra else "the package of its provider"
        raise InvalidInput(f"The model {name} needs a package that is not installed: {package}.") from None
    except (UserError, openai.OpenAIError, ValueError) as error:
        if variable := re.search(r"`([A-Z][A-Z0-9]*_[A-Z0-9_]+)`", str(error)):
            raise InvalidInput(f"The model {name} cannot be used without {variable.group(1)}; set it.") from None
        unknown = f"Nobody knows the model {name}; a name looks like openai:gpt-5-mini, or give a base URL."
        raise InvalidInput(unknown) from None


def _local_model(name: str, base_url: str, api_key: str | None, retries: int) -> Model:
    if not is_web_address(base_url):
        raise InvalidInput("The base URL of a model server looks like http://localhost:11434/v1.")
    for prefix in _OPENAI_PREFIXES:
        name = name.removeprefix(prefix)
    if not name:
        raise InvalidInput("Which model of that server? Give its name.")
    http_client = create_async_httpx2_client()
    http_client.headers["Accept-Encoding"] = "identity"  # a body is measured as it comes
    http_client.event_hooks["response"].append(bound_body)
    provider = OpenAICompatibleProvider("local", base_url=base_url, api_key=api_key or "none", http_client=http_client)
    provider.client.max_retries = retries
    return OpenAIChatModel(name, provider=provider, profile=ModelProfile(thinking_tags=_NO_TAGS))


def _provider_with_key(name: str, api_key: str, provider: str) -> Provider[Any]:
    if provider.startswith("gateway/"):
        return gateway_provider(provider.removeprefix("gateway/"), api_key=api_key)
    kind: Any = infer_provider_class(provider)
    try:
        return kind(api_key=api_key)  # type: ignore[no-any-return]  # providers share no constructor
    except TypeError:
        raise InvalidInput(f"The provider of {name} takes no key; unset TALEKEEPER_API_KEY.") from None


def settings_for(model: MeteredModel) -> ModelSettings:
    """The settings of one call: its deadlines, which pydantic-ai keeps for every provider alike, and its length."""
    settings = ModelSettings(request_timeout=model.timeout)
    if model.limits.first_token is not None:
        settings["first_event_timeout"] = model.limits.first_token
    if model.limits.max_tokens is not None:
        settings["max_tokens"] = model.limits.max_tokens
    return settings


def _asked(instructions: str, prompt: str) -> list[ModelMessage]:
    return [ModelRequest.user_text_prompt(prompt, instructions=instructions or None)]


async def ask(model: MeteredModel, instructions: str, prompt: str) -> str:
    """What the model says, whole (`ModelText`), "" if it says nothing. BudgetExhausted, ModelUnavailable."""
    with model_errors(model.model_name):
        try:
            response = await model_request(
                model, _asked(instructions, prompt), model_settings=settings_for(model), instrument=False
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
) -> bool:
    """Hand the model's answer to ``hear`` as it comes, once ``ready`` is done; whether it came to its end, and was not
    cut for its length. BudgetExhausted, ModelUnavailable."""
    with model_errors(model.model_name):
        try:
            async with model_request_stream(
                model, _asked(instructions, prompt), model_settings=settings_for(model), instrument=False
            ) as stream:
                async for event in stream:
                    if ready is not None:
                        await ready
                    hear(text_of(event))
                return stream.finish_reason != "length"
        except ContentFilterError:
            return True


def text_of(event: object) -> str:
    """The visible text that an event of a stream brings; "" for all others."""
    match event:
        case PartStartEvent(part=TextPart(content=text)):
            return text
        case PartDeltaEvent(delta=TextPartDelta(content_delta=text)):
            return text
    return ""


async def check_model(model: Model) -> str:
    """One tiny call: what the model said, in one line of at most 200 characters. ModelUnavailable."""
    used = metered(model)
    if not (said := cleaned(await ask(used, "", "Answer with one word: ready"))):
        raise ModelUnavailable(f"The model {short_name(used.model_name)} answered with nothing.")
    return " ".join(said.split())[:200]
