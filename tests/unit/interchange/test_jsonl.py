"""One JSONL file per agent with its state file, both ways."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import InvalidInput
from app.interchange.agents.jsonl import (
    JsonlAgent,
    adopted,
    agents_in,
    entries_from_lines,
    jsonl_lines,
    read_agent,
    write_agent,
)
from app.models.memory import MemoryEntry, MemoryKind, MemorySource, MemoryStatus, Scope
from tests.worlds import NOW, new_game

texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20)
free = st.recursive(
    st.none() | st.booleans() | st.integers(-1000, 1000) | st.floats(-1e6, 1e6) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)


def line(number: int = 1, **fields: Any) -> dict[str, Any]:
    plain = {
        "id": f"emre-{number:03d}",
        "created": "day-003/scene-04",
        "type": "observation",
        "depth": 0,
        "description": "Emre çarşıda balık sattı.",
        "importance": 4,
        "tags": ["market"],
        "evidence": [],
        "metadata": {},
    }
    return plain | fields


def file_of(*lines: Any) -> bytes:
    return b"".join(json.dumps(item, ensure_ascii=False).encode() + b"\n" for item in lines)


@st.composite
def streams(draw: st.DrawFn) -> list[dict[str, Any]]:
    found = []
    for number in range(1, draw(st.integers(0, 6)) + 1):
        made = line(
            number,
            created=draw(st.sampled_from(["day-001/scene-01", "day-120/scene-99"]) | texts),
            type=draw(st.sampled_from(["observation", "reflection", "plan", "artifact", "conversation"])),
            depth=draw(st.integers(0, 9)),
            description=draw(texts),
            importance=draw(st.integers(1, 10) | st.floats(1, 10)),
            tags=draw(st.lists(texts, max_size=3)),
            evidence=draw(st.lists(texts, max_size=3)),
            metadata=draw(st.dictionaries(texts.filter(lambda key: key != "jsonl"), free, max_size=3)),
        )
        found.append(draw(st.dictionaries(st.sampled_from(["mood", "weather"]), free, max_size=1)) | made)
    return found


@given(streams())
def test_lines_come_back_as_they_were(lines: list[dict[str, Any]]) -> None:
    entries = entries_from_lines(file_of(*lines), at=NOW)
    assert [json.loads(made) for made in jsonl_lines(entries, {}).split(b"\n") if made] == lines
    again = tuple(MemoryEntry.model_validate_json(entry.model_dump_json()) for entry in entries)
    assert jsonl_lines(again, {}) == jsonl_lines(entries, {}), "and through a save of the game"


def test_what_a_line_says_stands_in_the_fields_that_recall_reads() -> None:
    data = file_of(line(42, type="reflection", depth=2, evidence=["emre-007"], mood="calm"))
    (entry,) = entries_from_lines(data, at=NOW)
    assert (entry.id, entry.kind, entry.depth, entry.importance) == ("emre-042", MemoryKind.REFLECTION, 2, 4)
    assert (entry.summary, entry.tags, entry.evidence) == ("Emre çarşıda balık sattı.", ("market",), ("emre-007",))
    assert (entry.scene, entry.game_time) == ("day-003/scene-04", 2 * 1440 + 11 * 60)
    assert (entry.source, entry.created_at) == (MemorySource.NPC, NOW)


def test_memories_that_are_adopted_by_a_game_get_its_ids_and_keep_their_evidence() -> None:
    entries = entries_from_lines(file_of(line(42), line(7, evidence=["emre-042", "emre-900"])), at=NOW)
    first, second = adopted(entries, "mara", first_number=11)
    assert (first.id, second.id) == ("mara-011", "mara-012")
    assert second.evidence == ("mara-011", "emre-900")
    state = new_game()
    assert state.remember(Scope.npc("mara"), adopted(entries, "mara")[0]).id == "mara-001"


def test_what_may_be_missing_may_be_missing() -> None:
    bare = {key: value for key, value in line().items() if key not in ("depth", "evidence", "metadata", "created")}
    (entry,) = entries_from_lines(file_of(bare), at=NOW)
    assert (entry.depth, entry.evidence, entry.metadata, entry.scene, entry.game_time) == (0, (), {}, None, None)
    assert entries_from_lines(jsonl_lines([entry], {}), at=NOW) == (entry,)


def test_a_line_separator_inside_a_text_does_not_end_its_line() -> None:
    (entry,) = entries_from_lines(file_of(line(description="a\u2028b\u0085c\nd")), at=NOW)
    assert entry.summary == "a\u2028b\u0085c\nd"


def test_windows_line_ends_blank_lines_and_a_missing_last_break_do_no_harm() -> None:
    data = b"\xef\xbb\xbf" + file_of(line(1)).replace(b"\n", b"\r\n") + b"\n \n" + file_of(line(2)).rstrip()
    assert [entry.id for entry in entries_from_lines(data, at=NOW)] == ["emre-001", "emre-002"]
    assert entries_from_lines(b"", at=NOW) == ()


def test_memories_of_a_game_become_lines() -> None:
    entry = MemoryEntry(
        created_at=NOW, source=MemorySource.NPC, summary="A talk.", id="mara-001", scene="day-001/scene-02"
    )
    made = json.loads(jsonl_lines([entry], {"mara-001": MemoryStatus(importance=7.5)}))
    assert made == line(
        id="mara-001", created="day-001/scene-02", description="A talk.", importance=7.5, tags=[], type="observation"
    )
    with pytest.raises(InvalidInput, match="without an id"):
        jsonl_lines([entry.model_copy(update={"id": None})], {})


@pytest.mark.parametrize("kept", ["text", ["x"], {"id": "other"}, {"type": "plan"}])
def test_metadata_that_somebody_made_up_changes_no_field_of_a_line(kept: Any) -> None:
    entry = MemoryEntry(created_at=NOW, source=MemorySource.NPC, summary="x", id="a-1", metadata={"jsonl": kept})
    assert json.loads(jsonl_lines([entry], {}))["id"] == "a-1"


BAD: list[tuple[Any, str]] = [
    (b"{\n", "Line 1 is not JSON"),
    (b"[]\n", "Line 1 must be a JSON object"),
    (b"\xff\xfe\n", "Line 1 is not JSON"),
    (file_of(line(1), line(1)), "Line 2: its id"),
    (file_of(line(1), {"id": "emre-002"}), "Line 2 lacks type"),
    (file_of(line(type="summary")), "type must be one of"),
    (file_of(line(type=["plan"])), "must be"),
    (file_of(line(id="Émre-1")), "id is not valid"),
    (file_of(line(id="../../x")), "id is not valid"),
    (file_of(line(id=7)), "id must be a text"),
    (file_of(line(description="")), "description must be a text"),
    (file_of(line(description="x" * 100_001)), "100,001 characters"),
    (file_of(line(importance=0)), "importance must be a number from 1 to 10"),
    (file_of(line(importance=None)), "importance must be"),
    (file_of(line(importance=True)), "importance must be"),
    (file_of(line(depth=-1)), "depth must be"),
    (file_of(line(depth=1.5)), "depth must be a whole number"),
    (file_of(line(tags="market")), "tags must be a list"),
    (file_of(line(tags=[1])), "tags must be a text"),
    (file_of(line(evidence=[None])), "evidence must be a text"),
    (file_of(line(metadata=[])), "metadata must be a JSON object"),
    (file_of(line(metadata={"jsonl": {}})), "may not hold 'jsonl'"),
    (file_of(line(created=3)), "created must be a text"),
    (b'{"metadata": ' + b'{"a":' * 60 + b"1" + b"}" * 61 + b"\n", "levels deep"),
    (file_of(line(metadata={"x": 2**60})), "too large"),
    (file_of(line(metadata={"x": "y" * 2**20})), "longer than 1024 KiB"),
]


@pytest.mark.parametrize(("data", "told"), BAD)
def test_a_line_that_is_not_of_the_format_is_refused_in_one_line(data: bytes, told: str) -> None:
    with pytest.raises(InvalidInput, match=told) as refused:
        entries_from_lines(data, at=NOW)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 250


def test_too_many_lines_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.interchange.bounded.MAX_MEMORIES", 2)
    with pytest.raises(InvalidInput, match="3 lines"):
        entries_from_lines(file_of(*map(line, range(3))), at=NOW)


@given(st.dictionaries(texts, free, max_size=3), st.none() | st.floats(0, 1000), streams())
def test_an_agent_comes_back_as_it_was(
    tmp_path_factory: pytest.TempPathFactory, state: dict[str, Any], gathered: float | None, lines: list[dict[str, Any]]
) -> None:
    root = tmp_path_factory.mktemp("root")
    held = {**state, "today_plan": ["sell fish"]} | ({} if gathered is None else {"importance_accumulator": gathered})
    agent = JsonlAgent("emre", entries_from_lines(file_of(*lines), at=NOW), held)
    write_agent(root, agent)
    again = read_agent(root, "emre", at=NOW)
    assert again == agent
    assert again.state.get("importance_accumulator") == gathered
    assert agents_in(root) == ["emre"]


def test_an_agent_without_a_state_file_has_an_empty_state(tmp_path: Path) -> None:
    write_agent(tmp_path, JsonlAgent("emre"))
    (tmp_path / "state" / "agents" / "emre.json").unlink()
    assert read_agent(tmp_path, "emre", at=NOW) == JsonlAgent("emre")


@pytest.mark.parametrize("agent_id", ["", "..", "../emre", "a/b", "Emre", "ömer", "a" * 65, "con\n"])
def test_an_id_that_may_not_be_the_name_of_a_file_is_refused(tmp_path: Path, agent_id: str) -> None:
    with pytest.raises(InvalidInput, match="must be an id"):
        read_agent(tmp_path, agent_id, at=NOW)
    with pytest.raises(InvalidInput, match="must be an id"):
        write_agent(tmp_path, JsonlAgent(agent_id))
    assert list(tmp_path.iterdir()) == []


def test_files_of_other_names_are_no_agents(tmp_path: Path) -> None:
    write_agent(tmp_path, JsonlAgent("emre"))
    for name in ("Émre.jsonl", "a b.jsonl", "emre.json"):
        (tmp_path / "state" / "memories" / name).write_bytes(b"")
    assert agents_in(tmp_path) == ["emre"]
    assert agents_in(tmp_path / "none") == []


def test_there_is_no_such_agent(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"no readable file emre\.jsonl"):
        read_agent(tmp_path, "emre", at=NOW)


@pytest.mark.parametrize("state", [b"[]", b"{", b'{"importance_accumulator": "7"}', b'{"importance_accumulator": -1}'])
def test_a_state_file_that_is_none_is_refused(tmp_path: Path, state: bytes) -> None:
    write_agent(tmp_path, JsonlAgent("emre"))
    (tmp_path / "state" / "agents" / "emre.json").write_bytes(state)
    with pytest.raises(InvalidInput, match=r"emre\.json"):
        read_agent(tmp_path, "emre", at=NOW)


def test_who_an_agent_is_does_not_become_something_that_it_saw() -> None:
    entry = MemoryEntry(created_at=NOW, source=MemorySource.NPC, id="mara-002", summary="Saw an owl.")
    gift = entry.model_copy(update={"id": "mara-001", "summary": "I am Mara.", "kind": MemoryKind.GIFTED})
    assert [json.loads(line)["description"] for line in jsonl_lines((gift, entry), {}).splitlines()] == ["Saw an owl."]
