"""A model that plays one character: it is told of a situation, asks its memory, says and does something.

Importing this module loads pydantic-ai, about a second: import it only where a model is configured.
"""

from pydantic_ai import Agent
from pydantic_ai.models import Model
from pydantic_ai.usage import UsageLimits

from app.agents.character.toolset import SeatToolset
from app.agents.failures import model_errors
from app.agents.models import DEFAULT_TIMEOUT, build_model, metered, settings_for
from app.errors import InvalidInput
from app.interfaces.seat import ISeat
from app.memory.prompt_data import clipped, fenced

OFFLINE = "offline"
DEFAULT_WAY = "minimal"
REQUESTS = 12
"""Calls of the model for one situation."""
TOOL_CALLS = 24
MAX_SITUATION = 4000
"""Characters of a situation that are shown."""

_HOW_TO_END = (
    "What is before you follows as one JSON string. When you have said and done what you want to, end with one short"
    " sentence of plain text about what you did."
)


class CharacterAgent:
    """Plays the character of a seat. It keeps nothing from one situation to the next but what the seat remembers.

    ``way`` names the prompt of the seat with which it begins each time. What calls cost is counted by the caller's
    meter (`app.interfaces.metering`). ``timeout`` is in seconds, for one call; None is the model's own.
    """

    def __init__(
        self,
        model: Model,
        seat: ISeat,
        way: str = DEFAULT_WAY,
        *,
        request_limit: int = REQUESTS,
        timeout: float | None = None,
    ) -> None:
        """InvalidInput for a way that the seat does not have."""
        if way not in (ways := [spec.name for spec in seat.prompts]):
            raise InvalidInput(f"There is no way {way[:40]!r} to play a character; there are: {', '.join(ways)}.")
        self._seat = seat
        self._way = way
        self._model = metered(model, timeout)
        self._limits = UsageLimits(request_limit=request_limit, tool_calls_limit=TOOL_CALLS)
        self._agent: Agent[None, str] = Agent(
            self._model,
            toolsets=[SeatToolset(seat)],
            retries={"output": 1},
            model_settings=settings_for(self._model),
            name="character",
        )

    async def respond(self, situation: str) -> str:
        """Let the character act on a situation; what the model says about it at the end.

        What it said and did stands in the game, also where the run ends early: ModelUnavailable, BudgetExhausted.
        """
        if not situation.strip():
            raise InvalidInput("A situation has words.")
        instructions = await self._seat.prompt(self._way)
        with model_errors(self._model.model_name):
            result = await self._agent.run(
                fenced("situation", [clipped(situation, MAX_SITUATION)]),
                instructions=f"{instructions}\n\n{_HOW_TO_END}",
                usage_limits=self._limits,
            )
        return result.output.strip()

    async def aclose(self) -> None:
        """Close the model's connections; may be called again."""
        await self._model.aclose()


def open_agent(
    name: str | Model,
    seat: ISeat,
    way: str = DEFAULT_WAY,
    *,
    base_url: str | None = None,
    api_key: str | None = None,
    timeout: float = DEFAULT_TIMEOUT,
) -> CharacterAgent:
    """The agent of a model, by its name or the model itself; nothing is sent yet.

    InvalidInput for a model that cannot be built, and for ``offline``: without a model a character lives by its mind,
    but nobody plays it.
    """
    if isinstance(name, str) and name.strip() == OFFLINE:
        raise InvalidInput(
            "A character is played by a model, and the model is set to offline; set TALEKEEPER_MODEL. Without one it"
            " lives by its own mind while time passes."
        )
    return CharacterAgent(build_model(name, base_url, api_key, timeout), seat, way)
