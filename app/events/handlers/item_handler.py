"""Handles commands about things."""

from app.errors import NotPossible
from app.events import commands
from app.events.actions.possible import authored_actions
from app.events.gifts import accepted_by, lent_back
from app.events.handlers.base import Handler, HandlerResult
from app.models.command import Command
from app.models.events.play import ItemDropped, ItemGiven, ItemShown, ItemTaken, ItemUsed
from app.models.refusals import things
from app.models.refusals.base import OnlyNeeds
from app.models.refusals.people import PersonNotHere
from app.models.sheets.item import ItemUse
from app.models.sheets.location import EncounterSheet
from app.models.sheets.values import PARTY
from app.models.state.conditions import can_tell_topic, holds, is_open, obstacles_for, visible_exits, ways_for
from app.models.state.game_state import GameState
from app.models.state.things import carried, lying_at, put


class ItemHandler(Handler):
    """The handler of the commands about things: to take, drop, give, show and use them. Each method carries out one
    command: it changes the state and returns a `HandlerResult`, or raises an error that it lists; nothing has changed
    then."""

    async def take(self, command: commands.TakeItemCommand, state: GameState) -> HandlerResult:
        """Move a thing from the party's place, or from an open container there or with the party, to the party.

        Args:
            command: The id of the thing.
            state: The game, which is changed.

        Returns:
            A result with the event ItemTaken.

        Raises:
            NotFound: The scenario has no such thing, or the party is at no place.
            NotPossible: The party holds the thing already; it is not at one of these places; it cannot be carried; or
                its condition does not hold. Nothing has changed then.
        """
        sheet = state.sheets.item(command.item_id)
        here = state.place(state.here.id)
        lying = lying_at(state, here.location_id)
        if sheet.id in state.party.items:
            raise NotPossible(things.ItemHereAlready(item_id=sheet.id))
        if sheet.id not in (*lying, *carried(state)):
            raise NotPossible(things.ItemNotHere(item_id=sheet.id, lying=tuple(lying)))
        if not sheet.portable:
            raise NotPossible(things.ItemFixed(item_id=sheet.id, text=sheet.take_refusal))
        if not holds(sheet.take_condition, state):
            raise NotPossible(OnlyNeeds(condition=sheet.take_condition, text=sheet.take_refusal))
        put(state, sheet.id, PARTY)
        return HandlerResult(events=(ItemTaken(item_id=sheet.id, location_id=here.location_id),))

    async def drop(self, command: commands.DropItemCommand, state: GameState) -> HandlerResult:
        """Move a thing from the party to its place.

        Args:
            command: The id of the thing.
            state: The game, which is changed.

        Returns:
            A result with the event ItemDropped.

        Raises:
            NotFound: The scenario has no such thing, or the party is at no place.
            NotPossible: The party does not have it. Nothing has changed then.
        """
        _check_held(state, command.item_id)
        here = state.place(state.here.id)
        put(state, command.item_id, here.location_id)
        return HandlerResult(events=(ItemDropped(item_id=command.item_id, location_id=here.location_id),))

    async def give(self, command: commands.GiveItemCommand, state: GameState) -> HandlerResult:
        """Move a thing between the party and a person at the party's place.

        Args:
            command: The ids of the thing and of the person, and the direction.
            state: The game, which is changed.

        Returns:
            A result with the event ItemGiven.

        Raises:
            NotFound: The scenario has no such thing or person.
            NotPossible: The person is not at the party's place, or the giver does not have the thing. When the party
                gives: the person does not want the thing and has never had it. When the person gives: the scenario lets
                the person give the thing only when they tell of a certain topic, and no such topic is possible now and
                here. This does not hold for a thing that the person has from the party and does not want: they always
                give it back. Nothing has changed then.
        """
        npc = state.npc(command.npc_id)
        state.sheets.item(command.item_id)
        if npc not in state.present():
            raise NotPossible(PersonNotHere(npc_id=command.npc_id))
        if command.to_party:
            _check_parts_with(state, command)
            put(state, command.item_id, PARTY)
            if command.item_id not in npc.items_parted_with:
                npc.items_parted_with.append(command.item_id)
        else:
            _check_held(state, command.item_id)
            if command.item_id not in accepted_by(state, command.npc_id):
                raise NotPossible(things.ItemOfNoUse(item_id=command.item_id, npc_id=command.npc_id))
            put(state, command.item_id, command.npc_id)
            if command.item_id not in npc.items_received:
                npc.items_received.append(command.item_id)
        return HandlerResult(
            events=(ItemGiven(item_id=command.item_id, npc_id=command.npc_id, to_party=command.to_party),)
        )

    async def show(self, command: commands.ShowItemCommand, state: GameState) -> HandlerResult:
        """Show a person at the party's place a thing.

        Args:
            command: The ids of the thing and of the person.
            state: The game, which is changed.

        Returns:
            A result with the event ItemShown.

        Raises:
            NotFound: The scenario has no such thing or person.
            NotPossible: The person is not at the party's place, or the party does not have the thing. Nothing has
                changed then.
        """
        if state.npc(command.npc_id) not in state.present():
            raise NotPossible(PersonNotHere(npc_id=command.npc_id))
        _check_held(state, command.item_id)
        return HandlerResult(events=(ItemShown(item_id=command.item_id, npc_id=command.npc_id),))

    async def use(self, command: commands.UseItemCommand, state: GameState) -> HandlerResult:
        """Use a thing of the party, by itself or on a target; some are used up by it. Used on an obstacle that takes
        it, and on which it has no use of its own, it gets the party past the obstacle.

        Args:
            command: The id of the thing, and of its target if it has one.
            state: The game, which is changed.

        Returns:
            A result with the event ItemUsed, and with commands that follow from the use: to reveal a secret, to add an
            effect to the place; for an obstacle a result with the command that completes the encounter.

        Raises:
            NotFound: The scenario has no such thing, or the party is at no place.
            NotPossible: The party does not have the thing; the target is not at the party's place; the thing has no use
                on the target; the condition of the use or of the encounter does not hold; the thing would be used up
                without revealing its secret; the target is a way for which the party only has to carry the thing; or
                the thing is used only by an action (`PerformActionCommand`). Nothing has changed then.
        """
        _check_held(state, command.item_id)
        if (obstacle := _obstacle_for(state, command)) is not None:
            return HandlerResult(follow_ups=(_getting_past(state, obstacle),))
        use = _fitting_use(state, command)
        if use.consumes:
            put(state, command.item_id, None)
        used = ItemUsed(item_id=command.item_id, target_id=command.target_id, text=use.text, consumed=use.consumes)
        return HandlerResult(events=(used,), follow_ups=tuple(_consequences(state, use)))


def _check_held(state: GameState, item_id: str) -> None:
    if state.sheets.item(item_id).id not in (held := carried(state)):
        raise NotPossible(things.ItemNotHeld(item_id=item_id, held=tuple(held)))


def _check_parts_with(state: GameState, command: commands.GiveItemCommand) -> None:
    item_id, npc_id = command.item_id, command.npc_id
    if item_id not in state.npc(npc_id).items:
        raise NotPossible(things.ItemNotTheirs(item_id=item_id, npc_id=npc_id))
    topics = [topic for topic in state.sheets.npc(npc_id).topics if topic.gives_item == item_id]
    if item_id in lent_back(state, npc_id):
        return
    if topics and not any(can_tell_topic(state, npc_id, topic) for topic in topics):
        if (due := next((topic for topic in topics if holds(topic.condition, state)), None)) is not None:
            raise NotPossible(things.ItemKeptHere(item_id=item_id, npc_id=npc_id, places=due.places))
        raise NotPossible(things.ItemKept(item_id=item_id, npc_id=npc_id, condition=topics[0].condition))


def _obstacle_for(state: GameState, command: commands.UseItemCommand) -> EncounterSheet | None:
    """Return the encounter here that a thing without a use of its own on it is meant for: the target, or the only one
    that takes the thing."""
    own = {use.on for use in state.sheets.item(command.item_id).uses}
    meant = [one for one in obstacles_for(state, command.item_id) if one.id not in own]
    if command.target_id is not None:
        meant = [one for one in meant if one.id == command.target_id]
    elif own & {None, *_targets_here(state)}:
        return None
    return meant[0] if len(meant) == 1 else None


def _getting_past(state: GameState, obstacle: EncounterSheet) -> Command:
    if not holds(obstacle.condition, state):
        raise NotPossible(OnlyNeeds(condition=obstacle.condition, text=obstacle.failed_text, adds_needs=True))
    return commands.UpdateLocationStateCommand(location_id=state.here.id, complete_encounter=obstacle.id)


def _check_other_purpose(state: GameState, command: commands.UseItemCommand) -> None:
    """Refuse to use a thing on a way that it opens, or for what an action of the author is there for."""
    item_id, target_id = command.item_id, command.target_id
    for way in ways_for(state, item_id):
        if way.to == target_id:
            raise NotPossible(
                things.ItemOpensWay(item_id=item_id, way=way.name)
                if is_open(way, state)
                else OnlyNeeds(condition=way.locked_until, text=way.locked_text, adds_needs=True)
            )
    for action in authored_actions(state):
        if item_id in action.things and (target_id in action.targets or (target_id is None and not action.targets)):
            raise NotPossible(things.ItemForAction(item_id=item_id, action=action.words[0]))


def _fitting_use(state: GameState, command: commands.UseItemCommand) -> ItemUse:
    sheet = state.sheets.item(command.item_id)
    here = _targets_here(state)
    if command.target_id is not None and command.target_id not in here:
        raise NotPossible(things.ItemNoTarget(item_id=sheet.id, target_id=command.target_id))
    fitting = [use for use in sheet.uses if use.on == command.target_id]
    if not fitting:
        _check_other_purpose(state, command)
        targets = [use.on for use in sheet.uses if use.on is not None and use.on in here]
        targets += [one.id for one in obstacles_for(state, sheet.id)] + [way.to for way in ways_for(state, sheet.id)]
        targets += [one for action in authored_actions(state) if sheet.id in action.things for one in action.targets]
        raise NotPossible(things.ItemUnfit(item_id=sheet.id, targets=tuple(dict.fromkeys(targets))))
    if (ready := next((use for use in fitting if holds(use.condition, state)), None)) is None:
        raise NotPossible(things.ItemNotYet(item_id=sheet.id, condition=fitting[0].condition))
    if ready.consumes and ready.reveals_secret is not None and not _can_reveal(state, ready.reveals_secret):
        raise NotPossible(things.ItemWasted(item_id=sheet.id))
    return ready


def _targets_here(state: GameState) -> set[str]:
    here = state.here
    details, encounters = [part.id for part in here.features], [part.id for part in here.encounters]
    people = (npc.instance_id for npc in state.present())
    ways = (way.to for way in visible_exits(state))
    return {here.id, *details, *encounters, *people, *ways, *lying_at(state, here.id), *carried(state)}


def _consequences(state: GameState, use: ItemUse) -> list[Command]:
    following, here = list[Command](), state.place(state.here.id)
    if use.reveals_secret is not None and _can_reveal(state, use.reveals_secret):
        following.append(commands.DiscoverSecretCommand(secret_id=use.reveals_secret))
    if use.adds_effect is not None and use.adds_effect not in here.lasting_changes:
        following.append(commands.UpdateLocationStateCommand(location_id=here.location_id, add_effect=use.adds_effect))
    return following


def _can_reveal(state: GameState, secret_id: str) -> bool:
    """Return whether a secret is one of this place, undiscovered, and its condition holds."""
    place, secret = state.sheets.secret(secret_id)
    is_unknown = secret_id not in state.place(place.id).discovered_secrets
    return place.id == state.here.id and is_unknown and holds(secret.condition, state)
