"""The rules between the parts of a scenario: ids, references, ways, things, secrets, and the conditions that play can
reach."""

from collections.abc import Iterator

from pydantic import BaseModel

from app.errors import InvalidInput
from app.models.base import Frozen, Tagged, has_control_characters
from app.models.plain_reasons import ValueFault, ValueUnfit
from app.models.sheets import condition as conditions
from app.models.sheets import effect as effects
from app.models.sheets.action import ActionSheet
from app.models.sheets.condition import Condition
from app.models.sheets.item import ItemSheet, ItemUse
from app.models.sheets.location import EncounterSheet, ExitSheet, FeatureSheet, LocationSheet, SecretSheet
from app.models.sheets.person import NPCSheet, TopicSheet
from app.models.sheets.quest import ActSheet, ObjectiveSheet, QuestSheet
from app.models.sheets.scenario import ScenarioSheet
from app.models.sheets.timer import WalkthroughSheet
from app.models.typed_text import MAX_PLAYER_TEXT, checked_player_text
from app.scenarios.scenario_actions import check_actions
from app.scenarios.scenario_facts import check_facts
from app.scenarios.scenario_reach import reach_of, reachable
from app.scenarios.scenario_references import check_ids, check_references, each
from app.scenarios.scenario_states import check_states

_CONDITION_FIELDS = ("hidden_until", "locked_until", "condition", "take_condition", "start_condition", "stays_until")
_ONE_LINE_FIELDS = frozenset(
    {"author", "language", "tags", "occupation", "archetype", "traits", "skills", "values", "goals", "schedule_hints"}
)
_NAME_FIELDS = frozenset({"name", "title", "aliases"})


class ScenarioProblem(Frozen):
    """A problem of a scenario: ``where`` as a JSON path, and ``what`` in one sentence."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


def check_scenario(sheet: ScenarioSheet) -> list[ScenarioProblem]:
    """Find the problems of a scenario of the right form.

    Conditions that play can never meet are reported only where there is no problem that could be their cause.

    Returns:
        The problems; none for a scenario that can be played.
    """
    parts = list(walk(sheet))
    causes = [*_causes(sheet, parts), *_check_presence(sheet, parts)]
    problems = [*causes, *_check_texts(sheet, parts), *(() if causes else _check_reach(sheet, parts))]
    return [ScenarioProblem(where=where, what=what) for where, what in problems]


def check_parts(sheet: ScenarioSheet) -> list[ScenarioProblem]:
    """Find the problems of a scenario between its parts and in its texts, not in what play can reach.

    Returns:
        The problems; none for a scenario whose parts fit each other.
    """
    parts = list(walk(sheet))
    problems = [*_causes(sheet, parts), *_check_texts(sheet, parts)]
    return [ScenarioProblem(where=where, what=what) for where, what in problems]


def _causes(sheet: ScenarioSheet, parts: list[tuple[str, object]]) -> list[tuple[str, str]]:
    causes = [*check_ids(parts), *check_references(sheet, parts), *_check_exits(sheet), *_check_things(sheet, parts)]
    return [
        *causes,
        *_check_secrets(sheet),
        *_check_ties(sheet),
        *check_states(sheet, parts),
        *check_actions(sheet, parts),
        *check_facts(parts),
    ]


def walk(part: object, where: str = "") -> Iterator[tuple[str, object]]:
    """Yield every model and every text in a model, itself included, with its JSON path."""
    if isinstance(part, BaseModel):
        yield where, part
        for name, field in type(part).model_fields.items():
            key = field.alias or name
            yield from walk(getattr(part, name), f"{where}.{key}" if where else key)
    elif isinstance(part, tuple):
        for number, item in enumerate(part):
            yield from walk(item, f"{where}[{number}]")
    elif isinstance(part, str):
        yield where, part


def needed_ids(sheet: ScenarioSheet) -> set[str]:
    """Return the ids of things and details that the story needs: those that a condition, an effect, a use, a gift, a
    secret, an action or a trade names. Generic actions do not destroy them."""
    named: set[str] = {item.id for item in sheet.items if item.uses}
    for _, part in walk(sheet):
        match part:
            case FeatureSheet(secret_id=str()) | FeatureSheet(actions=(_, *_)) | ItemSheet(actions=(_, *_)):
                named.add(part.id)
            case ItemUse(on=on, reveals_secret=_):
                named.add(on or "")
            case NPCSheet():
                named.update((*part.wants, *part.sells, *part.buys))
            case TopicSheet(gives_item=given):
                named.add(given or "")
            case ActionSheet():
                named.update((*part.on, *part.with_))
            case Tagged():
                named.update(str(getattr(part, name, "")) for name in ("item_id", "into_id", "of", "at", "to"))
    return named


_LINE_FAULTS = {
    ValueFault.TURN_EMPTY: "the line is empty.",
    ValueFault.TURN_LENGTH: f"a line has at most {MAX_PLAYER_TEXT:,} characters.",
    ValueFault.TURN_CONTROL: "the line holds control characters.",
}
"""By limit what is wrong with a line that no turn would take."""


def _check_texts(sheet: ScenarioSheet, parts: list[tuple[str, object]]) -> Iterator[tuple[str, str]]:
    unnamed = {f"{where}.name" for where, part in parts if isinstance(part, ActionSheet) and not part.name}
    for where, part in parts:
        if isinstance(part, str) and not where.startswith("walkthrough") and where not in unnamed:
            field = where.rpartition(".")[2].partition("[")[0]
            if has_control_characters(part):
                yield where, "the text holds control characters."
            elif field in _ONE_LINE_FIELDS and ("\n" in part or "\t" in part):
                yield where, "this must be on one line."
            elif field in _NAME_FIELDS and not part.strip():
                yield where, "this must not be blank."
    walks = [("walkthrough", sheet.walkthrough)]
    walks += [(f"{where}.lines", part.lines) for where, part in parts if isinstance(part, WalkthroughSheet)]
    for name, lines in walks:
        for where, line in each(name, lines):
            try:
                checked_player_text(line)
            except InvalidInput as error:
                yield where, _LINE_FAULTS[error.reason.fault] if isinstance(error.reason, ValueUnfit) else str(error)


def _check_exits(sheet: ScenarioSheet) -> Iterator[tuple[str, str]]:
    for i, place in enumerate(sheet.locations):
        seen: dict[str, int] = {}
        for j, way in enumerate(place.exits):
            where = f"locations[{i}].exits[{j}]"
            if way.to == place.id:
                yield f"{where}.to", "the way leads back to where it begins."
            if way.to in [other.to for other in place.exits[:j]]:
                yield f"{where}.to", f"a second way to {way.to!r}; a way is found by its target."
            names = {word.casefold() for word in (way.name, *way.aliases, way.direction or way.name)}
            for word in sorted(names & seen.keys()):
                yield where, f"{word!r} is also said for exits[{seen[word]}]: a player could not choose."
            seen.update(dict.fromkeys(names - seen.keys(), j))


def _check_things(sheet: ScenarioSheet, parts: list[tuple[str, object]]) -> Iterator[tuple[str, str]]:
    first: dict[str, str] = {}
    for where, item_id in _spots(sheet, parts):
        if item_id in first:
            yield where, f"{item_id!r} is already at {first[item_id]}; there is one of each."
        first.setdefault(item_id, where)
    yield from _check_nesting(sheet)
    yield from _check_gifts(sheet, parts)


def _spots(sheet: ScenarioSheet, parts: list[tuple[str, object]]) -> Iterator[tuple[str, str]]:
    """Yield each thing that is somewhere at the opening, with the path of the field that says so first."""
    yield from each("start_items", sheet.start_items)
    for where, part in parts:
        if isinstance(part, LocationSheet | NPCSheet):
            yield from each(f"{where}.items", part.items)
        elif isinstance(part, ItemSheet | FeatureSheet) and part.container is not None:
            yield from each(f"{where}.container.items", part.container.items)


def _check_presence(sheet: ScenarioSheet, parts: list[tuple[str, object]]) -> Iterator[tuple[str, str]]:
    """Check that a way leads to each place, and that each thing is somewhere or can be brought."""
    ways = {place.id: [way.to for way in place.exits] for place in sheet.locations}
    carried_to = {part.to for _, part in walk(sheet) if isinstance(part, effects.MoveParty)}
    reached = {place for start in (sheet.start_location, *carried_to) for place in reachable(start, ways)}
    for i, place in enumerate(sheet.locations):
        if place.id not in reached and sheet.start_location in ways:
            yield f"locations[{i}]", f"no way leads to {place.id!r} from the start."
    known = {item_id for _, item_id in _spots(sheet, parts)}
    made = {one for _, part in parts for one in _brought(part)}
    for number, item in enumerate(sheet.items):
        if item.id not in known and item.id not in made:
            what = "is nowhere: no place, person or container has it, and no effect brings it."
            yield f"items[{number}]", f"{item.id!r} {what}"


def _brought(part: object) -> Iterator[str]:
    """Yield the ids of the things that an effect brings into the game."""
    match part:
        case effects.MakeItem(item_id=item_id) | effects.MoveItem(item_id=item_id):
            yield item_id
        case effects.ChangeItem(into_id=item_id):
            yield item_id


def _check_nesting(sheet: ScenarioSheet) -> Iterator[tuple[str, str]]:
    """Check that no container is in itself, or in what it holds."""
    held = {item.id: item.container.items for item in sheet.items if item.container is not None}
    for number, item in enumerate(sheet.items):
        if any(item.id in reachable(inner, held) for inner in held.get(item.id, ())):
            yield f"items[{number}].container.items", f"{item.id!r} is in itself."


def _check_gifts(sheet: ScenarioSheet, parts: list[tuple[str, object]]) -> Iterator[tuple[str, str]]:
    """Check that people can have what their topics give."""
    gifts = {(part.npc_id, part.item_id) for _, part in parts if isinstance(part, conditions.ItemGivenTo)}
    gifts |= {(part.to, part.item_id) for _, part in parts if isinstance(part, effects.MoveItem | effects.MakeItem)}
    for i, npc in enumerate(sheet.npcs):
        has = {*npc.items, *npc.wants, *npc.buys, *(item_id for npc_id, item_id in gifts if npc_id == npc.id)}
        for j, topic in enumerate(npc.topics):
            if topic.gives_item in sheet.index.items and topic.gives_item not in has:
                yield f"npcs[{i}].topics[{j}].gives_item", f"{npc.id!r} never has {topic.gives_item!r} to give."


def _check_secrets(sheet: ScenarioSheet) -> Iterator[tuple[str, str]]:
    homes = {secret_id: place.id for secret_id, (place, _) in sheet.index.secrets.items()}
    features = {feature_id: place.id for feature_id, (place, _) in sheet.index.features.items()}
    for i, place in enumerate(sheet.locations):
        for j, feature in enumerate(place.features):
            if homes.get(feature.secret_id or "", place.id) != place.id:
                what = f"{feature.secret_id!r} belongs to another place and cannot be found here."
                yield f"locations[{i}].features[{j}].secret_id", what
    for i, item in enumerate(sheet.items):
        for j, use in enumerate(item.uses):
            here, home = features.get(use.on or ""), homes.get(use.reveals_secret or "")
            if here and home and here != home:
                what = f"{use.reveals_secret!r} is at {home!r}, but {use.on!r} is at {here!r}."
                yield f"items[{i}].uses[{j}].reveals_secret", what
            _, secret = sheet.index.secrets.get(use.reveals_secret or "", (None, None))
            if use.consumes and secret is not None and item.id in _held_throughout(secret.condition):
                what = f"using it up takes away {item.id!r}, which {secret.id!r} needs to be held."
                yield f"items[{i}].uses[{j}].consumes", what


def _check_ties(sheet: ScenarioSheet) -> Iterator[tuple[str, str]]:
    """Check that people who stay at places begin at one of them, and can tell their topics at one of them."""
    for i, npc in enumerate(sheet.npcs):
        if npc.stays_at and npc.start_location not in (None, *npc.stays_at):
            yield f"npcs[{i}].stays_at", f"{npc.id!r} begins elsewhere, at {npc.start_location!r}."
        if npc.stays_until is not None and not npc.stays_at:
            yield f"npcs[{i}].stays_until", f"{npc.id!r} stays nowhere: stays_at is empty."
        for j, voice in enumerate(npc.voices):
            if not voice.places and voice.condition is None:
                yield f"npcs[{i}].voices[{j}]", "it needs places or a condition; lines for anywhere are in 'voice'."
        for j, topic in enumerate(npc.topics):
            if topic.elsewhere and not topic.places:
                yield f"npcs[{i}].topics[{j}].elsewhere", "it is never said: places is empty, so it is told anywhere."
            if npc.stays_at and npc.stays_until is None and topic.places and not {*npc.stays_at} & {*topic.places}:
                stays_at = ", ".join(map(repr, npc.stays_at))
                yield f"npcs[{i}].topics[{j}].places", f"{npc.id!r} is never there: it stays at {stays_at}."


def _held_throughout(condition: Condition | None) -> set[str]:
    """Return the ids of the things that the party must have whenever a condition holds."""
    match condition:
        case conditions.ItemHeld(item_id=item):
            return {item}
        case conditions.AllOf(conditions=parts):
            return {item for part in parts for item in _held_throughout(part)}
        case _:
            return set()


_GATES = (ExitSheet, EncounterSheet, SecretSheet, TopicSheet, ItemSheet, ItemUse, NPCSheet, QuestSheet, ObjectiveSheet)
"""Parts whose conditions must be able to hold: without them a part of the story is out of reach. Those of others are
only worth a warning."""


def _check_reach(sheet: ScenarioSheet, parts: list[tuple[str, object]]) -> Iterator[tuple[str, str]]:
    reach = reach_of(sheet)
    opened = {
        f"locations[{i}].exits[{j}]"
        for i, place in enumerate(sheet.locations)
        for j, way in enumerate(place.exits)
        if (place.id, way.to) in reach.ways
    }
    for where, part in parts:
        for name in _CONDITION_FIELDS if isinstance(part, (*_GATES, ActSheet)) and where not in opened else ():
            condition = getattr(part, name, None)
            if condition is not None and not reach.can_hold(condition):
                needed = ", ".join(dict.fromkeys(map(repr, reach.lacking(condition))))
                yield f"{where}.{name}", f"this can never hold: out of reach is {needed}."
