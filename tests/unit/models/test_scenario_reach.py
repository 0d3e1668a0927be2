"""What play can reach grows through actions, timers and rules; what it cannot reach is reported."""

import json
from typing import Any

import pytest

from app.models.sheets.scenario import ScenarioSheet
from app.scenarios.scenario_check import inspect_scenario
from app.scenarios.scenario_reach import reach_of
from app.scenarios.scenario_warnings import warnings_of
from tests.unit.models.test_scenario_check import KEY, edited, found, world
from tests.worlds import small_sheet

RUB = {"id": "rub", "words": ["rub {target}"], "on": ["lantern"]}
FAR = {"id": "far", "name": "Far", "description": "Sand.", "exits": [{"to": "market", "name": "the boat"}]}
BOLT = {"to": "far", "name": "the hatch", "locked_until": {"kind": "item_held", "item_id": "pearl"}}
PEARL = {"id": "pearl", "name": "pearl", "description": "Round."}
LIT = {"kind": "state", "of": "lantern", "name": "glow", "value": True}


def with_hatch(*edits: Any) -> dict[str, Any]:
    """The small world with a place behind a hatch that needs a pearl, which is nowhere at the opening."""
    raw = edited(*edits)
    raw["locations"].append(FAR)
    raw["locations"][0]["exits"].append(BOLT)
    raw["items"].append(PEARL)
    return raw


def sheet_of(raw: dict[str, Any]) -> ScenarioSheet:
    inspection = inspect_scenario(json.dumps(raw).encode())
    assert inspection.problems == ()
    assert inspection.sheet is not None
    return inspection.sheet


def warned(*edits: Any) -> dict[str, str]:
    return {warning.where: warning.what for warning in warnings_of(sheet_of(edited(*edits)))}


def does(*effects: dict[str, Any], **fields: Any) -> tuple[tuple[str], list[dict[str, Any]]]:
    return ("actions",), [{**RUB, **fields, "effects": list(effects)}]


MAKES = {"kind": "make_item", "item_id": "pearl", "to": "party"}
NEVER = {"kind": "quest_failed", "quest_id": "light"}
CHECK = {"attribute": "luck", "failure": {"effects": [MAKES]}}
TIMER = {"id": "tide", "name": "the tide", "minutes": 5, "effects": [MAKES]}
CHOICE = {"kind": "when", "condition": NEVER, "otherwise": [MAKES]}


@pytest.mark.parametrize(
    "edits",
    [
        [does(MAKES)],
        [does(CHOICE)],
        [does(check=CHECK)],
        [does({**MAKES, "to": "market"})],
        [does({**MAKES, "to": "well"}), (("locations", 0, "features", 0, "container"), {})],
        [does({**MAKES, "to": "mara"})],
        [does({"kind": "change_item", "item_id": "target", "into_id": "pearl"})],
        [(("timers",), [{**TIMER, "starts_at_once": True}])],
        [(("timers",), [TIMER]), does({"kind": "start_timer", "timer_id": "tide"})],
        [(("rules",), [{"id": "dawn", "when": {"kind": "time_reached", "minutes": 1}, "effects": [MAKES]}])],
    ],
)
def test_a_thing_that_an_effect_brings_is_in_reach_with_all_that_hangs_on_it(edits: list[Any]) -> None:
    sheet = sheet_of(with_hatch(*edits))

    assert {"pearl", "far"} <= reach_of(sheet).ids
    assert warnings_of(sheet) == []


@pytest.mark.parametrize(
    "edits",
    [
        [does(MAKES, condition=NEVER)],
        [does(MAKES, shown_if=NEVER)],
        [does(MAKES, **{"with": ["pearl"]}, words=["rub"])],
        [does(MAKES, at=["far"])],
        [does({"kind": "when", "condition": NEVER, "then": [MAKES]})],
        [does(check={"attribute": "luck", "partial": {"effects": [MAKES]}})],
        [(("timers",), [TIMER])],
        [(("rules",), [{"id": "dusk", "when": NEVER, "effects": [MAKES]}])],
    ],
)
def test_a_thing_that_no_effect_brings_is_out_of_reach(edits: list[Any]) -> None:
    problems = found(with_hatch(*edits))

    assert problems == {"locations[0].exits[3].locked_until": "this can never hold: out of reach is 'pearl'."}


def test_a_way_that_an_effect_opens_needs_no_key() -> None:
    opens = {"kind": "set_way", "location_id": "market", "to": "far", "way": "open"}

    sheet = sheet_of(with_hatch(does(opens, {**MAKES, "to": "far"})))

    assert "far" in reach_of(sheet).ids


@pytest.mark.parametrize(
    ("effect", "condition"),
    [
        ({"kind": "fail_quest", "quest_id": "light"}, NEVER),
        ({"kind": "join_companion", "npc_id": "mara"}, {"kind": "companion", "npc_id": "mara"}),
        ({"kind": "start_timer", "timer_id": "tide"}, {"kind": "timer", "timer_id": "tide"}),
        ({"kind": "set_state", "of": "target", "name": "glow", "value": True}, LIT),
        ({"kind": "set_state", "of": "lantern", "name": "glow", "value": True}, LIT),
    ],
)
def test_what_a_condition_waits_for_is_in_reach_by_an_effect_alone(
    effect: dict[str, Any], condition: dict[str, Any]
) -> None:
    base = [
        (("timers",), [{"id": "tide", "name": "the tide", "minutes": 5}]),
        (("items", 0, "states"), [{"name": "glow"}]),
        ((*KEY, "locked_until"), {"kind": "any_of", "conditions": [condition]}),
    ]

    assert "can never hold" in found(edited(*base))["locations[0].exits[2].locked_until"]
    assert found(edited(*base, does(effect))) == {}


@pytest.mark.parametrize(
    ("compared", "effects", "can_hold"),
    [
        ({"at_least": 4}, [], False),
        ({"at_least": 3}, [], True),
        ({"at_least": 4}, [{"kind": "add_to_state", "of": "target", "name": "oil", "by": 1}], True),
        ({"at_most": 2}, [{"kind": "add_to_state", "of": "target", "name": "oil", "by": 1}], False),
        ({"at_most": 2}, [{"kind": "add_to_state", "of": "target", "name": "oil", "by": -1}], True),
        ({"value": 7}, [{"kind": "set_state", "of": "target", "name": "oil", "value": 7}], True),
        ({"value": 7}, [{"kind": "set_state", "of": "target", "name": "oil", "value": 6}], False),
    ],
)
def test_a_number_is_in_reach_as_far_as_effects_bring_it(
    compared: dict[str, Any], effects: list[dict[str, Any]], can_hold: bool
) -> None:
    oil = {"name": "oil", "kind": "number", "first": 3, "most": 10}
    condition = {"kind": "state", "of": "lantern", "name": "oil", **compared}

    problems = found(edited((("items", 0, "states"), [oil]), ((*KEY, "locked_until"), condition), does(*effects)))

    assert (problems == {}) is can_hold


@pytest.mark.parametrize("name", ["open", "lit", "worn", "broken"])
def test_flags_that_generic_actions_change_are_in_reach(name: str) -> None:
    own = [{"name": name}] if name == "lit" else []
    condition = {"kind": "state", "of": "lantern", "name": name, "value": True}
    edits = (
        (("items", 0, "states"), own),
        (("items", 0, "wearable"), True),
        (("items", 0, "container"), {"open": False}),
    )

    assert found(edited(*edits, ((*KEY, "locked_until"), condition))) == {}


def test_a_condition_that_always_holds_cannot_be_wanted_not_to_hold() -> None:
    shut = {"kind": "not", "condition": {"kind": "state", "of": "lantern", "name": "glow", "value": False}}
    states = (("items", 0, "states"), [{"name": "glow"}])
    glow = {"kind": "set_state", "of": "lantern", "name": "glow", "value": True}

    assert "lantern.glow" in found(edited(states, ((*KEY, "locked_until"), shut)))["locations[0].exits[2].locked_until"]
    assert found(edited(states, ((*KEY, "locked_until"), shut), does(glow))) == {}


# -- warnings


def test_sound_scenarios_have_no_warnings() -> None:
    assert warnings_of(small_sheet()) == []
    assert warned() == {}


def test_a_scenario_with_problems_has_no_warnings_which_they_might_cause() -> None:
    assert warnings_of(ScenarioSheet.model_validate({**world(), "start_location": "moon"})) == []


def test_parts_that_no_play_can_reach_are_warned_of() -> None:
    end = {"kind": "end_story", "ending_id": "lost"}
    endings = [{"id": key, "name": key, "text": "So it ends."} for key in ("lost", "found")]
    states = [{"name": "glow"}, {"name": "heat", "kind": "number"}, {"name": "dim", "shown": True}]
    blow = {"id": "blow", "words": ["blow"], "effects": [end], "condition": {**LIT, "value": False}}

    warnings = warned(
        does(condition=NEVER),
        (("timers",), [{"id": "tide", "name": "the tide", "minutes": 5}]),
        (("rules",), [{"id": "dusk", "when": NEVER, "effects": [{**end, "ending_id": "found"}]}]),
        (("endings",), endings),
        (("items", 0, "variants"), [{"condition": NEVER, "text": "It is dim."}]),
        (("items", 0, "states"), states),
        (("items", 0, "actions"), [blow]),
    )

    assert warnings == {
        "actions[0]": "'rub' is never possible: out of reach is 'light'.",
        "timers[0]": "'tide' never runs: it does not start at once, and no effect that can be starts it.",
        "rules[0].when": "'dusk' never applies: out of reach is 'light'.",
        "endings[1]": "'found' never comes: no effect that can be ends the story with it.",
        "items[0].variants[0]": "this is never shown: out of reach is 'light'.",
        "items[0].states[1]": "nothing reads 'heat' of 'lantern': no condition, no check, and it is not shown.",
    }


def test_a_topic_that_its_person_can_never_tell_is_warned_of() -> None:
    away = (("npcs", 0, "topics", 0, "places"), ["tower"]), (("npcs", 0, "topics", 0, "elsewhere"), "Not here.")
    never_free = (("npcs", 0, "stays_at"), ["inn"]), (("npcs", 0, "stays_until"), NEVER)

    assert warned(*away) == {}
    assert "stays_until" in "".join(found(edited(*away, *never_free)))


def test_a_way_of_no_return_is_warned_of_unless_the_story_ends_there() -> None:
    pit = {"id": "pit", "name": "Pit", "description": "Deep."}
    down = {"to": "pit", "name": "the shaft"}
    place = (("locations", 5), pit), (("locations", 0, "exits", 3), down)
    end = {"kind": "end_story", "ending_id": "lost"}
    sit = {"id": "give-up", "words": ["give up"], "effects": [end]}
    ending = (("endings",), [{"id": "lost", "name": "lost", "text": "So it ends."}])
    back = (("actions",), [{"id": "fly", "words": ["fly"], "effects": [{"kind": "move_party", "to": "market"}]}])

    assert "may lock players out" in warned(*place)["locations[0].exits[3]"]
    assert warned(*place, back) == {}
    assert warned(*place, ending, (("locations", 5, "actions"), [sit])) == {}
