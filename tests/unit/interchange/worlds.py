"""Small worlds for tests, in the form of their files."""

import json
from typing import Any

from app.interchange.worlds.parts import WorldReport
from app.interchange.worlds.scenario import inspect_world
from app.models.sheets.scenario import ScenarioSheet
from app.settings import PROJECT

WORLDS = PROJECT / "tests" / "data" / "worlds"


def flat(**fields: Any) -> dict[str, Any]:
    """A hall with a locked door to a vault; a brass key in a closed box; Ida, an apple, a table."""
    world: dict[str, Any] = {
        "title": "The Flat",
        "start": "hall",
        "rooms": [
            {
                "id": "hall",
                "name": "Hall",
                "description": "A hall.",
                "exits": {
                    "north": {"to": "vault", "door": {"id": "gate", "name": "gate", "state": "locked", "key": "key"}},
                    "east": "yard",
                },
            },
            {"id": "vault", "name": "Vault", "exits": {"south": "hall"}},
            {"id": "yard", "name": "Yard", "exits": {"west": "hall"}},
        ],
        "objects": [
            {"id": "box", "name": "box", "where": "hall", "container": True, "state": "closed"},
            {"id": "key", "name": "brass key", "where": "box"},
            {"id": "table", "name": "table", "where": "hall", "supporter": True},
            {"id": "apple", "name": "apple", "where": "yard", "food": True},
            {"id": "gem", "name": "gem", "where": "vault"},
        ],
        "people": [{"id": "ida", "name": "Ida", "where": "yard", "topics": [{"about": "the rain", "text": "Wet."}]}],
    }
    return {**world, **fields}


def quest(*steps: dict[str, Any], ordered: bool = False, end: str = "") -> dict[str, Any]:
    """A quest of these steps."""
    return {"steps": list(steps), "ordered": ordered, "end": end}


def step(do: str, what: str | None = None, to: str | None = None, text: str = "") -> dict[str, Any]:
    """One step."""
    named = {"what": what, "to": to}
    return {"do": do, "text": text, **{key: value for key, value in named.items() if value is not None}}


def inspected(world: Any) -> WorldReport:
    """What the importer says of a world."""
    return inspect_world(json.dumps(world).encode())


def problems(world: Any) -> dict[str, str]:
    """Its problems by place; the last of those at one place."""
    return {problem.where: problem.what for problem in inspected(world).problems}


def scenario(world: Any) -> ScenarioSheet:
    """The scenario made of a world that has no problems."""
    found = inspected(world)
    assert not found.problems
    assert found.sheet is not None
    return found.sheet
