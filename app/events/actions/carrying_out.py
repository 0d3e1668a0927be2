"""Carrying out effects: with the requests for memories that go with what they change."""

from collections.abc import Iterable

from app.events.actions.effects import apply, chosen
from app.interfaces.services.memory import IMemoryService
from app.models.command import Event
from app.models.events import play
from app.models.sheets import effect as effects
from app.models.sheets.condition import DangerLevel
from app.models.sheets.effect import Effect
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
        for effect in chosen(part, state):
            await _before(effect, state, memory)
            events = apply(effect, state)
            done.events += events
            if isinstance(effect, effects.PassTime):
                done.minutes += effect.minutes
            for event in events:
                await _after(event, state, memory)
    return done


async def _before(effect: Effect, state: GameState, memory: IMemoryService) -> None:
    """Request the memories of those who are about to leave a place."""
    match effect:
        case effects.MoveParty(to=to) if (
            to in state.scenario.location_states and to != state.scenario.current_location_id
        ):
            await memory.on_location_exit(state)
        case effects.MovePerson(npc_id=npc_id, to=to) if _is_leaving(state, npc_id, to):
            await memory.on_npc_exit(state, npc_id)
        case effects.Die(of=of) | effects.Harm(of=of) if _is_leaving(state, of, None):
            await memory.on_npc_exit(state, of)


def _is_leaving(state: GameState, npc_id: str, to: str | None) -> bool:
    npc = state.npcs.get(npc_id)
    return npc is not None and npc.current_location_id is not None and npc.current_location_id != to


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
