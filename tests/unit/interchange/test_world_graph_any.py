"""Whatever a file holds, it becomes a sound scenario or a list of problems."""

import copy
import json
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.interchange.cards.scenario import scenario_bytes
from app.interchange.worlds.scenario import inspect_world
from app.scenarios.scenario_check import inspect_scenario
from tests.examples import examples
from tests.unit.interchange.random_worlds import random_world

ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 2**60),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=90),
    st.sampled_from(["r0", "o0", "player", "north", "n", "door", "world", "the", " ", "", "…", "İ", "\u2028", "key"]),
    st.just([]),
    st.just({}),
)

FEW = settings(max_examples=examples(80), deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])


def places(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Every path in a JSON value but its root."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [found for key, part in inner for found in ((*path, key), *places(part, (*path, key)))]


@st.composite
def broken_worlds(draw: st.DrawFn) -> dict[str, Any]:
    """A world in which a few values were replaced, removed, doubled or put under other names."""
    world = copy.deepcopy(random_world(draw(st.integers(0, 200))))
    for _ in range(draw(st.integers(0, 4))):
        path = draw(st.sampled_from(places(world)))
        part: Any = world
        for key in path[:-1]:
            part = part[key]
        deed = draw(st.sampled_from(["replace", "remove", "double", "rename"]))
        if deed == "remove":
            del part[path[-1]]
        elif deed == "double" and isinstance(part, list):
            part.append(copy.deepcopy(part[path[-1]]))  # type: ignore[index]  # the path was found in the part
        elif deed == "rename" and isinstance(part, dict):
            part[draw(st.text(max_size=12))] = part.pop(path[-1])
        else:
            part[path[-1]] = draw(ODD)
    return world


def checked(data: bytes) -> None:
    found = inspect_world(data)
    for line in (*found.problems, *found.warnings, *found.notes):
        assert "\n" not in str(line)
    if found.sheet is None:
        assert found.problems
    else:
        assert not found.problems
        assert inspect_scenario(scenario_bytes(found.sheet, "it")).problems == ()


@FEW
@given(broken_worlds())
def test_a_broken_world_is_sound_or_explained(world: dict[str, Any]) -> None:
    checked(json.dumps(world).encode())


@FEW
@given(st.lists(st.text(min_size=1, max_size=80), min_size=4, max_size=4))
def test_any_names_make_a_sound_scenario_or_are_explained(names: list[str]) -> None:
    room, other, thing, person = names
    world = {
        "title": thing,
        "start": room,
        "rooms": [{"name": room, "exits": {thing: other}}, {"name": other, "exits": {person: room}}],
        "objects": [{"name": thing, "where": other}],
        "people": [{"name": person, "where": room, "topics": [{"about": thing, "text": room}]}],
        "quest": {"steps": [{"do": "give", "what": thing, "to": person}, {"do": "ask", "what": thing, "to": person}]},
    }
    checked(json.dumps(world).encode())


@FEW
@given(
    st.recursive(
        ODD, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    )
)
def test_any_json_is_explained(value: Any) -> None:
    checked(json.dumps(value).encode())
    checked(json.dumps({"title": "x", "start": "a", "rooms": value, "objects": value, "quest": value}).encode())
