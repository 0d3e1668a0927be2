"""An author is told of a description that still names a thing when it has been taken away."""

from typing import Any

import pytest

from app.models.sheets.scenario import ScenarioSheet
from app.scenarios.scenario_warnings import warnings_of
from tests.worlds import small_sheet

MARKET, WELL = "locations[0].description", "locations[0].features[0].description"
HELD = {"kind": "item_held", "item_id": "lantern"}
NOT_HERE = {"kind": "not", "condition": {"kind": "item_at", "item_id": "lantern", "at": "market"}}


def warned(place: dict[str, Any], detail: dict[str, Any] | None = None) -> list[str]:
    """The paths of the warnings about the small world, with its market and the well there changed."""
    raw = small_sheet().model_dump(mode="json")
    market = raw["locations"][0]
    market.update(place)
    market["features"][0].update(detail or {})
    return [warning.where for warning in warnings_of(ScenarioSheet.model_validate(raw))]


def test_a_thing_that_a_description_names_and_that_can_be_taken_is_warned_of() -> None:
    assert warned({"description": "A dented LANTERN hangs over the stalls."}) == [MARKET]
    assert warned({}, {"description": "The lantern's light falls down the shaft."}) == [WELL]


@pytest.mark.parametrize("condition", [HELD, NOT_HERE, {"kind": "all_of", "conditions": [HELD]}])
def test_a_variant_for_when_it_is_gone_is_enough(condition: dict[str, Any]) -> None:
    variants = [{"condition": condition, "text": "An empty hook hangs over the stalls."}]
    assert warned({"description": "A lantern hangs over the stalls.", "variants": variants}) == []


@pytest.mark.parametrize(
    "text", ["An anvil stands here.", "Many lanterns.", "A lamp.", "The brass key fits nothing here."]
)
def test_what_stays_is_elsewhere_or_may_be_another_thing_is_not_warned_of(text: str) -> None:
    """The last one lies with somebody; a further name of one word may mean what is not a thing."""
    assert warned({"description": text}) == []
