"""What is wrong with states, actions, effects, timers and rules is found, each with its place in the file."""

from typing import Any

import pytest

from app.models.sheets.action import ActionSheet
from tests.unit.models.test_scenario_check import edited, found

RUB = {"id": "rub", "words": ["rub {target}"], "on": ["lantern"]}
EFFECT = "actions[0].effects[0]"
CLOCK = {"id": "clock", "name": "the clock", "minutes": 5}
FLAME = {"name": "flame", "kind": "word", "words": ["low", "high"]}
OIL = {"name": "oil", "kind": "number", "most": 10}
STATES = (("items", 0, "states"), [FLAME, OIL, {"name": "lit"}])


def acting(*effects: Any, **fields: Any) -> dict[str, str]:
    """The problems of the small world with an action on its lantern, which has states."""
    action = {**RUB, **fields, "effects": list(effects)}
    return found(edited(STATES, (("actions",), [action]), (("timers",), [CLOCK])))


def compared(**fields: Any) -> dict[str, str]:
    condition = {"kind": "state", "of": "lantern", **fields}
    return acting({"kind": "when", "condition": condition})


def test_a_sound_action_has_no_problem() -> None:
    effects = [
        {"kind": "set_state", "of": "target", "name": "lit", "value": True},
        {"kind": "add_to_state", "of": "target", "name": "oil", "by": -3},
        {"kind": "set_state", "of": "lantern", "name": "dirty", "value": True},
        {"kind": "move_item", "item_id": "target", "to": "here"},
        {"kind": "move_item", "item_id": "with", "to": "party"},
        {"kind": "start_timer", "timer_id": "clock"},
        {"kind": "set_way", "location_id": "here", "to": "inn", "way": "open"},
        {"kind": "set_attitude", "npc_id": "actor", "attitude": "wary"},
        {"kind": "show_change", "location_id": "here", "text": "it smells of oil"},
        {"kind": "die", "of": "player"},
        {"kind": "pass_time", "minutes": 5},
    ]

    assert acting(*effects, words=["rub {target} with {with}"], **{"with": ["brass-key"]}) == {}


@pytest.mark.parametrize(
    ("effect", "field", "words"),
    [
        (
            {"kind": "start_timer", "timer_id": "clok"},
            "timer_id",
            "'clok' names no timer of this scenario; did you mean",
        ),
        ({"kind": "end_story", "ending_id": "market"}, "ending_id", "'market' names a place, not an ending."),
        ({"kind": "change_item", "item_id": "lantern", "into_id": "lantren"}, "into_id", "did you mean 'lantern'?"),
        ({"kind": "move_item", "item_id": "lantern", "to": "well"}, "to", "not a place or person or container"),
        (
            {"kind": "move_item", "item_id": "lantern", "to": "player"},
            "to",
            "'player' is no place or person or container.",
        ),
        ({"kind": "move_item", "item_id": "with", "to": "here"}, "item_id", "the action 'rub' has no 'with'."),
        (
            {"kind": "move_person", "npc_id": "target", "to": None},
            "npc_id",
            "'target' of the action 'rub' is never a person.",
        ),
        (
            {"kind": "set_way", "location_id": "inn", "to": "tower", "way": "open"},
            "to",
            "no exit from 'inn' to 'tower'",
        ),
        ({"kind": "harm", "of": "lantern", "by": 1}, "of", "names a thing, not a person"),
        ({"kind": "set_state", "of": "moon", "name": "lit", "value": True}, "of", "'moon' has no states"),
        (
            {"kind": "set_state", "of": "target", "name": "lti", "value": True},
            "name",
            "no state 'lti'; did you mean 'lit'?",
        ),
        ({"kind": "set_state", "of": "mara", "name": "wet", "value": True}, "name", "'mara' has no state 'wet'."),
        (
            {"kind": "set_state", "of": "player", "name": "health", "value": 1},
            "name",
            "'player' has no state 'health'.",
        ),
        ({"kind": "set_state", "of": "with", "name": "lit", "value": True}, "of", "the action has none"),
        ({"kind": "set_state", "of": "target", "name": "lit", "value": 1}, "value", "it is true or false"),
        ({"kind": "set_state", "of": "target", "name": "flame", "value": "hihg"}, "value", "did you mean 'high'?"),
        ({"kind": "add_to_state", "of": "target", "name": "lit", "by": 1}, "by", "'lit' is no number"),
    ],
)
def test_an_effect_that_names_what_does_not_exist_is_found(effect: dict[str, Any], field: str, words: str) -> None:
    problems = acting(effect)

    assert list(problems) == [f"{EFFECT}.{field}"]
    assert words in problems[f"{EFFECT}.{field}"]


@pytest.mark.parametrize(
    ("fields", "field", "words"),
    [
        ({"name": "oil", "value": 11}, "value", "11 is no value of 'oil': it is a number from 0 to 10."),
        ({"name": "oil", "at_least": 11}, "at_least", "'oil' is never above 10."),
        ({"name": "oil", "at_most": -1}, "at_most", "'oil' is never below 0."),
        ({"name": "lit", "at_least": 1}, "at_least", "'lit' is no number"),
        ({"name": "flame", "value": True}, "value", "true is no value of 'flame': it is one of low, high."),
    ],
)
def test_a_comparison_with_a_value_that_a_state_never_has_is_found(
    fields: dict[str, Any], field: str, words: str
) -> None:
    assert words in compared(**fields)[f"{EFFECT}.condition.{field}"]


@pytest.mark.parametrize(
    ("fields", "where", "words"),
    [
        (
            {"words": ["rub {target} on {with}"]},
            "actions[0].words[0]",
            "{with} names nothing: the action needs nothing",
        ),
        ({"on": []}, "actions[0].words[0]", "{target} names nothing: the action is done to nothing"),
        ({"words": ["rub {taget}"]}, "actions[0].words[0]", "there is no {taget}; did you mean 'target'?"),
        ({"with": ["mara"]}, "actions[0].with[0]", "'mara' names a person, not a thing."),
        ({"at": ["lantern"]}, "actions[0].at[0]", "not a place"),
        ({"id": "with"}, "actions[0].id", "reserved"),
        ({"id": "market"}, "actions[0].id", "already the id of locations[0]"),
    ],
)
def test_what_an_action_lacks_is_found(fields: dict[str, Any], where: str, words: str) -> None:
    assert words in acting(**fields)[where]


def test_an_action_of_a_part_is_done_to_this_part_alone() -> None:
    own = {
        "id": "rub",
        "words": ["rub {target}"],
        "effects": [{"kind": "move_item", "item_id": "target", "to": "here"}],
    }

    assert found(edited((("items", 0, "actions"), [own]))) == {}
    elsewhere = found(edited((("items", 0, "actions"), [{**own, "on": ["well"]}])))
    assert elsewhere == {"items[0].actions[0].on": "the action belongs to 'lantern' and is done to nothing else."}


def test_time_cannot_pass_by_a_timer_or_rule() -> None:
    waits = [
        {
            "kind": "when",
            "condition": {"kind": "timer", "timer_id": "clock"},
            "then": [{"kind": "pass_time", "minutes": 5}],
        }
    ]
    rule = {"id": "strike", "when": {"kind": "timer", "timer_id": "clock"}, "effects": waits}

    problems = found(edited((("timers",), [{**CLOCK, "effects": waits}]), (("rules",), [rule])))

    assert set(problems) == {"timers[0].effects[0].then[0]", "rules[0].effects[0].then[0]"}


def test_ids_of_an_action_have_no_meaning_in_a_timer() -> None:
    effects = [
        {"kind": "remove_item", "item_id": "target"},
        {"kind": "set_state", "of": "with", "name": "lit", "value": True},
        {"kind": "harm", "of": "player", "by": 1},
        {"kind": "show_change", "location_id": "here", "text": "it is late"},
    ]

    problems = found(edited((("timers",), [{**CLOCK, "effects": effects}])))

    assert problems == {
        "timers[0].effects[0].item_id": "'target' has a meaning only in an action.",
        "timers[0].effects[1].of": "'with' has a meaning only in an action.",
    }


def test_a_thing_may_begin_in_a_container_or_nowhere_if_an_effect_brings_it() -> None:
    anvil_away = (("locations", 0, "items"), ["lantern"])
    in_well = (("locations", 0, "features", 0, "container"), {"items": ["anvil"]})
    made = (("actions",), [{**RUB, "effects": [{"kind": "make_item", "item_id": "anvil", "to": "well"}]}])

    assert found(edited(anvil_away, in_well)) == {}
    assert "items[2]" in found(edited(anvil_away))
    assert found(edited(anvil_away, made, (("locations", 0, "features", 0, "container"), {}))) == {}


def test_a_thing_in_a_container_is_nowhere_else() -> None:
    twice = found(edited((("locations", 0, "features", 0, "container"), {"items": ["anvil"]})))

    assert "'anvil' is already at" in "".join(twice.values())


def test_a_container_in_itself_is_found_however_many_are_between() -> None:
    raw = edited(
        (("locations", 0, "items"), []),
        (("items", 0, "container"), {"items": ["anvil"]}),
        (("items", 2, "container"), {"items": ["lantern"]}),
    )

    assert found(raw)["items[0].container.items"] == "'lantern' is in itself."


@pytest.mark.parametrize(
    ("state", "where", "words"),
    [
        ({"name": "lit", "texts": {"yes": "It burns."}}, "texts", "'yes' is no value of 'lit'"),
        ({**FLAME, "texts": {"medium": "It burns."}}, "texts", "one of low, high"),
        ({**OIL, "texts": {"11": "It is full."}}, "texts", "a whole number up to 10"),
        ({**OIL, "texts": {"full": "It is full."}}, "texts", "a whole number up to 10"),
        ({**OIL, "texts": {"1": "\u0007"}}, "texts.1", "control characters"),
    ],
)
def test_texts_for_values_that_a_state_never_has_are_found(state: dict[str, Any], where: str, words: str) -> None:
    assert words in found(edited((("items", 0, "states"), [state])))[f"items[0].states[0].{where}"]


def test_states_have_owners_and_are_declared_once() -> None:
    mine = {"of": "player", "name": "health", "kind": "number"}

    assert found(edited((("states",), [mine, {**mine, "of": "person"}, {**mine, "of": "party"}]))) == {}
    problems = found(edited((("states",), [mine, mine, {**mine, "of": "plyer"}])))
    assert "a second state 'health'" in problems["states[1].name"]
    assert "did you mean 'player'?" in problems["states[2].of"]


def test_lines_of_a_voice_for_anywhere_and_always_belong_to_the_usual_voice() -> None:
    problems = found(edited((("npcs", 0, "voices"), [{"greeting": ["Ho."]}])))

    assert "needs places or a condition" in problems["npcs[0].voices[0]"]
    always = {"kind": "time_reached", "minutes": 0}
    assert found(edited((("npcs", 0, "voices"), [{"greeting": ["Ho."], "condition": always}]))) == {}


def test_a_walkthrough_names_an_ending_and_holds_lines_that_can_be_typed() -> None:
    problems = found(edited((("walkthroughs",), [{"lines": ["look", ""], "ending": "won"}])))

    assert "'won' names no ending" in problems["walkthroughs[0].ending"]
    assert "empty" in problems["walkthroughs[0].lines[1]"]


# -- the form


@pytest.mark.parametrize(
    ("fields", "where", "words"),
    [
        ({"effcts": []}, "actions[0].effcts", "there is no field 'effcts'; did you mean 'effects'?"),
        ({"check": {"attribute": "luck", "sucess": {}}}, "actions[0].check.sucess", "did you mean 'success'?"),
        ({"effects": [{"kind": "set_stat"}]}, EFFECT, "there is no effect 'set_stat'; did you mean 'set_state'?"),
        ({"effects": [{}]}, EFFECT, "an effect needs its 'kind'."),
        ({"condition": {"kind": "sttate"}}, "actions[0].condition", "no condition 'sttate'; did you mean 'state'?"),
        ({"effects": [{"kind": "harm", "of": "player", "by": "margn"}]}, f"{EFFECT}.by", "or 'margin'"),
        (
            {"effects": [{"kind": "set_state", "of": "game", "name": "x", "value": [1]}]},
            f"{EFFECT}.value",
            "[1] is no value of a state",
        ),
        (
            {"effects": [{"kind": "set_way", "location_id": "market", "to": "inn", "way": "opn"}]},
            f"{EFFECT}.way",
            "did you mean 'open'?",
        ),
        ({"check": {"attribute": "luck", "dice": "dd"}}, "actions[0].check.dice", "write them as 2d6+1"),
    ],
)
def test_an_error_of_form_names_the_nearest_field_or_value(fields: dict[str, Any], where: str, words: str) -> None:
    problems = found(edited((("actions",), [{**RUB, **fields}])))

    assert list(problems) == [where]
    assert words in problems[where]


def test_a_wrong_field_does_not_keep_other_problems_from_being_shown() -> None:
    action = {**RUB, "effcts": [], "effects": [{"kind": "harm", "of": "plyer", "by": 1, "bye": 2}]}

    problems = found(edited((("actions",), [action]), (("start_location",), "moon")))

    assert set(problems) == {"actions[0].effcts", f"{EFFECT}.bye", f"{EFFECT}.of", "start_location"}


def test_an_action_with_things_is_read_again_from_what_a_save_holds() -> None:
    action = ActionSheet.model_validate({**RUB, "with": ["brass-key"]})

    assert ActionSheet.model_validate(action.model_dump(mode="json")) == action
