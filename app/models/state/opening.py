"""The first state of a game, made from its scenario."""

from collections.abc import Iterator, Sequence

from app.models.clock import GameClock
from app.models.instances.scenario_instance import ScenarioInstance
from app.models.instances.world_state import RunningTimer
from app.models.sheets.item import ItemSheet
from app.models.sheets.location import FeatureSheet
from app.models.sheets.scenario import ScenarioSheet
from app.models.sheets.timer import TimerSheet
from app.models.sheets.values import ContainerSheet
from app.models.state.conditions import holds
from app.models.state.game_state import GameState, Party, PlayerCharacter
from app.models.state.newcomers import new_person, new_place, new_quest


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
        location_states={place.id: new_place(place) for place in sheet.locations},
        quests={quest.id: new_quest(quest) for quest in sheet.quests},
    )
    scenario.location_states[sheet.start_location].visits = 1
    state = GameState(
        game_id=game_id,
        seed=seed,
        scenario=scenario,
        npcs={npc.id: new_person(npc) for npc in sheet.npcs},
        party=Party(players=list(players) or [PlayerCharacter()], items=list(sheet.start_items)),
        clock=GameClock(minutes=sheet.start_minutes),
        contents={any_id: [*held.items] for any_id, held in containers_of(sheet) if held.items},
    )
    state.world.timers = {
        timer.id: RunningTimer(due=due_at(timer, sheet.start_minutes)) for timer in sheet.timers if timer.starts_at_once
    }
    state.world.rules_met = [rule.id for rule in sheet.rules if holds(rule.when, state)]
    return state


def due_at(timer: TimerSheet, now: int, minutes: int | None = None) -> int:
    """Return the game time at which a timer is due that starts now.

    Args:
        timer: The timer.
        now: The game time, in minutes.
        minutes: Minutes in place of its own; None for its own.
    """
    if minutes is None and timer.at is not None:
        return max(now, timer.at)
    return now + (timer.minutes or 0 if minutes is None else minutes)


def containers_of(sheet: ScenarioSheet) -> Iterator[tuple[str, ContainerSheet]]:
    details = [detail for place in sheet.locations for detail in place.features]
    parts: tuple[FeatureSheet | ItemSheet, ...] = (*details, *sheet.items)
    yield from ((part.id, part.container) for part in parts if part.container is not None)
