"""Effects: each changes the game as far as it can, and reports what has changed."""

from collections.abc import Iterable, Iterator, Mapping
from functools import singledispatch

from app.events.actions.ids import with_ids
from app.models.base import Frozen, Id
from app.models.command import Event
from app.models.events import actions as happened
from app.models.events import play
from app.models.instances.world_state import RunningTimer
from app.models.sheets import effect as effects
from app.models.sheets.effect import Effect, WayStatus
from app.models.sheets.person import WhenBeaten
from app.models.sheets.quest import QuestStatus
from app.models.sheets.values import ACTOR, COUNT, HEALTH, HERE, MARKS, PARTY, PLAYER, BoundId, StateKind, StateValue
from app.models.state.conditions import is_met, open_ways
from app.models.state.game_state import GameState
from app.models.state.moving import move_party, move_person
from app.models.state.opening import due_at
from app.models.state.things import location_of, put
from app.models.state.values import declared, has_health, number_of, set_value


class Leaving(Frozen):
    """A moment before a person (None: the party) leaves its place, for what must be noted while it is there."""

    npc_id: Id | None = None


def apply(effect: Effect, state: GameState) -> list[Event]:
    """Apply an effect. It never fails: a number is kept within its bounds, and what is not possible is left out.

    Time that passes is left to the handler of the action, which gives a command for it.

    Args:
        effect: The effect, with ids of the game.
        state: The game, which is changed.

    Returns:
        What has changed; nothing for an effect that changes nothing.
    """
    return [step for step in steps(effect, state) if not isinstance(step, Leaving)]


def steps(effect: Effect, state: GameState) -> Iterator[Event | Leaving]:
    """Apply an effect step by step.

    Args:
        effect: The effect, with ids of the game.
        state: The game, which is changed as the steps are taken.

    Yields:
        What has changed; and before a person or player leaves a place, that it is about to.
    """
    for part in _for_players(effect, state):
        yield from _apply(part, state)


def _for_players(effect: Effect, state: GameState) -> Iterator[Effect]:
    """Yield an effect; one on ``player`` that no action has bound to its actor, for each living player."""
    owner = getattr(effect, "of", None)
    if owner not in (PLAYER, ACTOR) or isinstance(owner, BoundId):
        yield effect
        return
    living = [player.id for player in state.party.players if player.id not in state.party.fallen]
    yield from (effect.model_copy(update={"of": player_id}) for player_id in living)


def effects_now(effect: Effect, state: GameState) -> Iterator[Effect]:
    """Yield an effect, or those that a `When` leads to now."""
    if not isinstance(effect, effects.When):
        yield effect
        return
    for part in effect.then if is_met(effect.condition, state) else effect.otherwise:
        yield from effects_now(part, state)


@singledispatch
def _apply(effect: Effect, state: GameState) -> Iterator[Event | Leaving]:  # noqa: ARG001  # of an effect that only takes time
    yield from ()


@_apply.register
def _(effect: effects.When, state: GameState) -> Iterator[Event | Leaving]:
    for part in effect.then if is_met(effect.condition, state) else effect.otherwise:
        yield from steps(part, state)


# -- states


@_apply.register
def _(effect: effects.SetState, state: GameState) -> Iterator[Event]:
    yield from _set(state, effect.of, effect.name, effect.value)


@_apply.register
def _(effect: effects.AddToState, state: GameState) -> Iterator[Event]:
    sheet = declared(state, effect.of, effect.name)
    if sheet is not None and sheet.kind is StateKind.NUMBER:
        yield from _set(state, effect.of, effect.name, number_of(state, effect.of, effect.name) + effect.by)


def _set(state: GameState, of: str, name: str, value: StateValue) -> Iterator[Event]:
    sheet, now = declared(state, of, name), set_value(state, of, name, value)
    if sheet is None or now is None:
        return
    text = sheet.text(now) if sheet.shown else ""
    if sheet.shown and not text and sheet.kind is StateKind.NUMBER:
        text = f"{sheet.label or sheet.name}: {now}/{sheet.most}"
    at = None if of in state.scenario.location_states else location_of(state, of)
    is_mark = name in MARKS and not text
    yield happened.StateChanged(of=of, name=name, value=now, text=text, is_mark=is_mark, at=at or _place(state, of))
    if name == COUNT and now == 0 and state.holder_of(of) is not None:
        yield from _moved(state, of, None)


def _place(state: GameState, of: str) -> str | None:
    return of if of in state.scenario.location_states else None


# -- things


@_apply.register
def _(effect: effects.MoveItem, state: GameState) -> Iterator[Event]:
    yield from _moved(state, effect.item_id, _spot(state, effect.to))


@_apply.register
def _(effect: effects.MakeItem, state: GameState) -> Iterator[Event]:
    if effect.item_id not in state.sheets.items:
        return
    is_bundle = declared(state, effect.item_id, COUNT) is not None
    if state.holder_of(effect.item_id) is None:
        moved = [*_moved(state, effect.item_id, _spot(state, effect.to))]
        if is_bundle and moved:
            set_value(state, effect.item_id, COUNT, effect.count)
        yield from moved
    elif is_bundle:
        yield from _set(state, effect.item_id, COUNT, number_of(state, effect.item_id, COUNT) + effect.count)


@_apply.register
def _(effect: effects.ChangeItem, state: GameState) -> Iterator[Event]:
    spot = state.holder_of(effect.item_id)
    if spot is None or state.holder_of(effect.into_id) is not None or effect.into_id not in state.sheets.items:
        return
    if came := [*_moved(state, effect.into_id, spot)]:
        yield from _moved(state, effect.item_id, None)
        yield from came


@_apply.register
def _(effect: effects.RemoveItem, state: GameState) -> Iterator[Event]:
    if state.holder_of(effect.item_id) is None:
        return
    if effect.count is not None and declared(state, effect.item_id, COUNT) is not None:
        yield from _set(state, effect.item_id, COUNT, number_of(state, effect.item_id, COUNT) - effect.count)
    else:
        yield from _moved(state, effect.item_id, None)


def _spot(state: GameState, to: str) -> str | None:
    if to == HERE:
        return state.scenario.current_location_id
    is_player = any(player.id == to for player in state.party.players)  # players share what they carry
    return PARTY if is_player else to


def _moved(state: GameState, item_id: str, to: str | None) -> Iterator[Event]:
    before, seen_at = state.holder_of(item_id), location_of(state, item_id)
    if put(state, item_id, to):
        at = location_of(state, item_id) or seen_at
        yield happened.ItemMoved(item_id=item_id, from_id=before, to_id=to, at=at)


# -- places


@_apply.register
def _(effect: effects.SetWay, state: GameState) -> Iterator[Event]:
    place = state.scenario.location_states.get(_spot(state, effect.location_id) or "")
    if place is None or state.sheets.exit(place.location_id, effect.to) is None:
        return
    if place.ways.get(effect.to) is not effect.way:
        place.ways[effect.to] = WayStatus(effect.way)
        yield happened.WayChanged(location_id=place.location_id, to_id=effect.to, way=effect.way)


@_apply.register
def _(effect: effects.SetDanger, state: GameState) -> Iterator[Event]:
    place = state.scenario.location_states.get(_spot(state, effect.location_id) or "")
    if place is not None and place.danger_level is not effect.level:
        place.danger_level = effect.level
        yield play.DangerChanged(location_id=place.location_id, level=effect.level)


@_apply.register
def _(effect: effects.ClearEncounter, state: GameState) -> Iterator[Event]:
    if effect.encounter_id not in state.sheets.encounters:
        return
    place = state.place(state.sheets.encounters[effect.encounter_id][0].id)
    if effect.encounter_id not in place.completed_encounters:
        place.completed_encounters.append(effect.encounter_id)
        yield play.EncounterCompleted(location_id=place.location_id, encounter_id=effect.encounter_id)


@_apply.register
def _(effect: effects.ShowChange, state: GameState) -> Iterator[Event]:
    place = state.scenario.location_states.get(_spot(state, effect.location_id) or "")
    if place is not None and effect.text not in place.lasting_changes:
        place.lasting_changes.append(effect.text)
        yield play.EffectAdded(location_id=place.location_id, effect=effect.text)


@_apply.register
def _(effect: effects.EndChange, state: GameState) -> Iterator[Event]:
    place = state.scenario.location_states.get(_spot(state, effect.location_id) or "")
    if place is not None and effect.text in place.lasting_changes:
        place.lasting_changes.remove(effect.text)
        yield happened.EffectEnded(location_id=place.location_id, effect=effect.text)


@_apply.register
def _(effect: effects.RevealSecret, state: GameState) -> Iterator[Event]:
    if effect.secret_id not in state.sheets.secrets:
        return
    place = state.place(state.sheets.secrets[effect.secret_id][0].id)
    if effect.secret_id not in place.discovered_secrets:
        place.discovered_secrets.append(effect.secret_id)
        yield play.SecretDiscovered(location_id=place.location_id, secret_id=effect.secret_id)


@_apply.register
def _(effect: effects.MoveParty, state: GameState) -> Iterator[Event | Leaving]:
    before = state.scenario.current_location_id
    if effect.to in state.scenario.location_states and effect.to != before:
        yield Leaving()
        first_visit = state.place(effect.to).visits == 0
        along = move_party(state, effect.to)
        yield play.LocationChanged(
            from_id=before, to_id=effect.to, minutes=0, first_visit=first_visit, companion_ids=along
        )


# -- people


@_apply.register
def _(effect: effects.MovePerson, state: GameState) -> Iterator[Event | Leaving]:
    to = None if effect.to is None else _spot(state, effect.to)
    if to is None or to in state.scenario.location_states:
        yield from _person_moved(state, effect.npc_id, to)


def _person_moved(state: GameState, npc_id: str, to: str | None) -> Iterator[Event | Leaving]:
    npc = state.npcs.get(npc_id)
    if npc is not None and not npc.dead and npc.current_location_id != to:
        before = npc.current_location_id
        if before is not None:
            yield Leaving(npc_id=npc_id)
        move_person(state, npc_id, to)
        yield play.NPCMoved(npc_id=npc_id, from_id=before, to_id=to)


@_apply.register
def _(effect: effects.SetAttitude, state: GameState) -> Iterator[Event]:
    npc = state.npcs.get(effect.npc_id)
    if npc is not None and npc.attitude is not effect.attitude:
        npc.attitude = effect.attitude
        yield play.AttitudeChanged(npc_id=effect.npc_id, attitude=effect.attitude)


@_apply.register
def _(effect: effects.JoinCompanion, state: GameState) -> Iterator[Event]:
    npc = state.npcs.get(effect.npc_id)
    if npc is not None and not npc.dead and effect.npc_id not in state.party.companions:
        state.party.companions.append(effect.npc_id)
        yield happened.CompanionJoined(npc_id=effect.npc_id)


@_apply.register
def _(effect: effects.LeaveCompanion, state: GameState) -> Iterator[Event]:
    if effect.npc_id in state.party.companions:
        state.party.companions.remove(effect.npc_id)
        yield happened.CompanionLeft(npc_id=effect.npc_id)


@_apply.register
def _(effect: effects.LetSay, state: GameState) -> Iterator[Event]:
    npc = state.npcs.get(effect.npc_id)
    if npc is not None and not npc.dead and npc.current_location_id == state.scenario.current_location_id:
        yield happened.PersonSaid(npc_id=effect.npc_id, text=effect.text)


@_apply.register
def _(effect: effects.Harm, state: GameState) -> Iterator[Event | Leaving]:
    sheet = declared(state, effect.of, HEALTH) if has_health(state, effect.of) else None
    if sheet is None or not _is_alive(state, effect.of):
        return
    before = number_of(state, effect.of, HEALTH)
    yield from _set(state, effect.of, HEALTH, before - (1 if effect.by == "margin" else effect.by))
    left = number_of(state, effect.of, HEALTH)
    if left < before:
        yield happened.Harmed(victim_id=effect.of, by=before - left, left=left)
        if left == sheet.least:
            yield from _beaten(state, effect.of)


def _beaten(state: GameState, victim_id: str) -> Iterator[Event | Leaving]:
    way = state.sheets.npcs[victim_id].when_beaten if victim_id in state.npcs else WhenBeaten.DIES
    if way is WhenBeaten.DIES:
        yield from _died(state, victim_id)
        return
    here = state.npc(victim_id).current_location_id
    goals = [exit_.to for exit_ in open_ways(state, here)] if here and way is WhenBeaten.FLEES else []
    yield happened.Beaten(npc_id=victim_id, fled_to=goals[0] if goals else None)
    yield from _person_moved(state, victim_id, goals[0]) if goals else ()


def _is_alive(state: GameState, any_id: str) -> bool:
    if any_id in state.npcs:
        return not state.npcs[any_id].dead
    return any(player.id == any_id for player in state.party.players) and any_id not in state.party.fallen


@_apply.register
def _(effect: effects.Die, state: GameState) -> Iterator[Event | Leaving]:
    if _is_alive(state, effect.of):
        yield from _died(state, effect.of)


def _died(state: GameState, victim_id: str) -> Iterator[Event | Leaving]:
    at = location_of(state, victim_id)
    yield happened.Died(victim_id=victim_id, at=at)
    if victim_id not in state.npcs:
        state.party.fallen.append(victim_id)
        if {player.id for player in state.party.players} <= {*state.party.fallen} and state.sheet.fallen_ending:
            yield from _ended(state, state.sheet.fallen_ending)
        return
    npc = state.npcs[victim_id]
    if at is not None:
        yield Leaving(npc_id=victim_id)
    for item_id in [*npc.items] if at is not None else []:
        yield from _moved(state, item_id, at)
    if victim_id in state.party.companions:
        state.party.companions.remove(victim_id)
    npc.dead = True
    move_person(state, victim_id, None)


# -- quests, timers, the end


@_apply.register
def _(effect: effects.StartQuest, state: GameState) -> Iterator[Event]:
    quest = state.scenario.quests.get(effect.quest_id)
    if quest is not None and quest.status is QuestStatus.NOT_STARTED:
        quest.status = QuestStatus.ACTIVE
        yield play.QuestStarted(quest_id=effect.quest_id)


@_apply.register
def _(effect: effects.CompleteObjective, state: GameState) -> Iterator[Event]:
    if effect.objective_id not in state.sheets.objectives:
        return
    sheet, _ = state.sheets.objectives[effect.objective_id]
    quest = state.quest(sheet.id)
    if quest.status is QuestStatus.ACTIVE and effect.objective_id not in quest.completed_objectives:
        quest.completed_objectives.append(effect.objective_id)
        yield play.ObjectiveCompleted(quest_id=sheet.id, objective_id=effect.objective_id)


@_apply.register
def _(effect: effects.FailQuest, state: GameState) -> Iterator[Event]:
    quest = state.scenario.quests.get(effect.quest_id)
    if quest is not None and quest.status is QuestStatus.ACTIVE:
        quest.status = QuestStatus.FAILED
        yield happened.QuestFailed(quest_id=effect.quest_id)


@_apply.register
def _(effect: effects.StartTimer, state: GameState) -> Iterator[Event]:
    sheet = state.sheets.timers.get(effect.timer_id)
    if sheet is None or state.world.ending is not None:
        return
    now = state.clock.minutes
    due = max(now + 1, due_at(sheet, now, effect.minutes))  # later than now: it might start itself
    if state.world.timers.get(effect.timer_id) != (timer := RunningTimer(due=due)):
        state.world.timers[effect.timer_id] = timer
        yield happened.TimerStarted(timer_id=effect.timer_id, due=due)


@_apply.register
def _(effect: effects.StopTimer, state: GameState) -> Iterator[Event]:
    if state.world.timers.pop(effect.timer_id, None) is not None:
        yield happened.TimerStopped(timer_id=effect.timer_id)


@_apply.register
def _(effect: effects.EndStory, state: GameState) -> Iterator[Event]:
    yield from _ended(state, effect.ending_id)


def _ended(state: GameState, ending_id: str) -> Iterator[Event]:
    ending = state.sheets.endings.get(ending_id)
    if ending is not None and not state.scenario.ended:
        state.scenario.ended, state.world.ending = True, ending_id
        state.world.timers.clear()
        yield happened.StoryEnded(ending_id=ending_id, won=ending.won, text=ending.text)


def effects_bound_to(parts: Iterable[Effect], ids: Mapping[str, str], margin: int = 1) -> tuple[Effect, ...]:
    """Return effects as an action applies them.

    Args:
        parts: The effects as the author wrote them.
        ids: By ``target``, ``with``, ``actor`` and ``here`` the ids of the game.
        margin: By how much its check was won or lost: the harm of effects with ``margin``.
    """
    return tuple(_with_margin(with_ids(part, ids), max(1, margin)) for part in parts)


def _with_margin(effect: Effect, margin: int) -> Effect:
    if isinstance(effect, effects.Harm) and effect.by == "margin":
        return effect.model_copy(update={"by": margin})
    if isinstance(effect, effects.When):
        then, otherwise = (
            tuple(_with_margin(part, margin) for part in group) for group in (effect.then, effect.otherwise)
        )
        return effect.model_copy(update={"then": then, "otherwise": otherwise})
    return effect
