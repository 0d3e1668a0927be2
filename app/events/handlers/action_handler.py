"""Handles actions, checks and rules."""

from app.errors import NotFound, NotPossible
from app.events import commands
from app.events.actions import checks
from app.events.actions.carrying_out import Done, carry_out
from app.events.actions.effects import effects_bound_to
from app.events.actions.generic import SpecialRule, TargetKind, generic_actions
from app.events.actions.generic_effects import GenericDeed
from app.events.actions.possible import Scene, actor_of, is_known, refusal_of, scene_of, targets_of
from app.events.commands.play import MAX_ADVANCE
from app.events.handlers.base import Handler, HandlerResult
from app.interfaces.services.memory import IMemoryService
from app.models.command import Command, Event
from app.models.events.actions import ActionPerformed, CheckResult, CheckRolled, RuleApplied
from app.models.refusals import actions as refusals
from app.models.sheets.action import ActionSheet, CheckSheet, ResultSheet
from app.models.state.game_state import GameState


class ActionHandler(Handler):
    """The handler of actions, of checks, and of rules. Each method carries out one command: it changes the state and
    returns a `HandlerResult`, or raises an error that it lists; nothing has changed then.

    Args:
        memory_service: Requests the summaries that become memories (an `IMemoryService`).
    """

    def __init__(self, memory_service: IMemoryService) -> None:
        self._memory = memory_service

    async def perform(self, command: commands.PerformActionCommand, state: GameState) -> HandlerResult:
        """Do something that is possible here.

        Args:
            command: The ids of the action, of its target, of the thing that is used, and of the actor.
            state: The game, which is changed.

        Returns:
            A result with the event ActionPerformed and those of its effects; with a CheckCommand for an action with a
            check. ``rest`` has an AdvanceTimeCommand for a player's action that takes time; a person's
            takes none.

        Raises:
            NotFound: There is no such action; there is no player or person with this ``actor_id``; or the actor is at
                no place.
            NotPossible: The actor is dead, or the story is over. The action is not possible here, or not on such a
                target. The target or the thing is out of reach. The action needs a thing, and none that fits is named
                or carried. The action's condition does not hold. The action can be done only once, and was done before.
                For ``buy`` and ``sell``: no person here trades the thing, or there is too little money. For ``attack``:
                the person cannot be attacked. For ``join``: the person does not want to join, or has joined already.
                Nothing has changed then.
        """
        if state.world.ending is not None:
            raise NotPossible(refusals.StoryHasEnded())
        scene = scene_of(state, actor_of(state, command.actor_id))
        if (action := state.sheets.actions.get(command.action_id)) is not None:
            return await self._perform_authored(command, action, scene)
        if (generic := generic_actions().get(command.action_id)) is None:
            raise NotFound(refusals.ActionUnknown(action=command.action_id))
        deed = GenericDeed.of(scene, generic, command.target_id, command.with_id)
        is_again = _note_tried(state, command)
        done = await carry_out(effects_bound_to(deed.effects, scene.ids()), state, self._memory)
        check = _check_command(_by(command, scene), deed.check, scene)
        has_changed = bool(done.events or check)
        event = ActionPerformed(
            action_id=generic.id,
            actor_id=scene.actor_id,
            target_id=command.target_id,
            with_id=command.with_id,
            at=scene.place_id,
            text=deed.text,
            has_changed=has_changed,
            is_again=is_again and not has_changed,
        )
        return _result((event,), done, generic.minutes, check, takes_time=not scene.is_person)

    async def _perform_authored(
        self, command: commands.PerformActionCommand, action: ActionSheet, scene: Scene
    ) -> HandlerResult:
        target_id, with_id = _found(scene, action, command)
        if (refusal := refusal_of(scene, action, target_id, with_id)) is not None:
            raise NotPossible(refusal)
        command = command.model_copy(update={"target_id": target_id, "with_id": with_id, "actor_id": scene.actor_id})
        _note_tried(scene.state, command)
        event = ActionPerformed(
            action_id=action.id,
            actor_id=scene.actor_id,
            target_id=target_id,
            with_id=with_id,
            at=scene.place_id,
            text=action.text,
        )
        effects = effects_bound_to(action.effects, scene.ids(target_id, with_id))
        done = await carry_out(effects, scene.state, self._memory)
        check = _check_command(command, action.check, scene)
        return _result((event,), done, action.minutes, check, takes_time=not scene.is_person)

    async def check(self, command: commands.CheckCommand, state: GameState) -> HandlerResult:
        """Roll a check, and apply what follows from its result.

        Args:
            command: The attribute, the difficulty or opponent, the dice, the actor, and the action whose results
                follow. The handler takes an ``action_id``, which the bus refuses of a caller.
            state: The game, which is changed.

        Returns:
            A result with the event CheckRolled and those of the effects that follow.

        Raises:
            NotFound: There is no such person (``opposed_by``) or actor, or the actor is at no place. A handler that is
                called without a bus raises it also for an unknown ``action_id``.
            NotPossible: A caller gives a command with an ``action_id`` to a bus; the actor is dead; or the story is
                over. A handler that is called without a bus raises it also if the attacked person is not there. Nothing
                has changed then.
        """
        if state.world.ending is not None:
            raise NotPossible(refusals.StoryHasEnded())
        actor_id = actor_of(state, command.actor_id)
        if command.opposed_by is not None:
            state.npc(command.opposed_by)
        action = state.sheets.actions.get(command.action_id or "")
        generic = generic_actions().get(command.action_id or "")
        if command.action_id is not None and action is None and generic is None:
            raise NotFound(refusals.ActionUnknown(action=command.action_id))
        scene, following = scene_of(state, actor_id), ResultSheet()
        is_attack = generic is not None and generic.trade is SpecialRule.ATTACK
        if is_attack and scene.kinds.get(command.on or "") is not TargetKind.PERSON:
            raise NotPossible(refusals.ActionNoTarget(target_id=command.on))
        rolled = _rolled(state, command, actor_id)
        if action is not None and action.check is not None:
            following = _result_sheet(action.check, rolled.result)
        elif is_attack and command.on is not None:
            effects = GenericDeed.of_check(scene, command.on, command.with_id, won=rolled.result is CheckResult.SUCCESS)
            following = ResultSheet(effects=effects)
        margin = abs(rolled.total - rolled.needed)
        effects = effects_bound_to(following.effects, scene.ids(command.on, command.with_id), margin)
        at = scene.place_id if scene.is_person else None
        event = rolled.model_copy(update={"text": following.text, "at": at})
        return _result((event,), await carry_out(effects, state, self._memory), takes_time=not scene.is_person)

    async def apply_rule(self, command: commands.ApplyRuleCommand, state: GameState) -> HandlerResult:
        """Apply a rule whose condition has become true, or note that it does not hold any more.

        Args:
            command: The id of the rule, and whether its condition holds.
            state: The game, which is changed.

        Returns:
            A result with the event RuleApplied and those of its effects; without events where the condition does not
            hold any more.

        Raises:
            NotFound: The scenario has no such rule.
            NotPossible: The game has recorded this state of the condition already; or the rule can apply only once, and
                has applied. Nothing has changed then.
        """
        rule, world = state.sheets.rule(command.rule_id), state.world
        if (rule.id in world.rules_met) is command.is_met or (rule.once and rule.id in world.rules_applied):
            raise NotPossible(refusals.RuleIsSo(rule=rule.id))
        if not command.is_met:
            world.rules_met.remove(rule.id)
            return HandlerResult()
        world.rules_met.append(rule.id)
        if rule.id not in world.rules_applied:
            world.rules_applied.append(rule.id)
        is_heard = not rule.heard_at or state.scenario.current_location_id in rule.heard_at
        event = RuleApplied(rule_id=rule.id, text=rule.text if is_heard else "")
        return _result((event,), await carry_out(rule.effects, state, self._memory), takes_time=False)


def _by(command: commands.PerformActionCommand, scene: Scene) -> commands.PerformActionCommand:
    return command.model_copy(update={"actor_id": scene.actor_id})


def _found(scene: Scene, action: ActionSheet, command: commands.PerformActionCommand) -> tuple[str | None, str | None]:
    """Return the target and the thing of an action: the ones that are named, else the only ones within reach."""
    if not is_known(scene, action):
        raise NotPossible(refusals.ActionNotHere(action=action.name or action.words[0]))
    target_id, with_id = command.target_id, command.with_id
    if action.on:
        known = targets_of(scene, action)
        target_id = known[0] if target_id is None and len(known) == 1 else target_id
        if target_id not in known:
            raise NotPossible(refusals.ActionNoTarget(target_id=target_id))
    held = [one for one in action.with_ if one in scene.held]
    if action.with_ and with_id not in held:
        with_id = held[0] if with_id is None and held else None
    return target_id if action.on else None, with_id if action.with_ else None


def _note_tried(state: GameState, command: commands.PerformActionCommand) -> bool:
    """Note that an action was done to its target; return whether it had been before."""
    tried = state.tried.setdefault(command.target_id or command.action_id, [])
    if command.action_id in tried:
        return True
    tried.append(command.action_id)
    return False


def _check_command(command: commands.PerformActionCommand, check: CheckSheet | None, scene: Scene) -> Command | None:
    """Return the command for the check of an action; None if it has none, or if its effects have left the actor
    unable to roll it."""
    if check is None or not _can_roll(scene.state, scene.actor_id):
        return None
    names = {"attribute", "difficulty", "dice", "advantage"}
    opposed = command.target_id if check.opposed_by == "target" else check.opposed_by
    return commands.CheckCommand(
        **check.model_dump(include=names),
        opposed_by=opposed if opposed in scene.state.npcs else None,
        action_id=command.action_id,
        on=command.target_id,
        with_id=command.with_id,
        actor_id=command.actor_id,
    )


def _can_roll(state: GameState, actor_id: str) -> bool:
    npc = state.npcs.get(actor_id)
    is_able = actor_id not in state.party.fallen if npc is None else npc.current_location_id is not None
    return is_able and state.world.ending is None


def _rolled(state: GameState, command: commands.CheckCommand, actor_id: str) -> CheckRolled:
    dice = command.dice or state.sheet.dice
    chance = checks.chance_of(state, command.action_id or command.reason)
    rolled = checks.best_roll(dice, command.advantage, chance)
    bonus = checks.attribute_of(state, actor_id, command.attribute)
    needed = state.sheet.difficulty if command.difficulty is None else command.difficulty
    if command.opposed_by is not None:
        opponent = checks.roll(dice, chance).total
        needed = opponent + checks.attribute_of(state, command.opposed_by, command.attribute)
    action = state.sheets.actions.get(command.action_id or "")
    margin = action.check.margin if action is not None and action.check is not None else 0
    total = rolled.total + bonus
    return CheckRolled(
        actor_id=actor_id,
        attribute=command.attribute,
        dice=dice,
        rolls=rolled.dice,
        bonus=bonus,
        total=total,
        needed=needed,
        result=checks.result_of_check(total, needed, margin),
        opposed_by=command.opposed_by,
        on=command.on,
        reason=command.reason,
    )


def _result_sheet(check: CheckSheet, result: CheckResult) -> ResultSheet:
    results = {CheckResult.SUCCESS: check.success, CheckResult.PARTIAL: check.partial}
    return results.get(result, check.failure)


def _result(
    first: tuple[Event, ...],
    done: Done,
    minutes: int | None = None,
    check: Command | None = None,
    *,
    takes_time: bool = True,
) -> HandlerResult:
    taken = min(MAX_ADVANCE, done.minutes if minutes is None else minutes + done.minutes)
    passes = takes_time and (minutes is not None or taken > 0)
    return HandlerResult(
        events=(*first, *done.events),
        follow_ups=() if check is None else (check,),
        rest=(commands.AdvanceTimeCommand(minutes=taken),) if passes else (),  # what has become due comes first
    )
