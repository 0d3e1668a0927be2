"""A day's plan: when one is due, and how its items come and go."""

import pytest

from app.cognition.day.perceive import surprise
from app.cognition.day.planning import current_item, next_item, plan_commands, plan_is_due
from app.cognition.planned_commands import intend
from app.events.commands.mind import SetPlanCommand, UpdatePlanItemCommand
from app.models.minds.plan import PlanStatus
from app.models.state.game_state import GameState
from tests.unit.cognition.people import at, give_plan, item, new_village

JORUN = "jorun"
PENDING, ACTIVE, COMPLETED, CANCELLED = PlanStatus


def tick(state: GameState) -> list[tuple[str, PlanStatus]]:
    """The changes of Jorun's items that are due, carried out."""
    npc = state.npc(JORUN)
    commands = plan_commands(state, npc)
    for command in commands:
        where = next(n for n, planned in enumerate(npc.plan) if planned.id == command.item_id)
        npc.plan[where] = npc.plan[where].model_copy(update={"status": command.status})
    return [(command.item_id.rpartition("-")[2], command.status) for command in commands]


# -- when a plan is due --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hour", "due"), [(0, False), (5, False), (6, True), (14, True), (23, True)])
def test_without_a_plan_one_is_due_from_six_on(hour: int, due: bool) -> None:
    state = new_village(at(hour, day=2))

    assert plan_is_due(state, state.npc(JORUN)) is due


def test_a_plan_lasts_until_the_next_morning() -> None:
    state = new_village(at(7))
    give_plan(state, item(1, at(8)))

    state.clock.minutes = at(5, 59, day=2)
    assert not plan_is_due(state, state.npc(JORUN))
    state.clock.minutes = at(6, day=2)
    assert plan_is_due(state, state.npc(JORUN))


def test_a_plan_that_is_about_to_be_set_is_not_asked_for_again() -> None:
    state = new_village(at(7))

    intend(state, "hedda", [SetPlanCommand(npc_id="hedda", items=(), until=at(6, day=2))], "A new day.")
    assert plan_is_due(state, state.npc(JORUN))
    intend(state, JORUN, [SetPlanCommand(npc_id=JORUN, items=(), until=at(6, day=2))], "A new day.")
    assert not plan_is_due(state, state.npc(JORUN))


def test_a_surprise_makes_a_plan_due_that_is_still_valid() -> None:
    state = new_village(at(7))
    give_plan(state, item(1, at(8)))

    surprise(state, state.npc(JORUN), "There was a fight.")

    assert plan_is_due(state, state.npc(JORUN))
    assert [waiting.facts["surprise"] for waiting in state.minds.jobs] == ["There was a fight."]


# -- how items come and go -----------------------------------------------------------------------------------------


def test_the_next_item_is_the_first_pending_one_whose_time_has_come() -> None:
    state = new_village(at(7))
    npc = state.npc(JORUN)
    give_plan(state, item(2, at(9)), item(1, at(8)), item(3, at(12)), item(4, at(7), status=COMPLETED))

    assert next_item(npc, at(7, 50)) is None
    assert next_item(npc, at(8)) == item(1, at(8))
    assert next_item(npc, at(10)) == item(1, at(8))
    assert next_item(npc, at(6, day=2)) is None


def test_an_item_is_active_from_its_time_and_completed_at_the_next_ones() -> None:
    state = new_village(at(7))
    give_plan(state, item(1, at(8), "ropewalk"), item(2, at(9), "cottage"))
    npc = state.npc(JORUN)
    assert tick(state) == []

    state.clock.minutes = at(8)
    assert tick(state) == [("1", ACTIVE)]
    npc.current_location_id = "ropewalk"
    state.clock.minutes = at(8, 50)
    assert tick(state) == []
    state.clock.minutes = at(9)
    assert tick(state) == [("1", COMPLETED), ("2", ACTIVE)]


def test_who_is_not_where_its_item_was_to_be_has_not_done_it() -> None:
    state = new_village(at(8))
    give_plan(state, item(1, at(8), "ropewalk"), item(2, at(9)))

    tick(state)
    state.clock.minutes = at(9)

    assert tick(state) == [("1", CANCELLED), ("2", ACTIVE)]


def test_the_last_item_lasts_until_the_plan_is_over_and_the_rest_is_cancelled() -> None:
    state = new_village(at(8))
    give_plan(state, item(1, at(8), "cottage"), item(2, at(9), status=COMPLETED), item(3, at(9), status=PENDING))
    state.npc(JORUN).plan[0] = item(1, at(8), "cottage", status=ACTIVE)
    state.clock.minutes = at(6, day=2)

    assert tick(state) == [("1", COMPLETED), ("3", CANCELLED)]
    assert tick(state) == []


def test_items_that_were_missed_are_gone_through_in_order() -> None:
    """After a long absence nothing is skipped in silence: each item begins, and ends by where the person is."""
    state = new_village(at(8))
    give_plan(state, *(item(n, at(8 + n), "ropewalk") for n in (1, 2, 3)))
    state.clock.minutes = at(12)

    assert [tick(state) for _ in range(4)] == [
        [("1", ACTIVE)],
        [("1", CANCELLED), ("2", ACTIVE)],
        [("2", CANCELLED), ("3", ACTIVE)],
        [],
    ]


def test_what_one_is_about_is_the_item_that_begins_else_the_active_one() -> None:
    state = new_village(at(8))
    give_plan(state, item(1, at(8), status=ACTIVE), item(2, at(9)))
    npc = state.npc(JORUN)

    assert [current_item(npc, at(hour)).id for hour in (8, 9)] == ["plan-jorun-1-1", "plan-jorun-1-2"]  # type: ignore[union-attr]  # there is one
    assert current_item(npc, at(6, day=2)) is None


def test_only_changes_that_the_handler_accepts_are_ordered() -> None:
    state = new_village(at(8))
    give_plan(state, *(item(n, at(8), status=status) for n, status in enumerate(PlanStatus)))
    state.clock.minutes = at(6, day=2)

    assert plan_commands(state, state.npc(JORUN)) == [
        UpdatePlanItemCommand(npc_id=JORUN, item_id="plan-jorun-1-0", status=CANCELLED),
        UpdatePlanItemCommand(npc_id=JORUN, item_id="plan-jorun-1-1", status=COMPLETED),
    ]
