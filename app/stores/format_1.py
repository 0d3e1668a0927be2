"""From format 1 to 2: what a line of format 1 says for certain becomes typed values beside its texts. Each line is read
by itself. What does not fit the format is left as it is: its model names the error later."""

import re
from collections.abc import Iterator
from typing import Any

from pydantic import TypeAdapter, ValidationError

from app.events.event_table import message_events
from app.models.events.play import RecordedEvents
from app.models.messages.payload import Payload

_SIGHTING = re.compile(
    r"Saw .+ (standing around|walking by|having a conversation|engaged in an activity|resting)\.", re.DOTALL
)
_ACTIVITIES = {  # the fixed phrases of that format
    "standing around": "idle",
    "walking by": "walking",
    "having a conversation": "conversing",
    "engaged in an activity": "activity",
    "resting": "sleeping",
}
_ARRIVED = "Arrived at "
_SAID = re.compile(r'[^"]+ said: "(.+)"', re.DOTALL)

_EVENTS: TypeAdapter[RecordedEvents] = TypeAdapter(RecordedEvents)
_PAYLOAD: TypeAdapter[Payload] = TypeAdapter(Payload)


def to_format_2(kind: str, body: dict[str, Any]) -> dict[str, Any]:
    try:
        if kind == "opening":
            _add_payloads(_entries_of(body["state"]))
        elif kind == "record":
            _add_payloads(memory["entry"] for memory in body.get("memories", ()))
            _add_events(body)
    except (IndexError, KeyError, TypeError, AttributeError):
        pass  # no such line; its model says so
    return body


def _entries_of(state: dict[str, Any]) -> Iterator[dict[str, Any]]:
    scenario = state["scenario"]
    yield from scenario["world_memories"]
    for place in scenario["location_states"].values():
        yield from place["location_memories"]
    for npc in state["npcs"].values():
        yield from npc["npc_memories"]


def _add_events(record: dict[str, Any]) -> None:
    """The engine's line is a turn's last message."""
    messages = record.get("messages")
    line: dict[str, Any] = messages[-1] if messages else {}
    if line.get("role") != "system" or "events" not in record:
        return
    try:
        told = message_events(_EVENTS.validate_python(record["events"]), line.get("location_id"))
    except ValidationError:
        return
    if told:
        line["events"] = _EVENTS.dump_python(told, mode="json")  # type: ignore[arg-type]  # as they were read


def _add_payloads(entries: Iterator[dict[str, Any]]) -> None:
    for entry in entries:
        payload = _payload(entry)
        if payload is not None:
            try:
                _PAYLOAD.validate_python(payload)
            except ValidationError:
                continue
            entry["payload"] = payload


def _payload(entry: dict[str, Any]) -> dict[str, Any] | None:
    kind, summary = entry.get("kind"), entry["summary"]
    if kind == "conversation" and entry.get("origin_id") and (said := _SAID.fullmatch(summary)):
        return {"kind": "utterance", "speaker_id": entry["origin_id"], "words": said[1]}
    if kind == "observation" and entry.get("origin") == "perception" and not entry.get("tags"):
        event = _sight(entry, summary)
        return event and {"kind": "event", "events": [event]}
    return None


def _sight(entry: dict[str, Any], summary: str) -> dict[str, Any] | None:
    place, subjects = entry.get("location_id"), entry.get("subjects", ())
    if summary.startswith(_ARRIVED) and list(subjects) == [place]:
        return {"kind": "place_reached", "npc_id": entry["npc_ids"][0], "location_id": place}
    if subjects and (seen := _SIGHTING.fullmatch(summary)):
        return {
            "kind": "beings_seen",
            "being_ids": list(subjects),
            "activity": _ACTIVITIES[seen[1]],
            "location_id": place,
            "since": entry.get("game_time"),
        }
    return None
