"""Each kind of memory has its row, and the limits count every kind that names them."""

from dataclasses import fields

from app.memory.kinds import EPISODE_KINDS, KIND_ROWS, kinds_where, limited
from app.memory.pruner import MemoryLimits
from app.models.memory import MemoryKind


def test_each_kind_has_a_row() -> None:
    assert set(KIND_ROWS) == set(MemoryKind)


def test_a_limit_is_one_of_those_that_pruning_knows() -> None:
    named = {row.limit for row in KIND_ROWS.values()} - {None}
    assert named == {limit.name for limit in fields(MemoryLimits)}


def test_what_is_heard_counts_as_an_observation() -> None:
    assert limited("observations") == (MemoryKind.OBSERVATION, MemoryKind.CONVERSATION)


def test_thoughts_are_kept_to_oneself_and_are_nothing_new_to_think_about() -> None:
    assert set(MemoryKind) - {*kinds_where(lambda row: row.is_told)} == {MemoryKind.REFLECTION, MemoryKind.PLAN}
    assert set(MemoryKind) - {*kinds_where(lambda row: row.is_matter)} == {MemoryKind.REFLECTION, MemoryKind.GIFTED}


def test_what_was_lived_is_an_episode() -> None:
    assert {*kinds_where(lambda row: row.is_lived)} < set(EPISODE_KINDS)
