"""What does not fit in a world is told with its place in the file, all of it at once."""

from typing import Any

import pytest

from app.interchange.worlds.model import MAX_INSIDE, MAX_ROOMS, MAX_STEPS, MAX_WORLD_BYTES
from app.interchange.worlds.scenario import inspect_world
from app.scenarios.scenario_check import inspect_scenario
from tests.unit.interchange.worlds import flat, inspected, problems, quest, step

Edit = tuple[tuple[str | int, ...], Any]
GONE = object()


def edited(*edits: Edit) -> dict[str, Any]:
    """The flat with values put at paths; the last step of a path may be one past the end of a list."""
    world = flat(quest=quest(step("take", "gem")))
    for path, value in edits:
        part: Any = world
        for key in path[:-1]:
            part = part[key]
        if value is GONE:
            del part[path[-1]]
        elif isinstance(part, list) and path[-1] == len(part):
            part.append(value)
        else:
            part[path[-1]] = value
    return world


FORM: list[tuple[Edit, str, str]] = [
    ((("titel",), "x"), "titel", "there is no such field."),
    ((("title",), GONE), "title", "this is missing."),
    ((("title",), "a\u0007b"), "title", "this must be one line without control characters."),
    ((("rooms", 0, "name"), " "), "rooms[0].name", "this must not be blank."),
    ((("rooms", 0, "exits", "east"), 7), "rooms[0].exits.east", "this must be a room's name, or an object"),
    ((("rooms", 0, "exits", " up"), "vault"), "rooms[0].exits.' up'", "the name of a way must not begin or end"),
    ((("rooms", 0, "exits", "north", "door", "state"), "ajar"), "rooms[0].exits.north.door.state", "input should be"),
    ((("objects", 0, "container"), "yes"), "objects[0].container", "input should be a valid boolean."),
    ((("people", 0, "topics"), "rain"), "people[0].topics", "this must be a list."),
    ((("quest", "steps", 0, "do"), "fly"), "quest.steps[0].do", "input should be 'take', 'put'"),
    ((("quest", "steps"), []), "quest.steps", "there must be at least 1."),
]


@pytest.mark.parametrize(("edit", "where", "what"), FORM)
def test_a_file_of_the_wrong_form(edit: Edit, where: str, what: str) -> None:
    found = problems(edited(edit))

    assert list(found) == [where]
    assert found[where].startswith(what)


DOOR = ("rooms", 0, "exits", "north", "door")
NAMES: list[tuple[Edit, str, str]] = [
    ((("start",), GONE), "start", "there is no start room: say in which room the player begins."),
    ((("start",), "hal"), "start", "there is no room 'hal'. Is 'hall' meant?"),
    ((("start",), "ida"), "start", "'ida' is no room."),
    ((("rooms", 0, "exits", "east"), "yrad"), "rooms[0].exits.east", "there is no room 'yrad'. Is 'yard' meant?"),
    ((("rooms", 0, "exits", "east"), {"name": "gap"}), "rooms[0].exits.east", "it leads nowhere: say `to` which room."),
    ((("rooms", 0, "exits", "n"), "yard"), "rooms[0].exits.n", "this is the same way as 'north'."),
    ((("rooms", 3), {"id": "yard"}), "rooms[3]", "'yard' is already what rooms[2] is called; give one of them an id"),
    ((("rooms", 3), {"description": "?"}), "rooms[3]", "it has neither a name nor an id."),
    ((("objects", 5), {"name": "player", "where": "hall"}), "objects[5]", "'player' is what the player is called"),
    (((*DOOR, "key"), "kee"), "rooms[0].exits.north.door.key", "there is no object 'kee'. Is 'key' meant?"),
    (((*DOOR, "key"), "table"), "rooms[0].exits.north.door.key", "'table' cannot be carried, so it opens nothing."),
    ((("objects", 0, "where"), GONE), "objects[0].where", "'box' is nowhere: name a room, a container, a person or"),
    ((("objects", 0, "where"), "box"), "objects[0].where", "'box' is inside of itself."),
    ((("objects", 1, "where"), "apple"), "objects[1].where", "'apple' is neither a container nor a supporter."),
    ((("objects", 1, "where"), "attic"), "objects[1].where", "there is no room, object or person 'attic'."),
    ((("people", 0, "where"), GONE), "people[0].where", "'Ida' is nowhere: name a room."),
    ((("people", 0, "where"), "table"), "people[0].where", "'table' is no room."),
]
STEPS: list[tuple[dict[str, Any], str, str]] = [
    (step("take"), "", "to 'take' a step needs 'what'."),
    (step("go", "gem", "yard"), ".what", "to 'go' a step needs no 'what'."),
    (step("take", "gems"), ".what", "there is no object 'gems'. Is 'gem' meant?"),
    (step("take", "table"), ".what", "'table' is fixed where it is; nobody can take it."),
    (step("eat", "gem"), ".what", "'gem' is no food."),
    (step("put", "gem", "apple"), ".to", "'apple' holds nothing, so nothing can be put there."),
    (step("bring", "gem", "table"), ".to", "'table' is no room."),
    (step("give", "gem", "table"), ".to", "'table' is no person."),
    (step("open", "table"), ".what", "'table' is no container and no door: it cannot be opened."),
    (step("ask", "snow", "ida"), ".what", "'ida' cannot be asked about 'snow', but about 'the rain'."),
]


@pytest.mark.parametrize(("edit", "where", "what"), NAMES)
def test_what_a_part_names_must_be_there(edit: Edit, where: str, what: str) -> None:
    found = problems(edited(edit))

    assert found[where].startswith(what)


@pytest.mark.parametrize(("given", "where", "what"), STEPS)
def test_a_step_must_be_possible_with_what_it_names(given: dict[str, Any], where: str, what: str) -> None:
    assert problems(flat(quest=quest(given))) == {f"quest.steps[0]{where}": what}


def test_of_a_circle_only_the_circle_is_told() -> None:
    world = flat(quest=quest(step("open", "crate"), step("put", "gem", "crate")))
    world["objects"] += [
        {"name": "crate", "where": "sack", "container": True, "state": "closed"},
        {"name": "sack", "where": "crate", "container": True},
        {"name": "pearl", "where": "sack"},
    ]
    first = len(world["objects"]) - 3
    assert problems(world) == {
        f"objects[{first}].where": "'crate' is inside of itself.",
        f"objects[{first + 1}].where": "'sack' is inside of itself.",
    }
    told = " ".join(note.what for note in inspected(world).notes)
    assert "sack" not in told
    assert "pearl" not in told


def test_what_somebody_carries_cannot_be_opened_and_what_is_in_it_is_told() -> None:
    world = flat(quest=quest(step("open", "purse"), step("put", "gem", "purse")))
    world["objects"] += [
        {"name": "purse", "where": "player", "container": True, "portable": True},
        {"name": "coin", "where": "purse"},
    ]
    assert problems(world) == {
        "quest.steps[0].what": "'purse' is carried by somebody: it cannot be opened.",
        "quest.steps[1].to": "'purse' is carried by somebody, so nothing can be put there.",
    }
    notes = [note.what for note in inspected(world).notes]
    assert "in the game whoever has 'purse' has 'coin' too, as a thing of its own." in notes


def test_all_problems_are_told_at_once() -> None:
    world = edited(((*DOOR, "key"), "kee"), (("objects", 3, "where"), "moon"), (("people", 0, "where"), GONE))
    world["quest"]["steps"] += [step("take", "jam"), step("eat", "gem")]

    assert list(problems(world)) == [
        "people[0].where",
        "objects[3].where",
        "rooms[0].exits.north.door.key",
        "quest.steps[1].what",
        "quest.steps[2].what",
    ]


def test_rooms_and_steps_out_of_reach() -> None:
    behind_itself = edited((("objects", 1, "where"), "vault"), (("rooms", 3), {"id": "island"}))
    found = inspected(behind_itself)

    assert {problem.where: problem.what for problem in found.problems} == {
        "rooms[1]": "nobody can get to 'Vault': the doors on the way stay locked.",
        "rooms[3]": "no way leads to 'island' from the start.",
        "quest.steps[0]": "this can never be done: 'gem' is out of reach.",
    }
    assert [warning.where for warning in found.warnings] == ["rooms[0].exits.north.door.key"]


@pytest.mark.parametrize(
    ("steps", "where"),
    [
        ([step("eat", "apple"), step("eat", "apple")], "quest.steps[0]"),
        ([step("eat", "apple"), step("give", "apple", "ida")], "quest.steps[0]"),
    ],
)
def test_what_is_eaten_is_not_there_for_a_later_step(steps: list[dict[str, Any]], where: str) -> None:
    assert where in problems(flat(quest=quest(*steps, ordered=True)))


def test_a_key_cannot_be_eaten() -> None:
    world = flat(quest=quest(step("eat", "key")))
    world["objects"][1]["food"] = True

    assert problems(world) == {"quest.steps[0]": "'key' opens a lock; it cannot be eaten as well."}


def test_the_sides_of_a_door_must_not_contradict_each_other() -> None:
    world = edited((("rooms", 1, "exits", "south"), {"to": "hall", "door": {"id": "gate", "state": "open"}}))

    assert problems(world) == {
        "rooms[1].exits.south.door.state": "'open', but the same door is 'locked' at rooms[0].exits.north: "
        "a way has one door."
    }


def test_doors_called_alike_need_ids_to_be_named() -> None:
    world = edited(
        ((*DOOR,), {"name": "door"}),
        (("rooms", 0, "exits", "east"), {"to": "yard", "door": {"name": "door"}}),
        (("quest", "steps", 0), step("open", "door")),
    )

    assert problems(world) == {"quest.steps[0].what": "several doors are called 'door'; give them ids."}


def test_one_way_exits_and_rooms_called_alike_are_warnings() -> None:
    world = edited((("rooms", 2, "exits"), {}), (("rooms", 1, "name"), "the Hall"))

    assert {warning.where: warning.what for warning in inspected(world).warnings} == {
        "rooms[0].exits.east": "one-way: no way leads back from 'Yard' to 'Hall'.",
        "rooms[1]": "it is called as rooms[0] is; a player can hardly tell them apart.",
    }


def test_a_quest_that_strands_the_player_has_no_walkthrough() -> None:
    world = edited((("rooms", 2, "exits"), {}), (("quest",), quest(step("go", to="yard"), step("take", "gem"))))
    found = inspected(world)

    assert found.sheet is not None
    assert found.sheet.walkthrough == ()
    assert "quest.steps[1]" in {warning.where for warning in found.warnings}


@pytest.mark.parametrize(
    ("data", "where"),
    [
        (b"", "line 1, column 1"),
        (b"[]", "file"),
        (b"\xff", "file"),
        (b"[" * 100_000, "file"),
        (b'{"title": "\\ud800"}', "file"),
        (b'{"a": ' * 40 + b"1" + b"}" * 40, "file"),
        (b'{"title": 1e400}', "file"),
        (b'{"title": "a", "title": "b"}', "file"),
        (b" " * (MAX_WORLD_BYTES + 1), "file"),
    ],
)
def test_a_file_that_is_no_world_is_refused_in_one_line(data: bytes, where: str) -> None:
    (problem,) = inspect_world(data).problems

    assert problem.where == where
    assert "\n" not in str(problem)


def test_counts_and_depth_are_bounded() -> None:
    rooms = [{"id": f"r{number}"} for number in range(MAX_ROOMS + 1)]
    steps = [step("take", "gem")] * (MAX_STEPS + 1)
    assert set(problems(flat(rooms=rooms, quest=quest(*steps)))) == {"rooms", "quest.steps"}

    boxes = [{"id": f"b{n}", "where": f"b{n - 1}" if n else "hall", "container": True} for n in range(MAX_INSIDE + 2)]
    assert list(problems(flat(objects=[*boxes, *flat()["objects"]]))) == [f"objects[{MAX_INSIDE + 1}].where"]


def test_a_graph_that_is_checked_as_a_scenario_is_told_apart() -> None:
    (problem,) = inspect_scenario(b'{"title": "x", "rooms": []}').problems

    assert "import world" in problem.what
