"""A model whose calls are counted, limited in time, and repeated after a transient failure. Imported only where a model
is configured, because it loads pydantic-ai (about a second)."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from itertools import count
from typing import Any, TypeVar

from pydantic_ai import ModelMessage, ModelResponse, RunContext
from pydantic_ai.exceptions import ModelAPIError, ModelConnectionError, ModelHTTPError, ModelQuotaExceededError
from pydantic_ai.messages import ModelResponseStreamEvent, PartDeltaEvent, PartStartEvent, TextPart, TextPartDelta
from pydantic_ai.models import Model, ModelRequestParameters, StreamedResponse
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.models.wrapper import WrapperModel
from pydantic_ai.settings import ModelSettings

from app.agents.failures import CutAnswer, model_errors
from app.agents.limits import AnswerLimits, Waiting, current_waiting, current_work, watch
from app.agents.servers.model_server import ModelServer
from app.interfaces.metering import Meter, current_meter
from app.language.checks.model_text import MAX_HEARD, STOPS, ModelText
from app.models.spend import Spend
from app.scheduling import waiting_for_model

DEFAULT_TIMEOUT = 60.0
RETRIES = 2
_BACKOFF = 0.5
"""Seconds before the first retry; each further one waits twice as long."""
_PASSING = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
_LOADING, _LOOK_AGAIN = 503, 2.0
"""The status of a server that is loading a model, and the seconds before the next request."""
_MOST_STOPS = 4
"""The number of stop sequences that any server accepts, by OpenAI's own limit."""

Result = TypeVar("Result")


class MeteredModel(WrapperModel):
    """A model that is called only while the meter permits it, whose answers are counted and whose failures are raised
    as our errors. A call counts from the moment it is made; a broken answer counts with the tokens known.

    Args:
        wrapped: The model.
        timeout: Seconds for one whole call.
        setting: The setting of this limit, without its prefix.
        server: What is known of the model's server, where it is the player's own.
        retries: How often a request is repeated after a transient failure.
    """

    def __init__(
        self,
        wrapped: Model,
        timeout: float = DEFAULT_TIMEOUT,
        *,
        setting: str = "MODEL_TIMEOUT",
        server: ModelServer | None = None,
        retries: int = 0,
    ) -> None:
        super().__init__(wrapped)
        self.timeout = timeout
        self.limits = AnswerLimits()
        self.server = server
        self.sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
        self._setting = setting
        self._retries = retries

    async def request(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
    ) -> ModelResponse:
        """Make one call.

        Raises:
            BudgetExhausted: A cap is reached; nothing was sent.
            ModelUnavailable: The model failed.
        """
        meter = _one_call()
        settings = self._settings_of(model_settings)

        async def whole(waiting: Waiting) -> ModelResponse:
            waiting.expect_whole()
            async with waiting.step():
                return await self.wrapped.request(messages, settings, model_request_parameters)

        with model_errors(self.model_name), waiting_for_model():
            response = await self._with_retries(whole)
            meter.add(spend_of(response))
            self._answered()
            if response.finish_reason == "length":
                raise CutAnswer(self.model_name)
        return response

    @asynccontextmanager
    async def request_stream(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
        run_context: RunContext[Any] | None = None,
    ) -> AsyncGenerator[StreamedResponse]:
        """Make one call and stream the answer.

        Raises:
            BudgetExhausted: A cap is reached; nothing was sent.
            ModelUnavailable: The model failed, or an answer with tool calls was cut for its length: calls may be
                missing.
        """
        meter = _one_call()
        settings = self._settings_of(model_settings)
        with model_errors(self.model_name), waiting_for_model():
            async with AsyncExitStack() as stack:
                calls: list[Waiting] = []

                async def opened(waiting: Waiting) -> StreamedResponse:
                    calls[:] = [waiting]
                    async with waiting.step():
                        return await stack.enter_async_context(
                            self.wrapped.request_stream(messages, settings, model_request_parameters, run_context)
                        )

                stream = await self._with_retries(opened)
                watch(stream, calls[0], self._end_detector())
                try:
                    yield stream
                    if stream.finish_reason == "length" and model_request_parameters.function_tools:
                        raise CutAnswer(self.model_name)
                finally:
                    meter.add(spend_of(stream.get()))

    def _end_detector(self) -> Callable[[ModelResponseStreamEvent], bool]:
        """Return a function that says after each event whether the answer is over, even if the server continues."""
        names = current_work().names
        text = ModelText(names, most=MAX_HEARD)

        def is_over(event: ModelResponseStreamEvent) -> bool:
            nonlocal text
            self._answered()
            if isinstance(event, PartStartEvent):
                text = ModelText(names, most=MAX_HEARD)
            text.feed(visible_text(event))
            return text.is_over

        return is_over

    def _answered(self) -> None:
        if self.server is not None:
            self.server.answered_at = asyncio.get_running_loop().time()

    def _settings_of(self, settings: ModelSettings | None) -> ModelSettings:
        """Return the settings of one call: retries happen only here, and the player's own server is asked to stop where
        the model begins to speak for a player."""
        call_settings = ModelSettings(**{**(settings or {}), "max_retries": 0})
        if self.server is not None and (names := current_work().names):
            wanted = (*(f"\n{name}:" for name in names[: _MOST_STOPS - len(STOPS)]), *STOPS)
            call_settings["stop_sequences"] = list(wanted)
        return call_settings

    async def _with_retries(self, ask: Callable[[Waiting], Awaitable[Result]]) -> Result:
        """Return what one request yields, repeated after a transient failure while there is time in the turn (or in the
        call, outside of a turn)."""
        begun = asyncio.get_running_loop().time()
        cold_until = None
        if self.server is not None and self.server.is_cold(begun, self.limits.cold_after):
            cold_until = begun + (self.limits.cold_start or 0)
        until = current_work().until or begun + self.timeout
        for attempt in count(1):
            waiting = Waiting(self.timeout, self._setting, self.limits, is_cold=cold_until is not None)
            token = current_waiting.set(waiting)
            try:
                return await ask(waiting)
            except ModelAPIError as error:
                if (pause := self._pause(error, attempt, until, cold_until)) is None:
                    raise
            finally:
                current_waiting.reset(token)
            await self.sleep(pause)
        raise AssertionError

    def _pause(self, error: ModelAPIError, attempt: int, until: float, cold_until: float | None) -> float | None:
        """Return the seconds until the request is repeated, or None if it is not."""
        status, headers = (error.status_code, error.headers or {}) if isinstance(error, ModelHTTPError) else (None, {})
        passes = status in _PASSING if status else isinstance(error, ModelConnectionError)
        if not passes or isinstance(error, ModelQuotaExceededError) or headers.get("x-should-retry") == "false":
            return None
        now = asyncio.get_running_loop().time()
        is_loading = status == _LOADING and error.retry_after is None and self._retries > 0
        if is_loading and cold_until is not None and now + _LOOK_AGAIN < cold_until:
            return _LOOK_AGAIN
        if attempt > self._retries:
            return None
        pause = _BACKOFF * 2 ** (attempt - 1) if error.retry_after is None else error.retry_after
        return pause if now + pause < until else None

    async def aclose(self) -> None:
        """Close the connections of the wrapped model; may be called again."""
        async with self.wrapped:
            pass
        if isinstance(self.wrapped, OpenAIChatModel):
            await self.wrapped.client.close()  # the provider does not close a client that we made


def _one_call() -> Meter:
    """Count one call and return the meter of the work in progress. Raise BudgetExhausted where a cap is reached."""
    meter = current_meter()
    meter.check()
    meter.add(Spend(calls=1))
    return meter


def as_metered(model: Model, timeout: float | None = None) -> MeteredModel:
    """Return the model as a MeteredModel, with the given timeout or its own."""
    if isinstance(model, MeteredModel):
        return model if timeout is None else MeteredModel(model.wrapped, timeout, server=model.server)
    return MeteredModel(model, DEFAULT_TIMEOUT if timeout is None else timeout)


class ModelAdapter:
    """An adapter that calls one model; ``model`` is its name in records."""

    def __init__(self, model: Model, *, name: str | None = None) -> None:
        self._model = as_metered(model)
        self.model = name or self._model.model_id

    @property
    def asked(self) -> MeteredModel:
        """The model that is called."""
        return self._model

    async def aclose(self) -> None:
        """Close the model's connections; may be called again."""
        await self._model.aclose()


def visible_text(event: object) -> str:
    """Return the visible text of a stream's event; "" for other events."""
    match event:
        case PartStartEvent(part=TextPart(content=text)):
            return text
        case PartDeltaEvent(delta=TextPartDelta(content_delta=text)):
            return text
    return ""


def spend_of(response: ModelResponse) -> Spend:
    """Return the tokens and price of an answer, without its call, which is counted already; the price is None if
    unknown."""
    usage = response.usage
    cost = usage.cost
    if cost is None and usage.total_tokens and response.model_name:
        with suppress(LookupError, ValueError):
            cost = response.cost().total_price
    return Spend(
        input_tokens=usage.input_tokens, output_tokens=usage.output_tokens, cost=None if cost is None else float(cost)
    )
