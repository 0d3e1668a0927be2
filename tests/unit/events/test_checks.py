"""Dice: what each notation can roll."""

import random

import pytest

from app.events.actions.checks import best_roll, result_of_check, roll
from app.models.events.actions import CheckResult


@pytest.mark.parametrize(
    ("dice", "count", "least", "most"),
    [
        ("d20", 1, 1, 20),
        ("1d6", 1, 1, 6),
        ("2d6+1", 2, 3, 13),
        ("3d4-5", 3, -2, 7),
        ("4dF", 4, -4, 4),
        ("dF-2", 1, -3, -1),
        ("d1", 1, 1, 1),
    ],
)
def test_a_notation_rolls_within_its_range(dice: str, count: int, least: int, most: int) -> None:
    chance = random.Random(3)
    rolls = [roll(dice, chance) for _ in range(3000)]
    assert {len(each.dice) for each in rolls} == {count}
    assert (min(each.total for each in rolls), max(each.total for each in rolls)) == (least, most)


def test_one_seed_rolls_the_same() -> None:
    assert roll("9d100", random.Random(5)) == roll("9d100", random.Random(5)) != roll("9d100", random.Random(6))


def test_an_advantage_takes_the_better_of_two_rolls_and_a_disadvantage_the_worse() -> None:
    for seed in range(50):
        chance = random.Random(seed)
        pair = [roll("d20", chance).total for _ in range(2)]
        assert best_roll("d20", 1, random.Random(seed)).total == max(pair)
        assert best_roll("d20", -1, random.Random(seed)).total == min(pair)
        assert best_roll("d20", 0, random.Random(seed)).total == pair[0]


@pytest.mark.parametrize(
    ("total", "margin", "result"),
    [(12, 0, "success"), (11, 0, "failure"), (11, 1, "partial"), (9, 3, "partial"), (8, 3, "failure")],
)
def test_a_check_succeeds_at_what_is_needed_and_partly_within_the_margin(total: int, margin: int, result: str) -> None:
    assert result_of_check(total, 12, margin) is CheckResult(result)
