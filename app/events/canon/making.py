"""The sheets that orders of canon make: of a new part, or of one that is changed."""

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from app.errors import InvalidInput, NotFound, NotPossible
from app.events.commands import canon as commands
from app.models.base import Frozen, first_problem, is_id
from app.models.command import Command
from app.models.refusals import canon as refusals
from app.models.sheets.action import ActionSheet
from app.models.sheets.canon import MADE, CanonChange, CanonEntry, WayAdded
from app.models.sheets.condition import TimeReached
from app.models.sheets.item import ItemSheet
from app.models.sheets.location import Direction, ExitSheet, FeatureSheet, LocationSheet
from app.models.sheets.person import NPCSheet, TopicSheet
from app.models.sheets.scenario import ScenarioSheet
from app.models.sheets.timer import TimerSheet
from app.models.sheets.values import MAX_LABEL
from app.models.slugs import free_slug, slug_of
from app.models.state.game_state import GameState
from app.scenarios.scenario_rules import ScenarioProblem, check_parts

S = TypeVar("S", bound=Frozen)
_ALWAYS = TimeReached(minutes=0)
_OPPOSITE = {
    Direction.NORTH: Direction.SOUTH,
    Direction.EAST: Direction.WEST,
    Direction.UP: Direction.DOWN,
    Direction.IN: Direction.OUT,
}
_OPPOSITE |= {back: there for there, back in _OPPOSITE.items()}


def made_id(state: GameState, name: str, more: Iterable[str] = ()) -> str:
    """Make an id of a name that nothing of the game has: ``made-`` and up to three words.

    Args:
        state: The game, for reading.
        name: The name, in any script.
        more: Further ids that are taken.
    """
    sheets = state.sheets
    taken = {*more, *sheets.actions, *(timer for timer in state.world.timers)}
    base = MADE + (slug_of(name) or "part")
    while (free := free_slug(base, taken)) in sheets or free in state.npcs:
        taken.add(free)
    return free


def state_name(state: GameState, of: str, name: str) -> dict[str, str]:
    """Return the fields ``name`` and ``label`` of a state: an id, and the name as it is written if it is none.

    Args:
        state: The game, for reading.
        of: The owner of the state.
        name: The name, in any script.
    """
    if is_id(name):
        return {"name": name}
    label, owned = name[:MAX_LABEL], state.sheets.states.get(of, {})
    known = next((known for known, sheet in owned.items() if sheet.label == label), None)
    return {"name": known or slug_of(name) or free_slug("state", owned), "label": label}


def person_of(command: commands.CreatePersonCommand, state: GameState) -> NPCSheet:
    """Return the sheet of a new person, or the changed one of a known person.

    Raises:
        NotFound: There is no such person.
        NotPossible: A new one lacks its name or description, or another person has the name.
    """
    known = state.sheets.npc(command.id) if command.id is not None else None
    given = _given(command, "id", "location_id", "topics", "can_join")
    if known is None:
        _check_complete(command, "name", "description")
        given |= {"id": made_id(state, command.name or ""), "has_mind": command.has_mind}
        given["start_location"] = command.location_id or state.scenario.current_location_id
    if command.topics:
        own_id = known.id if known is not None else given["id"]
        given["topics"] = (*(known.topics if known else ()), *_topics(command, state, known, own_id))
    if "can_join" in command.model_fields_set:
        given["joins"] = _ALWAYS if command.can_join else None
    players = {player.id: player.name for player in state.party.ever}
    people = {figure.id: figure.name for figure in state.sheet.figures} | {
        each.id: each.name for each in state.sheet.npcs
    }
    _check_name(command.name, known.id if known is not None else None, people | players)
    return _sheet(NPCSheet, known, given)


def _topics(
    command: commands.CreatePersonCommand, state: GameState, known: NPCSheet | None, own_id: str
) -> Iterator[TopicSheet]:
    taken = {own_id}  # names in other scripts than Latin all make the same id
    for topic in command.topics:
        topic_id = made_id(state, f"{topic.name} {known.id if known else command.name}", taken)
        taken.add(topic_id)
        yield TopicSheet(id=topic_id, name=topic.name, text=topic.text)


def item_of(command: commands.CreateItemCommand, state: GameState) -> ItemSheet:
    """Return the sheet of a new thing, or the changed one of a known thing.

    Raises:
        NotFound: There is no such thing.
        NotPossible: A new one lacks its name or description, or another thing has the name.
    """
    known = state.sheets.item(command.id) if command.id is not None else None
    given = _given(command, "id", "to")
    if known is None:
        _check_complete(command, "name", "description")
        given["id"] = made_id(state, command.name or "")
    _check_name(
        command.name, known.id if known is not None else None, {item.id: item.name for item in state.sheet.items}
    )
    return _sheet(ItemSheet, known, given)


def place_of(command: commands.CreatePlaceCommand, state: GameState) -> tuple[LocationSheet, tuple[WayAdded, ...]]:
    """Return the sheet of a new place, or the changed one of a known place, and the ways that lead there.

    Raises:
        NotFound: There is no such place, or none where a way leads.
        NotPossible: A new one lacks its name, description or a way, another place has the name, or a way leads to the
            place itself.
    """
    known = state.sheets.location(command.id) if command.id is not None else None
    given = _given(command, "id", "ways", "details")
    if known is None:
        _check_complete(command, "name", "description", "ways")
        given["id"] = made_id(state, command.name or "")
    place_id: str = known.id if known is not None else given["id"]
    _check_name(
        command.name, known.id if known is not None else None, {place.id: place.name for place in state.sheet.locations}
    )
    if any(way.to == place_id for way in command.ways):
        raise NotPossible(refusals.WayToItself(location_id=place_id))
    exits = {way.to: way for way in known.exits} if known is not None else {}
    for way in command.ways:
        name = way.name or state.sheets.location(way.to).name
        exits[way.to] = ExitSheet(to=way.to, name=name, direction=way.direction, minutes=way.minutes)
    given["exits"] = tuple(exits.values())
    if command.details:
        given["features"] = (*(known.features if known else ()), *_details(command, state, place_id))
    name = command.name or (known.name if known else "")
    back = tuple(
        WayAdded(
            location_id=way.to,
            exit=ExitSheet(
                to=place_id,
                name=way.back or name,
                direction=way.direction and _OPPOSITE.get(way.direction),
                minutes=way.minutes,
            ),
        )
        for way in command.ways
        if not way.one_way
    )
    return _sheet(LocationSheet, known, given), back


def _details(command: commands.CreatePlaceCommand, state: GameState, place_id: str) -> Iterator[FeatureSheet]:
    taken = {place_id}
    for detail in command.details:
        detail_id = made_id(state, detail.name, taken)
        taken.add(detail_id)
        yield FeatureSheet(id=detail_id, name=detail.name, description=detail.description)


def action_of(command: commands.CreateActionCommand, state: GameState) -> ActionSheet:
    """Return a new action, or a known one changed.

    Raises:
        NotFound: There is no such action.
        NotPossible: A new one has no words.
    """
    known = next((action for action in state.sheet.actions if action.id == command.id), None)
    if command.id is not None and known is None:
        raise NotFound(refusals.PartUnknown(part=command.id))
    given = _given(command, "id")
    if known is None:
        _check_complete(command, "words")
        given["id"] = made_id(state, command.words[0].replace("{target}", "").replace("{with}", ""))
    return _sheet(ActionSheet, known, given)


def timer_of(command: commands.CreateTimerCommand, state: GameState) -> TimerSheet:
    """Return a new timer, or a known one changed.

    Raises:
        NotFound: There is no such timer.
        NotPossible: A new one lacks its name or minutes.
    """
    known = state.sheets.timer(command.id) if command.id is not None else None
    given = _given(command, "id")
    if known is None:
        _check_complete(command, "name", "minutes")
        given |= {"id": made_id(state, command.name or ""), "starts_at_once": True}
    elif "minutes" in given:
        given["at"] = None
    return _sheet(TimerSheet, known, given)


def _given(command: Command, *without: str) -> dict[str, Any]:
    """Return the fields that a command sets; None sets none."""
    return {
        name: value
        for name in type(command).model_fields
        if name in command.model_fields_set
        and name not in {"kind", *without}
        and (value := getattr(command, name)) is not None
    }


def _check_complete(command: Command, *names: str) -> None:
    missing = tuple(name for name in names if not getattr(command, name))
    if missing:
        raise NotPossible(refusals.CanonIncomplete(fields=missing))


def _check_name(name: str | None, own_id: str | None, names: dict[str, str]) -> None:
    for any_id, taken in names.items() if name is not None else ():
        if any_id != own_id and taken.casefold() == (name or "").casefold():
            raise NotPossible(refusals.NameTaken(name=name or "", taken_by=any_id))


def check_name(state: GameState, of: str, name: str) -> None:
    """Refuse a name that another part has which players could mean.

    Raises:
        NotPossible: The name is taken.
    """
    sheets = state.sheets
    parts: list[tuple[str, Any]] = [*sheets.npcs.items(), *sheets.items.items(), *sheets.locations.items()]
    players = {player.id: player.name for player in state.party.ever}
    _check_name(name, of, {any_id: str(part.name) for any_id, part in parts} | players)


def _sheet(kind: type[S], known: S | None, given: dict[str, Any]) -> S:
    fields = {name: getattr(known, name) for name in kind.model_fields} if known is not None else {}
    return fitting_sheet(kind, {**_by_alias(kind, fields), **_by_alias(kind, given)})


def fitting_sheet(kind: type[S], fields: dict[str, Any]) -> S:
    """Make a sheet.

    Raises:
        InvalidInput: A field does not fit; one line names it.
    """
    try:
        return kind.model_validate(fields)
    except ValidationError as error:
        raise InvalidInput(refusals.PartUnfit(problem=first_problem(error))) from None


def _by_alias(kind: type[BaseModel], fields: dict[str, Any]) -> dict[str, Any]:
    return {kind.model_fields[name].alias or name: value for name, value in fields.items()}


def check_change(state: GameState, change: CanonChange) -> None:
    """Refuse a change after which the parts of the scenario would not fit each other.

    Raises:
        InvalidInput: A field names nothing, or a part of the wrong kind, or a text holds control characters.
    """
    entry = CanonEntry(change=change, turn=state.turn, game_time=state.clock.minutes)
    problem = first_new_problem(state, entry)
    if problem is not None:
        raise InvalidInput(refusals.PartUnfit(problem=f"{problem.where.rpartition('].')[2]}: {problem.what}"))


def first_new_problem(state: GameState, entry: CanonEntry) -> ScenarioProblem | None:
    """Return the first problem that the scenario would have after an entry and has not now; None for none."""
    before = set(map(str, _problems_of(state.sheet)))
    after = _problems_of(state.amended.after([entry]).sheet)
    return next((problem for problem in after if str(problem) not in before), None)


class _Problems(tuple[ScenarioProblem, ...]):
    """The problems of a sheet, kept with it: the sheet after a change is the one before the next change."""


def _problems_of(sheet: ScenarioSheet) -> tuple[ScenarioProblem, ...]:
    known = sheet.derived.get(_Problems)
    return sheet.derived.hold(_Problems(check_parts(sheet))) if known is None else known
