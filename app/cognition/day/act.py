"""What people do at a tick: needs first, then the plan, then the night; a mind is asked only where no rule decides.
Meters go from 0 to 100; times are game minutes."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from app.cognition.day.deeds import possible_deeds
from app.cognition.day.planning import current_item
from app.cognition.planned_commands import because
from app.cognition.portrait import anchor_of, may_go
from app.events.commands.mind import EatCommand, SetActivityCommand
from app.events.commands.play import MoveNPCCommand
from app.language.language import language_of
from app.language.rendering.naming import Naming, in_quotes
from app.models.clock import MINUTES_PER_DAY
from app.models.command import Command
from app.models.instances.npc_instance import NPCInstance
from app.models.messages.message import Role
from app.models.minds.activity import Activity
from app.models.minds.plan import PlanItem, Purpose
from app.models.sheets.location import LocationType
from app.models.state.cadence import Cadence
from app.models.state.conditions import way_to
from app.models.state.game_state import GameState

FULL = 100.0
LOW_ENERGY = 20.0
LOW_HUNGER = 20.0
MEAL_HUNGER = 85.0  # below it a person eats when its plan speaks of a meal
NIGHT_FROM = 22 * 60
NIGHT_UNTIL = 6 * 60
ASK_EVERY = 240  # from asking a person's mind to asking it again
DEED_EVERY = 60  # the same where it can do what its author has given it to do
BRINGS_WITHIN = 180  # from taking on a message to carrying it only until the two meet by chance
TALK_AGAIN = 120  # from anybody's talk to its next one, with anyone and for any reason
AWAY = (Activity.SLEEPING, Activity.WALKING)
"""What somebody does who cannot talk."""
TALK_LASTS = 60  # after the players' last words those they spoke to are free again


@dataclass(frozen=True)
class ActionChoice:
    """The action of a person at a tick, and its reason; ``asks_mind`` where the person's mind may choose a better
    one."""

    commands: tuple[Command, ...]
    reason: str
    asks_mind: bool = False


def choose_action(npc: NPCInstance, state: GameState) -> ActionChoice:
    """What the first rule that decides says, else to stay. At most one place further; no order changes nothing."""
    if npc.current_location_id is None:
        return ActionChoice((), because(state, "nowhere"))
    if in_talk(npc, state):
        stands_still = npc.activity not in AWAY
        reason = because(state, "talks", who=Naming(state, npc.instance_id).player(None))
        return ActionChoice(() if stands_still else doing(npc, Activity.IDLE), reason)
    if npc.energy < LOW_ENERGY:
        return _home_to_sleep(npc, state, "exhausted")
    if npc.hunger < LOW_HUNGER and (meal := _gets_meal(npc, state)) is not None:
        return meal
    if npc.activity is Activity.SLEEPING and npc.energy < FULL:
        return ActionChoice((), because(state, "asleep"))
    if (errand := _brings_message(npc, state)) is not None:
        return errand
    if (planned := _follows_plan(npc, state)) is not None:
        return planned
    return _home_to_sleep(npc, state, "night") if _is_night(state) else _stays(npc, state)


def _gets_meal(npc: NPCInstance, state: GameState) -> ActionChoice | None:
    home = state.sheets.npc(npc.instance_id).home_location
    at_home = [] if home is None else [home]
    served = [place.id for place in state.sheet.locations if place.type is LocationType.RESTAURANT]
    for tables in (at_home, served) if _is_night(state) else (served, at_home):
        if npc.current_location_id in tables:
            return _meal(npc, state, "hungry-here")
        if (choice := _towards(npc, state, tables, "hungry-goes")) is not None:
            return choice
    return None


def _brings_message(npc: NPCInstance, state: GameState) -> ActionChoice | None:
    """Return a step to the home or work place of a person that it has a message for; None without a new message, and
    where that person was looked for already."""
    now, here = state.clock.minutes, npc.current_location_id
    for message in () if _is_night(state) else npc.carries:
        sheet = state.sheets.npc(message.to_id)
        goals = [place for place in (sheet.work_location, sheet.home_location) if place is not None]
        if now - message.given_at > BRINGS_WITHIN or here in goals:
            continue
        who = Naming(state, npc.instance_id).person(message.to_id)
        if (going := _towards(npc, state, goals[:1], "brings", who=who)) is not None:
            return going
    return None


def _follows_plan(npc: NPCInstance, state: GameState) -> ActionChoice | None:
    now, here = state.clock.minutes, npc.current_location_id
    item = current_item(npc, now)
    if item is None or item.place is None or anchor_of(state, npc.instance_id) is None:
        return None
    if npc.instance_id in state.party.companions and item.place != here:
        return None
    by_night = _is_night(state)
    night_began = now - (now - NIGHT_FROM) % MINUTES_PER_DAY
    if by_night and item.time < night_began:
        return None
    if item.place == here:
        is_home = here == state.sheets.npc(npc.instance_id).home_location
        return _at_its_item(npc, state, item) if by_night and not is_home else None
    what = in_quotes(item.description)
    if (going := _towards(npc, state, (item.place,), "means-goes", what=what)) is not None:
        return going
    cannot = because(state, "means-cannot", what=what, place=Naming(state).place(item.place))
    return ActionChoice(doing(npc, Activity.IDLE), cannot)


def _stays(npc: NPCInstance, state: GameState) -> ActionChoice:
    item, here = current_item(npc, state.clock.minutes), npc.current_location_id
    is_with_party = here == state.scenario.current_location_id
    number = list(state.npcs).index(npc.instance_id)
    asks = _is_turn_of(number, ASK_EVERY, state) and not is_with_party
    # What its author has given it to do does not wait so long, and players see it.
    asks = asks or (_is_turn_of(number, DEED_EVERY, state) and any(possible_deeds(state, npc.instance_id)))
    if item is not None and item.place in (None, here):
        return replace(_at_its_item(npc, state, item), asks_mind=asks)
    works = npc.activity is Activity.ACTIVITY and here == state.sheets.npc(npc.instance_id).work_location
    who = Naming(state, npc.instance_id).player(None)
    reason = because(state, "idle-with", who=who) if is_with_party else because(state, "idle")
    return ActionChoice(() if works else doing(npc, Activity.IDLE), reason, asks_mind=asks)


def _is_turn_of(number: int, every: int, state: GameState) -> bool:
    """Return whether it is the tick of this person: minds are asked in turn, so that not everybody thinks at once."""
    tick = Cadence.of(state).tick
    turns = max(1, every // tick)
    return state.clock.minutes // tick % turns == number % turns


def _is_night(state: GameState) -> bool:
    minute = state.clock.minutes % MINUTES_PER_DAY
    return minute >= NIGHT_FROM or minute < NIGHT_UNTIL


def _home_to_sleep(npc: NPCInstance, state: GameState, why: str) -> ActionChoice:
    home = state.sheets.npc(npc.instance_id).home_location
    reason = "bed-here"
    if home is not None and home != npc.current_location_id:
        if (going := _towards(npc, state, (home,), "bed-goes", why=why)) is not None:
            return going
        reason = "bed-anywhere"
    return ActionChoice(doing(npc, Activity.SLEEPING), because(state, reason, why=why))


def _at_its_item(npc: NPCInstance, state: GameState, item: PlanItem) -> ActionChoice:
    what = in_quotes(item.description)
    # An item without a purpose says in its author's words whether it is a meal.
    words = language_of(state.sheet).pattern("minds.meal").search(item.about or item.description)
    is_meal = words is not None if item.purpose is None else item.purpose is Purpose.MEAL
    if is_meal and npc.hunger < MEAL_HUNGER and has_table(npc, state):
        return _meal(npc, state, "means-eats", what=what)
    return ActionChoice(doing(npc, Activity.ACTIVITY), because(state, "means", what=what))


def _meal(npc: NPCInstance, state: GameState, reason: str, **slots: str) -> ActionChoice:
    where = Naming(state).place(npc.current_location_id or "")
    return ActionChoice(eating(npc), because(state, reason, place=where, **slots))


def _towards(
    npc: NPCInstance, state: GameState, goals: Collection[str], reason: str, **slots: str
) -> ActionChoice | None:
    """One place nearer to the nearest goal; None where no open way leads there, or none back, and for a companion,
    who goes where the party goes."""
    if npc.instance_id in state.party.companions:
        return None
    goals = may_go(state, npc.instance_id, goals)
    way = way_to(state, npc.current_location_id or "", goals) if goals else None
    if not way or not may_go(state, npc.instance_id, way[:1]):
        return None
    return ActionChoice(walking(npc, way[0]), because(state, reason, place=Naming(state).place(way[-1]), **slots))


def doing(npc: NPCInstance, activity: Activity) -> tuple[Command, ...]:
    """The order to do something, if it does not do it already."""
    return () if npc.activity is activity else (SetActivityCommand(npc_id=npc.instance_id, activity=activity),)


def eating(npc: NPCInstance) -> tuple[Command, ...]:
    """The orders for a meal."""
    return (*doing(npc, Activity.ACTIVITY), EatCommand(npc_id=npc.instance_id))


def walking(npc: NPCInstance, place_id: str) -> tuple[Command, ...]:
    """The orders for a step to a neighbouring place."""
    return (*doing(npc, Activity.WALKING), MoveNPCCommand(npc_id=npc.instance_id, location_id=place_id))


def has_table(npc: NPCInstance, state: GameState) -> bool:
    """Return whether a person can have a meal where it is: at home, or where meals are sold."""
    here = npc.current_location_id
    if here is None:
        return False
    is_home = here == state.sheets.npc(npc.instance_id).home_location
    return is_home or state.sheets.location(here).type is LocationType.RESTAURANT


def has_mind(state: GameState, npc_id: str) -> bool:
    """Return whether a person plans, acts, reflects and talks by itself."""
    return state.sheets.npc(npc_id).has_mind


def is_free(npc: NPCInstance, state: GameState) -> bool:
    """Return whether a person is awake, not on its way, and played by its mind."""
    return has_mind(state, npc.instance_id) and npc.activity not in AWAY and not npc.mind.is_played(state.clock.minutes)


def can_talk(npc: NPCInstance, state: GameState) -> bool:
    """Return whether a person is free, and has not just finished another talk."""
    return is_free(npc, state) and all(state.clock.minutes - time >= TALK_AGAIN for time in npc.mind.talked.values())


def in_talk(npc: NPCInstance, state: GameState) -> bool:
    """Return whether a player talks to a person: it is with the players, and has spoken in this turn or was the last to
    be spoken to, not too long ago."""
    is_with_them = npc.current_location_id == state.scenario.current_location_id
    spoke_at = state.spoke_at(npc.instance_id)
    if is_with_them and spoke_at is not None and state.clock.minutes - spoke_at < TALK_LASTS:
        return True
    talking = {key for key, npc_ids in state.party.addressees.items() if npc.instance_id in npc_ids}
    if not is_with_them or not talking:
        return False
    for message in reversed(state.conversation_history):
        if message.game_time < state.clock.minutes - TALK_LASTS:
            return False
        if message.role is Role.PLAYER and message.speaker_id in talking:
            break
    return True
