"""Doing the actions of a scenario, and those that every world has."""

from app.agents.narrator.acting.attempts import attempt
from app.agents.narrator.acting.meant_actions import Meant, actor_id, wording
from app.agents.narrator.acting.places import describe_closely, find_secret
from app.agents.narrator.turn.meaning import pick_one, plain_name
from app.agents.narrator.turn.outcomes import passages_of_outcome
from app.agents.narrator.turn.turn_builder import TurnBuilder
from app.agents.narrator.understanding import naming
from app.agents.narrator.understanding.action_words import WITH
from app.agents.narrator.understanding.naming import Thing
from app.events.actions.possible import scene_of
from app.events.commands.actions import JoinCompanionCommand, LeaveCompanionCommand, PerformActionCommand
from app.events.commands.play import AdvanceTimeCommand, TakeItemCommand, UpdateLocationStateCommand
from app.language.rendering.filling import sentence
from app.language.rendering.phrases import plural_number, the
from app.language.rendering.states import mark_sentence
from app.models.command import Outcome
from app.models.messages.passage import PassageKind
from app.models.state.things import container_of, is_open_container

_DESCRIBED_FIRST = frozenset({"search", "touch", "listen", "smell", "taste"})
"""Actions of the senses for which a description is the best answer where the author wrote no other."""
_SEARCH = "search"
"""The generic action that finds what a detail hides, as a close look does."""
_LONGEST_EFFECT = 120
_STEP, _LONGEST = 10, 120
"""Minutes between two looks for somebody who is waited for, and in all."""


async def act(turn: TurnBuilder, meant: Meant, typed: str = "") -> bool:
    """Do an action.

    Args:
        turn: The turn.
        meant: The action, with what it may be done to.
        typed: The words that it was meant by; "" for the line.

    Returns:
        False if it was refused.
    """
    if meant.mentioned:
        return await _mark_place(turn, meant)
    target = None
    if meant.targets:
        target = (
            meant.targets[0]
            if len(meant.targets) == 1
            else pick_one(turn, meant.targets, naming.which_is_meant(meant.targets))
        )
        if target is None:
            return False
        turn.last_thing = meant.thing.id if meant.thing is not None and WITH in meant.slots else target.id
    if meant.is_loose and not meant.does_something:
        return await attempt(turn, typed or turn.line)
    if meant.generic is not None and not await _is_ready(turn, meant, target):
        return False
    command = PerformActionCommand(
        action_id=meant.action_id,
        target_id=None if target is None else target.id,
        with_id=None if meant.thing is None else meant.thing.id,
        actor_id=actor_id(turn),
    )
    is_done = await turn.do(command, deed=wording(meant, target))
    if is_done and meant.action_id == _SEARCH and target is not None and target.kind is naming.ThingKind.FEATURE:
        await find_secret(turn, target.id)
    return is_done


async def _is_ready(turn: TurnBuilder, meant: Meant, target: Thing | None) -> bool:
    """Take the thing that is needed and lies here; describe what is examined. Return whether it can be done."""
    state = turn.state
    scene = scene_of(state, actor_id(turn) or state.party.players[0].id)
    is_lying = meant.thing is not None and meant.thing.id not in scene.held
    if meant.thing is not None and is_lying and not await turn.do(TakeItemCommand(item_id=meant.thing.id)):
        return False
    is_container = target is not None and container_of(state, target.id) is not None
    if meant.action_id == "put" and target is not None and is_container and not is_open_container(state, target.id):
        return turn.refuse(turn.text("closed-container", thing=the(target.name)))
    is_first = target is not None and meant.action_id not in state.tried.get(target.id, ())
    is_seen = target is not None and target.kind is not naming.ThingKind.PLACE and not meant.does_something
    if meant.action_id in _DESCRIBED_FIRST and target is not None and is_seen and is_first:
        describe_closely(turn, target)
    return True


async def _mark_place(turn: TurnBuilder, meant: Meant) -> bool:
    """Leave a mark on what the description of the place only mentions: it becomes a lasting change of the place."""
    state = turn.state
    name, mark = plain_name(meant.mentioned), (meant.generic.mark if meant.generic else None) or ""
    effect = mark_sentence(state, mark, the(name), plural_number(name))[:_LONGEST_EFFECT]
    if effect in state.place(state.here.id).lasting_changes:
        return turn.refuse(turn.text("as-it-is"))
    turn.tell(sentence(turn.text("gesture", deed=wording(meant, None)).rstrip(".")))
    return await turn.do(UpdateLocationStateCommand(location_id=state.here.id, add_effect=effect))


async def let_join(turn: TurnBuilder, person: Thing) -> bool:
    """Ask a person to go with the party."""
    turn.last_thing = person.id
    return await turn.do(JoinCompanionCommand(npc_id=person.id))


async def leave_behind(turn: TurnBuilder, person: Thing) -> bool:
    """Let a companion stay where it is."""
    turn.last_thing = person.id
    return await turn.do(LeaveCompanionCommand(npc_id=person.id))


async def wait_for(turn: TurnBuilder, person: Thing) -> bool:
    """Let time pass until a person is here, or something happens that is seen, at most two hours."""
    state = turn.state
    begun = state.clock.minutes
    if _is_here(turn, person):
        return turn.remark(turn.text("here-already", person=person.name))

    def goes_on(outcome: Outcome) -> bool:
        is_shown = any(each.kind is PassageKind.STORY for each in passages_of_outcome(state, [outcome]))
        return not is_shown and not _is_here(turn, person) and state.world.ending is None

    steps = (AdvanceTimeCommand(minutes=_STEP) for _ in range(_LONGEST // _STEP))
    if not await turn.do(*steps, goes_on=goes_on):
        return False
    is_cut_short = state.clock.minutes < begun + _LONGEST
    return is_cut_short or _is_here(turn, person) or turn.remark(turn.text("waited-in-vain", person=person.name))


def _is_here(turn: TurnBuilder, person: Thing) -> bool:
    return any(npc.instance_id == person.id for npc in turn.state.present())
