"""The states of places, people and quests that a scenario has got while it is played."""

from collections.abc import Collection
from typing import Any

from app.models.instances.location_state import LocationState
from app.models.instances.npc_instance import NPCInstance
from app.models.minds.plan import MAX_GOALS, Goal
from app.models.sheets.location import LocationSheet
from app.models.sheets.person import NPCSheet
from app.models.sheets.quest import QuestProgress, QuestSheet, QuestStatus
from app.models.state.game_state import GameState


def new_place(sheet: LocationSheet) -> LocationState:
    """Make the first state of a place."""
    return LocationState(location_id=sheet.id, danger_level=sheet.danger_level, items=list(sheet.items))


def new_quest(sheet: QuestSheet) -> QuestProgress:
    """Make the first progress of a quest."""
    status = QuestStatus.ACTIVE if sheet.starts_at_once else QuestStatus.NOT_STARTED
    return QuestProgress(quest_id=sheet.id, status=status)


def new_person(sheet: NPCSheet) -> NPCInstance:
    """Make the first state of a person."""
    return NPCInstance(
        instance_id=sheet.id,
        current_location_id=sheet.start_location,
        attitude=sheet.attitude,
        items=list(sheet.items),
        goals=first_goals(sheet),
    )


def first_goals(sheet: NPCSheet) -> list[Goal]:
    """Make the goals that a person has at first."""
    return [
        Goal(id=f"goal-{number}", text=text[:600]) for number, text in enumerate(sheet.goals[:MAX_GOALS], 1) if text
    ]


def admit(state: GameState) -> None:
    """Give every place, person and quest of the sheet its first state, where it has none; no thing is moved.

    Args:
        state: The game, which is changed.
    """
    sheet, scenario = state.sheet, state.scenario
    for place in sheet.locations:
        if place.id not in scenario.location_states:
            scenario.location_states[place.id] = new_place(place.model_copy(update={"items": ()}))
    for npc in sheet.npcs:
        if npc.id not in state.npcs:
            state.npcs[npc.id] = new_person(npc.model_copy(update={"items": ()}))
    for quest in sheet.quests:
        if quest.id not in scenario.quests:
            scenario.quests[quest.id] = new_quest(quest)


def dismiss(state: GameState) -> None:
    """Drop the states of places, people and quests that the sheet does not have, as after an undo.

    Args:
        state: The game, which is changed.
    """
    known = state.sheets
    tables: tuple[tuple[dict[str, Any], Collection[str]], ...] = (
        (state.scenario.location_states, known.locations),
        (state.npcs, known.npcs),
        (state.scenario.quests, known.quests),
    )
    for states, sheets in tables:
        for any_id in [any_id for any_id in states if any_id not in sheets]:
            del states[any_id]
    owners = {scope.key for scope in state.scopes()}
    for key in [key for key in state.pending if key not in owners]:
        del state.pending[key]
