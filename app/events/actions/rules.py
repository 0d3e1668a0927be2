"""Rules: what follows when a condition becomes true."""

from app.events.commands.actions import ApplyRuleCommand
from app.models.command import Command
from app.models.state.conditions import holds
from app.models.state.game_state import GameState


def rule_command(state: GameState) -> Command | None:
    """Return the command for the next rule whose condition has become true, or does not hold any more; None if there is
    none, or once the story has ended.

    Args:
        state: The game, for reading.
    """
    world = state.world
    for rule in state.sheet.rules if world.ending is None else ():
        was_met, is_over = rule.id in world.rules_met, rule.once and rule.id in world.rules_applied
        if not is_over and holds(rule.when, state) is not was_met:
            return ApplyRuleCommand(rule_id=rule.id, is_met=not was_met)
    return None
