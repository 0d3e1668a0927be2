"""The seat of a character: everything that its player may ask and do."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from app.interfaces.character_tools import ACTING_TOOLS, MEMORY_TOOLS, Act, ConsultMemories, Say
from app.interfaces.seat import PromptSpec, ResourceSpec, ToolSpec
from app.language.rendering.refusing import refused
from app.models.base import Frozen
from app.models.state.game_state import GameState
from app.services.characters import character_views as views
from app.services.characters.arguments import not_found_error, parse_arguments
from app.services.characters.character_actions import CharacterActions
from app.services.characters.experience import Experience
from app.services.characters.memory_answers import Answer, SelfKnowledge
from app.services.game.turns.turn_service import TurnService

_TOOLS = {spec.name: spec for spec in (*MEMORY_TOOLS, *ACTING_TOOLS)}


class CharacterSeat:
    """Implements `ISeat` for one person of one game. With a ``gate`` `consult_memories` must precede each word and
    deed; one that fails needs no other."""

    tools: Sequence[ToolSpec] = tuple(_TOOLS.values())
    prompts: Sequence[PromptSpec] = views.PROMPTS

    def __init__(
        self, turns: TurnService, game_id: str, npc_id: str, *, self_knowledge: SelfKnowledge, gate: bool = False
    ) -> None:
        """Raises NotFound for an unknown game or person."""
        self._turns = turns
        self._game_id = game_id
        self._npc_id = npc_id
        turns.state(game_id).npc(npc_id)
        self._self_knowledge = self_knowledge
        self._acting = CharacterActions(turns, game_id, npc_id)
        self._must_consult = gate
        self._has_consulted = False

    @property
    def title(self) -> str:
        """``Mara Ironhand in A Small World``."""
        return f"{self._state.name(self._npc_id)} in {self._state.sheet.title}"

    async def call(self, name: str, arguments: Mapping[str, Any]) -> Answer:
        """Carried out by the method of the tool's name, of what answers, recalls or acts."""
        spec = _TOOLS.get(name)
        if spec is None:
            raise not_found_error("tool", name, _TOOLS)
        asked = parse_arguments(name, spec.arguments, arguments)
        with self._turns.speaking(self._game_id):
            if spec.changes:
                return await self._do(name, asked)
            remembering = Experience(self._state, self._npc_id, self._self_knowledge)
            recall: Callable[[Any], Awaitable[Answer]] = getattr(remembering, name)
            answer = await recall(asked)
            if isinstance(asked, ConsultMemories):
                self._has_consulted = True
            return answer

    async def _do(self, name: str, asked: Frozen) -> Answer:
        do: Callable[[Any], Awaitable[Answer]] = getattr(self._acting, name)
        if not isinstance(asked, Say | Act):
            return await do(asked)
        if (known := await self._acting.answered(asked)) is not None:
            return known
        if self._must_consult and not self._has_consulted:
            raise refused(self._state, "consult-first")
        self._has_consulted = False
        try:
            self._acting.check_reasons(asked.because, unsure=asked.unsure)
            return await do(asked)
        except BaseException:
            self._has_consulted = True
            raise

    @property
    def resources(self) -> Sequence[ResourceSpec]:
        return views.resource_specs(self._state, self._npc_id)

    async def read(self, uri: str) -> str:
        state, npc_id = self._state, self._npc_id
        with self._turns.speaking(self._game_id):
            if uri == views.SCENE_URI:
                return "\n".join(views.scene_lines(state, npc_id))
            if uri == views.JOURNAL_URI:
                return "\n".join(views.journal_lines(state, npc_id))
            other = uri.removeprefix(views.PEOPLE_URI) if isinstance(uri, str) else ""
            if other != uri and other in state.npcs:
                return views.own_sheet(state, npc_id) if other == npc_id else views.known_sheet(state, npc_id, other)
        raise not_found_error("resource", uri, (spec.uri for spec in self.resources))

    async def prompt(self, name: str) -> str:
        with self._turns.speaking(self._game_id):
            match name:
                case views.MINIMAL:
                    return views.minimal(self._state, self._npc_id)
                case views.CONSULTING:
                    return views.consulting(self._state, self._npc_id)
                case views.PREPOPULATED:
                    return views.prepopulated(self._state, self._npc_id, self._self_knowledge.recaller)
        raise not_found_error("prompt", name, (spec.name for spec in views.PROMPTS))

    @property
    def _state(self) -> GameState:
        """The current state: an undo replaces it."""
        return self._turns.state(self._game_id)
