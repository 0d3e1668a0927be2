"""Carrying out effects: with the requests for memories that go with what they change."""

from collections.abc import Iterable

from app.events.actions.effects import Leaving, effects_now, steps
from app.interfaces.services.memory import IMemoryService
from app.models.command import Event
from app.models.events import play
from app.models.sheets.condition import DangerLevel
from app.models.sheets.effect import Effect, PassTime
from app.models.state.game_state import GameState


class Done:
    """What effects have changed, and the game minutes that they take."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.minutes = 0


async def carry_out(parts: Iterable[Effect], state: GameState, memory: IMemoryService) -> Done:
    """Apply effects, in order, and request the memories of what has happened.

    Args:
        parts: The effects, with ids of the game.
        state: The game, which is changed.
        memory: Takes the requests.
    """
    done = Done()
    for part in parts:
        for effect in effects_now(part, state):
            if isinstance(effect, PassTime):
                done.minutes += effect.minutes
            for step in steps(effect, state):
                if isinstance(step, Leaving):
                    await _before(step, state, memory)
                else:
                    done.events.append(step)
                    await _after(step, state, memory)
    return done


async def _before(leaving: Leaving, state: GameState, memory: IMemoryService) -> None:
    """Request the memories of people that are about to leave a place."""
    if leaving.npc_id is None:
        await memory.on_location_exit(state)
    else:
        await memory.on_npc_exit(state, leaving.npc_id)


async def _after(event: Event, state: GameState, memory: IMemoryService) -> None:
    """Request the world's memory of what matters to the story."""
    match event:
        case play.ObjectiveCompleted(quest_id=quest, objective_id=objective):
            related = {"quest_id": quest, "objective_id": objective}
            await memory.on_world_event(state, event_kind="objective_completed", related=related)
        case play.EncounterCompleted(location_id=place, encounter_id=encounter):
            related = {"location_id": place, "encounter_id": encounter}
            await memory.on_world_event(state, event_kind="encounter_completed", related=related)
        case play.DangerChanged(location_id=place, level=DangerLevel.CLEARED):
            await memory.on_world_event(state, event_kind="location_cleared", related={"location_id": place})
