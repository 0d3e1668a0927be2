"""The rules between the parts of a scenario: ids, references, ways, things, secrets, and the conditions that play can
reach."""

from collections.abc import Iterator

from pydantic import BaseModel

from app.errors import InvalidInput
from app.models.base import Frozen, Tagged, checked_player_text, has_control_characters
from app.models.sheets import condition as conditions
from app.models.sheets.action import ActionSheet
from app.models.sheets.condition import Condition
from app.models.sheets.item import ItemSheet, ItemUse
from app.models.sheets.location import EncounterSheet, FeatureSheet, LocationSheet, SecretSheet
from app.models.sheets.person import FigureSheet, NPCSheet, TopicSheet
from app.models.sheets.quest import ActSheet, ObjectiveSheet, QuestSheet
from app.models.sheets.scenario import ScenarioSheet
from app.scenarios.scenario_reach import reach_of, reachable

RESERVED_IDS = frozenset({"world", "party", "player", "m"})
"""Ids that no part may have: those of the party and the players, and the prefixes of other memory ids (``world-007``,
and ``m-7`` for a message)."""

_KINDS: dict[type[object], str] = {
    LocationSheet: "place",
    NPCSheet: "person",
    FigureSheet: "figure",
    ItemSheet: "thing",
    QuestSheet: "quest",
    ActSheet: "act",
    ObjectiveSheet: "objective",
    EncounterSheet: "encounter",
    SecretSheet: "secret",
    FeatureSheet: "feature",
    TopicSheet: "topic",
}
_REFERENCES = {
    **dict.fromkeys(("start_location", "home_location", "work_location", "location_id", "to"), ("place",)),
    **dict.fromkeys(("places", "stays_at"), ("place",)),
    **dict.fromkeys(("start_items", "items", "wants", "gives_item", "item_id"), ("thing",)),
    **dict.fromkeys(("starts_quest", "quest_id"), ("quest",)),
    **dict.fromkeys(("reveals_secret", "secret_id"), ("secret",)),
    **dict.fromkeys(("giver_id", "npc_id"), ("person",)),
    "act_id": ("act",),
    "encounter_id": ("encounter",),
    "objective_id": ("objective",),
    "topic_id": ("topic",),
    "on": ("person", "encounter", "feature", "place", "thing"),
}
"""By name of a field that holds ids, in any part, the kinds of parts that it may name."""
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

    Conditions that play can never meet are reported only where there is no other problem, which could be their cause.

    Returns:
        The problems; none for a scenario that can be played.
    """
    parts = list(walk(sheet))
    problems = [*_check_ids(parts), *_check_references(sheet, parts), *_check_texts(sheet, parts)]
    problems += [*_check_exits(sheet), *_check_things(sheet, parts), *_check_secrets(sheet), *_check_ties(sheet)]
    return [ScenarioProblem(where=where, what=what) for where, what in problems or _check_reach(sheet, parts)]


def walk(part: object, where: str = "") -> Iterator[tuple[str, object]]:
    """Yield every model and every text in a model, itself included, with its JSON path."""
    if isinstance(part, BaseModel):
        yield where, part
        for name in type(part).model_fields:
            yield from walk(getattr(part, name), f"{where}.{name}" if where else name)
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


def _identified(parts: list[tuple[str, object]]) -> Iterator[tuple[str, str, str]]:
    for where, part in parts:
        if (kind := _KINDS.get(type(part))) is not None:
            yield where, str(getattr(part, "id", "")), kind


def _check_ids(parts: list[tuple[str, object]]) -> Iterator[tuple[str, str]]:
    first: dict[str, str] = {}
    for where, any_id, _ in _identified(parts):
        if any_id in RESERVED_IDS:
            yield f"{where}.id", f"{any_id!r} is reserved by the game."
        elif any_id in first:
            yield f"{where}.id", f"{any_id!r} is already the id of {first[any_id]}."
        first.setdefault(any_id, where)


def _check_references(sheet: ScenarioSheet, parts: list[tuple[str, object]]) -> Iterator[tuple[str, str]]:
    index, kinds = sheet.index, dict[str, set[str]]()
    for _, part_id, kind in _identified(parts):
        kinds.setdefault(part_id, set()).add(kind)
    for where, part in parts:
        for name, any_id, allowed in _references(part):
            path = f"{where}.{name}" if where else name
            kinds_of_id = kinds.get(any_id, set())
            if not kinds_of_id.intersection(allowed):
                wanted = " or ".join(allowed)
                what = f"names no {wanted} of this scenario"
                if kinds_of_id:
                    what = f"names {_a(min(kinds_of_id))}, not {_a(wanted)}"
                yield path, f"{any_id!r} {what}."
        if isinstance(part, conditions.TopicAsked) and part.npc_id in index.npcs and part.topic_id in index.topics:
            known_topics = {topic.id for topic in index.npcs[part.npc_id].topics}
            if part.topic_id not in known_topics:
                yield f"{where}.topic_id", f"{part.npc_id!r} has no topic {part.topic_id!r}."


def _a(kind: str) -> str:
    return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"


def _references(part: object) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield the fields of a part that hold ids, each with an id and the kinds of parts that it may name."""
    for name in type(part).model_fields if isinstance(part, BaseModel) else ():
        value = getattr(part, name)
        for field, named in _each(name, value) if isinstance(value, tuple) else ((name, value),):
            if name in _REFERENCES and isinstance(named, str):
                yield field, named, _REFERENCES[name]


def _each(name: str, ids: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for number, any_id in enumerate(ids):
        yield f"{name}[{number}]", any_id


def _check_texts(sheet: ScenarioSheet, parts: list[tuple[str, object]]) -> Iterator[tuple[str, str]]:
    for where, part in parts:
        if isinstance(part, str) and not where.startswith("walkthrough"):
            field = where.rpartition(".")[2].partition("[")[0]
            if has_control_characters(part):
                yield where, "the text holds control characters."
            elif field in _ONE_LINE_FIELDS and ("\n" in part or "\t" in part):
                yield where, "this must be on one line."
            elif field in _NAME_FIELDS and not part.strip():
                yield where, "this must not be blank."
    for number, line in enumerate(sheet.walkthrough):
        try:
            checked_player_text(line)
        except InvalidInput as error:
            yield f"walkthrough[{number}]", str(error)


def _check_exits(sheet: ScenarioSheet) -> Iterator[tuple[str, str]]:
    ways: dict[str, list[str]] = {}
    for i, place in enumerate(sheet.locations):
        ways.setdefault(place.id, []).extend(way.to for way in place.exits)
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
    reached = reachable(sheet.start_location, ways)
    for i, place in enumerate(sheet.locations):
        if place.id not in reached and sheet.start_location in ways:
            yield f"locations[{i}]", f"no way leads to {place.id!r} from the start."


def _check_things(sheet: ScenarioSheet, parts: list[tuple[str, object]]) -> Iterator[tuple[str, str]]:
    spots = list(_each("start_items", sheet.start_items))
    for where, part in parts:
        if isinstance(part, LocationSheet | NPCSheet):
            spots += _each(f"{where}.items", part.items)
    first: dict[str, str] = {}
    for where, item_id in spots:
        if item_id in first:
            yield where, f"{item_id!r} is already at {first[item_id]}; there is one of each."
        first.setdefault(item_id, where)
    for number, item in enumerate(sheet.items):
        if item.id not in first:
            yield f"items[{number}]", f"{item.id!r} is nowhere: no place or person has it."

    gifts = {(part.npc_id, part.item_id) for _, part in parts if isinstance(part, conditions.ItemGivenTo)}
    for i, npc in enumerate(sheet.npcs):
        has = {*npc.items, *npc.wants, *(item_id for npc_id, item_id in gifts if npc_id == npc.id)}
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


def _check_reach(sheet: ScenarioSheet, parts: list[tuple[str, object]]) -> Iterator[tuple[str, str]]:
    reach = reach_of(sheet)
    for where, part in parts:
        for name in _CONDITION_FIELDS:
            condition = getattr(part, name, None)
            if condition is not None and not reach.can_hold(condition):
                needed = ", ".join(dict.fromkeys(map(repr, reach.lacking(condition))))
                yield f"{where}.{name}", f"this can never hold: out of reach is {needed}."
