"""The steps of a world's quest: what they name, and which of them get in each other's way."""

from collections.abc import Iterator, Mapping, Sequence
from typing import get_args

from app.interchange.worlds.check import Lookup
from app.interchange.worlds.model import Action, StepGraph
from app.interchange.worlds.names import words_of
from app.interchange.worlds.parts import Door, Part, Person, Room, Step, Thing, World, WorldReport

NEEDED_BY: Mapping[str, frozenset[Action]] = {  # the actions that need ``what`` and ``to``, and take none otherwise
    "what": frozenset(get_args(Action)) - {"go"},
    "to": frozenset({"put", "bring", "go", "give", "ask"}),
}
SPENDS: frozenset[Action] = frozenset({"put", "bring", "give", "eat"})
"""Actions after which the party has a thing no more."""


def add_steps(lookup: Lookup, doors: Mapping[str, Sequence[Door]]) -> list[Step]:
    """The steps that name what there is; each of the others is a problem."""
    quest = lookup.graph.quest
    if quest is None:
        lookup.report.note("quest", "there is none: the game is over when every room has been seen.")
        return []
    found = []
    for number, source in enumerate(quest.steps):
        path = f"quest.steps[{number}]"
        if _has_its_fields(lookup.report, source, path) and (step := _step(lookup, doors, source, path)) is not None:
            found.append(step)
    if quest.ordered and any(step.do == "go" for step in found):
        lookup.report.note("quest", "a room that was entered before its step comes counts as entered.")
    return found


def _has_its_fields(report: WorldReport, source: StepGraph, path: str) -> bool:
    fits = True
    for field, actions in NEEDED_BY.items():
        needed, given = source.do in actions, getattr(source, field)
        if needed and given is None:
            report.problem(path, f"to {source.do!r} a step needs {field!r}.")
            fits = False
        elif given is not None and not needed:
            report.problem(f"{path}.{field}", f"to {source.do!r} a step needs no {field!r}.")
            fits = False
    return fits


def _step(lookup: Lookup, doors: Mapping[str, Sequence[Door]], source: StepGraph, path: str) -> Step | None:
    what, to = source.what or "", source.to or ""
    step = Step(do=source.do, source=source, path=path)
    match source.do:
        case "ask":
            return _asked(lookup, step, what, to)
        case "open" | "unlock":
            step.what = _openable(lookup, doors, what, f"{path}.what")
        case "examine":
            part = _any_part(lookup, doors, what, f"{path}.what")
            step.what = part if isinstance(part, Room | Person | Thing | Door) else None
            return step if step.what and _check_examining(lookup.report, step) else None
        case "take" | "put" | "bring" | "give" | "eat":
            step.what = _carried(lookup, source.do, what, f"{path}.what")
    match source.do:
        case "put" if not isinstance(lookup.parts.get(to), Room):
            step.to = _receiver(lookup, to, f"{path}.to")
        case "go" | "put" | "bring":
            step.to = lookup.find(Room, to, f"{path}.to", "room")
        case "give":
            step.to = lookup.find(Person, to, f"{path}.to", "person")
    is_lacking = any(source.do in actions and getattr(step, field) is None for field, actions in NEEDED_BY.items())
    return None if is_lacking else step


def _any_part(lookup: Lookup, doors: Mapping[str, Sequence[Door]], ref: str, where: str) -> Part | None:
    called = doors.get(ref, ()) if ref not in lookup.parts else ()
    if len(called) > 1:
        lookup.report.problem(where, f"several doors are called {ref!r}; give them ids.")
        return None
    return called[0] if called else lookup.find(Part, ref, where, "door, object, person or room")


def _openable(lookup: Lookup, doors: Mapping[str, Sequence[Door]], ref: str, where: str) -> Door | Thing | None:
    match _any_part(lookup, doors, ref, where):
        case Door() as door if door.is_walled and door.source.key is None:
            lookup.report.problem(where, f"{ref!r} is locked and has no key.")
        case Door() as door:
            return door
        case Thing() as thing if thing.source.container:
            if thing.fixed:
                return thing
            if thing.is_carried:
                lookup.report.problem(where, f"{ref!r} is carried by somebody: it cannot be opened.")
        case Part():
            lookup.report.problem(where, f"{ref!r} is no container and no door: it cannot be opened.")
    return None


def _carried(lookup: Lookup, action: Action, ref: str, where: str) -> Thing | None:
    thing = lookup.find(Thing, ref, where, "object")
    if thing is not None and thing.fixed:
        lookup.report.problem(where, f"{ref!r} is fixed where it is; nobody can {action} it.")
    elif thing is not None and action == "eat" and not thing.source.food:
        lookup.report.problem(where, f"{ref!r} is no food.")
    else:
        return thing
    return None


def _receiver(lookup: Lookup, ref: str, where: str) -> Thing | None:
    thing = lookup.find(Thing, ref, where, "room, container or supporter")
    if thing is None:
        return None
    holds = thing.source.container or thing.source.supporter
    if thing.fixed and holds:
        return thing
    if thing.is_carried or not holds:
        why = "is carried by somebody" if holds else "holds nothing"
        lookup.report.problem(where, f"{ref!r} {why}, so nothing can be put there.")
    return None


def _asked(lookup: Lookup, step: Step, about: str, to: str) -> Step | None:
    person = lookup.find(Person, to, f"{step.path}.to", "person")
    if person is None:
        return None
    topics = person.source.topics
    for number, topic in enumerate(topics):
        if words_of(topic.about) == words_of(about):
            step.to, step.about = person, number
            return step
    there = ", ".join(repr(topic.about) for topic in topics) or "nothing"
    lookup.report.problem(f"{step.path}.what", f"{to!r} cannot be asked about {about!r}, but about {there}.")
    return None


def _check_examining(report: WorldReport, step: Step) -> bool:
    part = step.what
    if isinstance(part, Door) and part.is_walled and part.source.key is None:
        report.problem(f"{step.path}.what", f"{part.ref!r} is locked and has no key: examining it changes nothing.")
        return False
    if isinstance(part, Thing) and not part.fixed:
        report.note(step.path, f"{part.name!r} counts as examined when it is in the party's hands.")
    elif isinstance(part, Door) or (isinstance(part, Thing) and part.is_shut):
        report.note(step.path, f"{part.name!r} counts as examined when it is opened.")
    elif isinstance(part, Person):
        report.note(step.path, f"{part.name!r} counts as examined when its room is entered.")
    return True


def keys_of(world: World) -> set[Thing]:
    locks = [*(door.key for door in world.doors), *(thing.key for thing in world.things)]
    return {key for key in locks if key is not None}


def rivals(world: World, step: Step) -> Iterator[Step]:
    """The other steps that need the thing which this step spends: later ones, where the order counts."""
    at = world.steps.index(step)
    for number, other in enumerate(world.steps):
        if number != at and other.what is step.what and other.do in SPENDS and (number > at or not world.is_ordered):
            yield other


def check_steps(world: World, report: WorldReport) -> None:
    """What one step takes away from another; marks what has to be kept."""
    keys = keys_of(world)
    for step in world.steps:
        thing = step.what
        if not isinstance(thing, Thing):
            continue
        others = list(rivals(world, step)) if step.do in SPENDS else []
        if step.do == "eat" and thing in keys:
            report.problem(step.path, f"{thing.ref!r} opens a lock; it cannot be eaten as well.")
        elif step.do == "eat" and others and (world.is_ordered or any(other.do == "eat" for other in others)):
            report.problem(step.path, f"{thing.ref!r} is eaten here and needed at {others[0].path}.")
        elif step.do in ("put", "bring"):
            step.keeps = thing in keys or bool(others)
            if step.keeps:
                report.note(step.path, f"{thing.name!r} is needed elsewhere too, so the party keeps it.")
        elif step.do == "give" and (thing in keys or others):
            report.note(step.path, f"{thing.name!r} is needed elsewhere too: whoever has it gives it back when asked.")


def in_playing_order(world: World) -> list[Step]:
    """The steps as one would do them: as they stand, or, in any order, with what is given and eaten last."""
    if world.is_ordered:
        return world.steps
    return sorted(world.steps, key=lambda step: {"give": 1, "eat": 2}.get(step.do, 0))
