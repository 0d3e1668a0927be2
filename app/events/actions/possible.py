"""What an actor can do here and now: the actions of the scenario, and the generic ones that have a use here."""

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field

from app.errors import NotFound, NotPossible
from app.events.actions.generic import GenericAction, SpecialRule, TargetKind, generic_actions
from app.events.actions.ids import with_ids
from app.models.base import Frozen, Id
from app.models.refusals import actions as refusals
from app.models.refusals.base import Refusal
from app.models.sheets.action import PEOPLE, PLAYERS, ActionSheet
from app.models.sheets.condition import Condition
from app.models.sheets.values import ACTOR, HERE, MONEY, OPEN, PARTY, PLAYER, TARGET, WITH
from app.models.state.conditions import holds, is_met, is_open, is_shut, visible_exits
from app.models.state.game_state import GameState
from app.models.state.things import carried, lying_at, within
from app.models.state.values import declared, has_health, is_set, number_of


class KnownAction(Frozen):
    """An action that an actor knows here.

    Attributes:
        id: Its id.
        is_generic: Whether it comes with the engine.
        words: Its phrases, as an author wrote them; none for a generic one, whose words are in the language pack.
        name: What the author calls it; "" for its first words.
        targets: What it can be done to now; none for an action without a target.
        things: What it can be done with now; none for an action that needs nothing.
        refusal: Why it is not possible now, though it is known; None if it is.
    """

    id: Id
    is_generic: bool = False
    words: tuple[str, ...] = ()
    name: str = ""
    targets: tuple[Id, ...] = ()
    things: tuple[Id, ...] = ()
    refusal: Refusal | None = None


@dataclass(frozen=True)
class Scene:
    """What is within an actor's reach.

    Attributes:
        state: The game.
        actor_id: The player or person who acts.
        place_id: Where that is.
        held: The things that it carries, those in open containers included.
        kinds: By id what it can act on, with the kind.
    """

    state: GameState
    actor_id: str
    place_id: str
    held: tuple[str, ...]
    kinds: dict[str, TargetKind] = field(default_factory=dict)

    @property
    def is_person(self) -> bool:
        """Whether a person acts, and no player."""
        return self.actor_id in self.state.npcs

    def ids(self, target_id: str | None = None, with_id: str | None = None) -> dict[str, str]:
        """Return what the ids of an action mean: by ``actor``, ``here`` … an id of the game."""
        names = {ACTOR: self.actor_id, HERE: self.place_id, TARGET: target_id, WITH: with_id}
        if not self.is_person:
            names[PLAYER] = self.actor_id
        return {name: any_id for name, any_id in names.items() if any_id is not None}

    def meets(self, condition: Condition | None, target_id: str | None = None, with_id: str | None = None) -> bool:
        """Return whether a condition of an action holds."""
        return condition is None or is_met(with_ids(condition, self.ids(target_id, with_id)), self.state)


def actor_of(state: GameState, actor_id: str | None) -> str:
    """Return who acts: by default the first player who is alive.

    Raises:
        NotFound: There is no such player of the party, and no such person.
        NotPossible: The actor is dead.
    """
    players = [player.id for player in state.party.players]
    if actor_id is None:
        actor_id = next((player for player in players if player not in state.party.fallen), players[0])
    if actor_id not in players and actor_id not in state.npcs:
        raise NotFound(refusals.ActorUnknown(actor=actor_id))
    if actor_id in state.party.fallen or (actor_id in state.npcs and state.npcs[actor_id].dead):
        raise NotPossible(refusals.ActorDead(actor_id=actor_id))
    return actor_id


def scene_of(state: GameState, actor_id: str) -> Scene:
    """Return what is within an actor's reach.

    Args:
        state: The game.
        actor_id: A player of the party, or a person.

    Raises:
        NotFound: The actor is nowhere.
    """
    npc = state.npcs.get(actor_id)
    place_id = state.here.id if npc is None else npc.current_location_id
    if place_id is None:
        raise NotFound(refusals.ActorNowhere(actor_id=actor_id))
    held = carried(state) if npc is None else [*npc.items, *within(state, npc.items)]
    sheet, done = state.sheets.location(place_id), state.place(place_id).completed_encounters
    kinds = {place_id: TargetKind.PLACE}
    kinds |= dict.fromkeys((detail.id for detail in sheet.features), TargetKind.DETAIL)
    kinds |= dict.fromkeys((item for item in (*lying_at(state, place_id), *held)), TargetKind.THING)
    kinds |= dict.fromkeys((one.id for one in sheet.encounters if one.id not in done), TargetKind.ENCOUNTER)
    kinds |= {one.instance_id: TargetKind.PERSON for one in state.present(place_id) if one.instance_id != actor_id}
    kinds |= {way.to: TargetKind.WAY for way in visible_exits(state, place_id) if way.to not in kinds}
    return Scene(state, actor_id, place_id, tuple(held), kinds)


def possible_actions(state: GameState, actor_id: str | None = None) -> tuple[KnownAction, ...]:
    """List what an actor can do here: authored actions first, then generic ones that something here is made for.

    Args:
        state: The game.
        actor_id: A player of the party, or a person; None for the first player.

    Returns:
        The actions that are known, those that are refused now included; none once the story has ended, for an actor
        who is dead, or for one who is nowhere.
    """
    scene = _scene_to_act_in(state, actor_id)
    return () if scene is None else (*_authored(scene, state.sheets.actions.values()), *_generic(scene))


def authored_actions(
    state: GameState, actor_id: str | None = None, *, among: Container[str] | None = None
) -> tuple[KnownAction, ...]:
    """List what an actor can do here of the actions that the scenario's author wrote.

    Args:
        state: The game.
        actor_id: A player of the party, or a person; None for the first player.
        among: The ids of the actions to look at; None for all.

    Returns:
        Those that `possible_actions` lists first.
    """
    scene = _scene_to_act_in(state, actor_id)
    actions = (action for action in state.sheets.actions.values() if among is None or action.id in among)
    return () if scene is None else tuple(_authored(scene, actions))


def _scene_to_act_in(state: GameState, actor_id: str | None) -> Scene | None:
    """Return what is within an actor's reach; None if it cannot act any more, or is nowhere."""
    if state.world.ending is not None:
        return None
    try:
        return scene_of(state, actor_of(state, actor_id))
    except (NotFound, NotPossible):
        return None


def _authored(scene: Scene, actions: Iterable[ActionSheet]) -> Iterator[KnownAction]:
    for action in actions:
        targets, things = targets_of(scene, action), tuple(one for one in action.with_ if one in scene.held)
        if (action.on and not targets) or not is_known(scene, action):
            continue
        refusal = refusal_of(scene, action, next(iter(targets), None), next(iter(things), None))
        yield KnownAction(
            id=action.id, words=action.words, name=action.name, targets=targets, things=things, refusal=refusal
        )


def targets_of(scene: Scene, action: ActionSheet) -> tuple[str, ...]:
    """Return what an authored action can be done to here, for which it is known."""
    # A place is a target only of whoever is there; its id among the ways is that of the way to it.
    reached = (one for one in action.on if scene.kinds.get(one, TargetKind.WAY) is not TargetKind.WAY)
    return tuple(one for one in reached if scene.meets(action.shown_if, one))


def is_known(scene: Scene, action: ActionSheet) -> bool:
    """Return whether an authored action exists here for the actor."""
    if ({PEOPLE, scene.actor_id} if scene.is_person else {PLAYERS}).isdisjoint(action.by):
        return False
    is_here = not action.at or scene.place_id in action.at
    return is_here and (bool(action.on) or scene.meets(action.shown_if))


def refusal_of(scene: Scene, action: ActionSheet, target_id: str | None, with_id: str | None) -> Refusal | None:
    """Return why an authored action is not possible now; None if it is."""
    if action.once and action.id in scene.state.tried.get(target_id or action.id, ()):
        return refusals.ActionDoneAlready(text=action.again or action.refusal)
    if action.with_ and with_id is None:
        return refusals.ActionNeedsThing(things=action.with_, text=action.refusal)
    if not scene.meets(action.condition, target_id, with_id):
        condition = action.condition and with_ids(action.condition, scene.ids(target_id, with_id))
        return refusals.ActionNotYet(target_id=target_id, condition=condition, text=action.refusal)
    return None


def _generic(scene: Scene) -> Iterator[KnownAction]:
    for action in generic_actions().values():
        if not action.is_for_some:
            continue
        targets = tuple(
            one for one, kind in scene.kinds.items() if kind in action.on and _is_made_for(scene, action, one)
        )
        if action.trade is SpecialRule.BUY and not scene.is_person:
            targets += tuple(wares_at(scene.state, scene.place_id))
        if targets:
            refusal = trade_refusal(scene, action, targets[0])
            yield KnownAction(id=action.id, is_generic=True, targets=targets, refusal=refusal)


def _is_made_for(scene: Scene, action: GenericAction, target_id: str) -> bool:
    """Return whether the author has made a target for an action: a flag to change, a tag, a price, a person who joins
    or can be fought."""
    state = scene.state
    if scene.kinds[target_id] is TargetKind.WAY:
        return turns_way(scene, action, target_id)
    if action.flag is not None:
        has_flag = declared(state, target_id, action.flag) is not None
        return has_flag and is_set(state, target_id, action.flag) is not action.value
    if action.tags:
        return fits_tags(state, action, target_id)
    match action.trade:
        case SpecialRule.SELL:
            return not scene.is_person and target_id in scene.held and buyer_of(scene, target_id) is not None
        case SpecialRule.ATTACK:
            return is_fightable(scene, target_id)
        case SpecialRule.JOIN if not scene.is_person:
            sheet = state.sheets.npc(target_id)
            return sheet.joins is not None and target_id not in state.party.companions and holds(sheet.joins, state)
    return False


def turns_way(scene: Scene, action: GenericAction, to: str) -> bool:
    """Return whether an action opens or closes a way now: one that its author lets players close, and that is not
    locked."""
    if action.flag != OPEN:
        return False
    way = scene.state.sheets.exit(scene.place_id, to)
    if way is None or not way.closable:
        return False
    return (is_shut if action.value else is_open)(way, scene.state, scene.place_id)


def fits_tags(state: GameState, action: GenericAction, target_id: str) -> bool:
    """Return whether a thing has one of the tags that a generic action needs."""
    item = state.sheets.items.get(target_id)
    return item is not None and not {*action.tags}.isdisjoint(item.tags)


def is_fightable(scene: Scene, npc_id: str) -> bool:
    """Return whether a person can be attacked."""
    return scene.state.sheet.fights and has_health(scene.state, npc_id)


def seller_of(scene: Scene, item_id: str) -> str | None:
    """Return the person here who has a thing and sells it; None without one."""
    sellers = (npc for npc in scene.state.present(scene.place_id) if item_id in npc.items)
    return next((one.instance_id for one in sellers if item_id in scene.state.sheets.npc(one.instance_id).sells), None)


def buyer_of(scene: Scene, item_id: str) -> str | None:
    """Return the person here who buys a thing; None without one."""
    here = (npc.instance_id for npc in scene.state.present(scene.place_id))
    return next((one for one in here if item_id in scene.state.sheets.npc(one).buys), None)


def wares_at(state: GameState, location_id: str) -> list[str]:
    """Return the things that people at a place have and sell."""
    people = [(npc, state.sheets.npc(npc.instance_id).sells) for npc in state.present(location_id)]
    return [item for npc, sold in people for item in npc.items if item in sold]


def trade_refusal(scene: Scene, action: GenericAction, target_id: str | None) -> Refusal | None:
    """Return why nothing is bought or sold now; None if it can be, or for another action."""
    if action.trade not in (SpecialRule.BUY, SpecialRule.SELL) or target_id is None:
        return None
    price = scene.state.sheets.item(target_id).price or 0
    if action.trade is SpecialRule.SELL:
        is_sold = target_id in scene.held and buyer_of(scene, target_id) is not None
        return None if is_sold else refusals.NobodyTrades(item_id=target_id)
    if seller_of(scene, target_id) is None:
        return refusals.NobodyTrades(item_id=target_id)
    money = number_of(scene.state, PARTY, MONEY)
    return None if price <= money else refusals.ItemTooDear(item_id=target_id, price=price, money=money)
