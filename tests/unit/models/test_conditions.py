"""Conditions: when each kind holds, and what is said to be missing when it does not."""

from collections.abc import Callable
from typing import get_args

import pytest
from pydantic import TypeAdapter

from app.errors import NotFound
from app.language.rendering.refusing import needs_phrase
from app.models.instances.world_state import RunningTimer
from app.models.sheets.condition import (
    AllOf,
    AnyOf,
    Attitude,
    AttitudeAtLeast,
    Companion,
    Condition,
    Count,
    DangerAtMost,
    DangerLevel,
    EncounterCleared,
    ItemAt,
    ItemGivenTo,
    ItemHeld,
    Not,
    ObjectiveDone,
    PartyAt,
    PersonAt,
    PlaceEntered,
    QuestActive,
    QuestDone,
    QuestHasFailed,
    SecretKnown,
    StateCompared,
    TimeReached,
    TimerRuns,
    TopicAsked,
)
from app.models.sheets.quest import QuestStatus
from app.models.state.conditions import holds
from app.models.state.game_state import GameState
from app.models.state.things import put
from tests.worlds import new_game

Change = Callable[[GameState], object]


def _set_attitude(attitude: Attitude) -> Change:
    return lambda state: setattr(state.npc("mara"), "attitude", attitude)


def _set_danger(level: DangerLevel) -> Change:
    return lambda state: setattr(state.place("tower"), "danger_level", level)


def _set_status(status: QuestStatus) -> Change:
    return lambda state: setattr(state.quest("light"), "status", status)


KINDS: list[tuple[Condition, str, Change]] = [
    (ItemHeld(item_id="lantern"), "the lantern in your hands", lambda s: s.party.items.append("lantern")),
    (
        ItemGivenTo(item_id="lantern", npc_id="mara"),
        "giving the lantern to Mara Ironhand",
        lambda s: s.npc("mara").items_received.append("lantern"),
    ),
    (PlaceEntered(location_id="tower"), "a visit to the Tower", lambda s: setattr(s.place("tower"), "visits", 1)),
    (
        TopicAsked(npc_id="mara", topic_id="key"),
        "a talk with Mara Ironhand about the key",
        lambda s: s.npc("mara").topics_told.append("key"),
    ),
    (
        EncounterCleared(encounter_id="owl"),
        "dealing with the great owl",
        lambda s: s.place("tower").completed_encounters.append("owl"),
    ),
    (
        ObjectiveDone(objective_id="bring-lantern"),
        "completing the task 'Bring Mara a lantern'",
        lambda s: s.quest("light").completed_objectives.append("bring-lantern"),
    ),
    (QuestActive(quest_id="light"), "an errand that you have not taken on", _set_status(QuestStatus.ACTIVE)),
    (QuestActive(quest_id="light"), "an errand that you have not taken on", _set_status(QuestStatus.COMPLETED)),
    (QuestDone(quest_id="light"), "completing the quest 'A light for Mara'", _set_status(QuestStatus.COMPLETED)),
    (
        SecretKnown(secret_id="loose-stone"),
        "something you have not discovered yet",
        lambda s: s.place("market").discovered_secrets.append("loose-stone"),
    ),
    (
        DangerAtMost(location_id="tower", level=DangerLevel.MODERATE),
        "no more than moderate danger at the Tower",
        _set_danger(DangerLevel.MODERATE),
    ),
    (
        DangerAtMost(location_id="tower", level=DangerLevel.MODERATE),
        "no more than moderate danger at the Tower",
        _set_danger(DangerLevel.CLEARED),
    ),
    (
        DangerAtMost(location_id="tower", level=DangerLevel.CLEARED),
        "an end to all danger at the Tower",
        _set_danger(DangerLevel.CLEARED),
    ),
    (
        AttitudeAtLeast(npc_id="mara", attitude=Attitude.FRIENDLY),
        "the friendship of Mara Ironhand",
        _set_attitude(Attitude.FRIENDLY),
    ),
    (
        AttitudeAtLeast(npc_id="mara", attitude=Attitude.FRIENDLY),
        "the friendship of Mara Ironhand",
        _set_attitude(Attitude.LOYAL),
    ),
    (TimeReached(minutes=1441), "waiting until Day 2, 00:01", lambda s: s.clock.advance(1441)),
    (QuestHasFailed(quest_id="light"), "the failure of the quest 'A light for Mara'", _set_status(QuestStatus.FAILED)),
    (
        StateCompared(of="lantern", name="broken", value=True),
        "something to be different here",
        lambda s: s.states.update(lantern={"broken": True}),
    ),
    (Count(item_id="lantern"), "more of the lantern", lambda s: s.party.items.append("lantern")),
    (
        TimerRuns(timer_id="dusk"),
        "the right moment",
        lambda s: s.world.timers.update(dusk=RunningTimer(due=600)),
    ),
    (Companion(npc_id="mara"), "the company of Mara Ironhand", lambda s: s.party.companions.append("mara")),
    (ItemAt(item_id="lantern", at="tower"), "the lantern in another place", lambda s: put(s, "lantern", "tower")),
    (
        PartyAt(location_id="tower"),
        "being at the Tower",
        lambda s: setattr(s.scenario, "current_location_id", "tower"),
    ),
    (
        PersonAt(npc_id="mara", location_id="tower"),
        "Mara Ironhand at the Tower",
        lambda s: setattr(s.npc("mara"), "current_location_id", "tower"),
    ),
    (
        Not(condition=TimeReached(minutes=480)),
        "something to be different here",
        lambda s: setattr(s.clock, "minutes", 9),
    ),
]


@pytest.mark.parametrize(("condition", "words", "change"), KINDS, ids=range(len(KINDS)))
def test_each_kind_is_unmet_with_its_words_until_it_holds(condition: Condition, words: str, change: Change) -> None:
    state = new_game()
    assert not holds(condition, state)
    assert needs_phrase(condition, state) == words
    change(state)
    assert holds(condition, state)
    assert needs_phrase(condition, state) == ""


def test_every_kind_of_condition_is_tried() -> None:
    tried = {type(condition) for condition, _, _ in KINDS} | {AllOf, AnyOf}
    assert tried == set(get_args(get_args(Condition)[0]))


@pytest.mark.parametrize("minutes", [480, 481])
def test_time_counts_from_its_minute_on(minutes: int) -> None:
    state = new_game()
    assert holds(TimeReached(minutes=minutes), state) == (minutes == 480)


def test_no_condition_always_holds() -> None:
    assert holds(None, new_game())
    assert needs_phrase(None, new_game()) == ""


def test_all_of_needs_each_and_names_only_what_is_missing() -> None:
    state = new_game()
    both = AllOf(conditions=(ItemHeld(item_id="lantern"), ItemHeld(item_id="brass-key"), TimeReached(minutes=1)))
    assert needs_phrase(both, state) == "the lantern in your hands and the brass key in your hands"
    state.party.items.append("lantern")
    assert not holds(both, state)
    assert needs_phrase(both, state) == "the brass key in your hands"
    state.party.items.append("brass-key")
    assert holds(both, state)


def test_any_of_needs_one_and_names_the_choices() -> None:
    state = new_game()
    either = AnyOf(conditions=(ItemHeld(item_id="lantern"), QuestDone(quest_id="light")))
    assert needs_phrase(either, state) == "the lantern in your hands or completing the quest 'A light for Mara'"
    state.party.items.append("lantern")
    assert holds(either, state)
    assert needs_phrase(either, state) == ""


def test_all_and_any_can_stand_in_each_other_and_in_json() -> None:
    nested = AllOf(conditions=(AnyOf(conditions=(AllOf(conditions=(TimeReached(minutes=0),)),)),))
    adapter: TypeAdapter[Condition] = TypeAdapter(Condition)
    assert adapter.validate_json(nested.model_dump_json()) == nested
    assert holds(nested, new_game())


def test_a_hidden_secret_is_not_named_as_missing() -> None:
    assert "stone" not in needs_phrase(SecretKnown(secret_id="loose-stone"), new_game())


def test_what_was_given_counts_even_when_it_was_passed_on() -> None:
    state = new_game()
    state.npc("mara").items_received.append("lantern")
    assert "lantern" not in state.npc("mara").items
    assert holds(ItemGivenTo(item_id="lantern", npc_id="mara"), state)


def test_a_condition_about_what_does_not_exist_is_not_found() -> None:
    with pytest.raises(NotFound, match="nobody"):
        holds(AttitudeAtLeast(npc_id="nobody", attitude=Attitude.WARY), new_game())


def test_levels_are_ordered_from_cleared_to_extreme_and_from_hostile_to_loyal() -> None:
    assert [level.rank for level in (DangerLevel.CLEARED, DangerLevel.SAFE, DangerLevel.EXTREME)] == [0, 1, 5]
    assert [attitude.rank for attitude in (Attitude.HOSTILE, Attitude.NEUTRAL, Attitude.LOYAL)] == [0, 2, 4]
