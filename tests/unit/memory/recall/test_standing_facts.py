"""Which fact stands, and what adding does to a person's accumulator."""

from hypothesis import given
from hypothesis import strategies as st

from app.memory.index.stream_index import StreamIndex
from app.memory.stream.incremental_views import current_fact
from app.memory.stream.remembering import remember
from app.memory.stream.stream import MemoryStream
from app.models.memory import MemoryEntry, MemoryKind, MemoryOrigin, MemorySource, Scope
from tests.unit.memory.recall.streams import GUARD, MARA, context, contexts, fill, mara_stream
from tests.worlds import NOW, new_game

JOB = ("tobin", "job")


def job(stream: MemoryStream, words: str) -> MemoryEntry:
    return stream.add(MemoryKind.SEMANTIC, context(words, subject_key=JOB))


def test_the_newest_fact_of_a_key_stands() -> None:
    stream = mara_stream()
    assert current_fact(stream.state, MARA, JOB) is None
    job(stream, "Tobin is the ferryman.")
    latest = job(stream, "Tobin keeps the bees.")
    assert current_fact(stream.state, MARA, JOB) == latest
    assert current_fact(stream.state, MARA, ("tobin", "home")) is None


def test_a_fact_of_another_scope_is_no_fact_here() -> None:
    stream = mara_stream()
    job(stream, "Tobin is the ferryman.")
    assert current_fact(stream.state, GUARD, JOB) is None


def test_a_fact_that_was_put_away_stands_no_longer_and_is_not_superseded() -> None:
    stream = mara_stream()
    first = job(stream, "Tobin is the ferryman.")
    stream.archive([first.id or ""], by="hand")
    assert current_fact(stream.state, MARA, JOB) is None
    second = job(stream, "Tobin keeps the bees.")
    assert current_fact(stream.state, MARA, JOB) == second
    assert stream.status(first.id or "").superseded_by is None


def test_a_fact_added_without_the_stream_is_seen() -> None:
    stream = mara_stream()
    job(stream, "Tobin is the ferryman.")
    corrected = MemoryEntry(created_at=NOW, source=MemorySource.NPC, summary="Tobin is a miller.", subject_key=JOB)
    corrected = stream.state.remember(MARA, corrected)
    assert current_fact(stream.state, MARA, JOB) == corrected


def test_other_or_fewer_entries_are_read_anew() -> None:
    """As in a game that was loaded again."""
    stream = mara_stream()
    job(stream, "Tobin is the ferryman.")
    assert current_fact(stream.state, MARA, JOB) is not None
    stream.state.npc("mara").npc_memories = []
    assert current_fact(stream.state, MARA, JOB) is None


def test_adding_a_fact_builds_no_index_of_recall() -> None:
    stream = mara_stream()
    job(stream, "Tobin is the ferryman.")
    job(stream, "Tobin keeps the bees.")
    assert stream.state.derived.get(StreamIndex, stream.scope) is None


@given(st.lists(contexts(), max_size=12))
def test_of_each_key_exactly_the_newest_stands(memories: list[tuple[MemoryKind, object]]) -> None:
    stream = mara_stream()
    added = fill(stream, memories)  # type: ignore[arg-type]  # hypothesis draws what contexts() says
    keyed = [entry for entry in added if entry.subject_key is not None]
    assert [entry for entry in keyed if stream.is_active(entry)] == keyed[-1:]


class TestAccumulator:
    def test_it_rises_by_the_importance_of_what_is_added(self) -> None:
        stream = mara_stream()
        stream.add(MemoryKind.OBSERVATION, context("A cat.", importance=2))
        stream.add(MemoryKind.OBSERVATION, context("A fire.", importance=6.5))
        assert stream.state.npc("mara").importance_accumulator == 8.5
        assert stream.state.npc("guard-1").importance_accumulator == 0

    def test_what_waits_for_a_rating_counts_by_the_heuristic(self) -> None:
        stream = mara_stream()
        stream.add(MemoryKind.REFLECTION, context("Something important was learned.", origin=MemoryOrigin.DIALOGUE))
        assert stream.state.npc("mara").importance_accumulator == 10

    def test_places_and_the_world_have_none(self) -> None:
        state = new_game()
        for scope in (Scope.world(), Scope.location("inn")):
            remember(state, scope, MemoryEntry(created_at=NOW, source=scope.source, summary="It rained."))
        assert {npc.importance_accumulator for npc in state.npcs.values()} == {0}
