"""Worlds as JSON graphs of rooms, doors, keys, objects and a quest, made into scenarios; see docs/worlds.md."""

from app.errors import InvalidInput
from app.interchange.cards.scenario import scenario_bytes
from app.interchange.worlds.build import build
from app.interchange.worlds.check import add_ways, look_up, start_room
from app.interchange.worlds.doors import add_doors
from app.interchange.worlds.model import read_graph
from app.interchange.worlds.names import Ids, name_ways
from app.interchange.worlds.parts import World, WorldReport
from app.interchange.worlds.quest import Quest
from app.interchange.worlds.route import check_reach, walkthrough
from app.interchange.worlds.steps import add_steps, check_steps


def inspect_world(data: bytes) -> WorldReport:
    """Make a scenario of a world's file and report all that does not fit and all that was simplified; never raises."""
    graph = read_graph(data)
    if isinstance(graph, tuple):
        return WorldReport(problems=list(graph))
    report = WorldReport()
    lookup = look_up(graph, report)
    add_ways(lookup)
    start = start_room(lookup)
    steps = add_steps(lookup, add_doors(lookup, start))
    if start is None or report.problems:
        return report
    doors = list(dict.fromkeys(way.door for room in lookup.rooms for way in room.ways if way.door is not None))
    world = World(graph, start, lookup.rooms, lookup.things, lookup.people, doors, steps)
    check_steps(world, report)
    check_reach(world, report)
    if report.problems:
        return report
    for room in world.rooms:
        name_ways(room)
    walk = walkthrough(world, report)
    quest = Quest(world, lookup.ids, walk.eaten_in)
    sheet = build(world, lookup.ids, Ids().new(graph.title, "a-world"), quest, tuple(walk.lines))
    try:
        scenario_bytes(sheet, "the scenario made of it")
        report.sheet = sheet
    except InvalidInput as error:
        report.problem("file", str(error))
    return report
