"""What the scenario's author has given to people to do, as far as one of them can do it now."""

from collections.abc import Iterator
from itertools import islice

from app.events.actions.possible import authored_actions, refusal_of, scene_of
from app.events.commands.actions import PerformActionCommand
from app.models.sheets.action import PEOPLE
from app.models.state.game_state import GameState

MOST_DEEDS = 8  # that are offered at once


def possible_deeds(state: GameState, npc_id: str) -> Iterator[PerformActionCommand]:
    """Yield the actions that the author has given to a person or to all, each target by itself; what is refused now is
    left out.

    Args:
        state: The game.
        npc_id: The person.
    """
    if any({PEOPLE, npc_id}.intersection(action.by) for action in state.sheets.actions.values()):
        yield from islice(_possible(state, npc_id), MOST_DEEDS)


def _possible(state: GameState, npc_id: str) -> Iterator[PerformActionCommand]:
    known = authored_actions(state, npc_id)
    if not known:
        return
    scene = scene_of(state, npc_id)
    for action in known:
        sheet, with_id = state.sheets.actions[action.id], next(iter(action.things), None)
        for target_id in action.targets or (None,):
            if refusal_of(scene, sheet, target_id, with_id) is None:
                yield PerformActionCommand(action_id=action.id, target_id=target_id, with_id=with_id, actor_id=npc_id)
