"""Adding, finding and marking the memories of one scope."""

import pytest

from app.errors import InvalidInput, NotFound
from app.memory.stream.stream import MemoryStream
from app.models.memory import MemoryKind, MemoryStatus, Scope
from app.models.minds.plan import plan_end
from tests.unit.memory.recall.streams import GUARD, MARA, context, mara_stream, observed
from tests.wording import raises_in_words
from tests.worlds import new_game, say

DAY = 24 * 60


def test_a_memory_is_the_scopes_own_and_has_the_time_and_turn_of_now() -> None:
    stream = mara_stream()
    stream.state.turn = 7
    entry = stream.add(MemoryKind.OBSERVATION, context("A stranger came in."))
    assert (entry.id, entry.turn, entry.game_time, entry.scene) == ("mara-001", 7, 480, "day-001/scene-01")
    assert (entry.npc_ids, entry.source.value, entry.kind) == (("mara",), "npc", MemoryKind.OBSERVATION)
    assert stream.state.npc("mara").npc_memories == [entry]


def test_a_memory_of_another_time_has_no_scene() -> None:
    assert mara_stream().add(MemoryKind.OBSERVATION, context("Long ago.", game_time=3)).scene is None


@pytest.mark.parametrize("kind", list(MemoryKind))
def test_each_kind_is_added_in_the_same_shape(kind: MemoryKind) -> None:
    assert mara_stream().add(kind, context("Something.")).kind is kind


def test_several_observations_keep_their_order() -> None:
    added = observed(mara_stream(), [context("One."), context("Two.")])
    assert [(entry.id, entry.summary) for entry in added] == [("mara-001", "One."), ("mara-002", "Two.")]


@pytest.mark.parametrize(
    "fields",
    [{"content": ""}, {"importance": 11}, {"importance": float("nan")}, {"depth": -1}, {"location_id": "../x"}],
)
def test_what_is_no_memory_is_refused_and_changes_nothing(fields: dict[str, object]) -> None:
    stream = mara_stream()
    with raises_in_words(InvalidInput, match="Not a memory"):
        stream.add(MemoryKind.OBSERVATION, context(**{"content": "x", **fields}))  # type: ignore[arg-type]  # that is the test
    assert not len(stream)


def test_a_stream_of_nobody_is_not_found() -> None:
    with pytest.raises(NotFound):
        MemoryStream(new_game(), Scope.npc("nobody"))


def test_a_reflection_is_one_deeper_than_its_deepest_evidence() -> None:
    stream = mara_stream()
    seen = stream.add(MemoryKind.OBSERVATION, context("He limps."))
    first = stream.add(MemoryKind.REFLECTION, context("He was a soldier.", evidence=(seen.id or "", "m-3", "gone-001")))
    second = stream.add(MemoryKind.REFLECTION, context("Soldiers scare me.", evidence=(first.id or "", seen.id or "")))
    assert [entry.depth for entry in (seen, first, second)] == [0, 1, 2]
    assert stream.add(MemoryKind.REFLECTION, context("Out of nowhere.", depth=5)).depth == 5


def test_the_newest_fact_of_a_subject_and_attribute_supersedes_the_one_before() -> None:
    stream = mara_stream()
    first, second, other = observed(
        stream,
        [
            context("Tobin is the ferryman.", subject_key=("tobin", "job")),
            context("Tobin keeps the bees.", subject_key=("tobin", "job")),
            context("Hesper sells rope.", subject_key=("hesper", "job")),
        ],
    )
    assert stream.status(first.id or "").superseded_by == second.id
    assert stream.active() == [second, other]
    assert stream.all() == [first, second, other]


def test_finding_by_kind() -> None:
    stream = mara_stream()
    early = stream.add(MemoryKind.OBSERVATION, context("a"))
    late = stream.add(MemoryKind.PLAN, context("b"))
    assert stream.by_kind(MemoryKind.PLAN) == [late]
    assert stream.by_kind(MemoryKind.PLAN, MemoryKind.OBSERVATION) == [early, late]


def test_what_others_appended_to_the_scope_is_found_too() -> None:
    stream = mara_stream()
    assert stream.by_kind(MemoryKind.OBSERVATION) == []
    stream.state.remember(MARA, mara_stream().add(MemoryKind.OBSERVATION, context("Captured.", tags=("session",))))
    assert [entry.id for entry in stream.by_kind(MemoryKind.OBSERVATION)] == ["mara-001"]


def test_an_entry_is_got_by_its_id_and_a_heard_message_by_its_index() -> None:
    stream = mara_stream()
    entry = stream.add(MemoryKind.OBSERVATION, context("x"))
    say(stream.state, "Where is the key?", witness_ids=("mara",))
    say(stream.state, "Not for Mara's ears.", witness_ids=("guard-1",))
    assert stream.get("mara-001") is entry
    assert stream.get("m-0").summary == "Élan: Where is the key?"
    for unknown in ("m-1", "m-", "m-x", "m-²", "mara-002", "guard-1-001", ""):
        with pytest.raises(NotFound):
            stream.get(unknown)


@pytest.mark.parametrize(("made", "end"), [(0, 360), (359, 360), (360, DAY + 360), (DAY, DAY + 360)])
def test_plans_end_at_six(made: int, end: int) -> None:
    assert plan_end(made) == end


def test_marks_are_statuses_and_leave_entries_alone() -> None:
    stream = mara_stream()
    entries = observed(stream, [context("a"), context("b"), context("c")])
    before = [entry.model_copy() for entry in entries]
    stream.mark_recalled(["mara-001", "mara-001", "m-4"], now=500)
    stream.mark_recalled(["mara-001"], now=600)
    stream.archive(["mara-002"], by="mara-003")
    stream.pin("mara-003")
    stream.rate("mara-003", 9)
    assert stream.status("mara-001") == MemoryStatus(recalls=2, last_recalled=600)
    assert stream.status("mara-002") == MemoryStatus(archived_by="mara-003")
    assert stream.status("mara-003") == MemoryStatus(pinned=True, importance=9)
    assert stream.all() == before
    assert sorted(set(stream.state.status_log)) == ["mara-001", "mara-002", "mara-003"]


@pytest.mark.parametrize("memory_id", ["mara-009", "guard-1-001", "", "m-1"])
def test_only_its_own_memories_can_be_marked(memory_id: str) -> None:
    stream = mara_stream()
    MemoryStream(stream.state, GUARD).add(MemoryKind.OBSERVATION, context("x"))
    for mark in (
        lambda: stream.archive([memory_id], "prune"),
        lambda: stream.pin(memory_id),
        lambda: stream.rate(memory_id, 3),
        lambda: stream.status(memory_id),
    ):
        with pytest.raises(NotFound):
            mark()
    assert not stream.state.memory_status


def test_nothing_stands_for_itself_not_even_in_a_circle() -> None:
    stream = mara_stream()
    observed(stream, [context("a"), context("b"), context("c")])
    stream.supersede("mara-001", "mara-002")
    stream.supersede("mara-002", "mara-003")
    for old, new in (("mara-003", "mara-001"), ("mara-003", "mara-003")):
        with pytest.raises(InvalidInput):
            stream.supersede(old, new)
    with pytest.raises(InvalidInput):
        stream.archive(["mara-003"], "mara-003")


@pytest.mark.parametrize("importance", [0, 10.5, float("nan")])
def test_a_rating_is_from_one_to_ten(importance: float) -> None:
    stream = mara_stream()
    stream.add(MemoryKind.OBSERVATION, context("a"))
    with pytest.raises(InvalidInput):
        stream.rate("mara-001", importance)


def test_an_entry_counts_by_the_heuristic_until_it_is_rated() -> None:
    stream = mara_stream()
    rated, waiting = observed(stream, [context("a", importance=3), context("An important friend.")])
    assert [stream.importance(entry) for entry in (rated, waiting)] == [3, 7]
    stream.rate(waiting.id or "", 8)
    assert stream.importance(waiting) == 8


def test_statuses_set_by_others_are_seen() -> None:
    """Prune, for one, sets them in the state."""
    stream = mara_stream()
    entry = stream.add(MemoryKind.OBSERVATION, context("a"))
    assert stream.active() == [entry]
    stream.state.set_status("mara-001", MemoryStatus(archived_by="prune"))
    assert stream.active() == []
    stream.state.set_status("mara-001", MemoryStatus())
    assert stream.active() == [entry]


def test_numbers_that_no_column_holds_do_no_harm() -> None:
    stream = mara_stream()
    entry = stream.add(MemoryKind.OBSERVATION, context("x", game_time=10**30, depth=10**12))
    assert stream.by_kind(MemoryKind.OBSERVATION) == [entry]
