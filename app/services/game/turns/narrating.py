"""Narrating a turn: its prompts, built when the narrator asks for them, and the run of the narrator."""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field

from app.interfaces.agents.narrator import INarrator, Narration, Scene
from app.models.prompt import Agent, Prompt, PromptMoment, RecalledMemory
from app.models.records.record import PromptRecipe
from app.models.state.game_state import GameState, PlayerCharacter
from app.services.ai.context_service import ContextService
from app.services.game.captures.recall_service import RecallService
from app.services.game.games.session import GameSession
from app.services.game.turns.live_turn import LiveTurn


@dataclass
class TurnPrompts:
    """Builds prompts for a turn in progress and remembers what recall put into them."""

    state: GameState
    text: str
    basis: PromptRecipe
    turn: LiveTurn
    context: ContextService
    recall: RecallService
    built: dict[tuple[PromptMoment, str | None], Prompt] = field(default_factory=dict)

    async def build(self, npc_id: str | None = None) -> Prompt:
        """The prompt for the narrator, or for a person by its id, as the game stands now."""
        recalled = await self.recall.for_prompt(self.state, npc_id, self.text)
        recipe = self.basis.model_copy(update={"recalled": recalled})
        agent = Agent.NARRATOR if npc_id is None else Agent.NPC
        prompt = await self.context.build(self.state, agent, self.text, recipe, npc_id=npc_id)
        self.built[PromptMoment.AFTER if self.turn.outcomes else PromptMoment.BEFORE, npc_id] = prompt
        return prompt

    def recipe(self, moment: PromptMoment, npc_id: str | None) -> PromptRecipe:
        """What the turn's record keeps of the prompt that was asked for at that moment, by that reader."""
        asked = self.built.get((moment, npc_id)) or self.built.get((PromptMoment.BEFORE, npc_id))
        offered = asked.offered if asked is not None else None
        return self.basis.model_copy(update={"moment": moment, "npc_id": npc_id, "recalled": offered})

    def mark_recalled(self, answered_from: Iterable[RecalledMemory]) -> None:
        """Mark what was put before a model, and what people answered from: part of this turn's commit."""
        self.turn.mark_recalled((*(one for prompt in self.built.values() for one in prompt.recalled), *answered_from))


OnText = Callable[[str], None]


async def narrate_turn(
    session: GameSession, prompts: TurnPrompts, speaker: PlayerCharacter, *, narrator: INarrator, on_text: OnText | None
) -> Narration:
    """What the narrator tells; where the player stops it, what has been shown so far."""
    shown: list[str] = []

    def show(piece: str) -> None:
        shown.append(piece)
        if on_text is not None:
            on_text(piece)

    scene = Scene(
        state=session.state,
        text=prompts.text,
        speaker=speaker,
        prompt=prompts.build,
        prompt_for_npc=prompts.build,
        execute=prompts.turn.execute,
        show=show,
    )
    session.stopped = False
    session.narration = asyncio.create_task(narrator.narrate(scene))
    try:
        return await session.narration
    except asyncio.CancelledError:
        if not session.stopped:
            session.narration.cancel()
            with suppress(BaseException):
                await session.narration
            raise
        asked, asked_npc_id = next(iter(prompts.built), (PromptMoment.BEFORE, None))  # the first that was asked for
        return Narration(text="".join(shown).strip(), asked=asked, asked_npc_id=asked_npc_id)
    finally:
        session.narration = None
