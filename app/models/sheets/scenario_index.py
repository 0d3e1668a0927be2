"""Looking things up in a scenario sheet by id."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, TypeVar

from app.errors import NotFound
from app.models.plain_reasons import Searched, Sought, Unknown
from app.models.sheets.action import ActionSheet
from app.models.sheets.item import ItemSheet
from app.models.sheets.location import EncounterSheet, ExitSheet, FeatureSheet, LocationSheet, SecretSheet
from app.models.sheets.person import NPCSheet, TopicSheet
from app.models.sheets.quest import ActSheet, ObjectiveSheet, QuestSheet
from app.models.sheets.timer import EndingSheet, RuleSheet, TimerSheet
from app.models.sheets.values import StateSheet


@dataclass(frozen=True)
class ScenarioIndex:
    """Every sheet of a scenario by its id."""

    locations: dict[str, LocationSheet]
    npcs: dict[str, NPCSheet]
    items: dict[str, ItemSheet]
    quests: dict[str, QuestSheet]
    acts: dict[str, ActSheet]
    encounters: dict[str, tuple[LocationSheet, EncounterSheet]]
    secrets: dict[str, tuple[LocationSheet, SecretSheet]]
    features: dict[str, tuple[LocationSheet, FeatureSheet]]
    objectives: dict[str, tuple[QuestSheet, ObjectiveSheet]]
    topics: dict[str, tuple[NPCSheet, TopicSheet]]
    timers: dict[str, TimerSheet]
    rules: dict[str, RuleSheet]
    endings: dict[str, EndingSheet]
    actions: dict[str, ActionSheet]
    states: dict[str, dict[str, StateSheet]]

    def location(self, location_id: str) -> LocationSheet:
        return found_in(self.locations, location_id, Sought.PLACE)

    def npc(self, npc_id: str) -> NPCSheet:
        return found_in(self.npcs, npc_id, Sought.PERSON)

    def item(self, item_id: str) -> ItemSheet:
        return found_in(self.items, item_id, Sought.THING)

    def quest(self, quest_id: str) -> QuestSheet:
        return found_in(self.quests, quest_id, Sought.QUEST)

    def act(self, act_id: str) -> ActSheet:
        return found_in(self.acts, act_id, Sought.ACT)

    def encounter(self, encounter_id: str) -> tuple[LocationSheet, EncounterSheet]:
        return found_in(self.encounters, encounter_id, Sought.ENCOUNTER)

    def secret(self, secret_id: str) -> tuple[LocationSheet, SecretSheet]:
        return found_in(self.secrets, secret_id, Sought.SECRET)

    def objective(self, objective_id: str) -> tuple[QuestSheet, ObjectiveSheet]:
        return found_in(self.objectives, objective_id, Sought.OBJECTIVE)

    def topic(self, topic_id: str) -> tuple[NPCSheet, TopicSheet]:
        return found_in(self.topics, topic_id, Sought.TOPIC)

    def timer(self, timer_id: str) -> TimerSheet:
        return found_in(self.timers, timer_id, Sought.TIMER)

    def rule(self, rule_id: str) -> RuleSheet:
        return found_in(self.rules, rule_id, Sought.RULE)

    def ending(self, ending_id: str) -> EndingSheet:
        return found_in(self.endings, ending_id, Sought.ENDING)

    def exit(self, from_id: str, to_id: str) -> ExitSheet | None:
        """Return the exit from one place to another, or None."""
        return next((way for way in self.location(from_id).exits if way.to == to_id), None)

    def __contains__(self, any_id: object) -> bool:
        return any_id in self._names

    def name(self, any_id: str) -> str:
        """Return the display name of an id; the id itself where it is unknown."""
        return self._names.get(any_id, any_id)

    @cached_property
    def workers(self) -> Mapping[str | None, Sequence[str]]:
        """By place the ids of the people who work there, in the sheet's order."""
        by_place: dict[str | None, list[str]] = {}
        for npc in self.npcs.values():
            by_place.setdefault(npc.work_location, []).append(npc.id)
        return by_place

    @cached_property
    def _names(self) -> dict[str, str]:
        unnamed = {"states", "rules", "actions"}
        tables: list[dict[str, Any]] = [
            getattr(self, table.name) for table in fields(self) if table.name not in unnamed
        ]
        entries = {key: entry for table in tables for key, entry in table.items()}
        return {key: (entry[1] if isinstance(entry, tuple) else entry).name for key, entry in entries.items()}


T = TypeVar("T")


def found_in(table: Mapping[str, T], key: str, what: Sought, where: Searched = Searched.SCENARIO) -> T:
    """Return the entry of a key.

    Args:
        table: The entries.
        key: An id.
        what: What the entries are, for the reason of the error.
        where: Where they are, for the reason of the error.

    Raises:
        NotFound: There is no such entry.
    """
    try:
        return table[key]
    except KeyError:
        raise NotFound(Unknown(what=what, name=key, where=where)) from None
