"""The prompts of a turn in progress, built when the narrator requests them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from app.models.prompt import Agent, Prompt, PromptMoment, RecalledMemory
from app.models.records.record import PromptRecipe
from app.models.state.game_state import GameState
from app.services.ai.context_service import ContextService
from app.services.game.captures.recall_service import RecallService


class _Built(NamedTuple):
    prompt: Prompt
    commands: int  # of the turn's own, carried out before


@dataclass
class PromptBuilder:
    """Builds prompts for a turn in progress, and remembers what recall put into them."""

    state: GameState
    text: str
    basis: PromptRecipe
    context: ContextService
    recall: RecallService
    has_acted: bool = False
    """Whether a command was executed: later prompts are built again with its effects."""
    count_commands: Callable[[], int] = lambda: 0
    """Returns how many commands of its own the turn has carried out so far."""
    built: dict[tuple[PromptMoment, str | None], _Built] = field(default_factory=dict)

    async def build(self, npc_id: str | None = None) -> Prompt:
        """Build the prompt for the narrator, or for a person by its id, from the present state of the game."""
        recalled = await self.recall.for_prompt(self.state, npc_id, self.text)
        recipe = self.basis.model_copy(update={"recalled": recalled})
        agent = Agent.NARRATOR if npc_id is None else Agent.NPC
        prompt = await self.context.build(self.state, agent, self.text, recipe, npc_id=npc_id)
        moment = PromptMoment.AFTER if self.has_acted else PromptMoment.BEFORE
        self.built[moment, npc_id] = _Built(prompt, self.count_commands())
        return prompt

    def limit(self, budget: int) -> None:
        """Limit later prompts to ``budget`` tokens, the most that the model reads."""
        self.basis = self.basis.model_copy(update={"budget": min(budget, self.basis.budget)})

    @property
    def first_asked(self) -> tuple[PromptMoment, str | None]:
        """The moment and the reader of the first prompt that was requested."""
        return next(iter(self.built), (PromptMoment.BEFORE, None))

    def recipe(self, moment: PromptMoment, npc_id: str | None) -> PromptRecipe:
        """Return what the turn's record keeps of the prompt that was built at that moment for that reader."""
        if (moment, npc_id) not in self.built and (PromptMoment.BEFORE, npc_id) in self.built:
            moment = PromptMoment.BEFORE  # the commands came after it
        asked = self.built.get((moment, npc_id))
        offered, commands = (asked.prompt.offered, asked.commands or None) if asked is not None else (None, None)
        how = {"moment": moment, "npc_id": npc_id, "recalled": offered, "commands": commands}
        return self.basis.model_copy(update=how)

    def recalled(self, answered_from: Iterable[RecalledMemory]) -> list[RecalledMemory]:
        """List the memories that were put before a model, and those that people answered from."""
        return [*(memory for built in self.built.values() for memory in built.prompt.recalled), *answered_from]
