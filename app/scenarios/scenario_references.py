"""The ids of a scenario: each names one part, and whatever refers to a part names one of the right kind."""

from collections.abc import Iterator, Mapping, Sequence

from pydantic import BaseModel

from app.models.sheets import condition as conditions
from app.models.sheets import effect as effects
from app.models.sheets.action import PEOPLE, PLAYERS, ActionSheet
from app.models.sheets.item import ItemSheet
from app.models.sheets.location import EncounterSheet, FeatureSheet, LocationSheet, SecretSheet
from app.models.sheets.person import FigureSheet, NPCSheet, TopicSheet
from app.models.sheets.quest import ActSheet, ObjectiveSheet, QuestSheet
from app.models.sheets.scenario import ScenarioSheet
from app.models.sheets.timer import EndingSheet, RuleSheet, TimerSheet, WalkthroughSheet
from app.models.sheets.values import ACTOR, GAME, HERE, PARTY, PERSON, PLAYER, TARGET, WITH
from app.scenarios.nearest import did_you_mean
from app.scenarios.scenario_scope import ActionScope, SheetPart, with_scopes

RESERVED_IDS = frozenset({"world", "m", PARTY, PLAYER, GAME, PERSON, TARGET, WITH, ACTOR, HERE})
"""Ids that no part may have: the owners of states and the ids of actions that have no sheet, and the prefixes of memory
ids (``world-007``, and ``m-7`` for a message)."""

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
    ActionSheet: "action",
    TimerSheet: "timer",
    RuleSheet: "rule",
    EndingSheet: "ending",
}
_CONTAINER = "container"
_SPOTS = ("place", "person", _CONTAINER)
_REFERENCES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("start_location", "home_location", "work_location", "location_id", "to", "at"), ("place",)),
    **dict.fromkeys(("places", "stays_at", "heard_at"), ("place",)),
    **dict.fromkeys(("start_items", "items", "wants", "gives_item", "item_id", "into_id"), ("thing",)),
    **dict.fromkeys(("with_", "sells", "buys"), ("thing",)),
    **dict.fromkeys(("starts_quest", "quest_id"), ("quest",)),
    **dict.fromkeys(("reveals_secret", "secret_id"), ("secret",)),
    **dict.fromkeys(("giver_id", "npc_id", "opposed_by"), ("person",)),
    **dict.fromkeys(("ending_id", "fallen_ending"), ("ending",)),
    "act_id": ("act",),
    "encounter_id": ("encounter",),
    "objective_id": ("objective",),
    "topic_id": ("topic",),
    "timer_id": ("timer",),
    "on": ("person", "encounter", "feature", "place", "thing"),
}
"""By name of a field that holds ids, in any part, the kinds of parts that it may name."""
_REFERENCES_OF: dict[tuple[type[object], str], tuple[str, ...]] = {
    (effects.MoveItem, "to"): _SPOTS,
    (effects.MakeItem, "to"): _SPOTS,
    (conditions.ItemAt, "at"): _SPOTS,
    (effects.Harm, "of"): ("person",),
    (effects.Die, "of"): ("person",),
    (WalkthroughSheet, "ending"): ("ending",),
    (ActionSheet, "by"): ("person",),
}
"""The same for fields that hold other kinds in one part."""
_NO_SHEET: dict[tuple[type[object], str], frozenset[str]] = {
    (effects.MoveItem, "to"): frozenset({PARTY, HERE}),
    (effects.MakeItem, "to"): frozenset({PARTY, HERE}),
    (effects.MovePerson, "to"): frozenset({HERE}),
    (conditions.ItemAt, "at"): frozenset({PARTY}),
    (ActionSheet, "by"): frozenset({PLAYERS, PEOPLE}),
    (effects.Harm, "of"): frozenset({PLAYER, ACTOR}),
    (effects.Die, "of"): frozenset({PLAYER, ACTOR}),
    **dict.fromkeys(
        ((kind, "location_id") for kind in (effects.SetDanger, effects.ShowChange, effects.EndChange)),
        frozenset({HERE}),
    ),
}
"""Ids without a sheet that a field may hold, in timers and rules too."""


def identified(parts: Sequence[SheetPart]) -> Iterator[tuple[str, str, str]]:
    """Yield each part that has an id of its own: its path, its id, its kind."""
    for where, part in parts:
        if (kind := _KINDS.get(type(part))) is not None:
            yield where, str(getattr(part, "id", "")), kind


def check_ids(parts: Sequence[SheetPart]) -> Iterator[tuple[str, str]]:
    """Yield the ids that are reserved or that name two parts."""
    first: dict[str, str] = {}
    for where, any_id, _ in identified(parts):
        if any_id in RESERVED_IDS:
            yield f"{where}.id", f"{any_id!r} is reserved by the game."
        elif any_id in first:
            yield f"{where}.id", f"{any_id!r} is already the id of {first[any_id]}."
        first.setdefault(any_id, where)


def check_references(sheet: ScenarioSheet, parts: Sequence[SheetPart]) -> Iterator[tuple[str, str]]:
    """Yield the fields that name no part, or one of the wrong kind."""
    kinds = _kinds_by_id(parts)
    for where, part, scope in with_scopes(sheet, parts):
        for name, path, any_id, allowed in _references(part):
            if any_id in _NO_SHEET.get((type(part), name), ()):
                continue
            if (what := _wrong(any_id, allowed, kinds, scope)) is not None:
                yield (f"{where}.{path}" if where else path), what
        yield from _check_pairs(sheet, where, part, scope)


def _kinds_by_id(parts: Sequence[SheetPart]) -> dict[str, set[str]]:
    kinds: dict[str, set[str]] = {}
    for _, part_id, kind in identified(parts):
        kinds.setdefault(part_id, set()).add(kind)
    for _, part in parts:
        if isinstance(part, ItemSheet | FeatureSheet) and part.container is not None:
            kinds[part.id].add(_CONTAINER)
    return kinds


def _wrong(any_id: str, allowed: tuple[str, ...], kinds: Mapping[str, set[str]], scope: ActionScope) -> str | None:
    """Return what is wrong with an id; None if it names a part of an allowed kind."""
    if any_id == ACTOR and scope.action is not None and "person" in allowed:
        return None
    if any(not kinds.get(one, set()).isdisjoint(allowed) for one in scope.ids(any_id)):
        return None
    wanted = " or ".join(allowed)
    if any_id in (TARGET, WITH) and any_id not in scope.names:
        return _unbound(any_id, scope)
    if scope.action is not None and any_id in (TARGET, WITH, HERE, ACTOR):
        return f"{any_id!r} of the action {scope.action.id!r} is never {_a(wanted)}."
    if any_id in (HERE, ACTOR, PLAYER, PARTY, GAME):
        return f"{any_id!r} is no {wanted}."
    if kinds_of_id := kinds.get(any_id, set()) - {_CONTAINER}:
        return f"{any_id!r} names {_a(min(kinds_of_id))}, not {_a(wanted)}."
    known = (one for one, kinds_of in kinds.items() if not kinds_of.isdisjoint(allowed))
    return f"{any_id!r} names no {wanted} of this scenario{did_you_mean(any_id, known)}"


def _unbound(any_id: str, scope: ActionScope) -> str:
    if scope.action is None:
        return f"{any_id!r} has a meaning only in an action."
    return f"the action {scope.action.id!r} has no {'on' if any_id == TARGET else 'with'!r}."


def _a(kind: str) -> str:
    return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"


def _check_pairs(sheet: ScenarioSheet, where: str, part: object, scope: ActionScope) -> Iterator[tuple[str, str]]:
    """Yield the topics that their person does not have, and the ways that do not exist."""
    match part:
        case conditions.TopicAsked(npc_id=npc_id, topic_id=topic_id):
            if npc_id in sheet.index.npcs and topic_id in sheet.index.topics:
                topics = [topic.id for topic in sheet.index.npcs[npc_id].topics]
                if topic_id not in topics:
                    yield f"{where}.topic_id", f"{npc_id!r} has no topic {topic_id!r}{did_you_mean(topic_id, topics)}"
        case effects.SetWay(location_id=place, to=to):
            sources = [sheet.index.locations[one] for one in scope.ids(place) if one in sheet.index.locations]
            goals = [way.to for source in sources for way in source.exits]
            if sources and to in sheet.index.locations and to not in goals:
                yield f"{where}.to", f"there is no exit from {place!r} to {to!r}{did_you_mean(to, goals)}"


def _references(part: object) -> Iterator[tuple[str, str, str, tuple[str, ...]]]:
    """Yield the ids in the fields of a part: the field, its path from the part, the id, the kinds that it may name."""
    for name, field in type(part).model_fields.items() if isinstance(part, BaseModel) else ():
        allowed = _REFERENCES_OF.get((type(part), name), _REFERENCES.get(name))
        if allowed is None:
            continue
        value, path = getattr(part, name), field.alias or name
        for place, named in each(path, value) if isinstance(value, tuple) else ((path, value),):
            if isinstance(named, str):
                yield name, place, named, allowed


def each(name: str, ids: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the entries of a list with their paths."""
    for number, any_id in enumerate(ids):
        yield f"{name}[{number}]", any_id
