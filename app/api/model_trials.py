"""Trials of models for clients: one at a time, with its progress as a stream where a client asks for one."""

import asyncio
from collections.abc import AsyncIterator
from time import perf_counter
from typing import Any

from fastapi import Request, Response
from fastapi.responses import StreamingResponse
from fastapi.sse import EventSourceResponse, format_sse_event

from app.api import problems
from app.api.context import Services
from app.api.schemas import game_models as schemas
from app.api.schemas.base import ApiModel
from app.api.schemas.turns import TRIAL_EVENTS, stream_responses
from app.api.streaming import with_keepalives
from app.errors import Conflict, InvalidInput, ModelUnavailable
from app.interfaces.game_models import GameModel
from app.interfaces.model_names import short_model_name
from app.models.model_trial import Situation, TrialReport, TriedSituation
from app.models.plain_reasons import Clash, Clashes
from app.settings import Settings
from app.trials import try_model, try_out

STREAMED: dict[int | str, dict[str, Any]] = stream_responses(*TRIAL_EVENTS, "problem")


async def tried_answer(settings: Settings, chosen: GameModel) -> schemas.ModelTriedOut:
    """Check that a choice of model answers. One that does not is no error: the reason is in the answer."""
    began = perf_counter()
    try:
        said, seconds = await try_model(settings, chosen)
    except (InvalidInput, ModelUnavailable) as error:
        return schemas.ModelTriedOut(answered=False, said=str(error), seconds=round(perf_counter() - began, 1))
    return schemas.ModelTriedOut(answered=True, said=said, seconds=round(seconds, 1))


async def trial_response(services: Services, settings: Settings, request: Request) -> schemas.ModelTrialOut | Response:
    """Put the model of the settings to trial.

    Args:
        services: They let one trial run at a time.
        settings: The settings, which name the model.
        request: The request; where it accepts a stream, the answer is one, and the trial ends when the client leaves.

    Returns:
        The report, or the stream.

    Raises:
        Conflict: A trial is running.
        InvalidInput: The settings name no model that can be used; in a stream it is a ``problem``.
        ModelUnavailable: The model does not answer; in a stream it is a ``problem``.
    """
    if services.trial.locked():
        raise Conflict(Clashes(clash=Clash.TRIAL_RUNS))
    if EventSourceResponse.media_type not in request.headers.get("accept", ""):
        async with services.trial:
            return _report(await try_out(settings))
    return StreamingResponse(_progress(services, settings), media_type=EventSourceResponse.media_type)


async def _progress(services: Services, settings: Settings) -> AsyncIterator[bytes]:
    """Yield the events of a trial, with keep-alives between them. The trial is cancelled when nobody reads on."""
    events: asyncio.Queue[bytes | None] = asyncio.Queue()

    def send(name: str, data: ApiModel) -> None:
        events.put_nowait(format_sse_event(data_str=data.model_dump_json(), event=name))

    def begun(number: int, of: int, situation: Situation) -> None:
        send("begun", schemas.SituationBegun(number=number, of=of, title=situation.title))

    async def work() -> None:
        try:
            async with services.trial:
                report = await try_out(settings, lambda tried: send("tried", _situation(tried)), begun)
            send("report", _report(report))
        except Exception as error:  # noqa: BLE001  # the stream has begun, so that it reports every error itself
            send("problem", problems.problem_of(error))
        finally:
            events.put_nowait(None)

    working = services.start(work())
    try:
        async for event in with_keepalives(events):
            yield event
    finally:
        working.cancel()


def _situation(tried: TriedSituation) -> schemas.SituationOut:
    return schemas.SituationOut(
        title=tried.title,
        obeyed=tried.is_obeyed,
        faults=[fault.value for fault in tried.faults],
        failure=tried.failure,
        answer=tried.answer,
    )


def _report(report: TrialReport) -> schemas.ModelTrialOut:
    return schemas.ModelTrialOut(
        model=short_model_name(report.model),
        situations=[_situation(each) for each in report.tried],
        suits=report.suits,
        why=report.why,
        first_token=report.first_token,
        tokens_a_second=report.tokens_a_second,
        slowness=report.slowness,
        calls=report.spend.calls,
        tokens=report.spend.tokens,
        cost=report.spend.cost,
    )
