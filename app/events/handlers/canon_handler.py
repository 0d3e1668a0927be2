"""Handles the commands of the game master about canon: additions to a scenario that is played."""

from typing import Any

from app.errors import InvalidInput, NotFound, NotPossible
from app.events import commands
from app.events.canon import limits, making
from app.events.canon.updating import take_in_scenario
from app.events.handlers.base import Handler, HandlerResult
from app.events.handlers.npc_handler import check_move
from app.events.handlers.party_handler import player_of
from app.memory.seeding.seeding import seed_newcomer
from app.models.base import has_control_characters
from app.models.command import Command, Event
from app.models.events import canon as happened
from app.models.instances.world_state import RunningTimer
from app.models.memory import Scope
from app.models.refusals import canon as refusals
from app.models.sheets.amending import find_part
from app.models.sheets.canon import (
    ActionEntry,
    CanonChange,
    CanonEntry,
    CanonSource,
    DescriptionEntry,
    FactEntry,
    ItemEntry,
    NameEntry,
    PersonEntry,
    PlaceEntry,
    ScenarioEntry,
    StateEntry,
    TimerEntry,
)
from app.models.sheets.values import GAME, PARTY, PERSON, PLAYER, StateSheet
from app.models.state.facts import authored_value, fact_of
from app.models.state.game_state import GameState
from app.models.state.newcomers import admit
from app.models.state.things import container_of, location_of, put
from app.scenarios.scenario_check import inspect_sheet

_KEPT_BY_ENGINE = frozenset({"holder", "danger", "attitude", "state"})


class CanonHandler(Handler):
    """The handler of the commands about canon: to add people, things, places, actions, states and timers to a scenario
    that is played, to change them, to establish facts, and to take an edited scenario in. Each method carries out one
    command: it changes the state and returns a `HandlerResult`, or raises an error that it lists; nothing has changed
    then."""

    async def create_person(self, command: commands.CreatePersonCommand, state: GameState) -> HandlerResult:
        """Add a person, or change the sheet of one.

        Args:
            command: The fields of the person; the id of one that is changed.
            state: The game, which is changed.

        Returns:
            A result with the event PersonCreated, or PartChanged.

        Raises:
            NotFound: There is no such person or place.
            NotPossible: The scenario allows no additions, or it allows only details and the person is the author's. The
                turn has already made 5 such changes, or 200 people were made in the game (a program may set other
                limits). A new person has no name or description. The name is taken. Or the person cannot be moved: they
                are dead, or the scenario allows only other places for them.
            InvalidInput: A text holds control characters, a name or alias is blank, or ``occupation`` is not on one
                line. Nothing has changed then.
        """
        limits.check_allowed(command, state)
        for place in (command.location_id, command.home_location, command.work_location):
            if place is not None:
                state.place(place)
        is_moved = False
        if command.id is None:
            limits.check_people(state)
        else:
            is_moved = command.location_id not in (None, state.npc(command.id).current_location_id)
            limits.check_untouched(state, command.id)
            if is_moved:
                check_move(state, command.id, command.location_id)
        sheet = making.person_of(command, state)
        _add(state, PersonEntry(sheet=sheet))
        if command.id is None:
            return HandlerResult(events=(happened.PersonCreated(npc_id=sheet.id, at=sheet.start_location),))
        follow_ups: tuple[Command, ...] = ()
        if is_moved:
            follow_ups = (commands.MoveNPCCommand(npc_id=sheet.id, location_id=command.location_id),)
        return HandlerResult(events=(happened.PartChanged(of=sheet.id),), follow_ups=follow_ups)

    async def create_item(self, command: commands.CreateItemCommand, state: GameState) -> HandlerResult:
        """Add a thing, or change the sheet of one.

        Args:
            command: The fields of the thing; the id of one that is changed.
            state: The game, which is changed.

        Returns:
            A result with the event ItemCreated, or PartChanged.

        Raises:
            NotFound: There is no such thing, place, person or container.
            NotPossible: The scenario allows no additions, or it allows only details and the thing is the author's; the
                turn has already made 5 such changes (a program may set another limit); a new thing has no name or
                description; or the name is taken.
            InvalidInput: A text holds control characters, or a name or alias is blank. Nothing has changed then.
        """
        limits.check_allowed(command, state)
        if command.id is not None:
            state.sheets.item(command.id)
            limits.check_untouched(state, command.id)
        to = command.to
        if to is not None and not _can_hold(state, to):
            raise NotFound(refusals.PartUnknown(part=to))
        sheet = making.item_of(command, state)
        _add(state, ItemEntry(sheet=sheet))
        if command.id is None:
            to = to or state.scenario.current_location_id
        if to is not None:
            put(state, sheet.id, to)
        made = happened.ItemCreated(item_id=sheet.id, holder_id=to, at=location_of(state, sheet.id))
        return _made_or_changed(command.id, made)

    async def create_place(self, command: commands.CreatePlaceCommand, state: GameState) -> HandlerResult:
        """Add a place with its ways, or change the sheet of one.

        Args:
            command: The fields of the place and its ways; the id of one that is changed.
            state: The game, which is changed.

        Returns:
            A result with the event PlaceCreated, or PartChanged.

        Raises:
            NotFound: There is no such place, or a way leads to a place that does not exist.
            NotPossible: The scenario allows no additions, or allows only details; the turn has already made 5 such
                changes (a program may set another limit); a new place has no name, description or way; the name is
                taken; or a way leads to the place itself.
            InvalidInput: A text holds control characters; a name or alias is blank; or two ways from the same place
                would have the same name or direction. Nothing has changed then.
        """
        limits.check_allowed(command, state, in_details=False)
        for way in command.ways:
            if way.to != command.id:
                state.place(way.to)
        sheet, ways = making.place_of(command, state)
        _add(state, PlaceEntry(sheet=sheet, ways=ways))
        return _made_or_changed(command.id, happened.PlaceCreated(location_id=sheet.id))

    async def create_action(self, command: commands.CreateActionCommand, state: GameState) -> HandlerResult:
        """Add an action, or change one.

        Args:
            command: The fields of the action; the id of one that is changed.
            state: The game, which is changed.

        Returns:
            A result with the event ActionCreated, or PartChanged.

        Raises:
            NotFound: There is no such action.
            NotPossible: The scenario allows no additions; it allows only details, and the action is the author's or has
                effects on something of the author's; the turn has already made 5 such changes (a program may set
                another limit); or a new action has no ``words``.
            InvalidInput: An id in a field is unknown or of a part of the wrong kind; ``words`` name a ``{target}`` or
                ``{with}`` that the action does not have; or a text holds control characters. Nothing has changed then.
        """
        limits.check_allowed(command, state)
        limits.check_untouched(state, command.id)
        check = command.check
        results = (check.success, check.partial, check.failure) if check is not None else ()
        limits.check_effects(state, (*command.effects, *(effect for each in results for effect in each.effects)))
        sheet = making.action_of(command, state)
        _add(state, ActionEntry(sheet=sheet))
        return _made_or_changed(command.id, happened.ActionCreated(action_id=sheet.id))

    async def create_state(self, command: commands.CreateStateCommand, state: GameState) -> HandlerResult:
        """Declare a state of a part of the world.

        Args:
            command: The owner, the name, and what values the state can have.
            state: The game, which is changed.

        Returns:
            A result with the event StateCreated.

        Raises:
            NotFound: There is no such owner.
            NotPossible: The scenario allows no additions; it allows only details, and the owner was not made in the
                game; or the turn has already made 5 such changes (a program may set another limit).
            InvalidInput: ``least`` is above ``most``, a ``word`` has no ``words``, ``first`` is not one of the possible
                values, or a text holds control characters. Nothing has changed then.
        """
        limits.check_allowed(command, state)
        owners = (GAME, PARTY, PLAYER, PERSON)
        if command.of not in owners and find_part(state.sheet, command.of) is None:
            raise NotFound(refusals.PartUnknown(part=command.of))
        limits.check_untouched(state, command.of)
        fields = command.model_dump(exclude={"kind", "of", "value_kind"}, exclude_unset=True)
        named = making.state_name(state, command.of, command.name)
        sheet = making.fitting_sheet(StateSheet, {**named, **fields, "name": named["name"], "kind": command.value_kind})
        _add(state, StateEntry(of=command.of, sheet=sheet))
        return HandlerResult(events=(happened.StateCreated(of=command.of, name=sheet.name),))

    async def create_timer(self, command: commands.CreateTimerCommand, state: GameState) -> HandlerResult:
        """Add a timer, which runs at once, or change one.

        Args:
            command: The fields of the timer; the id of one that is changed.
            state: The game, which is changed.

        Returns:
            A result with the event TimerCreated, or PartChanged.

        Raises:
            NotFound: There is no such timer.
            NotPossible: The scenario allows no additions; it allows only details, and the timer is the author's or has
                effects on something of the author's; the turn has already made 5 such changes (a program may set
                another limit); or a new timer has no ``name`` or ``minutes``.
            InvalidInput: An id in a field is unknown or of a part of the wrong kind, a text holds control characters,
                or the name is blank. Nothing has changed then.
        """
        limits.check_allowed(command, state)
        limits.check_untouched(state, command.id)
        limits.check_effects(state, command.effects)
        sheet = making.timer_of(command, state)
        _add(state, TimerEntry(sheet=sheet))
        if command.id is None:
            state.world.timers[sheet.id] = RunningTimer(due=state.clock.minutes + (sheet.minutes or 1))
        return _made_or_changed(command.id, happened.TimerCreated(timer_id=sheet.id))

    async def establish_fact(self, command: commands.EstablishFactCommand, state: GameState) -> HandlerResult:
        """Establish a fact, or keep what a player claims.

        Args:
            command: The subject, the attribute, the value, and the player who claims it.
            state: The game, which is changed.

        Returns:
            A result with the event FactEstablished.

        Raises:
            NotFound: The party has no such player, or the player has left.
            NotPossible: The scenario allows no additions; the turn has already made 5 such changes (a program may set
                another limit); or the attribute is one that the engine keeps (holder, danger, attitude, state). For a
                fact that is true also: the attribute has this value already; or the scenario allows only details, and
                its author gives the attribute another value.
            InvalidInput: The value holds control characters. Nothing has changed then.
        """
        limits.check_allowed(command, state)
        if command.claimed_by is not None:
            player_of(state, command.claimed_by)
        subject, attribute, value = command.subject, command.attribute, command.value
        _check_text(value)
        if attribute.casefold() in _KEPT_BY_ENGINE:
            raise NotPossible(refusals.FactOfEngine(attribute=attribute))
        known = fact_of(state, subject, attribute)
        if command.claimed_by is None and known == value:
            raise NotPossible(refusals.FactKnown(subject=subject, attribute=attribute, value=value))
        written = authored_value(state, subject, attribute)
        if command.claimed_by is None and limits.only_details(state) and written and written != value:
            raise NotPossible(refusals.FactAuthored(subject=subject, attribute=attribute, value=written))
        by = CanonSource.GAME_MASTER if command.claimed_by is None else CanonSource.PLAYER
        _add(state, FactEntry(subject=subject, attribute=attribute, value=value), by, command.claimed_by)
        event = happened.FactEstablished(
            subject=subject,
            attribute=attribute,
            value=value,
            scope=_owner_of(state, subject),
            claimed_by=command.claimed_by,
        )
        return HandlerResult(events=(event,))

    async def describe(self, command: commands.DescribeCommand, state: GameState) -> HandlerResult:
        """Give a part of the world a new description.

        Args:
            command: The part, and the description.
            state: The game, which is changed.

        Returns:
            A result with the event PartDescribed.

        Raises:
            NotFound: There is no such part.
            NotPossible: The scenario allows no additions, or it allows only details and the part is the author's; the
                turn has already made 5 such changes (a program may set another limit); or the part has this description
                already.
            InvalidInput: The text holds control characters. Nothing has changed then.
        """
        limits.check_allowed(command, state)
        part = _part(state, command.of)
        limits.check_untouched(state, command.of)
        _check_text(command.text)
        if part.description == command.text and not getattr(part, "variants", ()):
            raise NotPossible(refusals.DescribedAlready(of=command.of))
        _add(state, DescriptionEntry(of=command.of, text=command.text))
        return HandlerResult(events=(happened.PartDescribed(of=command.of, text=command.text),))

    async def rename(self, command: commands.RenameCommand, state: GameState) -> HandlerResult:
        """Give a part of the world a new name; the old one stays an alias.

        Args:
            command: The part, and the name.
            state: The game, which is changed.

        Returns:
            A result with the event PartRenamed.

        Raises:
            NotFound: There is no such part.
            NotPossible: The scenario allows no additions, or it allows only details and the part is the author's; the
                turn has already made 5 such changes (a program may set another limit); or a person, thing, place or
                player has this name, also if it is the part itself.
            InvalidInput: The name is blank or holds control characters. Nothing has changed then.
        """
        limits.check_allowed(command, state)
        part = _part(state, command.of)
        limits.check_untouched(state, command.of)
        making.check_name(state, "" if part.name == command.name else command.of, command.name)
        _add(state, NameEntry(of=command.of, name=command.name))
        return HandlerResult(events=(happened.PartRenamed(of=command.of, name=command.name, before=part.name),))

    async def update_scenario(self, command: commands.UpdateScenarioCommand, state: GameState) -> HandlerResult:
        """Take an edited version of the author's scenario in.

        Args:
            command: The edited scenario.
            state: The game, which is changed.

        Returns:
            A result with the event ScenarioUpdated.

        Raises:
            NotPossible: It is another scenario, or equal to the one that is played.
            InvalidInput: The edited scenario is not valid, alone or together with what was made in the game. Nothing
                has changed then.
        """
        authored = state.amended.authored
        if command.sheet.id != authored.id:
            raise NotPossible(refusals.ScenarioOther(scenario=command.sheet.title))
        if command.sheet == authored:
            raise NotPossible(refusals.ScenarioSame())
        problems = inspect_sheet(command.sheet).problems
        if problems:
            raise InvalidInput(refusals.ScenarioBad(problem=str(problems[0]), more=len(problems) - 1))
        entry = CanonEntry(change=ScenarioEntry(sheet=command.sheet), turn=state.turn, game_time=state.clock.minutes)
        is_alone = state.amended.after([entry]).sheet == command.sheet  # then it has been checked
        if not is_alone and (problem := making.first_new_problem(state, entry)) is not None:
            raise InvalidInput(refusals.ScenarioBad(problem=str(problem)))
        return HandlerResult(events=(take_in_scenario(state, command.sheet),))


def _add(
    state: GameState, change: CanonChange, by: CanonSource = CanonSource.GAME_MASTER, player: str | None = None
) -> None:
    if not isinstance(change, FactEntry):
        making.check_change(state, change)
    state.add_canon(change, by, player)
    admit(state)
    for owner in {_owner_of(state, any_id): None for any_id in _changed_by(change)}:
        if owner != Scope.world():
            seed_newcomer(state, owner, state.written_at)


def _changed_by(change: CanonChange) -> tuple[str, ...]:
    """Return the parts whose memories from the start change: who somebody is, what a place is, its ways."""
    match change:
        case PlaceEntry(sheet=sheet, ways=ways):
            return (sheet.id, *(way.location_id for way in ways))
        case PersonEntry(sheet=sheet):
            return (sheet.id,)
        case DescriptionEntry(of=of) | NameEntry(of=of):
            return (of,)
    return ()


def _made_or_changed(known_id: str | None, made: Event) -> HandlerResult:
    """Return a result with the event of a new part, or where a known one was changed with PartChanged."""
    return HandlerResult(events=(made if known_id is None else happened.PartChanged(of=known_id),))


def _part(state: GameState, any_id: str) -> Any:
    part = find_part(state.sheet, any_id)
    if part is None:
        raise NotFound(refusals.PartUnknown(part=any_id))
    return part


def _can_hold(state: GameState, any_id: str) -> bool:
    known = (state.scenario.location_states, state.npcs)
    return any_id == PARTY or any(any_id in each for each in known) or container_of(state, any_id) is not None


def _owner_of(state: GameState, subject: str) -> Scope:
    """Return whose memory keeps a fact: the person's or the place's that it is about, else the world's."""
    if subject in state.npcs:
        return Scope.npc(subject)
    return Scope.location(subject) if subject in state.scenario.location_states else Scope.world()


def _check_text(text: str) -> None:
    if has_control_characters(text):
        raise InvalidInput(refusals.PartUnfit(problem="the text holds control characters."))
