"""Handles commands about places."""

from app.errors import NotPossible
from app.events.commands.play import ChangeLocationCommand, DiscoverSecretCommand, UpdateLocationStateCommand
from app.events.handlers.base import Handler, HandlerResult
from app.interfaces.services.location import PARTY, ILocationService
from app.interfaces.services.memory import IMemoryService
from app.models.command import Event
from app.models.events.play import DangerChanged, EffectAdded, EncounterCompleted, LocationChanged, SecretDiscovered
from app.models.refusals import places
from app.models.refusals.base import OnlyNeeds
from app.models.sheets.condition import DangerLevel
from app.models.sheets.location import ExitSheet
from app.models.state.conditions import holds, is_open, is_shut, visible_exits
from app.models.state.game_state import GameState


class LocationHandler(Handler):
    """The handler of the commands about places: to move the party, to change the state of a place, to reveal its
    secrets. Each method carries out one command: it changes the state and returns a `HandlerResult`, or raises an error
    that it lists; nothing has changed then.

    Args:
        location_service: Moves the party and people (an `ILocationService`).
        memory_service: Requests the summaries that become memories (an `IMemoryService`).
    """

    def __init__(self, location_service: ILocationService, memory_service: IMemoryService) -> None:
        self._locations = location_service
        self._memory = memory_service

    async def change_location(self, command: ChangeLocationCommand, state: GameState) -> HandlerResult:
        """Move the party to a neighbouring place by an open, visible exit. The place that it leaves and the people
        there will get a summary of the visit as a memory, when the game does its pending work.

        Args:
            command: The id of the place to go to.
            state: The game, which is changed.

        Returns:
            A result with the event LocationChanged.

        Raises:
            NotFound: The party is at no place.
            NotPossible: The party is there already; no visible exit leads there, also because the game has no such
                place; or the exit is locked or closed. Nothing has changed then.
        """
        way = _open_way(state, command.location_id)
        left = state.here.id
        first_visit = state.place(command.location_id).visits == 0
        await self._memory.on_location_exit(state)
        along = _companions_here(state)
        self._locations.move_entity(state, PARTY, command.location_id)
        moved = LocationChanged(
            from_id=left,
            to_id=command.location_id,
            minutes=way.minutes,
            first_visit=first_visit,
            companion_ids=along,
        )
        return HandlerResult(events=(moved,))

    async def update_location_state(self, command: UpdateLocationStateCommand, state: GameState) -> HandlerResult:
        """Complete an encounter of a place, set its danger, add a lasting effect: all that the command names, or
        nothing. The world will get a memory of a completed encounter, and one of a place that becomes cleared, when the
        game does its pending work.

        Args:
            command: The place, the encounter to complete, the new danger and the effect to add; None for each that is
                not meant.
            state: The game, which is changed.

        Returns:
            A result with the events EncounterCompleted, DangerChanged and EffectAdded, one for each thing that changed.

        Raises:
            NotFound: The scenario has no such place or encounter.
            NotPossible: The encounter is completed already or belongs to another place, its condition does not hold, or
                the party is not at the place. ``danger_level`` is ``CLEARED``, and an encounter of the place is still
                not completed. Or the place has the effect already. Nothing has changed then.
        """
        place = state.place(command.location_id)
        becomes_cleared = command.danger_level is DangerLevel.CLEARED and place.danger_level is not DangerLevel.CLEARED
        if command.complete_encounter is not None:
            _check_encounter(state, command.location_id, command.complete_encounter)
        if command.danger_level is DangerLevel.CLEARED:
            _check_nothing_is_left(state, command.location_id, command.complete_encounter)
        if command.add_effect is not None and command.add_effect in place.lasting_changes:
            raise NotPossible(places.PlaceShowsAlready(location_id=place.location_id, change=command.add_effect))

        events: list[Event] = []
        if command.complete_encounter is not None:
            place.completed_encounters.append(command.complete_encounter)
            events.append(EncounterCompleted(location_id=place.location_id, encounter_id=command.complete_encounter))
        if command.danger_level is not None and command.danger_level is not place.danger_level:
            place.danger_level = command.danger_level
            events.append(DangerChanged(location_id=place.location_id, level=command.danger_level))
        if command.add_effect is not None:
            place.lasting_changes.append(command.add_effect)
            events.append(EffectAdded(location_id=place.location_id, effect=command.add_effect))
        where = {"location_id": command.location_id}
        if command.complete_encounter is not None:
            related = {**where, "encounter_id": command.complete_encounter}
            await self._memory.on_world_event(state, event_kind="encounter_completed", related=related)
        if becomes_cleared:
            await self._memory.on_world_event(state, event_kind="location_cleared", related=where)
        return HandlerResult(events=tuple(events))

    async def discover_secret(self, command: DiscoverSecretCommand, state: GameState) -> HandlerResult:
        """Add a secret to those that the party has discovered.

        Args:
            command: The id of the secret.
            state: The game, which is changed.

        Returns:
            A result with the event SecretDiscovered.

        Raises:
            NotFound: The scenario has no such secret.
            NotPossible: The party knows the secret already; or no person has revealed it, and it is at another place or
                its condition does not hold. Nothing has changed then.
        """
        sheet, secret = state.sheets.secret(command.secret_id)
        place = state.place(sheet.id)
        if secret.id in place.discovered_secrets:
            raise NotPossible(places.SecretKnownAlready())
        if not _is_revealed_by_topic(state, secret.id):
            if sheet.id != state.scenario.current_location_id:
                raise NotPossible(places.SecretElsewhere())
            if not holds(secret.condition, state):
                raise NotPossible(OnlyNeeds(condition=secret.condition, text=secret.blocked_text))
        place.discovered_secrets.append(secret.id)
        return HandlerResult(events=(SecretDiscovered(location_id=sheet.id, secret_id=secret.id),))


def _companions_here(state: GameState) -> tuple[str, ...]:
    here = {npc.instance_id for npc in state.present()}
    return tuple(npc_id for npc_id in state.party.companions if npc_id in here)


def _open_way(state: GameState, target: str) -> ExitSheet:
    """Return the visible and open exit to a place; a hidden one is refused in the words of one that does not exist."""
    if target == state.here.id:
        raise NotPossible(places.PlaceHereAlready(location_id=state.here.id))
    ways = visible_exits(state)
    if (way := next((way for way in ways if way.to == target), None)) is None:
        raise NotPossible(places.PlaceNoWay(location_id=state.here.id, ways=tuple(ways)))
    if is_shut(way, state):
        raise NotPossible(places.PlaceWayShut(location_id=target, way=way.name))
    if not is_open(way, state):
        raise NotPossible(OnlyNeeds(condition=way.locked_until, text=way.locked_text, adds_needs=True))
    return way


def _check_encounter(state: GameState, location_id: str, encounter_id: str) -> None:
    sheet, encounter = state.sheets.encounter(encounter_id)
    if sheet.id != location_id or state.scenario.current_location_id != location_id:
        raise NotPossible(places.EncounterElsewhere(encounter_id=encounter_id))
    if encounter_id in state.place(location_id).completed_encounters:
        raise NotPossible(places.EncounterOver(encounter_id=encounter_id))
    if not holds(encounter.condition, state):
        raise NotPossible(OnlyNeeds(condition=encounter.condition, text=encounter.failed_text, adds_needs=True))


def _check_nothing_is_left(state: GameState, location_id: str, completing: str | None) -> None:
    done = {*state.place(location_id).completed_encounters, completing}
    encounters = state.sheets.location(location_id).encounters
    left = tuple(encounter.id for encounter in encounters if encounter.id not in done)
    if left:
        raise NotPossible(places.PlaceNotClear(location_id=location_id, left=left))


def _is_revealed_by_topic(state: GameState, secret_id: str) -> bool:
    topic_ids = (topic_id for npc in state.npcs.values() for topic_id in npc.topics_told)
    return any(state.sheets.topic(topic_id)[1].reveals_secret == secret_id for topic_id in topic_ids)
