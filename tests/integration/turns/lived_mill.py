"""The mill in which people live their days, and do what they are given to do."""

from functools import cache
from pathlib import Path
from typing import Any

from dependency_injector import providers

from app.container import Container
from app.embeddings.vectors import WORDS as BY_WORDS
from app.models.sheets.scenario import ScenarioSheet
from app.settings import Settings
from tests.stores_of_games import STORES
from tests.unit.events.acting import WORLD, flag, set_flag

_HOMES = {"miller": ("mill", "mill"), "cat": ("yard", "yard"), "carter": ("wood", "yard")}
_OF_PEOPLE: tuple[dict[str, Any], ...] = (
    {
        "id": "grab",
        "words": ["grab {target}"],
        "on": ["jar", "lamp", "loaf", "hat"],
        "by": ["people"],
        "condition": {"kind": "not", "condition": {"kind": "item_at", "item_id": "target", "at": "party"}},
        "effects": [{"kind": "move_item", "item_id": "target", "to": "actor"}],
    },
    {
        "id": "stack",
        "words": ["stack logs in {target}"],
        "on": ["box", "shelf"],
        "by": ["miller", "players"],
        "effects": [
            {"kind": "make_item", "item_id": "logs", "to": "target", "count": 3},
            {"kind": "change_item", "item_id": "tin", "into_id": "crumbs"},
        ],
        "check": {
            "attribute": "strength",
            "opposed_by": "miller",
            "success": {"effects": [{"kind": "add_to_state", "of": "lamp", "name": "oil", "by": 5}]},
            "failure": {"effects": [{"kind": "harm", "of": "actor", "by": 1}, {"kind": "pass_time", "minutes": 9}]},
        },
        "minutes": 20,
    },
    {
        "id": "bolt",
        "words": ["bolt the gate"],
        "at": ["yard"],
        "by": ["cat", "carter"],
        "shown_if": flag("game", "alarm"),
        "effects": [
            {"kind": "set_way", "location_id": "yard", "to": "wood", "way": "closed"},
            set_flag("game", "alarm", False),
            {"kind": "start_timer", "timer_id": "fuse"},
        ],
    },
)


@cache
def lived_mill() -> ScenarioSheet:
    """Return the scenario."""
    people = [
        {**npc, "home_location": _HOMES[npc["id"]][0], "work_location": _HOMES[npc["id"]][1]} for npc in WORLD["npcs"]
    ]
    actions = [*WORLD["actions"], *_OF_PEOPLE]
    return ScenarioSheet.model_validate({**WORLD, "npcs": people, "actions": actions})


def server(kind: str, folder: Path) -> Container:
    """Make everything that a server has, by rule; all of one folder share their games."""
    made = Container()
    made.settings.override(providers.Object(Settings(saves=folder, embedder=BY_WORDS)))
    made.store.override(providers.Object(STORES[kind](folder)))
    made.turns().settle_in_background = False
    return made
