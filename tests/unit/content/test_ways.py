"""Nobody is shut out for ever: a way once opened stays open, and nothing is to be had too early."""

import pytest

from app.models.sheets.condition import AllOf, AnyOf, Condition, ItemHeld
from app.models.sheets.item import ItemSheet
from app.models.sheets.location import EncounterSheet, FeatureSheet
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.conditions import holds
from app.models.state.game_state import GameState, PlayerCharacter
from app.models.state.opening import begin


def _can_hold_without(condition: Condition | None, item_id: str) -> bool:
    """Whether the condition could hold while the party does not carry the thing."""
    match condition:
        case ItemHeld(item_id=needed):
            return needed != item_id
        case AllOf(conditions=parts):
            return all(_can_hold_without(part, item_id) for part in parts)
        case AnyOf(conditions=parts):
            return any(_can_hold_without(part, item_id) for part in parts)
        case _:
            return True


@pytest.fixture
def thaw(large: ScenarioSheet) -> GameState:
    return begin(large, "game-1", [PlayerCharacter(name="Élan")])


def _lock(state: GameState, to: str) -> Condition:
    way = state.sheets.exit("weir-crown", to)
    assert way is not None
    assert way.locked_until is not None
    return way.locked_until


def test_no_way_needs_a_thing_that_could_be_left_behind_it(sheet: ScenarioSheet) -> None:
    for place in sheet.locations:
        for way in place.exits:
            for item in sheet.items:
                assert _can_hold_without(way.hidden_until, item.id), f"{place.id} to {way.to}"
                assert _can_hold_without(way.locked_until, item.id), f"{place.id} to {way.to}"


@pytest.mark.parametrize(("place", "item"), [("wheel-house", "wheel-house-key"), ("gauge-gallery", "storm-lantern")])
def test_a_way_once_opened_stays_open_when_what_opened_it_is_dropped_inside(
    thaw: GameState, place: str, item: str
) -> None:
    lock = _lock(thaw, place)
    assert not holds(lock, thaw)

    thaw.party.items.append(item)
    assert holds(lock, thaw)

    thaw.party.items.remove(item)
    thaw.place(place).visits += 1
    assert holds(lock, thaw)


@pytest.mark.parametrize("owed", ["talle-night", "sealed-letter"])
def test_the_key_is_not_to_be_had_before_the_sluice_master_is_found(thaw: GameState, owed: str) -> None:
    _, topic = thaw.sheets.topic("talle-key")
    reeve = thaw.npc("talle")
    (reeve.topics_told if owed == "talle-night" else reeve.items_received).append(owed)
    assert not holds(topic.condition, thaw)

    thaw.place("gauge-gallery").discovered_secrets.append("ivo-found")
    assert holds(topic.condition, thaw)


def test_the_key_is_not_to_be_had_for_the_finding_alone(thaw: GameState) -> None:
    _, topic = thaw.sheets.topic("talle-key")
    thaw.place("gauge-gallery").discovered_secrets.append("ivo-found")

    assert not holds(topic.condition, thaw)


@pytest.mark.parametrize(
    ("place", "nouns"),
    [
        ("ferry-landing", "nets|rail|ferry|planks|tide board"),
        ("boiling-house", "ash|pans|floor|rafters|salt"),
        ("causeway", "stakes|wool|cockles|pools|seal"),
        ("bell-rock", "bell|rope|hook|frame|letters"),
        ("pass-road", "milestone|snow|wall|dogs"),
        ("upper-hut", "window|pelts|cones|stool|chair"),
        ("varnholt-square", "pump|post|icicles|nail"),
        ("bakehouse", "oven|dough|cloths|loaves"),
        ("ropewalk", "yarns|rope|cord|post|red thread"),
        ("chapel", "board|book|stove|benches|clock"),
        ("toll-house", "desk|contracts|chart|curtain|window|clock"),
        ("idle-mill", "model|clocks|springs|stones|millrace"),
        ("ice-landing", "channel|blocks|sledges|straw|snow slip"),
        ("lake-ice", "twigs|black ice"),
        ("weir-crown", "overflow|boards|lock|keyhole|gate"),
        ("gauge-gallery", "man|bench|scale|floor|ice|boots"),
        ("wheel-house", "wheel|shaft|coat|slit|socket"),
    ],
)
def test_the_nouns_of_a_place_can_be_examined(
    small: ScenarioSheet, large: ScenarioSheet, place: str, nouns: str
) -> None:
    sheet = next(found for found in (*small.locations, *large.locations) if found.id == place)
    things = [item for item in (*small.items, *large.items) if item.id in sheet.items]
    details: list[FeatureSheet | EncounterSheet | ItemSheet] = [*sheet.features, *sheet.encounters, *things]
    named = {name.casefold().removeprefix("the ") for part in details for name in (part.name, *part.aliases)}

    assert set(nouns.split("|")) <= named
