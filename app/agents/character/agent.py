"""A model that plays one character. It loads pydantic-ai (about a second): import it only where a model is
configured."""

from dataclasses import replace
from typing import Any

from pydantic_ai import Agent, RunContext, ToolDefinition
from pydantic_ai.exceptions import ToolFailed
from pydantic_ai.models import Model
from pydantic_ai.toolsets import ToolsetTool
from pydantic_ai.usage import UsageLimits
from typing_extensions import override

from app.agents.failures import model_errors
from app.agents.metered_model import DEFAULT_TIMEOUT, ModelAdapter
from app.agents.models import build_model, call_settings
from app.agents.schemas import StableToolset, tool_definition
from app.errors import Conflict, InvalidInput, NotFound, NotPossible
from app.interfaces.seat import ISeat, ToolSpec
from app.language.rendering.plain_reasons import in_words
from app.memory.prompt_data import clipped, fenced
from app.models.plain_reasons import Sought, Unknown, ValueFault, ValueUnfit
from app.package_data import package_data

OFFLINE = "offline"
DEFAULT_WAY = "minimal"
REQUESTS = 12
TOOL_CALLS = 24
MAX_SITUATION = 4000

_INSTRUCTIONS: dict[str, str] = package_data(__package__, "instructions")


class SeatToolset(StableToolset[None]):
    """Carries out a model's tool calls at one seat. Errors that the model cannot correct end the run."""

    def __init__(self, seat: ISeat) -> None:
        super().__init__(())
        self._seat = seat

    @override
    async def get_tools(self, ctx: RunContext[None]) -> dict[str, ToolsetTool[None]]:
        """Return the tools that the seat lists now: those of an earlier request in their order, then further ones."""
        return self.tools_of([definition(spec) for spec in self._seat.tools])

    @override
    async def call_tool(
        self, name: str, tool_args: dict[str, Any], ctx: RunContext[None], tool: ToolsetTool[None]
    ) -> dict[str, Any]:
        """Carry out one tool call. Raise ToolFailed with the reason of a refusal."""
        try:
            return await self._seat.call(name, tool_args)
        except (NotPossible, NotFound, InvalidInput, Conflict) as error:
            raise ToolFailed(in_words(error)) from None


def definition(spec: ToolSpec) -> ToolDefinition:
    """Return a tool of a seat as a model is shown it, in its shortest form."""
    plain = tool_definition(spec.name, spec.arguments, without=("request_id",))
    schema = spec.compact_schema(plain.parameters_json_schema)
    return replace(plain, description=spec.description, parameters_json_schema=schema)


class CharacterAgent(ModelAdapter):
    """Plays the character of a seat. Only the seat keeps memories between situations."""

    def __init__(self, model: Model, seat: ISeat, way: str = DEFAULT_WAY) -> None:
        """Prepare the agent; nothing is sent yet.

        Args:
            model: The model; its calls are counted by the caller's meter.
            seat: The seat of the character.
            way: The name of the seat's prompt to begin with.

        Raises:
            InvalidInput: The seat has no such prompt.
        """
        if way not in (ways := [spec.name for spec in seat.prompts]):
            raise InvalidInput(Unknown(what=Sought.WAY_TO_PLAY, name=way[:40], there=tuple(ways)))
        super().__init__(model)
        self._seat = seat
        self._way = way
        self._limits = UsageLimits(request_limit=REQUESTS, tool_calls_limit=TOOL_CALLS)
        self._agent: Agent[None, str] = Agent(
            self._model,
            toolsets=[SeatToolset(seat)],
            retries={"output": 1},
            model_settings=call_settings(self._model),
            name="character",
        )

    async def respond(self, situation: str) -> str:
        """Let the character act in a situation.

        Args:
            situation: The situation, in words; of more than 4,000 characters the first are used.

        Returns:
            The model's last text, which is no part of the story; "" for none. What the character said and did is in the
            game.

        Raises:
            InvalidInput: The situation is blank.
            ModelUnavailable: The model failed. Turns that it took before stay played.
            BudgetExhausted: A cap on calls, of the model or of tools, or on tokens was reached. Turns that it took
                before stay played.
            NotFound: There is no such game any more.
            Conflict: Another program has the game open.
            CorruptSave: The save of the game is damaged.
            StorageFailed: Reading or writing the disk or the database failed.
        """
        if not situation.strip():
            raise InvalidInput(ValueUnfit(fault=ValueFault.SITUATION_EMPTY))
        instructions = await self._seat.prompt(self._way)
        with model_errors(self._model.model_name):
            result = await self._agent.run(
                fenced("situation", [clipped(situation, MAX_SITUATION)]),
                instructions=f"{instructions}\n\n{_INSTRUCTIONS['end']}",
                usage_limits=self._limits,
            )
        return result.output.strip()


def open_agent(
    name: str | Model,
    seat: ISeat,
    way: str = DEFAULT_WAY,
    *,
    base_url: str | None = None,
    api_key: str | None = None,
    timeout: float = DEFAULT_TIMEOUT,
) -> CharacterAgent:
    """Build an agent that plays a character with a language model; nothing is sent yet.

    Args:
        name: The model: a pydantic-ai name such as ``openai:gpt-5-mini``; with a ``base_url``, the name that the server
            has for the model; or a pydantic-ai model object, for which ``base_url`` and ``api_key`` are ignored.
        seat: The seat of the character: its tools and prompts in one game.
        way: The name of the prompt in ``seat.prompts`` with which the agent begins: ``minimal`` (the default),
            ``pre-populated`` or ``consulting``.
        base_url: The URL of the OpenAI-compatible server of the model; None for the provider's own.
        api_key: The key for the model. None: the key in the provider's environment variable, or no key if ``base_url``
            is given.
        timeout: Seconds for one call of the model, above 0; 60 by default.

    Returns:
        The agent: ``await agent.respond(situation)`` lets it act, and its ``aclose`` closes the connections of the
        model.

    Raises:
        InvalidInput: The model is ``offline`` or unknown, or its name is empty; its key or another setting of its
            provider (such as ``OLLAMA_BASE_URL``) is missing; the key is malformed, or the provider takes no key; its
            package is not installed; ``base_url`` is not a web address; or the seat has no such prompt.
    """
    if isinstance(name, str) and name.strip() == OFFLINE:
        raise InvalidInput(
            "A character is played by a model, and the model is set to offline; set TALEKEEPER_MODEL. Without one it"
            " lives by its own mind while time passes."
        )
    return CharacterAgent(build_model(name, base_url, api_key, timeout), seat, way)
