"""Which memories leave when there are too many, and which never do."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.memory.entries.markers import HAND_MADE, is_hand_made
from app.memory.index.stream_index import StreamIndex
from app.memory.recall.query import RecallQuery
from app.memory.recall.recaller import Recaller
from app.memory.stream.pruner import PRUNED, MemoryLimits, is_crowded, prune
from app.memory.stream.stream import MemoryStream
from app.models.memory import MemoryEntry, MemoryKind, MemoryOrigin
from tests.unit.memory.recall.streams import context as told
from tests.unit.memory.recall.streams import contexts, mara_stream

KEPT_KINDS = {
    "observations": (MemoryKind.OBSERVATION, MemoryKind.CONVERSATION),
    "reflections": (MemoryKind.REFLECTION,),
    "plans": (MemoryKind.PLAN,),
    "summaries": (MemoryKind.SUMMARY,),
}


def noticed(stream: MemoryStream, text: str, time: int = 0, importance: float | None = 2.0) -> MemoryEntry:
    return stream.add(
        MemoryKind.OBSERVATION,
        told(text, game_time=time, importance=importance, origin=MemoryOrigin.PERCEPTION, location_id="inn"),
    )


def standing(stream: MemoryStream) -> list[str]:
    return [entry.summary for entry in stream.active()]


@pytest.fixture
def stream() -> MemoryStream:
    """Mara's, at the end of day 3."""
    stream = mara_stream()
    stream.state.clock.minutes = 3 * 1440
    return stream


def test_within_the_limits_nothing_changes(stream: MemoryStream) -> None:
    for n in range(200):
        noticed(stream, f"thing {n}")
    assert prune(stream.state, stream.scope, MemoryLimits()).observations_removed == 0
    assert stream.state.memory_status == {}


def test_whoever_remembers_no_more_than_is_kept_is_not_indexed_for_it(stream: MemoryStream) -> None:
    state, scope = stream.state, stream.scope
    for n in range(3):
        noticed(stream, f"thing {n}")
    state.derived.take(StreamIndex)
    assert not is_crowded(state, scope, MemoryLimits(observations=3))
    assert not is_crowded(state, scope, MemoryLimits(observations=3, reflections=1, plans=1))
    assert state.derived.get(StreamIndex, scope) is None
    assert is_crowded(state, scope, MemoryLimits(observations=2))


def test_an_index_is_not_grown_for_whoever_remembers_no_more_than_is_kept(stream: MemoryStream) -> None:
    state, scope = stream.state, stream.scope
    noticed(stream, "thing 0")
    indexed = len(stream.index.entries)
    for n in range(1, 4):
        noticed(stream, f"thing {n}")
    limits = MemoryLimits(observations=4, reflections=4, plans=4)
    assert not is_crowded(state, scope, limits)
    index = state.derived.get(StreamIndex, scope)
    assert index is not None
    assert len(index.entries) == indexed
    noticed(stream, "thing 4")
    assert is_crowded(state, scope, limits)


def test_of_equal_observations_the_oldest_leave_and_conversations_count(stream: MemoryStream) -> None:
    for n in range(4):
        noticed(stream, f"thing {n}", time=3 * 1440 - 400 + n)
    stream.add(MemoryKind.CONVERSATION, told("Guard said: no.", game_time=3 * 1440 - 500, importance=2))
    result = prune(stream.state, stream.scope, MemoryLimits(observations=3))
    assert result.observations_removed == 2
    assert standing(stream) == ["thing 1", "thing 2", "thing 3"]
    assert stream.status("mara-001").archived_by == PRUNED


def test_what_is_fresh_outweighs_what_is_a_little_more_important(stream: MemoryStream) -> None:
    noticed(stream, "stale", time=0, importance=4)
    noticed(stream, "fresh", time=3 * 1440, importance=2)
    prune(stream.state, stream.scope, MemoryLimits(observations=1))
    assert standing(stream) == ["fresh"]


def test_what_is_notable_stays_before_all_that_is_not(stream: MemoryStream) -> None:
    noticed(stream, "a fire, long ago", time=0, importance=5)
    noticed(stream, "a cat, just now", time=3 * 1440, importance=4.9)
    prune(stream.state, stream.scope, MemoryLimits(observations=1))
    assert standing(stream) == ["a fire, long ago"]


def test_the_limit_wins_over_importance(stream: MemoryStream) -> None:
    for n in range(10):
        noticed(stream, f"wonder {n}", importance=10)
    prune(stream.state, stream.scope, MemoryLimits(observations=3))
    assert standing(stream) == ["wonder 7", "wonder 8", "wonder 9"]


def test_a_rating_given_later_counts(stream: MemoryStream) -> None:
    noticed(stream, "dull", importance=None)
    first = noticed(stream, "weighty", importance=None)
    stream.rate(first.id or "", 9)
    stream.rate("mara-001", 1)
    prune(stream.state, stream.scope, MemoryLimits(observations=1))
    assert standing(stream) == ["weighty"]


def test_reflections_and_plans_keep_the_newest_however_important_the_old_ones(stream: MemoryStream) -> None:
    for n in range(60):
        stream.add(MemoryKind.REFLECTION, told(f"thought {n}", importance=10 if n < 10 else 4))
    for n in range(9):
        stream.add(MemoryKind.PLAN, told(f"plan {n}"))
    result = prune(stream.state, stream.scope, MemoryLimits())
    assert (result.reflections_removed, result.observations_removed) == (10, 0)
    assert standing(stream)[0] == "thought 10"
    assert "plan 1" not in standing(stream)
    assert "plan 2" in standing(stream)


def test_captured_memories_have_no_limit_unless_one_is_given(stream: MemoryStream) -> None:
    for n in range(5):
        stream.add(MemoryKind.SUMMARY, told(f"visit {n}"))
    assert prune(stream.state, stream.scope, MemoryLimits()).summaries_archived == 0
    assert prune(stream.state, stream.scope, MemoryLimits(summaries=2)).summaries_archived == 3
    assert standing(stream) == ["visit 3", "visit 4"]


def test_what_is_pinned_or_made_by_hand_is_not_counted_and_stays(stream: MemoryStream) -> None:
    pinned = noticed(stream, "pinned", importance=1)
    stream.pin(pinned.id or "")
    stream.add(MemoryKind.OBSERVATION, told("by hand", importance=1, metadata={HAND_MADE: True}))
    for n in range(3):
        noticed(stream, f"thing {n}")
    assert prune(stream.state, stream.scope, MemoryLimits(observations=2)).observations_removed == 1
    assert standing(stream) == ["pinned", "by hand", "thing 1", "thing 2"]


def test_what_was_superseded_or_archived_before_keeps_its_reason(stream: MemoryStream) -> None:
    for n in range(4):
        noticed(stream, f"thing {n}")
    stream.supersede("mara-001", "mara-002")
    stream.archive(["mara-002"], by="hand")
    prune(stream.state, stream.scope, MemoryLimits(observations=1))
    assert stream.status("mara-001").archived_by is None
    assert stream.status("mara-002").archived_by == "hand"
    assert standing(stream) == ["thing 3"]


def test_marks_that_a_memory_has_already_outlast_its_archiving(stream: MemoryStream) -> None:
    noticed(stream, "thing 0")
    noticed(stream, "thing 1")
    stream.mark_recalled(["mara-001"], now=77)
    prune(stream.state, stream.scope, MemoryLimits(observations=1))
    assert (stream.status("mara-001").recalls, stream.status("mara-001").last_recalled) == (1, 77)


LIMITS = st.builds(
    MemoryLimits,
    observations=st.integers(0, 4),
    reflections=st.integers(0, 3),
    plans=st.integers(0, 2),
    summaries=st.none() | st.integers(0, 2),
)


@given(
    memories=st.lists(st.tuples(contexts(), st.sampled_from(["", "", "pin", "hand", "archive"])), max_size=25),
    limits=LIMITS,
    now=st.integers(0, 6000),
)
def test_after_a_prune_every_limit_holds_and_nothing_is_lost(
    memories: list[tuple[tuple[MemoryKind, object], str]], limits: MemoryLimits, now: int
) -> None:
    stream = mara_stream()
    stream.state.clock.minutes = now
    for (kind, given_context), mark in memories:
        evidence = tuple(entry.id or "" for entry in stream.all()[-2:])
        fields = {**vars(given_context), "evidence": evidence}
        if mark == "hand":
            fields["metadata"] = {HAND_MADE: True}
        added = stream.add(kind, told(fields.pop("content"), **{k: v for k, v in fields.items() if k != "created_at"}))
        if mark == "pin":
            stream.pin(added.id or "")
        elif mark == "archive":
            stream.archive([added.id or ""], by="hand")
    before = stream.all()
    safe = [entry for entry in stream.active() if is_hand_made(entry) or stream.status(entry.id or "").pinned]

    prune(stream.state, stream.scope, limits)

    assert stream.all() == before
    assert all(stream.is_active(entry) for entry in safe)
    for field, kinds in KEPT_KINDS.items():
        limit = getattr(limits, field)
        left = [entry for entry in stream.active() if entry.kind in kinds and entry not in safe]
        assert limit is None or len(left) <= limit
    for entry in before:
        assert stream.get(entry.id or "") is entry
        assert all(stream.get(evidence) for evidence in entry.evidence)
    hits = Recaller().recall(stream, RecallQuery(now=now, text="key cellar owl silver", limit=50))
    assert all(stream.is_active(hit.memory) for hit in hits)

    statuses = dict(stream.state.memory_status)
    assert sum(prune(stream.state, stream.scope, limits).model_dump().values()) == 0
    assert stream.state.memory_status == statuses


def test_a_prune_takes_no_more_than_it_must(stream: MemoryStream) -> None:
    for n in range(12):
        noticed(stream, f"thing {n}")
    prune(stream.state, stream.scope, MemoryLimits(observations=5))
    assert len(stream.active()) == 5
