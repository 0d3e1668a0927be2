"""Asking a mind for an action where no rule decides."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from app.cognition.day.act import can_talk, doing, eating, has_table, in_talk, is_free, walking
from app.cognition.day.deeds import possible_deeds
from app.cognition.day.planning import current_item, item_line
from app.cognition.planned_commands import intend
from app.cognition.portrait import anchor_of, may_go, portrait, weekday
from app.cognition.remembering.recalling import mark_used, recollections, reinforce_decisive
from app.events.commands.mind import UpdatePlanItemCommand
from app.interfaces.agents.mind import ActionKind, BadAnswer, DecideRequest, Decision, IMind, PossibleAction
from app.interfaces.model_names import is_offline
from app.language.language import language_of
from app.language.rendering.deeds import authored_words
from app.language.rendering.naming import Naming
from app.language.rendering.phrases import listed, time_text
from app.memory.recall.recaller import Recaller
from app.models.base import on_one_line
from app.models.clock import part_of_day
from app.models.command import Command
from app.models.instances.npc_instance import NPCInstance
from app.models.minds.activity import Activity
from app.models.minds.mind_state import Job, JobKind
from app.models.minds.plan import PlanStatus
from app.models.state.cadence import Cadence
from app.models.state.conditions import open_ways
from app.models.state.game_state import GameState

RECALLED = 8
STALE = 30  # game minutes after which the moment to decide has passed
TIRED, SATED = 60.0, 85.0  # of meters from 0 to 100


_Action = tuple[PossibleAction, tuple[Command, ...]]
"""Something that can be done here and now: what is offered, and what it comes to."""


@dataclass(frozen=True)
class DecideWork:
    """Chooses one of the things that a person could do here and now. ``plain`` is a mind without a model, for what no
    model is asked."""

    plain: IMind
    recaller: Recaller

    def prepare(self, state: GameState, job: Job) -> DecideRequest | None:
        """None where the moment has passed, or there is nothing to choose from."""
        npc, now = state.npc(job.npc_id or ""), state.clock.minutes
        actions = _possible_actions(state, npc)
        if len(actions) < 2 or now - job.asked_at > STALE:
            return None
        situation, order = _situation(state, npc), {PlanStatus.ACTIVE: 0, PlanStatus.PENDING: 1}
        # What is under way, what is still to come, then what is over.
        plan = sorted(npc.plan, key=lambda item: (order.get(item.status, 2), item.time))
        return DecideRequest(
            person=portrait(state, npc.instance_id),
            now=now,
            situation=situation,
            actions=tuple(offered for offered, _ in actions.values()),
            plan=tuple(item_line(state, item) for item in plan),
            items=tuple(plan),
            memories=recollections(state, npc.instance_id, self.recaller, limit=RECALLED, text=situation),
            plan_hour=Cadence.of(state).plan_hour,
        )

    async def think(self, mind: IMind, request: DecideRequest) -> Decision:
        """BadAnswer for a model's choice of something that was not offered; where nothing is open, it is plain."""
        decision = await (mind if request.is_open else self.plain).decide(request)
        offered = [action.id for action in request.actions]
        if decision.action not in offered and request.is_open and not is_offline(mind):
            raise BadAnswer(f"the action is one of {', '.join(offered)}")
        return decision

    def apply(self, state: GameState, job: Job, request: DecideRequest, answer: Decision, *, by_model: bool) -> None:
        """What was chosen is done at the next tick; what is not possible any more is left out."""
        npc, by_model = state.npc(job.npc_id or ""), by_model and request.is_open
        if by_model:
            mark_used(state, npc.instance_id, request.memories)
        if answer.action not in (actions := _possible_actions(state, npc)):
            return
        chosen, commands = actions[answer.action]
        reason = on_one_line(answer.reason) or chosen.description
        if by_model:
            reinforce_decisive(state, npc.instance_id, request.memories, reason)
        if chosen.with_id is not None:
            with_ids, now = (chosen.with_id,), state.clock.minutes
            state.minds.ask(Job(kind=JobKind.CONVERSE, npc_id=npc.instance_id, with_ids=with_ids, asked_at=now))
        if by_model or commands or chosen.with_id is not None:  # by rule to stay is no news, and would be written
            npc.mind.reason = reason
        intend(state, npc.instance_id, commands, reason)


def _possible_actions(state: GameState, npc: NPCInstance) -> dict[str, _Action]:
    """By id; empty for one who sleeps, talks with the players, is on its way or has decided already."""
    has_decided = any(intent.npc_id == npc.instance_id for intent in state.minds.intents)
    if has_decided or npc.current_location_id is None or not is_free(npc, state) or in_talk(npc, state):
        return {}
    is_with_party = npc.current_location_id == state.scenario.current_location_id
    stay = _offered(state, ActionKind.STAY, activity=npc.activity.value)
    deeds = tuple(_deeds(state, npc))
    if deeds and is_with_party:  # it is asked because of them alone, and does not leave the players
        return {action[0].id: action for action in (*deeds, (stay, ()))}
    found = (*_here(state, npc), *deeds, *_elsewhere(state, npc), *_company(state, npc), (stay, ()))
    return {action[0].id: action for action in found}


def _here(state: GameState, npc: NPCInstance) -> Iterator[_Action]:
    """Without words of the plan: the heuristic prefers what shares words with it."""
    npc_id, sheet, here = npc.instance_id, state.sheets.npc(npc.instance_id), npc.current_location_id
    item = current_item(npc, state.clock.minutes)
    if item is not None and item.status is PlanStatus.ACTIVE:
        end = UpdatePlanItemCommand(npc_id=npc_id, item_id=item.id, status=PlanStatus.COMPLETED)
        yield _offered(state, ActionKind.DONE), (end, *doing(npc, Activity.IDLE))
    if npc.hunger < SATED and has_table(npc, state):
        yield _offered(state, ActionKind.EAT), eating(npc)
    if item is None and npc.energy < TIRED and sheet.home_location in (None, here):
        yield _offered(state, ActionKind.REST), doing(npc, Activity.SLEEPING)
    if item is None and here == sheet.work_location and npc.activity is not Activity.ACTIVITY:
        yield _offered(state, ActionKind.WORK, trade=sheet.occupation or "none"), doing(npc, Activity.ACTIVITY)


def _deeds(state: GameState, npc: NPCInstance) -> Iterator[_Action]:
    for deed in possible_deeds(state, npc.instance_id):
        words = authored_words(state.sheets.actions[deed.action_id], Naming(state).thing, deed.target_id, deed.with_id)
        parts = (ActionKind.DEED, deed.action_id, *(part for part in (deed.target_id, deed.with_id) if part))
        offered = replace(_offered(state, ActionKind.DEED, deed=words), id=":".join(parts))
        yield offered, (*doing(npc, Activity.ACTIVITY), deed)


def _elsewhere(state: GameState, npc: NPCInstance) -> Iterator[_Action]:
    """Neighbouring places; none for a companion, or while an item of the plan is under way, until the person says that
    it is done."""
    here, now = npc.current_location_id, state.clock.minutes
    if npc.instance_id in state.party.companions:
        return
    if here is None or anchor_of(state, npc.instance_id) is None or current_item(npc, now) is not None:
        return
    neighbours = dict.fromkeys(way.to for way in open_ways(state, here) if way.to != here)
    for place in may_go(state, npc.instance_id, list(neighbours)):
        going = _offered(state, ActionKind.GO, place=Naming(state).place(place))
        yield replace(going, id=f"go:{place}", place_id=place), walking(npc, place)


def _company(state: GameState, npc: NPCInstance) -> Iterator[_Action]:
    if not can_talk(npc, state):
        return
    for other in state.present(npc.current_location_id):
        if other is not npc and can_talk(other, state):
            other_id = other.instance_id
            talk = _offered(state, ActionKind.TALK, other=Naming(state, npc.instance_id).person(other_id))
            yield replace(talk, id=f"talk:{other_id}", with_id=other_id), ()


def _offered(state: GameState, kind: ActionKind, **slots: str) -> PossibleAction:
    return PossibleAction(kind.value, language_of(state.sheet).render(f"minds.action-{kind.value}", **slots), kind)


def _situation(state: GameState, npc: NPCInstance) -> str:
    name, here, now = Naming(state, npc.instance_id), npc.current_location_id or "", state.clock.minutes
    others = [name.person(other.instance_id) for other in state.present(here) if other is not npc]
    if here == state.scenario.current_location_id:
        others.append(name.player(None))
    return name.language.render(
        "minds.situation",
        weekday=weekday(now, name.language),
        part=part_of_day(now),
        time=time_text(now),
        name=state.name(npc.instance_id),
        place=name.place(here),
        company=len(others),
        others=listed(others),
    )
