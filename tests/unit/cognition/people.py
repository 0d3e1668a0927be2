"""A village for tests of people's minds, and a day of ticks in it without anything but this package and the bus."""

from collections.abc import Mapping, Sequence
from typing import Any

from app.agents.mind.offline import HeuristicMind
from app.cognition.day.act import ActionChoice, choose_action
from app.cognition.day.decide import DecideWork
from app.cognition.day.planning import PlanWork, plan_commands, plan_is_due
from app.cognition.planned_commands import take_intents
from app.cognition.queue import Work
from app.errors import TalekeeperError
from app.events.commands.play import AdvanceTimeCommand
from app.interfaces.agents.mind import DecideRequest, Decision, KnownPlace, PlannedItem, PlanRequest, Portrait
from app.memory.recall.recaller import Recaller
from app.models.clock import MINUTES_PER_DAY
from app.models.command import Command
from app.models.minds.mind_state import TICK, Job, JobKind, PlannedCommand
from app.models.minds.plan import PlanItem, PlanStatus, plan_end
from app.models.sheets.condition import ItemHeld, PlaceEntered, QuestDone, SecretKnown
from app.models.sheets.item import ItemSheet
from app.models.sheets.location import ExitSheet, LocationSheet, LocationType, SecretSheet
from app.models.sheets.person import NPCSheet
from app.models.sheets.quest import ActSheet, ObjectiveSheet, QuestSheet
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import GameState, PlayerCharacter
from app.models.state.opening import begin
from app.testing import FakeMind
from tests.unit.events.playing import whole_bus

DAY = MINUTES_PER_DAY


def at(hour: int, minute: int = 0, day: int = 1) -> int:
    """A game time."""
    return (day - 1) * DAY + hour * 60 + minute


def village() -> ScenarioSheet:
    """A square with a bakehouse, a ropewalk and two cottages around it.

    Behind the ropewalk lies a vault that is locked, and behind that an attic that is hidden; from the square one gets
    to a hut whose door opens from the inside only.
    """

    def place(
        place_id: str, kind: LocationType, *ways: ExitSheet, tags: tuple[str, ...] = (), name: str = ""
    ) -> LocationSheet:
        shown = name or place_id.replace("-", " ").title()
        return LocationSheet(id=place_id, name=shown, description="A place.", type=kind, tags=tags, exits=ways)

    def to(*goals: str) -> tuple[ExitSheet, ...]:
        return tuple(ExitSheet(to=goal, name=f"the way to {goal}") for goal in goals)

    hut_door = ExitSheet(to="hut", name="the hut door", locked_until=PlaceEntered(location_id="hut"))
    vault_door = ExitSheet(to="vault", name="the vault door", locked_until=ItemHeld(item_id="vault-key"))
    trapdoor = ExitSheet(to="attic", name="the trapdoor", hidden_until=SecretKnown(secret_id="loose-board"))
    places = (
        place("square", LocationType.PUBLIC, *to("bakehouse", "ropewalk", "lane"), hut_door, tags=("social",)),
        place("bakehouse", LocationType.RESTAURANT, *to("square"), tags=("social",)),
        place("ropewalk", LocationType.WORK, *to("square"), vault_door),
        place("lane", LocationType.ROAD, *to("square", "cottage", "mill")),
        place("cottage", LocationType.HOME, *to("lane")),
        place("mill", LocationType.WORK, *to("lane")),
        place("vault", LocationType.OTHER, *to("ropewalk"), trapdoor).model_copy(
            update={"secrets": (SecretSheet(id="loose-board", name="the loose board", text="A board is loose."),)}
        ),
        place("attic", LocationType.OTHER, *to("vault")),
        place("hut", LocationType.HOME, *to("square")),
    )
    people = (
        _person("jorun", "Jorun Haldane", home="cottage", work="ropewalk", occupation="roper"),
        _person("hedda", "Hedda Brask", home="bakehouse", work="bakehouse", occupation="baker"),
        _person("wenzel", "Wenzel Ambrus", home="mill", work="mill"),
        _person("ragna", "Ragna Iseli", home="hut", work="hut"),
        _person("drifter", "Old Tam", home=None, work=None, start="square"),
    )
    quest = QuestSheet(
        id="rope",
        name="A rope for the well",
        description="The well needs a rope.",
        giver_id="jorun",
        objectives=(ObjectiveSheet(id="fetch-rope", name="Fetch the rope"),),
    )
    return ScenarioSheet(
        id="village",
        title="A Village",
        summary="For tests.",
        premise="A village.",
        opening="You come to the village.",
        start_location="attic",
        start_minutes=at(6),
        acts=(ActSheet(id="act", name="A day", opening="Day breaks.", condition=QuestDone(quest_id="rope")),),
        locations=places,
        npcs=people,
        items=(ItemSheet(id="vault-key", name="vault key", description="Small."),),
        quests=(quest,),
    )


def _person(
    npc_id: str, name: str, *, home: str | None, work: str | None, occupation: str = "", start: str | None = None
) -> NPCSheet:
    return NPCSheet(
        id=npc_id,
        name=name,
        description="Somebody.",
        occupation=occupation,
        home_location=home,
        work_location=work,
        start_location=start or home,
        schedule_hints=("up early",),
    )


def new_village(minutes: int = at(6)) -> GameState:
    """A fresh game at a game time, the players (Élan) out of everybody's sight."""
    state = begin(village(), "game-1", [PlayerCharacter(name="Élan")], seed=3)
    state.clock.minutes = minutes
    return state


def item(number: int, time: int, place: str | None = None, **fields: object) -> PlanItem:
    """An item of Jorun's plan."""
    given = {"id": f"plan-jorun-1-{number}", "description": f"Do thing {number}", "place": place, "time": time}
    return PlanItem.model_validate({**given, **fields})


def give_plan(state: GameState, *items: PlanItem, npc_id: str = "jorun") -> None:
    """Let somebody have a plan that is valid until the next 06:00."""
    npc = state.npc(npc_id)
    npc.plan = list(items)
    npc.mind.plan_until = plan_end(state.clock.minutes)


def plan_asked(now: int, *, npc_id: str = "jorun", surprise: str = "") -> PlanRequest:
    """A question for a plan, of one who knows two places and the players."""
    places = (KnownPlace("cottage", "Cottage", "home"), KnownPlace("bakehouse", "Bakehouse", "restaurant", ("social",)))
    person = Portrait(npc_id=npc_id, name="Jorun Haldane")
    return PlanRequest(person=person, now=now, weekday="Monday", places=places, home="cottage", surprise=surprise)


RULE_DAY = (
    ("Have breakfast", 7, "home", 4),
    ("Get to work", 9, "work", 5),
    ("Take a midday meal", 12, "lunch", 4),
    ("Go back to work", 13, "work", 5),
    ("Find some company", 17, "company", 3),
    ("Go home for the night", 20, "home", 4),
)


class RuleMind(FakeMind):
    """The heuristic as far as these tests need it: the rule-based day, and staying where one is."""

    model = "offline"

    def __init__(self, decision: str = "stay") -> None:
        self.decision = decision
        self.plans_asked: list[PlanRequest] = []
        self.decisions_asked: list[DecideRequest] = []

    async def plan(self, asked: PlanRequest) -> tuple[PlannedItem, ...]:
        self.plans_asked.append(asked)
        if asked.surprise:
            return ()
        meals = next((place.id for place in asked.places if place.type == "restaurant"), asked.home)
        social = next((place.id for place in asked.places if "social" in place.tags), asked.home)
        where: Mapping[str, str | None] = {"home": asked.home, "work": asked.work, "lunch": meals, "company": social}
        return tuple(
            PlannedItem(description=what, minute=hour * 60, place=where[place], priority=priority)
            for what, hour, place, priority in RULE_DAY
        )

    async def decide(self, asked: DecideRequest) -> Decision:
        self.decisions_asked.append(asked)
        return Decision(action=self.decision, reason="So it chose.")


class Days:
    """Runs people tick by tick: intents, plans, deeds and the jobs that they ask for, with a mind that answers at once.

    What each person did is noted as ``log[npc_id]``: (game time, place, activity) after each tick.
    """

    def __init__(self, state: GameState, mind: FakeMind | None = None) -> None:
        self.state = state
        self.mind = mind or RuleMind()
        self.works: dict[JobKind, Work[Any, Any]] = {
            JobKind.PLAN: PlanWork(Recaller()),
            JobKind.DECIDE: DecideWork(HeuristicMind(), Recaller()),
        }
        self.bus = whole_bus()
        self.log: dict[str, list[tuple[int, str | None, str]]] = {npc_id: [] for npc_id in state.npcs}
        self.orders: list[tuple[int, Command]] = []
        self.refused: list[tuple[int, Command, str]] = []
        self.choices: dict[tuple[str, int], ActionChoice] = {}

    async def run(self, until: int) -> None:
        """Tick by tick up to a game time."""
        while self.state.clock.minutes < until:
            await self.bus.execute(AdvanceTimeCommand(minutes=TICK), self.state)
            await self.tick()

    async def tick(self) -> None:
        """One tick at the state's own time: everything is chosen first, then carried out; then minds think."""
        state, now = self.state, self.state.clock.minutes
        intents = take_intents(state)
        commands = [order for _, orders in intents for order in orders]
        for npc in state.npcs.values():
            commands += plan_commands(state, npc)
            if plan_is_due(state, npc):
                state.minds.ask(Job(kind=JobKind.PLAN, npc_id=npc.instance_id, asked_at=now))
            if npc.instance_id in _acting(intents):
                continue
            choice = self.choices[npc.instance_id, now] = choose_action(npc, state)
            commands += choice.commands
            if choice.asks_mind:
                state.minds.ask(Job(kind=JobKind.DECIDE, npc_id=npc.instance_id, asked_at=now))
        await self._carry_out(commands)
        await self.think()
        for npc in state.npcs.values():
            self.log[npc.instance_id].append((now, npc.current_location_id, npc.activity.value))

    async def think(self) -> None:
        """Do what jobs wait, one after the other."""
        state = self.state
        for job in [job for job in state.minds.jobs if job.kind in self.works]:
            state.minds.jobs.remove(job)
            work = self.works[job.kind]
            asked = work.prepare(state, job)
            if asked is not None:
                answer = await work.think(self.mind, asked)
                work.apply(state, job, asked, answer, by_model=False)

    def seen(self, npc_id: str, time: int) -> tuple[str | None, str]:
        """Where somebody was and what it did after the tick of a game time."""
        return next((place, does) for when, place, does in self.log[npc_id] if when == time)

    async def _carry_out(self, orders: Sequence[Command]) -> None:
        for order in orders:
            try:
                await self.bus.execute(order, self.state)
            except TalekeeperError as error:
                self.refused.append((self.state.clock.minutes, order, str(error)))
            else:
                self.orders.append((self.state.clock.minutes, order))


def _acting(intents: Sequence[tuple[PlannedCommand, Sequence[Command]]]) -> set[str]:
    """Who has done something by intent that is more than planning."""
    quiet = {"set_plan", "update_plan_item"}
    return {
        intent.npc_id for intent, orders in intents if any(getattr(order, "kind", "") not in quiet for order in orders)
    }


def statuses(state: GameState, npc_id: str) -> list[PlanStatus]:
    """Of the items of somebody's plan, in order."""
    return [item.status for item in state.npc(npc_id).plan]
