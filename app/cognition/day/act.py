"""What people do at a tick: needs first, then the plan, then the night; a mind is asked only where no rule decides."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from app.cognition.day.intents import because
from app.cognition.day.planning import current_item
from app.cognition.day.routes import anchor_of, may_go, way_to
from app.events.commands.mind import EatCommand, SetActivityCommand
from app.events.commands.play import MoveNPCCommand
from app.language.language import language_of
from app.language.rendering.naming import Naming, in_quotes
from app.models.command import Command
from app.models.instances.npc_instance import Activity, NPCInstance
from app.models.location import LocationType
from app.models.messages.message import Role
from app.models.state.clock import MINUTES_PER_DAY
from app.models.state.game_state import GameState
from app.models.state.minds import TICK
from app.models.state.plan import PlanItem, Purpose

FULL = 100.0
"""Of a meter."""


@dataclass(frozen=True)
class ActLimits:
    """Meters from 0 to 100; times in game minutes, those of the night after midnight."""

    low_energy: float = 20.0
    low_hunger: float = 20.0
    meal_hunger: float = 85.0
    """Below it somebody eats when its plan speaks of a meal."""
    night_from: int = 22 * 60
    night_until: int = 6 * 60
    ask_every: int = 60
    """From asking a person's mind to asking it again."""
    talk_lasts: int = 60
    """After the players' last words, whoever they spoke to is free again."""


@dataclass(frozen=True)
class Choice:
    """What somebody does at a tick, and why; ``asks_mind`` where its mind may choose better."""

    commands: tuple[Command, ...]
    reason: str
    asks_mind: bool = False


class ActionSystem:
    """Chooses for one person at a time; pure, and the same for the same state."""

    def __init__(self, limits: ActLimits | None = None) -> None:
        self._limits = limits or ActLimits()
        self._rules: tuple[Callable[[NPCInstance, GameState, int], Choice | None], ...] = (
            self._talks,
            self._is_exhausted,
            self._is_hungry,
            self._sleeps_on,
            self._follows_plan,
            self._goes_to_bed,
        )

    def choose(self, npc: NPCInstance, world: GameState, now: int) -> Choice:
        """The first rule that decides, else to be where one is. At most one place further; no order changes nothing."""
        if npc.current_location_id is None:
            return Choice((), because(world, "nowhere"))
        for rule in self._rules:
            choice = rule(npc, world, now)
            if choice is not None:
                return choice
        return self._is_here(npc, world, now)

    # -- the rules, in their order -----------------------------------------------------------------------------

    def _talks(self, npc: NPCInstance, world: GameState, now: int) -> Choice | None:
        if not in_talk(npc, world, now, self._limits.talk_lasts):
            return None
        stands_still = npc.activity not in (Activity.SLEEPING, Activity.WALKING)
        reason = because(world, "talks", who=_party(npc, world))
        return Choice(() if stands_still else doing(npc, Activity.IDLE), reason)

    def _is_exhausted(self, npc: NPCInstance, world: GameState, now: int) -> Choice | None:  # noqa: ARG002  # a rule
        if npc.energy >= self._limits.low_energy:
            return None
        return self._home_to_sleep(npc, world, "exhausted")

    def _is_hungry(self, npc: NPCInstance, world: GameState, now: int) -> Choice | None:
        if npc.hunger >= self._limits.low_hunger:
            return None
        home = world.sheets.npc(npc.instance_id).home_location
        at_home = () if home is None else (home,)
        served = [place.id for place in world.sheet.locations if place.type is LocationType.RESTAURANT]
        by_night = self.is_night(now)
        for tables in (at_home, served) if by_night else (served, at_home):
            if npc.current_location_id in tables:
                return self._meal(npc, world, "hungry-here")
            if (choice := _towards(npc, world, tables, "hungry-goes")) is not None:
                return choice
        return None

    def _sleeps_on(self, npc: NPCInstance, world: GameState, now: int) -> Choice | None:  # noqa: ARG002  # a rule
        if npc.activity is not Activity.SLEEPING or npc.energy >= FULL:
            return None
        return Choice((), because(world, "asleep"))

    def _follows_plan(self, npc: NPCInstance, world: GameState, now: int) -> Choice | None:
        item, here = current_item(npc, now), npc.current_location_id
        if item is None or item.place is None or anchor_of(world, npc.instance_id) is None:
            return None
        by_night = self.is_night(now)
        if by_night and item.time < self._night_began(now):
            return None
        if item.place == here:
            is_home = here == world.sheets.npc(npc.instance_id).home_location
            return self._at_its_item(npc, world, item) if by_night and not is_home else None
        what = in_quotes(item.description)
        going = _towards(npc, world, (item.place,), "means-goes", what=what)
        if going is None:
            cannot = because(world, "means-cannot", what=what, place=Naming(world).place(item.place))
            return Choice(doing(npc, Activity.IDLE), cannot)
        return going

    def _goes_to_bed(self, npc: NPCInstance, world: GameState, now: int) -> Choice | None:
        return self._home_to_sleep(npc, world, "night") if self.is_night(now) else None

    def _is_here(self, npc: NPCInstance, world: GameState, now: int) -> Choice:
        item, here = current_item(npc, now), npc.current_location_id
        is_about_it = item is not None and item.place in (None, here)
        asks = here != world.scenario.current_location_id and self._is_its_turn(npc, world, now)
        if item is not None and is_about_it:
            choice = self._at_its_item(npc, world, item)
            return Choice(choice.commands, choice.reason, asks_mind=asks)
        works = npc.activity is Activity.ACTIVITY and here == world.sheets.npc(npc.instance_id).work_location
        if here == world.scenario.current_location_id:
            reason = because(world, "idle-with", who=_party(npc, world))
        else:
            reason = because(world, "idle")
        return Choice(() if works else doing(npc, Activity.IDLE), reason, asks_mind=asks)

    # -- what they have in common ------------------------------------------------------------------------------

    def is_night(self, now: int) -> bool:
        """Whether people sleep at this game time."""
        minute = now % MINUTES_PER_DAY
        return minute >= self._limits.night_from or minute < self._limits.night_until

    def _night_began(self, now: int) -> int:
        """When the night began that it is now."""
        return now - (now - self._limits.night_from) % MINUTES_PER_DAY

    def _home_to_sleep(self, npc: NPCInstance, world: GameState, why: str) -> Choice:
        home = world.sheets.npc(npc.instance_id).home_location
        if home is not None and home != npc.current_location_id:
            going = _towards(npc, world, (home,), "bed-goes", why=why)
            if going is not None:
                return going
            return Choice(doing(npc, Activity.SLEEPING), because(world, "bed-anywhere", why=why))
        return Choice(doing(npc, Activity.SLEEPING), because(world, "bed-here", why=why))

    def _at_its_item(self, npc: NPCInstance, world: GameState, item: PlanItem) -> Choice:
        if is_meal(item, world) and npc.hunger < self._limits.meal_hunger and has_table(npc, world):
            return self._meal(npc, world, "means-eats", what=in_quotes(item.description))
        return Choice(doing(npc, Activity.ACTIVITY), because(world, "means", what=in_quotes(item.description)))

    def _meal(self, npc: NPCInstance, world: GameState, reason: str, **slots: str) -> Choice:
        where = Naming(world).place(npc.current_location_id or "")
        eats = (*doing(npc, Activity.ACTIVITY), EatCommand(npc_id=npc.instance_id))
        return Choice(eats, because(world, reason, place=where, **slots))

    def _is_its_turn(self, npc: NPCInstance, world: GameState, now: int) -> bool:
        """Minds are asked in turn, so that not everybody thinks at once."""
        turns = max(1, self._limits.ask_every // TICK)
        return now // TICK % turns == list(world.npcs).index(npc.instance_id) % turns


def doing(npc: NPCInstance, activity: Activity) -> tuple[Command, ...]:
    """The order to do something, if it does not do it already."""
    return () if npc.activity is activity else (SetActivityCommand(npc_id=npc.instance_id, activity=activity),)


def is_meal(item: PlanItem, world: GameState) -> bool:
    """Whether an item is a meal; one without a purpose says in its author's words what it is."""
    if item.purpose is not None:
        return item.purpose is Purpose.MEAL
    return language_of(world.sheet).pattern("minds.meal").search(item.about or item.description) is not None


def has_table(npc: NPCInstance, world: GameState) -> bool:
    """Whether somebody can have a meal where it is: at home, or where meals are sold."""
    here = npc.current_location_id
    if here is None:
        return False
    is_home = here == world.sheets.npc(npc.instance_id).home_location
    return is_home or world.sheets.location(here).type is LocationType.RESTAURANT


def in_talk(npc: NPCInstance, world: GameState, now: int, lasts: int = ActLimits.talk_lasts) -> bool:
    """Whether the players talk to somebody: it is with them, was spoken to last, and not too long ago."""
    is_with_them = npc.current_location_id == world.scenario.current_location_id
    if not is_with_them or npc.instance_id not in world.party.addressee_ids:
        return False
    for message in reversed(world.conversation_history):
        if message.game_time < now - lasts:
            return False
        if message.role is Role.PLAYER:
            break
    return True


def _towards(npc: NPCInstance, world: GameState, goals: Collection[str], reason: str, **slots: str) -> Choice | None:
    """One place nearer to the nearest goal; None where no open way leads there, or none back."""
    here = npc.current_location_id or ""
    goals = may_go(world, npc.instance_id, goals)
    way = way_to(world, here, goals) if goals else None
    if not way:
        return None
    step = MoveNPCCommand(npc_id=npc.instance_id, location_id=way[0])
    return Choice(
        (*doing(npc, Activity.WALKING), step), because(world, reason, place=Naming(world).place(way[-1]), **slots)
    )


def _party(npc: NPCInstance, world: GameState) -> str:
    return Naming(world, npc.instance_id).player(None)
