"""Reading journals of older formats: numbered steps, each from one version to the next.

From format 1 to 2 what a line says for certain becomes typed values beside its texts, from 2 to 3 parts are split. Each
line is read by itself. What does not fit the format is left as it is: its model names the error later."""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Literal

from pydantic import TypeAdapter, ValidationError

from app.events.event_table import message_events
from app.models.events.play import RecordedEvents
from app.models.messages.payload import Payload
from app.models.records.parts import EVERYBODY
from app.models.records.record import SAVE_FORMAT_VERSION

LineKind = Literal["header", "opening", "record"]

_ACTIVITIES = {  # the fixed phrases of that format
    "standing around": "idle",
    "walking by": "walking",
    "having a conversation": "conversing",
    "engaged in an activity": "activity",
    "resting": "sleeping",
}
_SIGHTING = re.compile(rf"Saw .+ ({'|'.join(_ACTIVITIES)})\.", re.DOTALL)
_ARRIVED = "Arrived at "
_SAID = re.compile(r'[^"]+ said: "(.+)"', re.DOTALL)

_EVENTS: TypeAdapter[RecordedEvents] = TypeAdapter(RecordedEvents)
_PAYLOAD: TypeAdapter[Payload] = TypeAdapter(Payload)


def version_problem(version: object) -> str | None:
    """Why a format version cannot be read, as words that follow the file's name; None if it can."""
    if not isinstance(version, int) or isinstance(version, bool):
        return "states no format version"
    if version > SAVE_FORMAT_VERSION:
        return (
            f"was made by a newer version of Talekeeper (format {version}; this one reads up to {SAVE_FORMAT_VERSION})"
        )
    if any(step not in MIGRATIONS for step in range(version, SAVE_FORMAT_VERSION)):
        return f"has the old format {version}, which this version of Talekeeper cannot read"
    return None


def migrated(kind: LineKind, body: dict[str, Any], version: int) -> dict[str, Any]:
    """A line's body brought from ``version`` to the current format, step by step."""
    for step in range(version, SAVE_FORMAT_VERSION):
        body = MIGRATIONS[step](kind, body)
    return {**body, "format_version": SAVE_FORMAT_VERSION} if kind == "header" else body


def to_format_2(kind: LineKind, body: dict[str, Any]) -> dict[str, Any]:
    with suppress(IndexError, KeyError, TypeError, AttributeError):  # no such line; its model says so
        if kind == "opening":
            _add_payloads(_entries_of(body["state"]))
        elif kind == "record":
            _add_payloads(memory["entry"] for memory in body.get("memories", ()))
            _add_events(body)
    return body


def to_format_3(kind: LineKind, body: dict[str, Any]) -> dict[str, Any]:
    """What changes often got parts of its own."""
    with suppress(KeyError, TypeError, AttributeError, ValueError):
        if kind == "record" and "parts" in body:
            body["parts"] = dict(_split_parts(body["parts"]))
    return body


def _split_parts(parts: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, data in parts.items():
        family, _, key = name.partition("/")
        if family == "npc":
            yield f"relationships/{key}", [[*pair] for pair in data.pop("relationships", {}).items()]
            yield f"accumulator/{key}", [data.pop("importance_accumulator", 0.0)]
        elif family == "mind":
            yield f"reason/{key}", [data.pop("reason", "")]
        elif family == "minds":
            yield f"jobs/{EVERYBODY}", data.pop("jobs", [])
            yield f"intents/{EVERYBODY}", data.pop("intents", [])
        yield name, data
        if family == "plan":
            yield f"progress/{key}", [item.pop("status", "pending") for item in data]


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
    with suppress(ValidationError):
        told = message_events(_EVENTS.validate_python(record["events"]), line.get("location_id"))
        if told:
            line["events"] = _EVENTS.dump_python(told, mode="json")  # type: ignore[arg-type]  # as they were read


def _add_payloads(entries: Iterator[dict[str, Any]]) -> None:
    for entry in entries:
        with suppress(ValidationError):
            if (payload := _payload(entry)) is not None:
                _PAYLOAD.validate_python(payload)
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


Migration = Callable[[LineKind, dict[str, Any]], dict[str, Any]]
"""Takes the body of one line as it was written and returns it as the next version would have written it."""

MIGRATIONS: dict[int, Migration] = {1: to_format_2, 2: to_format_3}  # the step from each older version to the next
