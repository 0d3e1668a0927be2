"""The seat at a memory alone: tools to remember, to recall and to ask who knows."""

from collections.abc import Mapping, Sequence
from typing import Any

from app.interfaces import memory_tools as offered
from app.interfaces.seat import PromptSpec, ResourceSpec, ToolSpec
from app.models.plain_reasons import Sought
from app.services.characters.arguments import not_found_error, parse_arguments, request_of
from app.services.game.turns.turn_service import TurnService
from app.services.remembering.agent_memory import AgentMemory, check_alone

_TOOLS = {tool.name: tool for tool in offered.MEMORY_TOOLS}
AGENTS_URI = "memory://agents"


class MemorySeat:
    """Implements `ISeat` for one memory alone."""

    tools: Sequence[ToolSpec] = offered.MEMORY_TOOLS
    prompts: Sequence[PromptSpec] = ()
    resources: Sequence[ResourceSpec] = (
        ResourceSpec(AGENTS_URI, "The agents", "The names of those who remember anything here, one a line."),
    )

    def __init__(self, memory: AgentMemory, turns: TurnService, game_id: str) -> None:
        """Take the seat.

        Args:
            memory: Remembers and recalls.
            turns: Gives the state of the game.
            game_id: The game, open.

        Raises:
            NotPossible: The game has a story of its own.
            NotFound: There is no such game.
        """
        self._memory = memory
        self._turns = turns
        self._game_id = game_id
        with turns.speaking(game_id):
            check_alone(turns.state(game_id))

    @property
    def title(self) -> str:
        return "what agents remember"

    async def call(self, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        if name not in _TOOLS:
            raise not_found_error(Sought.TOOL, name, _TOOLS)
        match parse_arguments(name, _TOOLS[name].arguments, arguments):
            case offered.Remember() as args:
                request = request_of(name, args, args.request_id)
                added = await self._memory.remember(self._game_id, args, **request)
                return {"memories": [each.model_dump(mode="json") for each in added]}
            case offered.Recall() as args:
                found = await self._memory.recall(self._game_id, args)
                return {"memories": [each.model_dump(mode="json", exclude_none=True) for each in found]}
            case offered.WhoKnows() as args:
                knowers = await self._memory.who_knows(self._game_id, args.claim)
                return {"agents": [each.model_dump(mode="json", exclude_none=True) for each in knowers]}
        raise AssertionError(name)

    async def read(self, uri: str) -> str:
        if uri != AGENTS_URI:
            raise not_found_error(Sought.RESOURCE, uri, (AGENTS_URI,))
        state = self._turns.state(self._game_id)
        return "\n".join(map(state.name, state.npcs))

    async def prompt(self, name: str) -> str:
        raise not_found_error(Sought.PROMPT, name, ("none",))
