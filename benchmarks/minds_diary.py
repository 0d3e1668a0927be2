"""Somebody's simulated days as a diary of data lines: what it planned, did, saw, said, heard, concluded and felt."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, NamedTuple

from app.memory.stream.routine import is_routine
from app.models.clock import day_of, hour_of, hour_text
from app.models.memory import MemoryEntry, MemoryKind
from app.models.messages.payload import EventPayload, Utterance
from app.models.state.game_state import GameState
from benchmarks.lived_days import Lived, lived_memories

_LABEL = 11


class Line(NamedTuple):
    """``what`` is its label: planned, goes, sees …"""

    at: int
    what: str
    text: str


def most_thoughtful(lived: Lived, people: int = 2) -> list[str]:
    """Who has concluded the most, in the scenario's order where it is the same."""
    made = dict.fromkeys(lived.state.npcs, 0)
    for each in lived.conclusions:
        made[each.owner_id] += 1
    return sorted(made, key=lambda npc_id: -made[npc_id])[:people]


def people_called(lived: Lived, names: Iterable[str]) -> list[str]:
    """The people of these ids or parts of names, whatever their case; nobody for a name that nobody has."""
    state, wanted = lived.state, [name.casefold() for name in names]
    return [
        npc_id for one in wanted for npc_id in state.npcs if one in (npc_id, *state.name(npc_id).casefold().split())
    ]


def diary(lived: Lived, npc_id: str) -> Iterator[str]:
    """Who it is, then hour by hour what was of note, then how it stands with everybody."""
    state = lived.state
    sheet, npc = state.sheets.npc(npc_id), state.npc(npc_id)
    home, work = (state.name(place) if place else "nowhere" for place in (sheet.home_location, sheet.work_location))
    yield f"## {state.name(npc_id)}: {sheet.occupation or 'no trade'}; lives at {home}, works at {work}"
    yield sheet.description
    yield from (f"wants: {goal.text} ({goal.progress} of 100)" for goal in npc.goals)
    for day, of_day in groupby(_lines(lived, npc_id), key=lambda line: day_of(line.at)):
        yield f"\n### Day {day}"
        for _, of_hour in groupby(of_day, key=lambda line: hour_of(line.at)):
            yield ""
            yield from (f"{hour_text(line.at)}  {line.what:<{_LABEL}}{line.text}" for line in of_hour)
    likes = sorted(npc.relationships.items(), key=lambda liked: -liked[1])
    yield "\nlikes: " + (", ".join(f"{state.name(other)} {value:+.0f}" for other, value in likes if value) or "nobody")


def _lines(lived: Lived, npc_id: str) -> list[Line]:
    """In order of time; what somebody takes up again after a talk is not told again."""
    found, doing = list[Line](), ""
    for line in sorted([*_deeds(lived, npc_id), *_thoughts(lived, npc_id)], key=lambda line: line.at):
        if line.what == "goes":
            doing = ""
        elif line.what == "is":
            is_new, doing = line.text != doing, line.text
            if not is_new:
                continue
        found.append(line)
    return found


def _deeds(lived: Lived, npc_id: str) -> Iterator[Line]:
    """Plans, and what came of them, from the journal; the items of a plan are those of its record."""
    state, plan = lived.state, list[dict[str, Any]]()
    asked: set[str] = set()
    for at, record in lived.timed_records:
        plan = record.parts.get(f"plan/{npc_id}") or plan
        for event in record.events:
            if event.get("npc_id") == npc_id and (line := _deed(state, at, event, plan)) is not None:
                yield line
        for question in (record.parts.get(f"mind/{npc_id}") or {}).get("questions", ()):
            if question["because"] not in asked:
                asked.add(question["because"])
                yield Line(at, "wonders", f"about {_name(state, question['about_id'])} [{question['because']}]")


def _deed(state: GameState, at: int, event: dict[str, Any], plan: list[dict[str, Any]]) -> Line | None:
    match event["kind"]:
        case "plan_set":
            items = "; ".join(_item(state, item) for item in plan if item.get("status", "pending") == "pending")
            why = f"{event['reason']} [{event['because']}] -> " if event.get("because") else ""
            return Line(at, "replans" if why else "plans", why + items)
        case "plan_item_updated" if event["status"] != "active":
            item = next((item for item in plan if item["id"] == event["item_id"]), None)
            label = "done" if event["status"] == "completed" else "gives up"
            return None if item is None else Line(at, label, _item(state, item))
        case "npc_moved":
            return Line(at, "goes", f"to {_name(state, event['to_id'])}" if event["to_id"] else "out of sight")
        case "activity_changed" if event["activity"] not in ("walking", "conversing"):
            return Line(at, "is", {"activity": "busy", "idle": "at leisure"}.get(event["activity"], "asleep"))
        case "meal_eaten":
            return Line(at, "eats", f"at {_name(state, event['location_id'])}")
        case "relationship_changed":
            towards = f"{_name(state, event['other_id'])} {event['change']:+.0f}, now {event['value']:+.0f}"
            return Line(at, "feels", f"{towards}: {event['reason']}{_because(event)}")
        case "goal_updated":
            goal = next((goal.text for goal in state.npc(event["npc_id"]).goals if goal.id == event["goal_id"]), "")
            return Line(at, "advances", f"{goal} {event['before']} -> {event['progress']}{_because(event)}")
    return None


def _item(state: GameState, item: dict[str, Any]) -> str:
    place = f", {_name(state, item['place'])}" if item.get("place") else ""
    return f"{hour_text(item['time'])} {item['description']}{place}{_because(item)}"


def _because(data: dict[str, Any]) -> str:
    return f" [{data['because']}]" if data.get("because") else ""


def _name(state: GameState, any_id: str) -> str:
    is_known = any_id in state.npcs or any_id in state.sheets.locations or any_id in state.sheets.items
    return state.name(any_id) if is_known else any_id


def _thoughts(lived: Lived, npc_id: str) -> Iterator[Line]:
    """Memories that say something of this day: no sights of every day, no plans, nothing that stands for others."""
    for entry in lived_memories(lived.state, npc_id):
        if (label := _label(entry, npc_id)) and not is_routine(entry):
            drawn = f" [depth {entry.depth}, from {', '.join(entry.evidence)}]" if entry.evidence else ""
            yield Line(entry.game_time or 0, label, f"{entry.summary}{drawn}")


def _label(entry: MemoryEntry, npc_id: str) -> str:
    if entry.kind is MemoryKind.CONVERSATION and isinstance(entry.payload, Utterance):
        return "says" if entry.origin_id == npc_id else "hears"
    if entry.kind is MemoryKind.REFLECTION:
        return "concludes"
    if entry.kind is MemoryKind.OBSERVATION and isinstance(entry.payload, EventPayload):
        return "sees"
    return "" if entry.kind in (MemoryKind.PLAN, MemoryKind.OBSERVATION, MemoryKind.CONVERSATION) else "keeps"
