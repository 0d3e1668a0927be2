"""What becomes of the parts of a world: places, ways, doors, things, people, the quest."""

from typing import Any

import pytest

from app.interchange.cards.scenario import scenario_bytes
from app.models.sheets.condition import AllOf, ItemGiven, ItemHeld, ObjectiveDone, PlaceEntered, SecretKnown
from app.models.sheets.location import Direction
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.conditions import holds
from app.models.state.opening import begin
from app.scenarios.scenario_check import inspect_scenario
from tests.unit.interchange.worlds import flat, inspected, quest, scenario, step


def way(sheet: ScenarioSheet, room: str, to: str) -> Any:
    found = sheet.index.exit(room, to)
    assert found is not None
    return found


def objective(sheet: ScenarioSheet, number: int = 0) -> Any:
    return sheet.quests[0].objectives[number]


def test_a_room_is_a_place_with_its_ways_and_what_is_fixed_in_it() -> None:
    hall = scenario(flat()).index.location("hall")

    assert (hall.name, hall.description) == ("Hall", "A hall. You notice the box and the table.")
    assert [(each.to, each.direction, each.minutes) for each in hall.exits] == [
        ("vault", Direction.NORTH, 1),
        ("yard", Direction.EAST, 1),
    ]
    assert [feature.name for feature in hall.features] == ["box", "table", "gate"]


def test_what_a_description_names_is_not_said_again() -> None:
    world = flat()
    world["rooms"][0]["description"] = "A table, a box."

    assert scenario(world).index.location("hall").description == "A table, a box."


def test_a_locked_door_is_one_door_and_open_to_whoever_has_its_key_or_has_unlocked_it() -> None:
    state = begin(scenario(flat()), "g")
    north, south = way(state.sheet, "hall", "vault"), way(state.sheet, "vault", "hall")
    assert north.locked_text == "The gate is locked."
    assert not holds(north.locked_until, state)

    state.party.items.append("brass-key")
    assert holds(north.locked_until, state)
    assert holds(south.locked_until, state)

    state.party.items.clear()
    state.place("vault").visits = 1
    assert holds(north.locked_until, state), "who was behind it has opened it"


def test_a_door_with_another_way_around_it_is_not_opened_by_having_been_behind_it() -> None:
    world = flat()
    world["rooms"][2]["exits"]["north"] = "vault"
    state = begin(scenario(world), "g")

    state.place("vault").visits = 1
    assert not holds(way(state.sheet, "hall", "vault").locked_until, state)

    state.place("vault").discovered_secrets.append(secret_of(state.sheet, "vault", "gate"))
    assert holds(way(state.sheet, "hall", "vault").locked_until, state), "unlocked from the other side"


def secret_of(sheet: ScenarioSheet, room: str, feature: str) -> str:
    (found,) = (each.secret_id for each in sheet.index.location(room).features if each.name == feature)
    assert found is not None
    return found


def test_a_closed_door_is_an_open_way_and_that_is_said() -> None:
    world = flat()
    world["rooms"][0]["exits"]["east"] = {"to": "yard", "door": {"name": "glass door"}}
    found = inspected(world)

    assert found.sheet is not None
    assert way(found.sheet, "hall", "yard").locked_until is None
    assert way(found.sheet, "yard", "hall").name == "the glass door leading west"
    assert "rooms[0].exits.east.door" in {note.where for note in found.notes}


def test_a_locked_door_without_a_key_is_a_wall() -> None:
    world = flat(objects=[])
    world["rooms"][0]["exits"]["west"] = {"to": "yard", "door": {"name": "iron door", "state": "locked"}}
    world["rooms"][2]["exits"] = {"north": "hall"}
    world["rooms"][0]["exits"]["north"] = "vault"
    del world["rooms"][0]["exits"]["east"]

    assert "rooms[2]" in {problem.where for problem in inspected(world).problems}, "nobody gets there"

    world["rooms"][1]["exits"]["down"] = "yard"
    sheet = scenario(world)
    assert [each.to for each in sheet.index.location("hall").exits] == ["vault"]
    assert "It is locked for good." in sheet.index.location("hall").features[0].description


def test_two_ways_to_one_room_become_the_one_that_is_not_locked() -> None:
    world = flat()
    world["rooms"][0]["exits"]["up"] = "vault"
    found = inspected(world)

    assert found.sheet is not None
    kept = way(found.sheet, "hall", "vault")
    assert (kept.direction, kept.locked_until) == (Direction.UP, None)
    assert "north" in kept.aliases


def test_directions_may_be_short_and_ways_may_have_names() -> None:
    world = flat()
    world["rooms"][2]["exits"] = {"W": "hall", "sw": "cave", "the hedge": "vault"}
    world["rooms"].append({"id": "cave", "exits": {"ne": "yard"}})
    yard = scenario(world).index.location("yard")

    assert [(each.name, each.direction) for each in yard.exits] == [
        ("the way west", Direction.WEST),
        ("the way southwest", None),
        ("the hedge", None),
    ]
    assert yard.exits[1].aliases == ("southwest",)


def test_what_is_in_a_closed_container_can_be_taken_once_it_is_open() -> None:
    key = scenario(flat()).index.item("brass-key")

    assert key.take_condition == SecretKnown(secret_id="box-seen")
    assert key.take_refusal == "The brass key is in the box, which is closed."


def test_a_locked_container_opens_with_its_key_and_says_what_is_in_it() -> None:
    world = flat()
    world["objects"][0] |= {"state": "locked", "key": "apple"}
    sheet = scenario(world)
    _, secret = sheet.index.secret("box-seen")

    assert secret.condition == ItemHeld(item_id="apple")
    assert secret.blocked_text == "The box is locked."
    assert secret.text == "The apple fits, and the box opens. In it: the brass key."
    assert sheet.index.item("apple").uses[0].reveals_secret == "box-seen"


def test_a_portable_container_is_a_plain_thing_unless_a_step_opens_or_fills_it() -> None:
    world = flat()
    world["objects"][0]["portable"] = True
    assert scenario(world).index.item("box").portable

    world["quest"] = quest(step("put", "gem", "box"))
    assert "box" not in scenario(world).index.items


def test_what_is_locked_away_for_good_cannot_be_taken() -> None:
    world = flat(quest=quest(step("take", "apple")))
    world["rooms"][0]["exits"]["north"] = "vault"
    world["objects"][0] |= {"state": "locked", "key": "key"}
    found = inspected(world)

    assert found.sheet is not None
    assert not found.sheet.index.item("brass-key").portable
    assert "objects[0].key" in {warning.where for warning in found.warnings}


def test_things_are_with_the_player_or_with_people_who_hand_them_over() -> None:
    world = flat()
    world["objects"][3]["where"] = "player"
    world["objects"][4]["where"] = "ida"
    sheet = scenario(world)

    assert sheet.start_items == ("apple",)
    ida = sheet.index.npc("ida")
    assert ida.items == ("gem",)
    assert (ida.start_location, ida.home_location, ida.work_location) == ("yard", "yard", "yard")
    assert [(topic.name, topic.gives_item) for topic in ida.topics] == [("the rain", None), ("gem", "gem")]


STEPS = [
    (step("take", "apple"), "item_held", "Take the apple"),
    (step("go", to="vault"), "place_entered", "Go to the Vault"),
    (step("give", "apple", "ida"), "item_given", "Give the apple to Ida"),
    (step("ask", "The Rain", "ida"), "topic_asked", "Ask Ida about the rain"),
    (step("put", "apple", "table"), "secret_known", "Put the apple on the table"),
    (step("put", "apple", "box"), "secret_known", "Put the apple in the box"),
    (step("bring", "apple", "vault"), "secret_known", "Put the apple in the Vault"),
    (step("eat", "apple"), "secret_known", "Eat the apple in the Yard"),
    (step("open", "box"), "secret_known", "Open the box"),
    (step("examine", "table"), "secret_known", "Examine the table"),
    (step("examine", "apple"), "item_held", "Examine the apple"),
    (step("examine", "yard"), "place_entered", "Examine Yard"),
    (step("examine", "ida"), "place_entered", "Examine Ida"),
    (step("unlock", "gate"), "any_of", "Unlock the gate with the brass key"),
]


@pytest.mark.parametrize(("given", "kind", "name"), STEPS)
def test_a_step_is_an_objective_with_a_condition(given: dict[str, Any], kind: str, name: str) -> None:
    made = objective(scenario(flat(quest=quest({**given, "text": "So be it."}))))

    assert (made.condition.kind, made.name, made.done_text) == (kind, name, "So be it.")


def test_steps_in_order_wait_for_those_before_them() -> None:
    sheet = scenario(flat(quest=quest(step("take", "apple"), step("go", to="vault"), ordered=True)))

    assert objective(sheet).condition == ItemHeld(item_id="apple")
    assert objective(sheet, 1).condition == AllOf(
        conditions=(ObjectiveDone(objective_id=objective(sheet).id), PlaceEntered(location_id="vault"))
    )


def test_a_thing_that_was_given_away_counts_as_taken() -> None:
    sheet = scenario(flat(quest=quest(step("give", "apple", "ida"), step("take", "apple"))))

    assert ItemGiven(item_id="apple", npc_id="ida") in objective(sheet, 1).condition.conditions


def test_what_is_needed_elsewhere_is_not_used_up() -> None:
    twice = scenario(flat(quest=quest(step("put", "apple", "table"), step("give", "apple", "ida"))))
    once = scenario(flat(quest=quest(step("put", "apple", "table"))))

    assert [use.consumes for use in twice.index.item("apple").uses] == [False, True], "the second is eating it"
    assert twice.index.item("apple").uses[1].condition is not None, "which has to wait"
    assert once.index.item("apple").uses[0].consumes


def test_a_key_that_is_given_away_can_be_had_back() -> None:
    sheet = scenario(flat(quest=quest(step("give", "key", "ida"), step("take", "gem"))))
    topic = sheet.index.npc("ida").topics[-1]

    assert (topic.gives_item, topic.condition) == ("brass-key", ItemGiven(item_id="brass-key", npc_id="ida"))


def test_without_a_quest_the_game_is_over_when_every_room_was_seen() -> None:
    found = inspected(flat())

    assert found.sheet is not None
    assert objective(found.sheet).condition == AllOf(
        conditions=tuple(PlaceEntered(location_id=room) for room in ("hall", "vault", "yard"))
    )
    assert "quest" in {note.where for note in found.notes}


def test_the_quest_ends_the_game_with_its_words() -> None:
    sheet = scenario(flat(quest={**quest(step("take", "apple"), end="The end."), "name": "Apples"}))

    assert (sheet.quests[0].name, sheet.quests[0].starts_at_once, sheet.ending) == ("Apples", True, "The end.")


def test_the_walkthrough_takes_the_shortest_way_and_fetches_keys() -> None:
    sheet = scenario(flat(quest=quest(step("ask", "the rain", "ida"), step("put", "gem", "table"))))

    assert sheet.walkthrough == (
        "go east",
        "ask Ida about the rain",
        "go west",
        "open the box",
        "take the brass key",
        "unlock the gate with the brass key",
        "go north",
        "take the gem",
        "go south",
        "put the gem on the table",
    )


def test_names_of_any_script_get_safe_ids_and_stay_names() -> None:
    world = flat(
        start="кухня",
        rooms=[{"name": "кухня", "exits": {"east": "台所"}}, {"name": "台所", "exits": {"west": "кухня"}}],
        objects=[{"name": "../../etc/passwd", "where": "台所"}, {"name": "world", "where": "台所"}],
        people=[],
    )
    sheet = scenario(world)

    assert [(room.id, room.name) for room in sheet.locations] == [("room-1", "кухня"), ("room-2", "台所")]
    assert [item.id for item in sheet.items] == ["etc-passwd", "world-2"], "`world` is reserved"


def test_what_is_called_alike_is_told_apart_by_number() -> None:
    coins = [{"id": f"c{n}", "name": "coin", "where": "yard"} for n in range(3)]
    found = inspected(flat(objects=[*flat()["objects"], *coins]))

    assert found.sheet is not None
    assert [item.name for item in found.sheet.items][-3:] == ["coin", "coin 2", "coin 3"]
    assert {"objects[6].name", "objects[7].name"} <= {warning.where for warning in found.warnings}


@pytest.mark.parametrize(
    "name", ["salt and pepper", "key to the vault", "???", "it", "your hat", "tea with milk", "room"]
)
def test_a_name_that_commands_would_misread_gets_one_to_type(name: str) -> None:
    world = flat(objects=[*flat()["objects"], {"id": "odd", "name": name, "where": "yard"}])
    world["quest"] = quest(step("take", "odd"))
    sheet = scenario(world)
    item = next(each for each in sheet.items if each.name == name)

    assert item.aliases
    assert sheet.walkthrough[-1] == f"take the {item.aliases[0]}"


def test_what_is_made_passes_as_a_scenario() -> None:
    sheet = scenario(flat(quest=quest(step("take", "gem"))))

    assert inspect_scenario(scenario_bytes(sheet, "it")).problems == ()
