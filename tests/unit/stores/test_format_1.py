"""What a line of format 1 says for certain becomes typed values; all else stays as it is."""

from typing import Any

import pytest

from app.stores.migrations import to_format_2

Entry = dict[str, Any]


def entry(summary: str, **fields: Any) -> Entry:
    return {
        "created_at": "2026-01-01T12:00:00Z",
        "source": "npc",
        "summary": summary,
        "npc_ids": ["mara"],
        "location_id": "inn",
        "game_time": 480,
        **fields,
    }


def seen(summary: str, *subjects: str, **fields: Any) -> Entry:
    return entry(summary, **{"kind": "observation", "origin": "perception", "subjects": [*subjects], **fields})


def payload_of(old: Entry) -> Any:
    record = to_format_2("record", {"memories": [{"scope": {}, "entry": old}]})
    return record["memories"][0]["entry"].get("payload")


@pytest.mark.parametrize(
    ("words", "activity"),
    [
        ("standing around", "idle"),
        ("walking by", "walking"),
        ("having a conversation", "conversing"),
        ("engaged in an activity", "activity"),
        ("resting", "sleeping"),
    ],
)
def test_a_sighting_takes_its_beings_from_the_subjects(words: str, activity: str) -> None:
    assert payload_of(seen(f"Saw Guard {words}.", "guard-1")) == {
        "kind": "event",
        "events": [
            {
                "kind": "beings_seen",
                "being_ids": ["guard-1"],
                "activity": activity,
                "location_id": "inn",
                "since": 480,
            }
        ],
    }


def test_an_arrival_takes_its_place_from_the_entry() -> None:
    assert payload_of(seen("Arrived at the Inn.", "inn")) == {
        "kind": "event",
        "events": [{"kind": "place_reached", "npc_id": "mara", "location_id": "inn"}],
    }


@pytest.mark.parametrize("origin", ["dialogue", "social"])
def test_a_talk_takes_its_speaker_from_the_origin(origin: str) -> None:
    talk = entry('Tobin said: "Mind the step."', kind="conversation", origin=origin, origin_id="tobin")
    assert payload_of(talk) == {"kind": "utterance", "speaker_id": "tobin", "words": "Mind the step."}


@pytest.mark.parametrize(
    "old",
    [
        entry("Saw Guard standing around."),
        seen("Saw Guard standing around."),
        seen("Saw Guard standing around. Then it rained.", "guard-1"),
        seen("Saw Guard standing around.", "Not An Id"),
        seen("Saw Guard standing around.", "guard-1", location_id=None),
        seen("Saw Guard standing around.", "guard-1", game_time=-5),
        seen("Saw Guard standing around.", "guard-1", tags=["by-hand"]),
        seen("Saw Guard standing around.", "guard-1", origin="social"),
        seen("Mara took the lantern.", "player", "lantern"),
        seen("Arrived at the Inn.", "guard-1"),
        entry("They talked about boats.", kind="conversation", origin_id="tobin"),
        entry('Tobin said: "Mind the step."', kind="conversation"),
        entry('Tobin said: "Mind the step."', kind="semantic", origin_id="tobin"),
    ],
)
def test_what_is_not_said_for_certain_stays_without_a_payload(old: Entry) -> None:
    assert payload_of(old) is None


TAKEN = {"kind": "item_taken", "item_id": "lantern", "location_id": "market"}
PASSED = {"kind": "time_advanced", "minutes": 5}
NOTED = {"kind": "note_added", "text": "Mara lies.", "pinned": False}


def moved(from_id: str | None, to_id: str | None) -> dict[str, Any]:
    return {"kind": "npc_moved", "npc_id": "mara", "from_id": from_id, "to_id": to_id}


def events_of(*events: Any, role: str = "system") -> Any:
    line = {"role": role, "content": "+ lantern · Market · Day 1, 08:05", "location_id": "market"}
    record = to_format_2("record", {"events": [*events], "messages": [{"role": "player"}, line]})
    assert "events" not in record["messages"][0]
    return record["messages"][1].get("events")


def test_the_engines_line_has_the_events_of_its_record_that_it_told() -> None:
    passing = [moved("inn", "market"), moved("market", "inn")]
    assert events_of(PASSED, TAKEN, NOTED, *passing, moved("tower", "inn")) == [TAKEN]
    assert events_of(moved("inn", "market")) == [moved("inn", "market")]


def test_a_line_that_told_nothing_and_lines_of_others_have_no_events() -> None:
    assert events_of(PASSED) is None
    assert events_of(TAKEN, role="narrator") is None


def test_events_that_cannot_be_read_are_left_out() -> None:
    assert events_of(TAKEN, {"kind": "of another world"}) is None


def test_memories_of_an_opening_have_their_payloads_too() -> None:
    state = {
        "scenario": {
            "world_memories": [entry("Lore.")],
            "location_states": {"inn": {"location_memories": [entry("A scene.", source="location")]}},
        },
        "npcs": {"mara": {"npc_memories": [seen("Saw Guard resting.", "guard-1")]}},
    }
    opening = to_format_2("opening", {"state": state})
    assert opening["state"]["npcs"]["mara"]["npc_memories"][0]["payload"]["kind"] == "event"
    assert "payload" not in opening["state"]["scenario"]["world_memories"][0]


@pytest.mark.parametrize(
    "body",
    [
        {"memories": [3]},
        {"memories": 5},
        {"memories": [{"entry": {}}]},
        {"messages": ["text"], "events": []},
        {"messages": 3},
        {"messages": [{"role": "system"}], "events": 3},
    ],
)
def test_a_line_of_another_shape_is_left_to_its_reader(body: dict[str, Any]) -> None:
    assert to_format_2("record", dict(body)) == body
    assert to_format_2("opening", {"state": body}) == {"state": body}
