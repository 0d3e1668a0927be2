"""Testing a model with one small call like the game's, for ``doctor`` and the page's model test."""

from pydantic_ai import ModelMessage, ModelRequest
from pydantic_ai.direct import model_request_stream
from pydantic_ai.messages import ToolCallPart
from pydantic_ai.models import Model, ModelRequestParameters

from app.agents.failures import model_errors
from app.agents.limits import at_work
from app.agents.metered_model import MeteredModel, as_metered
from app.agents.models import ask_model, ask_streaming, call_settings
from app.agents.narrator.model.agent import NarratorAgent
from app.agents.narrator.model.guided import GuidedNarrator
from app.agents.narrator.model.tools import tool_definitions
from app.errors import ModelUnavailable
from app.interfaces.model_names import short_model_name
from app.language.checks.prose import StreamedProse, clean_model_text

_READY = "Answer with one word: ready"
_CALL = "advance_time"
_CALLING = f"Call the tool {_CALL} with 1 minute. Say nothing."
_PLAYERS = ("Player",)
_LONGEST = 200


async def check_model(model: Model) -> str:
    """Make one small call without streaming, as for summaries and minds.

    Returns:
        The model's answer, on one line of at most 200 characters.

    Raises:
        ModelUnavailable: The model failed.
    """
    used = as_metered(model)
    return _said(used, clean_model_text(await ask_model(used, "", _READY)))


async def check_narrator(narrator: GuidedNarrator | NarratorAgent) -> str:
    """Make one small call as for a turn: streamed, limited, and with tools where the narrator uses them.

    Returns:
        The model's answer, or that it calls tools, on one line.

    Raises:
        ModelUnavailable: The model failed.
    """
    model = narrator.asked
    with model_errors(model.model_name):
        async with at_work(None, _PLAYERS, None):
            return await (_calls(model) if narrator.mode == NarratorAgent.mode else _speaks(model))


async def _speaks(model: MeteredModel) -> str:
    part = StreamedProse(lambda _: None, names=_PLAYERS)
    is_whole = await ask_streaming(model, "", _READY, part.feed)
    if part.close(is_whole=is_whole) == "it was too long":
        raise ModelUnavailable(
            f"The model {short_model_name(model.model_name)} was cut (TALEKEEPER_MAX_TOKENS_PER_ANSWER)."
        )
    return _said(model, part.text)


async def _calls(model: MeteredModel) -> str:
    asked: list[ModelMessage] = [ModelRequest.user_text_prompt(_CALLING)]
    tools = ModelRequestParameters(function_tools=list(tool_definitions()))
    async with model_request_stream(
        model, asked, model_settings=call_settings(model), model_request_parameters=tools, instrument=False
    ) as stream:
        async for _ in stream:
            pass
        called = [part.tool_name for part in stream.get().parts if isinstance(part, ToolCallPart)]
    if not called:
        raise ModelUnavailable(
            f"The model {short_model_name(model.model_name)} was asked to call a tool and called none; use guided"
            " (TALEKEEPER_NARRATOR_MODE)."
        )
    return "it calls tools"


def _said(model: MeteredModel, said: str) -> str:
    if not said:
        raise ModelUnavailable(f"The model {short_model_name(model.model_name)} gave an empty answer.")
    return " ".join(said.split())[:_LONGEST]
