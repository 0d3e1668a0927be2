"""Worlds as plain JSON graphs of rooms, exits with doors and keys, objects and a quest, made into scenarios.

The format is in `model`, and docs/worlds.md explains it. These are files of strangers: sizes and counts are
bounded, texts are data, and nothing in them is carried out.
"""

from app.errors import InvalidInput
from app.interchange.cards.scenario import scenario_bytes
from app.interchange.worlds.build import build
from app.interchange.worlds.check import add_ways, look_up, made_world, start_room
from app.interchange.worlds.doors import add_doors
from app.interchange.worlds.model import read_graph
from app.interchange.worlds.names import Ids
from app.interchange.worlds.parts import Findings, Report
from app.interchange.worlds.quest import Marks
from app.interchange.worlds.reach import check_reach
from app.interchange.worlds.route import walkthrough
from app.interchange.worlds.steps import add_steps, check_steps
from app.interchange.worlds.ways import name_ways
from app.models.sheets.scenario import ScenarioSheet


class WorldInspection(Findings):
    """What a world's file holds: the scenario made of it, unless there are problems, and what there is to say of it."""

    sheet: ScenarioSheet | None = None


def inspect_world(data: bytes) -> WorldInspection:
    """Make a scenario of a world's file and tell all that does not fit and all that was simplified; never raises."""
    graph = read_graph(data)
    if isinstance(graph, tuple):
        return WorldInspection(problems=graph)
    report = Report()
    lookup = look_up(graph, report)
    add_ways(lookup)
    start = start_room(lookup)
    doors = add_doors(lookup, start)
    steps = add_steps(lookup, doors)
    if start is None or report.problems:
        return _told(report)
    world = made_world(lookup, start, steps)
    check_steps(world, report)
    check_reach(world, report)
    if report.problems:
        return _told(report)
    for room in world.rooms:
        name_ways(room)
    walk = walkthrough(world, report)
    marks = Marks(world, lookup.ids, walk.eaten_in)
    sheet = build(world, lookup.ids, Ids().new(graph.title, "a-world"), marks, tuple(walk.lines))
    try:
        scenario_bytes(sheet, "the scenario made of it")
    except InvalidInput as error:
        report.problem("file", str(error))
    return _told(report) if report.problems else _told(report).model_copy(update={"sheet": sheet})


def _told(report: Report) -> WorldInspection:
    return WorldInspection(problems=tuple(report.problems), warnings=tuple(report.warnings), notes=tuple(report.notes))
