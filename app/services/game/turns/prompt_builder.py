"""The prompts of a turn in progress, built when the narrator asks for them."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from app.models.prompt import Agent, Prompt, PromptMoment, RecalledMemory
from app.models.records.record import PromptRecipe
from app.models.state.game_state import GameState
from app.services.ai.context_service import ContextService
from app.services.game.captures.recall_service import RecallService


@dataclass
class PromptBuilder:
    """Builds prompts for a turn in progress and remembers what recall put into them."""

    state: GameState
    text: str
    basis: PromptRecipe
    context: ContextService
    recall: RecallService
    has_acted: bool = False
    """Whether a command was carried out: prompts from then on are rebuilt with it."""
    built: dict[tuple[PromptMoment, str | None], Prompt] = field(default_factory=dict)

    async def build(self, npc_id: str | None = None) -> Prompt:
        """Build the prompt for the narrator, or for a person by its id, as the game is now."""
        recalled = await self.recall.for_prompt(self.state, npc_id, self.text)
        recipe = self.basis.model_copy(update={"recalled": recalled})
        agent = Agent.NARRATOR if npc_id is None else Agent.NPC
        prompt = await self.context.build(self.state, agent, self.text, recipe, npc_id=npc_id)
        self.built[PromptMoment.AFTER if self.has_acted else PromptMoment.BEFORE, npc_id] = prompt
        return prompt

    def limit(self, budget: int) -> None:
        """Let prompts take at most so many tokens from now on: the model reads no more."""
        self.basis = self.basis.model_copy(update={"budget": min(budget, self.basis.budget)})

    @property
    def first_asked(self) -> tuple[PromptMoment, str | None]:
        """Which prompt was asked for first, and whose it was."""
        return next(iter(self.built), (PromptMoment.BEFORE, None))

    def recipe(self, moment: PromptMoment, npc_id: str | None) -> PromptRecipe:
        """Make what the turn's record keeps of the prompt that was asked for at that moment, by that reader."""
        asked = self.built.get((moment, npc_id)) or self.built.get((PromptMoment.BEFORE, npc_id))
        offered = asked.offered if asked is not None else None
        return self.basis.model_copy(update={"moment": moment, "npc_id": npc_id, "recalled": offered})

    def recalled(self, answered_from: Iterable[RecalledMemory]) -> list[RecalledMemory]:
        """List what was put before a model, and what people answered from."""
        return [*(memory for prompt in self.built.values() for memory in prompt.recalled), *answered_from]
