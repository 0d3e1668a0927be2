"""What an edited scenario has changed in a game, and its problems, as lines. Nothing is printed here."""

from collections.abc import Iterator, Sequence

from app.cli.rendering.text import count, one_line
from app.models.state.game_state import GameState
from app.models.state.things import carried, location_of
from app.models.state.values import declared, value_of
from app.scenarios.scenario_rules import ScenarioProblem
from app.services.game.scenario_updates import ScenarioUpdate


def update_lines(update: ScenarioUpdate, state: GameState) -> Iterator[str]:
    """Yield what an edited scenario has changed, in words.

    Args:
        update: What has changed.
        state: The game afterwards.
    """
    if update.turn is None:
        yield "The scenario has not changed: the game has it already."
        return
    yield f"Turn {update.turn}: the edited scenario is in the game; /undo in play takes it back."
    for what, ids in (("Added", update.added), ("Changed", update.changed), ("Removed", update.removed)):
        if ids:
            yield f"{what}: {', '.join(_name(state, any_id) for any_id in ids)}."
    for any_id in update.unfit:
        yield f"No longer fits: {_unfit(state, any_id)}."


def problem_lines(problems: Sequence[ScenarioProblem]) -> Iterator[str]:
    """Yield all problems of an edited scenario, each with its place, after a line that says that nothing has
    changed."""
    yield f"The edited scenario has {count(len(problems), 'problem')}; the game goes on as it was:"
    yield from (f"  {one_line(str(problem))}" for problem in problems)


def _name(state: GameState, any_id: str) -> str:
    """Return the name of a part; its id where it has none, or is not in the scenario any more."""
    return "the story as a whole" if any_id == state.sheet.id else one_line(state.name(any_id))


def _unfit(state: GameState, any_id: str) -> str:
    """Return what has become of something that the game had of a part."""
    of, _, state_name = any_id.partition(".")
    sheets, name = state.sheets, _name(state, any_id)
    if state_name:
        owner = _name(state, of)
        if declared(state, of, state_name) is None:
            return f"{state_name} of {owner}, which is gone"
        return f"{state_name} of {owner}, which is {value_of(state, of, state_name)} now"
    if any_id == state.scenario.current_location_id:
        return f"{name}, where you still are"
    if any_id in carried(state, closed=True):
        return f"{name}, which stays in your hands"
    if any_id in sheets.quests:
        return f"{name}, which is no longer to be done"
    if any_id in state.npcs or any_id in sheets.items:
        place = location_of(state, any_id)
        return f"{name}, no longer in the story" if place is None else f"{name}, now at {_name(state, place)}"
    return f"{name}, of which the game had something"
