"""Rolling checks: dice from the game's seed, so that a replay of the same commands rolls the same."""

import random
from dataclasses import dataclass

from app.models.events.actions import CheckResult
from app.models.sheets.values import PARTY
from app.models.state.game_state import GameState
from app.models.state.values import declared, number_of


@dataclass(frozen=True)
class Roll:
    """The dice of one roll, and their sum with what the notation adds."""

    dice: tuple[int, ...]
    total: int


def roll(dice: str, chance: random.Random) -> Roll:
    """Roll dice.

    Args:
        dice: Their notation, such as ``2d6+1``, ``d20`` or ``4dF`` (each -1, 0 or 1).
        chance: The source of chance.
    """
    number, _, rest = dice.partition("d")
    sides, sign, added = rest.partition("+") if "+" in rest else rest.partition("-")
    low, high = (-1, 1) if sides == "F" else (1, int(sides))
    rolled = tuple(chance.randint(low, high) for _ in range(int(number or 1)))
    return Roll(rolled, sum(rolled) + int(f"{sign}{added}" or 0))


def chance_of(state: GameState, action: str) -> random.Random:
    """Return the source of chance of the next check, and count the check.

    Args:
        state: The game, which is changed: checks of one turn are numbered.
        action: The action that the check belongs to; "" for none.
    """
    world = state.world
    world.rolls = world.rolls + 1 if world.rolled_in == state.turn else 1
    world.rolled_in = state.turn
    return random.Random(f"{state.seed}:{state.turn}:check:{action}:{world.rolls}")


def best_roll(dice: str, advantage: int, chance: random.Random) -> Roll:
    """Return a roll; with an advantage the better of two, with a disadvantage the worse."""
    rolls = [roll(dice, chance) for _ in range(2 if advantage else 1)]
    return (max if advantage > 0 else min)(rolls, key=lambda each: each.total)


def attribute_of(state: GameState, of: str, attribute: str) -> int:
    """Return what is added to a roll: a number of the actor, else of the party, else 0."""
    is_of_party = of not in state.npcs and declared(state, of, attribute) is None
    return number_of(state, PARTY if is_of_party else of, attribute)


def result_of_check(total: int, needed: int, margin: int) -> CheckResult:
    """Return the result of a check.

    Args:
        total: Roll and attribute.
        needed: What they have to reach.
        margin: By how much they may miss it for a partial success.
    """
    if total >= needed:
        return CheckResult.SUCCESS
    return CheckResult.PARTIAL if total >= needed - margin else CheckResult.FAILURE
