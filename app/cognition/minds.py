"""People's minds, tick by tick."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from app.cognition.budget import MindLimits, begin_tick
from app.cognition.day.act import AWAY, choose_action, has_mind, in_talk
from app.cognition.day.gatherings import gatherings
from app.cognition.day.perceive import notice, npcs_by_location, surprises
from app.cognition.day.planning import consider, plan_commands, plan_is_due
from app.cognition.planned_commands import because, take_intents
from app.cognition.queue import CognitionQueue
from app.cognition.remembering.changing import close_questions
from app.cognition.remembering.keeping import forgetting_jobs, scoring_is_due
from app.cognition.remembering.reflection_times import quiet_reflection, reflection_is_due
from app.cognition.talking.converse import meetings
from app.events.commands.actions import PerformActionCommand
from app.events.commands.mind import (
    AdjustRelationshipCommand,
    SetActivityCommand,
    SetPlanCommand,
    UpdateGoalCommand,
    UpdatePlanItemCommand,
)
from app.events.commands.play import MoveNPCCommand
from app.interfaces.cognition import Observation, TickResult
from app.log import logger
from app.memory.stream.goals import goal_served, open_goals
from app.models.base import on_one_line
from app.models.command import Command, Event
from app.models.instances.npc_instance import NPCInstance
from app.models.minds.mind_state import Job, JobKind
from app.models.minds.plan import DONE, PlanStatus
from app.models.state.cadence import Cadence
from app.models.state.conditions import npc_barred_from, open_ways
from app.models.state.game_state import GameState
from app.scheduling import Slices

_SIDE_COMMANDS = (SetPlanCommand, UpdatePlanItemCommand, AdjustRelationshipCommand, UpdateGoalCommand)
"""What a person can do beside its action of the tick."""
AT_ONCE = 4  # people of a slice, about a millisecond each
ASK_EVERY = 6  # ticks from one look at a person's new knowledge to the next
STEP = 10  # points of 100 by which an item of a plan that is completed brings its goal further


class Minds:
    """ICognition: people notice, follow their plans and act at ticks; what needs a mind is queued."""

    def __init__(self, queue: CognitionQueue, limits: MindLimits) -> None:
        self._limits = limits
        self.model = queue.mind.model
        self.catch_up = queue.catch_up
        self.drain = queue.drain

    def tick(self, state: GameState) -> Slices[TickResult]:
        begin_tick(state)
        state.minds.tick = state.clock.minutes // Cadence.of(state).tick
        commands: list[Command] = []
        observations: list[Observation] = []
        busy: set[str] = set()
        replanning: set[str] = set()
        with _log_defects("what people had decided"):
            for intent, decided in take_intents(state):
                if state.npc(intent.npc_id).dead or not has_mind(state, intent.npc_id):
                    continue
                if not all(_is_open(state, order) for order in decided):
                    continue
                orders = [order for order in decided if not _is_left_to_others(state, order)]
                commands += orders
                replanning.update(order.npc_id for order in orders if isinstance(order, SetPlanCommand))
                if not all(isinstance(order, _SIDE_COMMANDS) for order in orders):
                    busy.add(intent.npc_id)
                    state.npc(intent.npc_id).mind.reason = intent.reason
        where = npcs_by_location(state)  # no person moves before all have looked round
        for number, npc in enumerate(state.npcs.values()):
            if number % AT_ONCE == 0:
                yield
            npc_id = npc.instance_id
            with _log_defects(npc_id):
                observations += notice(state, npc, where)
                thinks = has_mind(state, npc_id)
                if npc.current_location_id is None or not (thinks or npc.mind.is_played(state.clock.minutes)):
                    continue
                # A plan that is about to be another one is not followed any more.
                if state.minds.tick % ASK_EVERY == number % ASK_EVERY:
                    consider(state, npc)
                    close_questions(state, npc)
                if npc_id not in replanning:
                    commands += plan_commands(state, npc)
                    if thinks:
                        self._ask_for_thoughts(state, npc)
                if npc_id not in busy:
                    commands += _own_action(state, npc)
        yield
        with _log_defects("who has come to what was agreed"):
            observations += gatherings(state)
        with _log_defects("what people get done for their goals"):
            commands += goal_steps(state, commands)
        with _log_defects("people who meet"):
            for job in meetings(state):
                state.minds.ask(job)
        with _log_defects("forgetting"):
            for job in forgetting_jobs(state, self._limits.memories):
                state.minds.ask(job)
        return TickResult(commands, observations)

    def _ask_for_thoughts(self, state: GameState, npc: NPCInstance) -> None:
        now, npc_id = state.clock.minutes, npc.instance_id
        if plan_is_due(state, npc):
            state.minds.ask(Job(kind=JobKind.PLAN, npc_id=npc_id, asked_at=now))
        is_busy = len(state.minds.jobs) >= max(self._limits.busy, len(state.npcs))
        if not is_busy and reflection_is_due(state, npc):
            state.minds.ask(Job(kind=JobKind.REFLECT, npc_id=npc_id, asked_at=now))
        elif (job := quiet_reflection(state, npc)) is not None:
            state.minds.ask(job)
        if scoring_is_due(state, npc):
            state.minds.ask(Job(kind=JobKind.SCORE, npc_id=npc_id, asked_at=now))

    def surprise(self, state: GameState, events: Sequence[Event]) -> None:
        with _log_defects("what surprises people"):
            surprises(state, events)


def _own_action(state: GameState, npc: NPCInstance) -> Sequence[Command]:
    now = state.clock.minutes
    if npc.mind.is_played(now):
        npc.mind.reason = because(state, "played")
        return ()
    choice = choose_action(npc, state)
    npc.mind.reason = choice.reason
    if choice.asks_mind:
        state.minds.ask(Job(kind=JobKind.DECIDE, npc_id=npc.instance_id, asked_at=now))
    return choice.commands


@contextmanager
def _log_defects(what: str) -> Iterator[None]:
    """Log any defect of minds and go on: it must not cost the players their turn, tick after tick."""
    try:
        yield
    except Exception:  # noqa: BLE001  # a game whose every turn fails could not be played any more
        logger.exception("a defect in {}", what)


def _is_left_to_others(state: GameState, order: Command) -> bool:
    """Return whether an order is an action of a person whose mind does not play it."""
    npc_id: str | None = order.actor_id if isinstance(order, PerformActionCommand) else getattr(order, "npc_id", None)
    if npc_id not in state.npcs or isinstance(order, _SIDE_COMMANDS):
        return False
    return state.npc(npc_id).mind.is_played(state.clock.minutes)


def _is_open(state: GameState, order: Command) -> bool:
    """Return whether a step that was decided since the last tick can still be taken: doors close, people are moved, and
    no person leaves or falls asleep in a talk with the players."""
    if isinstance(order, SetActivityCommand):
        return order.activity not in AWAY or not in_talk(state.npc(order.npc_id), state)
    if not isinstance(order, MoveNPCCommand):
        return True
    if in_talk(state.npc(order.npc_id), state) or order.npc_id in state.party.companions:
        return False
    here = state.npc(order.npc_id).current_location_id
    if here is None or npc_barred_from(state, order.npc_id, order.location_id or here):
        return False
    return any(way.to == order.location_id for way in open_ways(state, here))


def goal_steps(state: GameState, orders: Iterable[Command]) -> list[UpdateGoalCommand]:
    """What orders that complete items of plans do for people's goals; one step for an item, however often ordered."""
    completed = dict.fromkeys(
        (order.npc_id, order.item_id)
        for order in orders
        if isinstance(order, UpdatePlanItemCommand) and order.status is PlanStatus.COMPLETED
    )
    over = (PlanStatus.COMPLETED, PlanStatus.CANCELLED)
    steps: list[UpdateGoalCommand] = []
    for npc_id, item_id in completed:
        under_way = (item for item in state.npc(npc_id).plan if item.id == item_id and item.status not in over)
        what = next((item.description for item in under_way), "")
        if what and (goal := goal_served(what, open_goals(state, npc_id))) is not None:
            note, progress = because(state, "goal-step", what=on_one_line(what)), min(DONE, goal.progress + STEP)
            steps.append(UpdateGoalCommand(npc_id=npc_id, goal_id=goal.id, progress=progress, note=note))
    return steps
