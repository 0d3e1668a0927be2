"""The prompts of one turn: built when a narrator asks for one, with what recall finds at that moment."""

from collections.abc import Iterable

from app.models.prompt import Agent, Prompt, PromptMoment, RecalledMemory
from app.models.records.record import PromptRecipe
from app.models.state.game_state import GameState
from app.services.ai.context_service import ContextService
from app.services.game.captures.recall_service import RecallService
from app.services.game.turns.live_turn import LiveTurn


class TurnPrompts:
    """Builds prompts for a turn in progress and remembers what recall put into them."""

    def __init__(
        self,
        state: GameState,
        text: str,
        recipe: PromptRecipe,
        *,
        turn: LiveTurn,
        context: ContextService,
        recall: RecallService,
    ) -> None:
        self.text = text
        self._state = state
        self._turn = turn
        self._context = context
        self._recall = recall
        self._recipe = recipe
        self._built: dict[tuple[PromptMoment, str | None], Prompt] = {}

    async def build(self, npc_id: str | None = None) -> Prompt:
        """The prompt for the narrator, or for a person by its id, as the game stands now."""
        recalled = await self._recall.for_prompt(self._state, npc_id, self.text)
        recipe = self._recipe.model_copy(update={"recalled": recalled})
        agent = Agent.NARRATOR if npc_id is None else Agent.NPC
        prompt = self._context.build(self._state, agent, self.text, recipe, npc_id=npc_id)
        moment = PromptMoment.AFTER if self._turn.outcomes else PromptMoment.BEFORE
        self._built[moment, npc_id] = prompt
        return prompt

    @property
    def first_read(self) -> tuple[PromptMoment, str | None]:
        """Of the prompt that was asked for first, its moment and its reader: what a turn that was cut short shows."""
        return next(iter(self._built), (PromptMoment.BEFORE, None))

    def recipe(self, moment: PromptMoment, npc_id: str | None) -> PromptRecipe:
        """What the turn's record keeps of the prompt that was asked for at that moment, by that reader."""
        asked = self._built.get((moment, npc_id)) or self._built.get((PromptMoment.BEFORE, npc_id))
        recalled = asked.recalled if asked is not None else None
        return self._recipe.model_copy(update={"moment": moment, "npc_id": npc_id, "recalled": recalled})

    def mark_recalled(self, answered_from: Iterable[RecalledMemory]) -> None:
        """Mark what was put before a model, and what people answered from: part of this turn's commit."""
        self._turn.mark_recalled((*(one for prompt in self._built.values() for one in prompt.recalled), *answered_from))
