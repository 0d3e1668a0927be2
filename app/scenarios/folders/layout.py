"""The layout of a scenario's folder: which files and folders it has, and which part of the scenario each holds."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from pydantic import BaseModel

from app.models.sheets.action import ActionSheet
from app.models.sheets.item import ItemSheet
from app.models.sheets.location import LocationSheet
from app.models.sheets.lore import LoreSheet
from app.models.sheets.person import FigureSheet, NPCSheet
from app.models.sheets.quest import ActSheet, QuestSheet
from app.models.sheets.scenario import ScenarioSheet
from app.models.sheets.timer import EndingSheet, RuleSheet, TimerSheet, WalkthroughSheet
from app.models.sheets.values import OwnedStateSheet

MARKDOWN, YAML = (".md",), (".yaml", ".yml")
SCENARIO = "scenario"
SCENARIO_FILES = tuple(f"{SCENARIO}{ending}" for ending in (*MARKDOWN, *YAML))
"""The files of which one makes a folder a scenario."""
WALKTHROUGH = "walkthrough"
WALKTHROUGH_FILE = f"{WALKTHROUGH}.txt"
SCHEMA_KEY = "$schema"
_PROSE = 4000


@dataclass(frozen=True)
class Kind:
    """A kind of parts.

    Attributes:
        name: What its files are called: ``places.yaml``, ``places/…``, and the order in ``scenario.md``.
        field: The field of the scenario.
        model: The type of a part.
        main: The field that a text without a heading is for; "" for none.
        as_files: Whether each part is written in a file of its own.
    """

    name: str
    field: str
    model: type[BaseModel]
    main: str
    as_files: bool = False

    @cached_property
    def has_id(self) -> bool:
        """Whether parts have an id, which is the name of their file."""
        return "id" in self.model.model_fields

    @cached_property
    def title(self) -> str:
        """The field that a heading of the first level is for; "" for none."""
        return next((name for name in ("title", "name") if name in self.model.model_fields), "")

    @cached_property
    def headings(self) -> Mapping[str, str]:
        """The fields that can be written as text under a heading, by the heading in lower case."""
        texts = (name for name in self.model.model_fields if _is_prose(self.model, name))
        return MappingProxyType({name.replace("_", " "): name for name in texts})


WHOLE = Kind(SCENARIO, "", ScenarioSheet, "opening", as_files=True)
KINDS = (
    Kind("acts", "acts", ActSheet, "opening", as_files=True),
    Kind("places", "locations", LocationSheet, "description", as_files=True),
    Kind("people", "npcs", NPCSheet, "description", as_files=True),
    Kind("figures", "figures", FigureSheet, "description"),
    Kind("things", "items", ItemSheet, "description"),
    Kind("quests", "quests", QuestSheet, "description", as_files=True),
    Kind("lore", "lore", LoreSheet, "text"),
    Kind("states", "states", OwnedStateSheet, ""),
    Kind("actions", "actions", ActionSheet, "text"),
    Kind("timers", "timers", TimerSheet, "text"),
    Kind("rules", "rules", RuleSheet, "text"),
    Kind("endings", "endings", EndingSheet, "text"),
    Kind("walkthroughs", "walkthroughs", WalkthroughSheet, ""),
)
BY_NAME: Mapping[str, Kind] = MappingProxyType({kind.name: kind for kind in KINDS})
FOLDER_NAMES: Mapping[str, str] = MappingProxyType({kind.field: kind.name for kind in KINDS if kind.field != kind.name})
"""By field of a JSON file what its parts are called in a folder, where that differs."""


def _is_prose(model: type[BaseModel], name: str) -> bool:
    limits = (getattr(one, "max_length", None) for one in model.model_fields[name].metadata)
    return model.model_fields[name].annotation is str and _PROSE in limits


def may_hold_parts(name: str) -> bool:
    """Return whether a file of this name is read, and a folder of this name is looked into: names that begin with a
    dot or ``_`` are for what is no part of the scenario, and other endings for pictures and the like."""
    return not name.startswith((".", "_"))


def is_text_file(name: str) -> bool:
    """Return whether a file's name has an ending of Markdown or YAML."""
    return name.endswith((*MARKDOWN, *YAML))
