"""Facts are checked before anybody plays, and are written only where there are any."""

from typing import Any

import pytest

from app.models.sheets.scenario import ScenarioSheet
from app.scenarios.scenario_rules import check_scenario
from app.scenarios.scenario_warnings import warnings_of
from tests.worlds import small_sheet

DARK = {"kind": "item_held", "item_id": "moon"}


def with_facts(*facts: dict[str, Any], of: str = "locations") -> ScenarioSheet:
    raw = small_sheet().model_dump(mode="json")
    owner = raw if not of else raw[of][0]
    owner["facts"] = facts
    return ScenarioSheet.model_validate(raw)


def faults(sheet: ScenarioSheet) -> dict[str, str]:
    return {problem.where: problem.what for problem in check_scenario(sheet)}


@pytest.mark.parametrize(
    ("facts", "where", "what"),
    [
        ([{"asks": ["who"], "text": " "}], "facts[0].text", "blank"),
        ([{"asks": ["?"], "text": "Ada."}], "facts[0].asks[0]", "blank"),
        (
            [{"asks": ["who"], "text": "Ada."}, {"asks": ["when", "Who?"], "text": "Wim."}],
            "facts[1].asks[1]",
            "facts[0].asks[0]",
        ),
        ([{"asks": ["who"], "text": "Ada.", "condition": DARK}], "facts[0].condition.item_id", "no thing"),
    ],
)
@pytest.mark.parametrize(("of", "before"), [("", ""), ("locations", "locations[0]."), ("items", "items[0].")])
def test_a_fault_of_a_fact_is_named(facts: list[dict[str, Any]], where: str, what: str, of: str, before: str) -> None:
    found = faults(with_facts(*facts, of=of))
    assert what in found[before + where]
    assert len(found) == 1


def test_one_question_may_have_an_answer_for_each_of_its_conditions() -> None:
    held = {"kind": "item_held", "item_id": "lantern"}
    by_night = {"asks": ["who"], "text": "Wim.", "condition": held}
    assert not faults(with_facts(by_night, {"asks": ["who"], "text": "Ada."}))


def test_a_fact_that_is_never_answered_is_worth_a_warning() -> None:
    never = {"kind": "companion", "npc_id": "mara"}
    sheet = with_facts({"asks": ["who"], "text": "Ada.", "condition": never})
    assert "locations[0].facts[0]" in [problem.where for problem in warnings_of(sheet)]


@pytest.mark.parametrize("part", ["locations", "items"])
def test_a_part_without_facts_is_written_as_before(part: str) -> None:
    assert "facts" not in small_sheet().model_dump(mode="json")[part][0]
