"""The last captured memories, with those that were replaced by hand in their places."""

from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st

from app.memory.entries.markers import HAND_MADE, REPLACES, is_hand_made, replaced_id
from app.memory.recall.presets import last_visits
from app.models.memory import MemoryEntry, MemoryKind, MemorySource
from tests.worlds import NOW


@dataclass
class Remembered:
    """A scope's memories, and which of them are put away."""

    entries: list[MemoryEntry] = field(default_factory=list)
    away: set[str | None] = field(default_factory=set)

    def capture(self, summary: str, visit: str | None = None) -> str:
        return self._append(summary, visit, {})

    def replace(self, old_id: str, summary: str) -> str:
        old = next(entry for entry in self.entries if entry.id == old_id)
        self.away.add(old_id)
        return self._append(summary, old.visit, {HAND_MADE: True, REPLACES: old_id}, old.kind)

    def _append(
        self, summary: str, visit: str | None, metadata: dict[str, object], kind: MemoryKind = MemoryKind.SUMMARY
    ) -> str:
        memory_id = f"inn-{len(self.entries) + 1:03d}"
        entry = MemoryEntry(
            created_at=NOW,
            source=MemorySource.LOCATION,
            id=memory_id,
            summary=summary,
            visit=visit,
            metadata=metadata,
            kind=kind,
        )
        self.entries.append(entry)
        return memory_id

    def last(self, count: int) -> list[list[str]]:
        """The texts of the last visits, oldest first."""
        visits = last_visits(self.entries, count, lambda entry: entry.id in self.away)
        return [[entry.summary for entry in reversed(visit)] for visit in reversed(visits)]


def test_a_replacement_stands_where_the_old_memory_stood() -> None:
    inn = Remembered()
    first, *_ = [inn.capture(text) for text in "abcd"]
    inn.replace(first, "A")
    assert inn.last(3) == [["b"], ["c"], ["d"]], "it is not the newest"
    assert inn.last(4) == [["A"], ["b"], ["c"], ["d"]]


def test_a_replacement_of_a_replacement_stands_there_too() -> None:
    inn = Remembered()
    _, second, _ = [inn.capture(text) for text in "abc"]
    inn.capture("d")
    corrected = inn.replace(second, "B?")
    inn.capture("e")
    inn.replace(corrected, "B!")
    assert inn.last(9) == [["a"], ["B!"], ["c"], ["d"], ["e"]]


def test_a_replaced_piece_stays_in_its_visit() -> None:
    inn = Remembered()
    pieces = [inn.capture(text, "inn-1") for text in "abc"]
    inn.capture("d", "inn-2")
    inn.replace(pieces[1], "B")
    assert inn.last(2) == [["a", "B", "c"], ["d"]]


def test_a_replacement_that_is_archived_leaves_its_place_empty() -> None:
    inn = Remembered()
    first, *_ = [inn.capture(text) for text in "ab"]
    inn.away.add(inn.replace(first, "A"))
    assert inn.last(3) == [["b"]]


def test_what_it_replaces_is_believed_only_of_a_hand_made_memory() -> None:
    """Metadata comes from files, too."""
    entry = MemoryEntry(created_at=NOW, source=MemorySource.WORLD, summary="x", metadata={REPLACES: "inn-001"})
    assert not is_hand_made(entry)
    assert replaced_id(entry) is None
    for odd in (7, ["inn-001"], None):
        made = entry.model_copy(update={"metadata": {HAND_MADE: True, REPLACES: odd}})
        assert replaced_id(made) is None


@given(
    st.lists(st.sampled_from([None, "v1", "v2", "v3"]), max_size=8),
    st.lists(st.integers(0, 7), max_size=8),
    st.integers(0, 4),
)
def test_any_replacements_read_like_memories_that_were_right_from_the_start(
    visits: list[str | None], replaced: list[int], count: int
) -> None:
    """The same places, the same visits; only the words are others."""
    corrected, right = Remembered(), Remembered()
    standing = [corrected.capture(str(place), visit) for place, visit in enumerate(visits)]
    words = [str(place) for place in range(len(visits))]
    for number, place in enumerate(place for place in replaced if place < len(visits)):
        words[place] = f"{place} corrected {number}"
        standing[place] = corrected.replace(standing[place], words[place])
    for text, visit in zip(words, visits, strict=True):
        right.capture(text, visit)
    assert corrected.last(count) == right.last(count)


def test_one_whose_place_is_nowhere_comes_last() -> None:
    inn = Remembered()
    inn.capture("a")
    inn._append("lost", None, {HAND_MADE: True, REPLACES: "inn-999"})
    assert inn.last(2) == [["lost"], ["a"]]
