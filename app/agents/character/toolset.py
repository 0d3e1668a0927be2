"""The tools of a seat for a model: called one after the other, refusals told to the model."""

from collections.abc import Sequence
from typing import Any

from pydantic_ai import RunContext, ToolDefinition
from pydantic_ai.exceptions import ToolFailed
from pydantic_ai.toolsets import AbstractToolset, ToolsetTool
from typing_extensions import override

from app.agents.schemas import ANY_OBJECT, definition
from app.errors import Conflict, InvalidInput, NotFound, NotPossible
from app.interfaces.seat import ISeat, ToolSpec

_ATTEMPTS = 3


def seat_tools(specs: Sequence[ToolSpec]) -> list[ToolDefinition]:
    return [definition(spec.name, spec.arguments) for spec in specs]


class SeatToolset(AbstractToolset[None]):
    """Carries out a model's tool calls at one seat. Errors that a model cannot mend end the run."""

    def __init__(self, seat: ISeat) -> None:
        self._seat = seat
        self._definitions = {tool.name: tool for tool in seat_tools(seat.tools)}

    @property
    @override
    def id(self) -> str:
        return "seat"

    @override
    async def get_tools(self, ctx: RunContext[None]) -> dict[str, ToolsetTool[None]]:
        """Every tool, always: a stable prefix of the prompt."""
        return {
            name: ToolsetTool(toolset=self, tool_def=tool, max_retries=_ATTEMPTS, args_validator=ANY_OBJECT)
            for name, tool in self._definitions.items()
        }

    @override
    async def call_tool(
        self, name: str, tool_args: dict[str, Any], ctx: RunContext[None], tool: ToolsetTool[None]
    ) -> dict[str, Any]:
        """Raises ToolFailed with the reason of a refusal."""
        try:
            return await self._seat.call(name, tool_args)
        except (NotPossible, NotFound, InvalidInput, Conflict) as error:
            raise ToolFailed(str(error)) from None
