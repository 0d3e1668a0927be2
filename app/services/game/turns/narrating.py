"""Letting a narrator tell the turn in progress, until it is done or the player stops it."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from app.interfaces.agents.narrator import INarrator, Narration, Scene
from app.models.state.game_state import PlayerCharacter
from app.services.game.games.session import GameSession
from app.services.game.turns.live_turn import LiveTurn
from app.services.game.turns.turn_prompts import TurnPrompts

OnText = Callable[[str], None]


async def narrated(
    session: GameSession,
    turn: LiveTurn,
    prompts: TurnPrompts,
    speaker: PlayerCharacter,
    *,
    narrator: INarrator,
    on_text: OnText | None,
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
        execute=turn.execute,
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
        asked, asked_npc_id = prompts.first_read
        return Narration(text="".join(shown).strip(), asked=asked, asked_npc_id=asked_npc_id)
    finally:
        session.narration = None
