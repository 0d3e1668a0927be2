"""Narrating a turn: its prompts, built when the narrator asks for them, and the run of the narrator."""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace

from app.interfaces.agents.narrator import INarrator, Narration, Scene, Speech
from app.models.messages.piece import GAP, Piece
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

    def limit(self, budget: int) -> None:
        """Let prompts take at most so many tokens from now on: the model reads no more."""
        self.basis = self.basis.model_copy(update={"budget": min(budget, self.basis.budget)})

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
    shown: list[Piece] = []

    def show(text: str) -> None:
        shown.append(Piece.of(text))
        if on_text is not None:
            on_text(shown[-1])

    scene = Scene(
        state=session.state,
        text=prompts.text,
        speaker=speaker,
        prompt=prompts.build,
        prompt_for_npc=prompts.build,
        execute=prompts.turn.execute,
        show=show,
        limit_prompt=prompts.limit,
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
        return replace(told_so_far(session.state, shown), asked=asked, asked_npc_id=asked_npc_id)
    finally:
        session.narration = None


def told_so_far(state: GameState, shown: Iterable[Piece]) -> Narration:
    """What was shown of a turn that was stopped: narration, and what people had said by then as their speeches."""
    told = Narration(text="")
    speeches: list[Speech] = []
    last: Piece | None = None
    for piece in shown:
        if piece.speaker_id is None:
            text = piece.words if told.text else piece.words.lstrip()
            gap = GAP if told.text and piece.begins else ""
            start = len(told.text) + len(gap)
            marks = (*told.marks, *(mark.shifted(start) for mark in piece.marks))
            told = replace(told, text=f"{told.text}{gap}{text}", marks=marks)
        elif last is None or last.speaker_id != piece.speaker_id or piece.begins:
            said = Speech.now(state, piece.speaker_id, piece.words, piece.marks)
            speeches.append(replace(said, after=len(told.text)))
        else:
            said = speeches[-1]
            marks = (*said.marks, *(mark.shifted(len(said.text)) for mark in piece.marks))
            speeches[-1] = replace(said, text=f"{said.text}{piece.words}", marks=marks)
        last = piece
    return replace(told, text=told.text.rstrip(), speeches=tuple(each for each in speeches if each.text.strip()))
