"""What a generic action changes: the same for every scenario, as far as its author allows it."""

from collections.abc import Iterator
from dataclasses import dataclass

from app.errors import NotPossible
from app.events.actions.generic import GenericAction, SpecialRule, TargetKind
from app.events.actions.possible import (
    Scene,
    buyer_of,
    fits_tags,
    is_fightable,
    seller_of,
    trade_refusal,
    turns_way,
)
from app.models.refusals import actions as refusals
from app.models.refusals.things import ItemNotHeld
from app.models.sheets import effect as effects
from app.models.sheets.action import CheckSheet
from app.models.sheets.condition import Attitude
from app.models.sheets.effect import Effect, WayStatus
from app.models.sheets.values import ACTOR, MARKS, MONEY, PARTY, TARGET, WORN
from app.models.state.conditions import holds
from app.models.state.game_state import GameState
from app.models.state.things import is_open_container
from app.models.state.values import declared, is_set
from app.scenarios.scenario_rules import needed_ids


@dataclass(frozen=True)
class GenericDeed:
    """One generic action, as it would be carried out now.

    Attributes:
        effects: What it changes; nothing for one that only closes its question.
        check: The check that follows.
        text: The author's words for what is found; "" where the language has the words.
    """

    effects: tuple[Effect, ...] = ()
    check: CheckSheet | None = None
    text: str = ""

    @classmethod
    def of(cls, scene: Scene, action: GenericAction, target_id: str | None, with_id: str | None) -> "GenericDeed":
        """Return what an action does now.

        Args:
            scene: What is within the actor's reach.
            action: The action.
            target_id: What it is done to.
            with_id: The thing that it is done with.

        Raises:
            NotPossible: Its target or thing is not within reach, it is not done to such targets, or the trade is
                refused.
        """
        kind = _checked_kind(scene, action, target_id)
        if action.needs_thing and with_id not in scene.held:
            raise NotPossible(refusals.ActionNeedsThing(things=()))
        if with_id is not None and with_id not in scene.held:
            raise NotPossible(refusals.ActionNoTarget(target_id=with_id))
        if target_id is None:
            return cls()
        if action.flag == WORN and target_id not in scene.held:
            raise NotPossible(ItemNotHeld(item_id=target_id, held=scene.held))
        if action.trade is not None:
            return cls._of_trade(scene, action, target_id)
        if action.sense is not None:
            return cls(text=getattr(_sheet_of(scene, target_id, kind), action.sense, ""))
        if kind is TargetKind.WAY:
            return cls(effects=tuple(_turned(scene, action, target_id)))
        if action.is_destructive and (kind is TargetKind.PERSON or target_id in _needed(scene.state)):
            return cls()
        if with_id is not None and action.puts:
            return cls(effects=(_put(scene, target_id, with_id),))
        return cls(effects=tuple(_changes(scene.state, action, target_id)))

    @classmethod
    def _of_trade(cls, scene: Scene, action: GenericAction, target_id: str) -> "GenericDeed":
        if scene.is_person and action.trade is not SpecialRule.ATTACK:
            return cls()  # people trade and travel with the party only
        if (refusal := trade_refusal(scene, action, target_id)) is not None:
            raise NotPossible(refusal)
        match action.trade:
            case SpecialRule.BUY:
                return cls(effects=tuple(_bought(scene.state, target_id, seller_of(scene, target_id))))
            case SpecialRule.SELL:
                return cls(effects=tuple(_sold(scene.state, target_id, buyer_of(scene, target_id))))
            case SpecialRule.ATTACK:
                is_possible = is_fightable(scene, target_id)
                check = CheckSheet(attribute=scene.state.sheet.fight_attribute, opposed_by=target_id)
                if not is_possible:
                    raise NotPossible(refusals.FightRefused(npc_id=target_id))
                return cls(check=check)
            case _:
                sheet = scene.state.sheets.npc(target_id)
                if target_id in scene.state.party.companions:
                    raise NotPossible(refusals.CompanionAlready(npc_id=target_id))
                if sheet.joins is None or not holds(sheet.joins, scene.state):
                    raise NotPossible(refusals.CompanionUnwilling(npc_id=target_id, condition=sheet.joins))
                return cls(effects=(effects.JoinCompanion(npc_id=target_id),))

    @staticmethod
    def of_check(scene: Scene, target_id: str, with_id: str | None, *, won: bool) -> tuple[Effect, ...]:
        """Return what follows from the check of an attack.

        Args:
            scene: What is within the actor's reach.
            target_id: The person who is attacked.
            with_id: The weapon.
            won: Whether the check was a success.
        """
        items = scene.state.sheets.items
        weapon = items.get(with_id or "") or max(
            (items[one] for one in scene.held), key=lambda item: item.damage, default=None
        )
        hostile = effects.SetAttitude(npc_id=target_id, attitude=Attitude.HOSTILE)
        if won:
            return hostile, effects.Harm(of=TARGET, by=weapon.damage if weapon else 1)
        armed = max((items[one].damage for one in scene.state.npc(target_id).items), default=1)
        return hostile, effects.Harm(of=ACTOR, by=armed)


def _checked_kind(scene: Scene, action: GenericAction, target_id: str | None) -> TargetKind | None:
    if target_id is None:
        if action.on:
            raise NotPossible(refusals.ActionNoTarget(target_id=None))
        return None
    kind = scene.kinds.get(target_id)
    if kind is None and action.trade is SpecialRule.BUY and target_id in scene.state.sheets.items:
        return TargetKind.THING
    if kind is None:
        raise NotPossible(refusals.ActionNoTarget(target_id=target_id))
    if kind not in action.on:
        raise NotPossible(refusals.ActionUnfit(target_id=target_id))
    return kind


class _Needed(frozenset[str]):
    """The ids that the story needs."""


def _needed(state: GameState) -> _Needed:
    if (needed := state.sheet.derived.get(_Needed)) is None:
        needed = state.sheet.derived.hold(_Needed(needed_ids(state.sheet)))
    return needed


def _sheet_of(scene: Scene, any_id: str, kind: TargetKind | None) -> object:
    index = scene.state.sheets
    if kind is TargetKind.WAY:
        return index.exit(scene.place_id, any_id)
    if kind is TargetKind.ENCOUNTER:
        return index.encounter(any_id)[1]
    for table in (index.items, index.npcs, index.locations):
        if any_id in table:
            return table[any_id]
    return index.features.get(any_id, (None, None))[1]


def _turned(scene: Scene, action: GenericAction, to: str) -> Iterator[Effect]:
    """Yield what opens or closes a way, and the way back where that can be closed too."""
    if not turns_way(scene, action, to):
        return
    made = WayStatus.OPEN if action.value else WayStatus.CLOSED
    yield effects.SetWay(location_id=scene.place_id, to=to, way=made)
    back = scene.state.sheets.exit(to, scene.place_id)
    if back is not None and back.closable:
        yield effects.SetWay(location_id=to, to=scene.place_id, way=made)


def _changes(state: GameState, action: GenericAction, target_id: str) -> Iterator[Effect]:
    if action.flag is not None:
        if (
            declared(state, target_id, action.flag) is not None
            and is_set(state, target_id, action.flag) is not action.value
        ):
            yield effects.SetState(of=target_id, name=action.flag, value=action.value)
        return
    if action.tags and not fits_tags(state, action, target_id):
        return
    if action.mark is not None and not is_set(state, target_id, action.mark):
        yield effects.SetState(of=target_id, name=action.mark, value=True)
    for mark in action.clears:
        if mark in MARKS and is_set(state, target_id, mark):
            yield effects.SetState(of=target_id, name=mark, value=False)
    if action.uses_up and target_id in state.sheets.items:
        yield effects.RemoveItem(item_id=target_id, count=1)


def _put(scene: Scene, target_id: str, with_id: str) -> Effect:
    fits = is_open_container(scene.state, target_id) and target_id != with_id
    return effects.MoveItem(item_id=with_id, to=target_id if fits else scene.place_id)


def _bought(state: GameState, item_id: str, seller: str | None) -> Iterator[Effect]:
    price = state.sheets.item(item_id).price or 0
    yield effects.AddToState(of=PARTY, name=MONEY, by=-price)
    if seller is not None:
        yield effects.AddToState(of=seller, name=MONEY, by=price)
    yield effects.MoveItem(item_id=item_id, to=PARTY)


def _sold(state: GameState, item_id: str, buyer: str | None) -> Iterator[Effect]:
    price = state.sheets.item(item_id).price or 0
    if buyer is not None:
        yield effects.AddToState(of=buyer, name=MONEY, by=-price)
        yield effects.MoveItem(item_id=item_id, to=buyer)
    yield effects.AddToState(of=PARTY, name=MONEY, by=price)
