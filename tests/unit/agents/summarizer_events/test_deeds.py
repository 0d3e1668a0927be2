"""Memories hold what actions changed: companions, fights, trade and checks."""

import pytest

from app.models.command import Event
from app.models.events.actions import (
    ActionPerformed,
    Beaten,
    CheckResult,
    CheckRolled,
    CompanionJoined,
    CompanionLeft,
    Died,
    ItemMoved,
)
from tests.unit.agents.summarizer_events.turns import STATE, SUMMARIZER, line, of_mara, of_place, typed


def rolled(result: CheckResult) -> Event:
    return CheckRolled(
        actor_id="player", attribute="strength", dice="d20", rolls=(9,), bonus=0, total=9, needed=10, result=result,
        reason="force the door",
    )  # fmt: skip


def trade(action_id: str, left: str, to: str) -> tuple[Event, ...]:
    moved = ItemMoved(item_id="lantern", from_id=left, to_id=to, at="inn")
    return ActionPerformed(action_id=action_id, actor_id="player", target_id="lantern"), moved


ROWS: list[tuple[tuple[Event, ...], str]] = [
    ((CompanionJoined(npc_id="mara"),), "Mara Ironhand joined Élan."),
    ((CompanionLeft(npc_id="mara"),), "Mara Ironhand stayed behind."),
    ((Beaten(npc_id="mara"),), "Élan defeated Mara Ironhand."),
    ((Died(victim_id="mara", at="inn"),), "Mara Ironhand did not survive it."),
    (trade("buy", "mara", "party"), "Élan bought the lantern from Mara Ironhand."),
    (trade("sell", "party", "mara"), "Élan sold the lantern to Mara Ironhand."),
]
CHECKS: list[tuple[tuple[Event, ...], str]] = [
    ((rolled(CheckResult.SUCCESS),), 'Élan succeeded at this: "Force the door."'),
    ((rolled(CheckResult.FAILURE),), 'Élan failed at this: "Force the door."'),
]


@pytest.mark.parametrize(("events", "expected"), ROWS + CHECKS)
async def test_the_place_and_the_world_remember_what_was_done(events: tuple[Event, ...], expected: str) -> None:
    messages = [typed("do it", "inn", witness_ids=("mara",)), line(*events, place="inn", witness_ids=("mara",))]
    assert expected in await of_place("inn", *messages)
    world = await SUMMARIZER.summarize_world_update(STATE, "deed", messages, {"location_id": "inn"})
    assert expected.removesuffix(".") in world


@pytest.mark.parametrize(("events", "expected"), ROWS)
async def test_the_person_concerned_remembers_it(events: tuple[Event, ...], expected: str) -> None:
    messages = [typed("do it", "inn", witness_ids=("mara",)), line(*events, place="inn", witness_ids=("mara",))]
    assert expected in await of_mara(*messages)


async def test_a_trade_in_vain_is_not_remembered_as_one() -> None:
    vain = ActionPerformed(action_id="buy", actor_id="player", target_id="lantern", has_changed=False)
    text = await of_place("inn", typed("buy it", "inn"), line(vain, place="inn"))
    assert "bought" not in text


async def test_the_death_of_a_player_names_the_player() -> None:
    died = Died(victim_id="player", at="inn")
    text = await of_place("inn", typed("fight", "inn", speaker_id="player"), line(died, place="inn"))
    assert "Élan did not survive it." in text
