"""Agent folders of genagents, both ways."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import InvalidInput
from app.interchange.agents.genagents import (
    AgentFolder,
    entries_from_nodes,
    nodes_of,
    read_folder,
    vectors_of,
    write_folder,
)
from app.models.memory import MemoryEntry, MemoryKind, MemorySource, MemoryStatus
from tests.worlds import NOW

numbers = st.integers(-(2**53), 2**53) | st.floats(-1e15, 1e15)
node_ids = st.integers(0, 40) | st.text(max_size=4)
texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20)


def node(node_id: int | str = 0, **fields: Any) -> dict[str, Any]:
    plain = {
        "node_id": node_id,
        "node_type": "observation",
        "content": f"content {node_id}",
        "importance": 40,
        "created": 3,
        "last_retrieved": 5,
        "pointer_id": None,
    }
    return plain | fields


@st.composite
def streams(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Nodes as the format has them, with ids in any order and pointers to what may not be there."""
    return [
        {
            "node_id": node_id,
            "node_type": draw(st.sampled_from(["observation", "reflection"])),
            "content": draw(texts),
            "importance": draw(st.integers(0, 100) | st.floats(0, 100)),
            "created": draw(numbers),
            "last_retrieved": draw(numbers),
            "pointer_id": draw(st.none() | st.lists(node_ids, max_size=4)),
            **draw(st.dictionaries(st.just("poignancy_note"), texts, max_size=1)),
        }
        for node_id in draw(st.lists(node_ids, max_size=8, unique=True))
    ]


@given(streams())
def test_nodes_come_back_as_they_were(nodes: list[dict[str, Any]]) -> None:
    entries, statuses = entries_from_nodes(nodes, "mara", at=NOW)
    assert nodes_of(entries, statuses) == nodes
    again = tuple(MemoryEntry.model_validate_json(entry.model_dump_json()) for entry in entries)
    assert nodes_of(again, statuses) == nodes, "and through a save of the game"


@given(st.dictionaries(texts, st.lists(st.floats(-1e9, 1e9), min_size=3, max_size=3), max_size=4), streams())
def test_a_whole_folder_comes_back_as_it_was(
    tmp_path_factory: pytest.TempPathFactory, vectors: dict[str, list[float]], nodes: list[dict[str, Any]]
) -> None:
    folder, copy = tmp_path_factory.mktemp("agents") / "a", tmp_path_factory.mktemp("agents") / "b"
    scratch = {"name": "Ömer", "traits": ["kind", 3, None, {"深": 1.5}]}
    files = {
        "meta.json": {"id": "01fd7d2a-0357"},
        "scratch.json": scratch,
        "memory_stream/nodes.json": nodes,
        "memory_stream/embeddings.json": vectors,
    }
    write(folder, files)
    write_folder(copy, read_folder(folder, "mara", at=NOW))
    assert {name: json.loads((copy / name).read_text("ascii")) for name in files} == files


def write(folder: Path, files: dict[str, Any]) -> None:
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        data = content if isinstance(content, bytes) else json.dumps(content).encode()
        (folder / name).write_bytes(data)


def test_what_a_node_says_stands_in_the_fields_that_recall_reads() -> None:
    nodes = [
        node(0, content="Saw the tide bell.", importance=100),
        node(1, node_type="reflection", pointer_id=[0], created=9, last_retrieved=11),
        node(2, node_type="reflection", pointer_id=[1, 0]),
    ]
    (seen, thought, deeper), statuses = entries_from_nodes(nodes, "mara", at=NOW)
    assert (seen.id, seen.summary, seen.kind, seen.source) == (
        "mara-001",
        "Saw the tide bell.",
        MemoryKind.OBSERVATION,
        MemorySource.NPC,
    )
    assert (seen.importance, seen.game_time, seen.created_at, seen.metadata) == (10, 3, NOW, {})
    assert (thought.kind, thought.evidence, thought.depth, thought.game_time) == (
        MemoryKind.REFLECTION,
        ("mara-001",),
        1,
        9,
    )
    assert (deeper.depth, deeper.evidence) == (2, ("mara-002", "mara-001"))
    assert statuses["mara-002"].last_recalled == 11


def test_a_stream_can_be_taken_in_behind_memories_that_are_there() -> None:
    (entry, other), _ = entries_from_nodes(
        [node(0), node(1, node_type="reflection", pointer_id=[0])], "mara", at=NOW, first_number=8
    )
    assert (entry.id, other.evidence) == ("mara-008", ("mara-008",))


def test_memories_of_a_game_become_nodes() -> None:
    entries = [
        MemoryEntry(created_at=NOW, source=MemorySource.NPC, summary="A talk.", id="mara-001", game_time=600),
        MemoryEntry(
            created_at=NOW,
            source=MemorySource.NPC,
            summary="She can be trusted.",
            id="mara-002",
            kind=MemoryKind.REFLECTION,
            importance=7.3,
            evidence=("mara-001", "m-17"),
            game_time=700,
        ),
    ]
    assert nodes_of(entries, {"mara-001": MemoryStatus(last_recalled=900, importance=10)}) == [
        node(0, content="A talk.", importance=100, created=600, last_retrieved=900),
        node(
            1,
            node_type="reflection",
            content="She can be trusted.",
            importance=70,
            created=700,
            last_retrieved=700,
            pointer_id=[0],
        ),
    ]


def test_what_has_changed_since_the_import_is_told_instead_of_what_was_read() -> None:
    entries, statuses = entries_from_nodes([node(7, importance=33.5, last_retrieved=2.5)], "mara", at=NOW)
    (same,) = nodes_of(entries, statuses)
    assert (same["importance"], same["last_retrieved"]) == (33.5, 2.5)
    (changed,) = nodes_of(entries, {"mara-001": MemoryStatus(importance=10, last_recalled=80)})
    assert (changed["importance"], changed["last_retrieved"], changed["node_id"]) == (100, 80, 7)


def test_memories_of_two_folders_keep_ids_apart() -> None:
    first, _ = entries_from_nodes([node(5), node(0)], "mara", at=NOW)
    second, _ = entries_from_nodes([node(5), node(0)], "mara", at=NOW, first_number=3)
    ids = [made["node_id"] for made in nodes_of([*first, *second], {})]
    assert ids[:2] == [5, 0]
    assert len(set(ids)) == 4


@pytest.mark.parametrize(
    "kept", [{"node_id": [1]}, {"node_id": True}, {"last_retrieved": "x"}, {"last_retrieved": [1]}, "text", [1]]
)
def test_metadata_that_somebody_made_up_is_passed_over(kept: Any) -> None:
    entry = MemoryEntry(created_at=NOW, source=MemorySource.NPC, summary="x", metadata={"genagents": kept})
    assert nodes_of([entry], {}) == [node(0, content="x", importance=44, created=0, last_retrieved=0)]


@pytest.mark.parametrize("kept", [{"importance": "much"}, {"pointer_id": {"a": 1}}, {"content": 3}, {"created": None}])
def test_metadata_that_would_make_a_bad_node_is_refused(kept: Any) -> None:
    entry = MemoryEntry(created_at=NOW, source=MemorySource.NPC, summary="x", metadata={"genagents": kept})
    with pytest.raises(InvalidInput, match="memory None"):
        nodes_of([entry], {})


GOOD: dict[str, Any] = {
    "meta.json": {"id": "x"},
    "scratch.json": {},
    "memory_stream/nodes.json": [],
    "memory_stream/embeddings.json": {},
}
BAD: list[tuple[str, Any]] = [
    ("meta.json", {}),
    ("meta.json", []),
    ("meta.json", b""),
    ("meta.json", b"{"),
    ("meta.json", b"\xff"),
    ("meta.json", b'{"id": NaN}'),
    ("scratch.json", b'{"a": 1e999}'),
    ("scratch.json", b'{"a": ' + b"[" * 40 + b"]" * 40 + b"}"),
    ("scratch.json", b'{"a": ' + b"[" * 5000),
    ("scratch.json", b'{"a": "\\ud800"}'),
    ("scratch.json", {"a": 2**60}),
    ("memory_stream/nodes.json", {}),
    ("memory_stream/nodes.json", [[]]),
    ("memory_stream/nodes.json", [None]),
    ("memory_stream/nodes.json", [{}]),
    ("memory_stream/nodes.json", [node(0), node(0)]),
    ("memory_stream/nodes.json", [node(0, node_type="plan")]),
    ("memory_stream/nodes.json", [node(0, node_type=["observation"])]),
    ("memory_stream/nodes.json", [node(0, content="")]),
    ("memory_stream/nodes.json", [node(0, content=3)]),
    ("memory_stream/nodes.json", [node(0, content="x" * 100_001)]),
    ("memory_stream/nodes.json", [node(0, importance=101)]),
    ("memory_stream/nodes.json", [node(0, importance="40")]),
    ("memory_stream/nodes.json", [node(0, importance=True)]),
    ("memory_stream/nodes.json", [node(0, created=None)]),
    ("memory_stream/nodes.json", [node(0, created=1e300)]),
    ("memory_stream/nodes.json", [node(0, pointer_id=0)]),
    ("memory_stream/nodes.json", [node(0, pointer_id=[[0]])]),
    ("memory_stream/nodes.json", [node(0) | {"node_id": None}]),
    ("memory_stream/nodes.json", [node(0) | {"node_id": 1.5}]),
    ("memory_stream/embeddings.json", []),
    ("memory_stream/embeddings.json", {"a": "1, 2"}),
    ("memory_stream/embeddings.json", {"a": []}),
    ("memory_stream/embeddings.json", {"a": [1, "2"]}),
    ("memory_stream/embeddings.json", {"a": [1, 2], "b": [1]}),
]


@pytest.mark.parametrize(("name", "content"), BAD)
def test_a_file_that_is_not_of_the_format_is_refused_in_one_line(tmp_path: Path, name: str, content: Any) -> None:
    write(tmp_path, GOOD)
    assert read_folder(tmp_path, "mara", at=NOW).entries == ()
    write(tmp_path, {name: content})
    with pytest.raises(InvalidInput) as refused:
        read_folder(tmp_path, "mara", at=NOW)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 250
    assert str(tmp_path) not in str(refused.value)


@pytest.mark.parametrize("name", GOOD)
def test_a_missing_or_linked_file_is_refused(tmp_path: Path, name: str) -> None:
    write(tmp_path, GOOD)
    (tmp_path / name).rename(tmp_path / "elsewhere")
    with pytest.raises(InvalidInput, match="no readable file"):
        read_folder(tmp_path, "mara", at=NOW)
    (tmp_path / name).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(InvalidInput, match="no readable file"):
        read_folder(tmp_path, "mara", at=NOW)
    (tmp_path / name).unlink()
    (tmp_path / name).mkdir()
    with pytest.raises(InvalidInput):
        read_folder(tmp_path, "mara", at=NOW)


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, GOOD)
    monkeypatch.setattr("app.interchange.bounded.read_bytes.__defaults__", (2,))
    with pytest.raises(InvalidInput, match="larger than"):
        read_folder(tmp_path, "mara", at=NOW)


def test_no_folder_and_no_id_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="no such agent folder"):
        read_folder(tmp_path / "none", "mara", at=NOW)
    write(tmp_path, GOOD)
    for owner in ("", "../x", "Mara", "a" * 65):
        with pytest.raises(InvalidInput, match="must be an id"):
            read_folder(tmp_path, owner, at=NOW)


def test_equal_texts_share_a_vector_and_lengths_are_kept() -> None:
    vectors = vectors_of({"a": [3, 4]})
    assert vectors["a"].tolist() == [3, 4]


def test_writing_over_a_folder_leaves_what_is_not_of_the_format(tmp_path: Path) -> None:
    write(tmp_path, {**GOOD, "notes.txt": b"mine"})
    write_folder(tmp_path, AgentFolder(meta={"id": "y"}))
    assert (tmp_path / "notes.txt").read_bytes() == b"mine"
    assert read_folder(tmp_path, "mara", at=NOW).meta == {"id": "y"}
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "memory_stream",
        "meta.json",
        "notes.txt",
        "scratch.json",
    ]


def test_who_an_agent_is_does_not_become_something_that_it_saw(tmp_path: Path) -> None:
    entry = MemoryEntry(created_at=NOW, source=MemorySource.NPC, id="mara-002", summary="Saw an owl.")
    gift = entry.model_copy(update={"id": "mara-001", "summary": "I am Mara.", "kind": MemoryKind.GIFTED})
    vectors = {text: np.ones(2) for text in ("I am Mara.", "Saw an owl.")}
    write_folder(tmp_path, AgentFolder({"id": "mara"}, entries=(gift, entry), embeddings=vectors))
    written = read_folder(tmp_path, "mara", at=NOW)
    assert [entry.summary for entry in written.entries] == ["Saw an owl."]
    assert list(written.embeddings) == ["Saw an owl."]
