"""The first state of a game, made from its scenario."""

from collections.abc import Sequence

from app.models.clock import GameClock
from app.models.instances.location_state import LocationState
from app.models.instances.npc_instance import NPCInstance
from app.models.instances.scenario_instance import ScenarioInstance
from app.models.minds.plan import MAX_GOALS, Goal
from app.models.sheets.person import NPCSheet
from app.models.sheets.quest import QuestProgress, QuestStatus
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import GameState, Party, PlayerCharacter


def begin(sheet: ScenarioSheet, game_id: str, players: Sequence[PlayerCharacter] = (), seed: int = 0) -> GameState:
    """Make the state of a new game: everything as its sheet has it, the party at the start, in the first act.

    Args:
        sheet: The scenario; its ids and references must be valid.
        game_id: The game's id.
        players: The players; none for one with the default name.
        seed: The seed of the game's random choices.
    """
    scenario = ScenarioInstance(
        sheet=sheet,
        current_location_id=sheet.start_location,
        current_act_id=sheet.acts[0].id,
        location_states={
            place.id: LocationState(location_id=place.id, danger_level=place.danger_level, items=list(place.items))
            for place in sheet.locations
        },
        quests={
            quest.id: QuestProgress(
                quest_id=quest.id, status=QuestStatus.ACTIVE if quest.starts_at_once else QuestStatus.NOT_STARTED
            )
            for quest in sheet.quests
        },
    )
    scenario.location_states[sheet.start_location].visits = 1
    return GameState(
        game_id=game_id,
        seed=seed,
        scenario=scenario,
        npcs={
            npc.id: NPCInstance(
                instance_id=npc.id,
                current_location_id=npc.start_location,
                attitude=npc.attitude,
                items=list(npc.items),
                goals=first_goals(npc),
            )
            for npc in sheet.npcs
        },
        party=Party(players=list(players) or [PlayerCharacter()], items=list(sheet.start_items)),
        clock=GameClock(minutes=sheet.start_minutes),
    )


def first_goals(sheet: NPCSheet) -> list[Goal]:
    return [
        Goal(id=f"goal-{number}", text=text[:600]) for number, text in enumerate(sheet.goals[:MAX_GOALS], 1) if text
    ]
