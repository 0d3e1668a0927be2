"""Effects: what each changes and reports, and that none of them ever fails."""

from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.events.actions.effects import apply, effects_bound_to
from app.models.events import actions as happened
from app.models.events import play
from app.models.sheets.effect import Effect
from app.models.sheets.quest import QuestStatus
from app.models.state.game_state import GameState
from app.models.state.values import value_of
from tests.examples import examples
from tests.unit.events.acting import changed_mill, effect, flag, mill, set_flag


def kinds(state: GameState, kind: str, **fields: Any) -> list[str]:
    """The kinds of the events of an effect."""
    return [event.kind for event in apply(effect(kind, **fields), state)]


def unchanged(state: GameState, kind: str, **fields: Any) -> bool:
    """Whether an effect reports nothing and changes nothing."""
    before = state.model_dump_json()
    return kinds(state, kind, **fields) == [] and state.model_dump_json() == before


# -- states


@pytest.mark.parametrize(("by", "now"), [(4, 7), (100, 8), (-100, -2)])
def test_a_number_stays_within_its_bounds(by: int, now: int) -> None:
    state = mill()
    (event,) = apply(effect("add_to_state", of="lamp", name="oil", by=by), state)
    assert isinstance(event, happened.StateChanged)
    assert (event.value, value_of(state, "lamp", "oil"), event.at) == (now, now, "mill")
    assert unchanged(state, "add_to_state", of="lamp", name="oil", by=by) is (now in (8, -2))


def test_a_state_is_set_and_its_first_value_is_not_stored() -> None:
    state = mill()
    assert kinds(state, "set_state", of="lamp", name="lit", value=True) == ["state_changed"]
    assert state.states == {"lamp": {"lit": True}}
    assert unchanged(state, "set_state", of="lamp", name="lit", value=True)
    assert kinds(state, "set_state", of="lamp", name="lit", value=False) == ["state_changed"]
    assert state.states == {}


@pytest.mark.parametrize(
    ("name", "value"), [("lit", 1), ("oil", True), ("oil", "red"), ("colour", "blue"), ("x", True)]
)
def test_a_value_of_another_kind_changes_nothing(name: str, value: Any) -> None:
    assert unchanged(mill(), "set_state", of="lamp", name=name, value=value)
    assert unchanged(mill(), "add_to_state", of="lamp", name="lit", by=1)


def test_a_state_of_the_player_without_an_action_is_that_of_each_living_player() -> None:
    state = mill("bo", "cy")
    apply(effect("die", of="bo"), state)
    apply(effect("harm", of="player", by=2), state)
    assert [value_of(state, key, "health") for key in ("player", "bo", "cy")] == [4, 6, 4]


def test_a_state_of_the_one_who_acts_is_that_of_nobody_else() -> None:
    """The first player's id is the word for each player."""
    state = mill("bo")
    for actor in ("player", "bo"):
        (harm,) = effects_bound_to((effect("harm", of="actor", by=2),), {"actor": actor, "player": actor})
        apply(harm, state)
        apply(effects_bound_to((effect("harm", of="player", by=1),), {"actor": actor, "player": actor})[0], state)
    assert [value_of(state, key, "health") for key in ("player", "bo")] == [3, 3]


# -- things


def test_a_thing_moves_to_every_kind_of_spot() -> None:
    state = mill()
    for to in ("yard", "miller", "shelf", "tin", "party"):
        assert kinds(state, "move_item", item_id="loaf", to=to) == ["item_moved"]
        assert state.holder_of("loaf") == to
        assert unchanged(state, "move_item", item_id="loaf", to=to)
    state.scenario.current_location_id = "wood"
    apply(effect("move_item", item_id="loaf", to="here"), state)
    assert state.holder_of("loaf") == "wood"
    apply(effect("move_item", item_id="loaf", to="player"), state)
    assert state.holder_of("loaf") == "party"


def test_a_thing_is_made_once_and_a_bundle_gains_wherever_it_is() -> None:
    state = mill()
    assert kinds(state, "make_item", item_id="crumbs", to="party") == ["item_moved"]
    assert unchanged(state, "make_item", item_id="crumbs", to="yard")
    apply(effect("make_item", item_id="logs", to="party", count=3), state)
    apply(effect("make_item", item_id="logs", to="yard", count=2), state)
    assert (state.holder_of("logs"), value_of(state, "logs", "count")) == ("party", 5)


def test_a_bundle_that_nothing_can_hold_is_not_made() -> None:
    assert unchanged(mill(), "make_item", item_id="logs", to="coin", count=3)


def test_the_last_of_a_bundle_takes_it_out_of_the_game_and_the_next_begins_it_again() -> None:
    state = mill()
    apply(effect("remove_item", item_id="beans", count=2), state)
    assert (value_of(state, "beans", "count"), state.holder_of("beans")) == (3, "mill")
    assert kinds(state, "remove_item", item_id="beans", count=9) == ["state_changed", "item_moved"]
    assert state.holder_of("beans") is None
    assert unchanged(state, "remove_item", item_id="beans", count=1)
    apply(effect("make_item", item_id="beans", to="yard", count=4), state)
    assert (value_of(state, "beans", "count"), state.holder_of("beans")) == (4, "yard")
    apply(effect("remove_item", item_id="beans"), state)
    assert state.holder_of("beans") is None


def test_a_thing_changes_into_another_in_its_spot() -> None:
    state = mill()
    apply(effect("move_item", item_id="loaf", to="shelf"), state)
    apply(effect("change_item", item_id="loaf", into_id="crumbs"), state)
    assert (state.holder_of("loaf"), state.holder_of("crumbs")) == (None, "shelf")
    assert unchanged(state, "change_item", item_id="loaf", into_id="jar")
    assert unchanged(state, "change_item", item_id="jar", into_id="coin")


def test_a_thing_does_not_change_into_what_it_would_be_in() -> None:
    state = mill()
    apply(effect("remove_item", item_id="box"), state)
    assert unchanged(state, "change_item", item_id="key", into_id="box")


def test_a_worn_thing_is_not_worn_where_it_is_laid_down() -> None:
    state = mill()
    apply(effect("set_state", of="hat", name="worn", value=True), state)
    apply(effect("move_item", item_id="hat", to="here"), state)
    assert value_of(state, "hat", "worn") is False


# -- places


@pytest.mark.parametrize("way", ["closed", "hidden", "open"])
def test_a_way_is_made_open_closed_or_hidden(way: str) -> None:
    state = mill()
    assert kinds(state, "set_way", location_id="mill", to="yard", way=way) == ["way_changed"]
    assert unchanged(state, "set_way", location_id="mill", to="yard", way=way)
    assert unchanged(state, "set_way", location_id="mill", to="wood", way=way)


def test_danger_encounter_change_and_secret_are_reported_once() -> None:
    state = mill()
    for kind, fields, event in (
        ("set_danger", {"location_id": "yard", "level": "high"}, "danger_changed"),
        ("clear_encounter", {"encounter_id": "dog"}, "encounter_completed"),
        ("show_change", {"location_id": "yard", "text": "Mud."}, "effect_added"),
        ("reveal_secret", {"secret_id": "nail"}, "secret_discovered"),
        ("end_change", {"location_id": "yard", "text": "Mud."}, "effect_ended"),
    ):
        assert kinds(state, kind, **fields) == [event]
        assert unchanged(state, kind, **fields)


# -- people


def test_companions_follow_the_party_and_those_who_are_away_stay() -> None:
    state = mill()
    for npc_id in ("miller", "carter"):
        assert kinds(state, "join_companion", npc_id=npc_id) == ["companion_joined"]
        assert unchanged(state, "join_companion", npc_id=npc_id)
    (moved,) = apply(effect("move_party", to="yard"), state)
    assert isinstance(moved, play.LocationChanged)
    assert (moved.companion_ids, moved.first_visit) == (("miller",), True)
    assert state.npc("miller").current_location_id == "yard"
    assert state.npc("carter").current_location_id == "wood"
    assert unchanged(state, "move_party", to="yard")
    assert kinds(state, "leave_companion", npc_id="miller") == ["companion_left"]
    assert unchanged(state, "leave_companion", npc_id="miller")


def test_a_person_moves_changes_its_mind_and_speaks_where_it_is_heard() -> None:
    state = mill()
    assert kinds(state, "say", npc_id="miller", text="Ho!") == ["person_said"]
    assert unchanged(state, "say", npc_id="carter", text="Ho!")
    assert kinds(state, "set_attitude", npc_id="miller", attitude="friendly") == ["attitude_changed"]
    assert unchanged(state, "set_attitude", npc_id="miller", attitude="friendly")
    assert kinds(state, "move_person", npc_id="carter", to="here") == ["npc_moved"]
    assert kinds(state, "move_person", npc_id="carter", to=None) == ["npc_moved"]
    assert unchanged(state, "move_person", npc_id="carter", to=None)


def test_harm_lowers_health_and_at_its_lowest_each_does_what_its_author_wrote() -> None:
    state = mill()
    assert kinds(state, "harm", of="cat", by=5) == ["state_changed", "harmed"]
    assert kinds(state, "harm", of="cat", by=5) == ["state_changed", "harmed", "beaten", "npc_moved"]
    assert state.npc("cat").current_location_id == "mill"
    assert kinds(state, "harm", of="carter", by=9) == ["state_changed", "harmed", "beaten"]
    assert unchanged(state, "harm", of="carter", by=9)
    assert unchanged(state, "harm", of="lamp", by=1)
    assert unchanged(state, "harm", of="miller", by=0)


def test_the_dead_leave_what_they_had_and_do_nothing_any_more() -> None:
    state = mill()
    apply(effect("join_companion", npc_id="miller"), state)
    assert kinds(state, "harm", of="miller", by=9)[2:] == ["died", "item_moved", "item_moved"]
    assert (state.holder_of("sack"), state.holder_of("pipe")) == ("mill", "mill")
    assert (state.npc("miller").current_location_id, state.party.companions) == (None, [])
    for kind, fields in (
        ("die", {"of": "miller"}),
        ("harm", {"of": "miller", "by": 1}),
        ("move_person", {"npc_id": "miller", "to": "yard"}),
        ("join_companion", {"npc_id": "miller"}),
        ("say", {"npc_id": "miller", "text": "Boo."}),
    ):
        assert unchanged(state, kind, **fields)


def test_the_death_of_all_players_ends_the_story() -> None:
    state = mill("bo")
    assert kinds(state, "die", of="player") == ["died"] * 2 + ["story_ended"]
    assert (state.world.ending, state.party.fallen, state.world.timers) == ("fallen", ["player", "bo"], {})


def test_without_an_ending_for_it_the_game_goes_on_without_the_dead() -> None:
    state = mill(sheet=changed_mill(fallen_ending=None))
    assert kinds(state, "harm", of="player", by=9) == ["state_changed", "harmed", "died"]
    assert state.world.ending is None


# -- quests, timers, the end


def test_a_quest_begins_goes_on_and_fails() -> None:
    state = mill()
    assert unchanged(state, "complete_objective", objective_id="start-it")
    assert unchanged(state, "fail_quest", quest_id="grind")
    assert kinds(state, "start_quest", quest_id="grind") == ["quest_started"]
    assert kinds(state, "complete_objective", objective_id="start-it") == ["objective_completed"]
    assert unchanged(state, "complete_objective", objective_id="start-it")
    assert kinds(state, "fail_quest", quest_id="grind") == ["quest_failed"]
    assert state.quest("grind").status is QuestStatus.FAILED
    assert unchanged(state, "start_quest", quest_id="grind")


def test_a_timer_starts_later_than_now_and_stops() -> None:
    state = mill()
    assert kinds(state, "start_timer", timer_id="fuse") == ["timer_started"]
    assert state.world.timers["fuse"].due == 495
    assert unchanged(state, "start_timer", timer_id="fuse")
    apply(effect("start_timer", timer_id="fuse", minutes=0), state)
    assert state.world.timers["fuse"].due == 481
    assert kinds(state, "stop_timer", timer_id="fuse") == ["timer_stopped"]
    assert unchanged(state, "stop_timer", timer_id="fuse")


def test_the_story_ends_once_and_no_timer_runs_after_it() -> None:
    state = mill()
    assert kinds(state, "end_story", ending_id="won") == ["story_ended"]
    assert (state.world.ending, state.scenario.ended, state.world.timers) == ("won", True, {})
    assert unchanged(state, "end_story", ending_id="fallen")
    assert unchanged(state, "start_timer", timer_id="fuse")


def test_when_chooses_at_its_turn() -> None:
    state = mill()
    then = {"kind": "when", "condition": flag("lamp", "lit"), "then": [set_flag("game", "alarm")]}
    first = effect("when", condition=flag("lamp", "lit"), then=[], otherwise=[set_flag("lamp", "lit"), then])
    assert len(apply(first, state)) == 2
    assert value_of(state, "game", "alarm") is True


# -- whatever they name

_WORDS = ["nothing", "target", "with", "actor", "here", "player", "party", "game", "person", "bo"]
_OWNERS = ["mill", "yard", "wood", "miller", "cat", "carter", "shelf", "lever", "box", "tin", "key", "lamp", "beans"]
_OTHERS = ["hat", "logs", "loaf", "crumbs", "pipe", "grind", "start-it", "nail", "dog", "bell", "noon", "fuse", "won"]
_IDS = st.sampled_from([*_WORDS, *_OWNERS, *_OTHERS])
_FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "value": st.booleans() | st.integers(-9, 9) | st.sampled_from(["red", "green", "blue"]),
    "name": st.sampled_from(["lit", "oil", "colour", "open", "count", "worn", "health", "money", "burnt", "moved"]),
    "by": st.integers(0, 12) | st.just("margin"),
    "count": st.integers(1, 9),
    "minutes": st.integers(0, 90),
    "text": st.sampled_from(["Mud.", "Smoke."]),
    "way": st.sampled_from(["open", "closed", "hidden"]),
    "attitude": st.sampled_from(["hostile", "friendly"]),
    "level": st.sampled_from(["safe", "high", "CLEARED"]),
    "condition": st.builds(lambda a, b: {"kind": "person_at", "npc_id": a, "location_id": b}, _IDS, _IDS)
    | st.builds(flag, _IDS, st.sampled_from(["lit", "alarm"]))
    | st.builds(lambda a: {"kind": "not", "condition": {"kind": "quest_failed", "quest_id": a}}, _IDS),
    "then": st.just([{"kind": "move_item", "item_id": "loaf", "to": "target"}]),
    "otherwise": st.just([{"kind": "die", "of": "actor"}]),
}
_KINDS = {member.model_fields["kind"].default: member for member in get_args(get_args(Effect)[0])}


@st.composite
def any_effects(draw: st.DrawFn) -> Effect:
    kind = draw(st.sampled_from(sorted(_KINDS)))
    fields = {name: draw(_FIELDS.get(name, _IDS)) for name in _KINDS[kind].model_fields if name != "kind"}
    if kind == "add_to_state":
        fields["by"] = draw(st.integers(-20, 20))
    return effect(kind, **fields)


def check_sound(state: GameState) -> None:
    """No number is out of its bounds, no first value is stored, and no thing is in two spots or in itself."""
    for owner, values in state.states.items():
        assert values, owner
        for name, value in values.items():
            sheet = state.sheets.states.get(owner, state.sheets.states.get("player", {})).get(name)
            if sheet is not None:
                assert sheet.fitting(value) == value != sheet.start
    spots = [state.party.items, *(npc.items for npc in state.npcs.values()), *state.contents.values()]
    held = [item for items in spots for item in items]
    held += [item for place in state.scenario.location_states.values() for item in place.items]
    assert len(held) == len(set(held))
    assert all(state.contents.values()), "an empty container is left"
    for item in state.sheets.items:
        above, spot = set[str](), state.holder_of(item)
        while spot is not None:
            assert spot not in above
            above.add(spot)
            spot = state.holder_of(spot)
        assert item not in above


@given(st.lists(any_effects(), max_size=12))
@settings(max_examples=examples(200), deadline=None)
def test_no_effect_ever_fails_and_the_world_stays_sound(effects: list[Effect]) -> None:
    """With unknown ids, ids of another kind, placeholders that nothing has replaced, and the dead."""
    state = mill("bo")
    for each in effects:
        before = state.model_dump_json()
        events = apply(each, state)
        assert events or state.model_dump_json() == before, "it has changed something and does not report it"
        check_sound(state)
