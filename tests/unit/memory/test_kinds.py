"""Each kind of memory has its row, and the limits count every kind that names them."""

from dataclasses import fields

from app.memory.stream.kinds import EPISODE_KINDS, KIND_ROWS, kinds_where, limited
from app.memory.stream.pruner import MemoryLimits
from app.models.memory import MemoryKind


def test_each_kind_has_a_row() -> None:
    assert set(KIND_ROWS) == set(MemoryKind)


def test_a_limit_is_one_of_those_that_pruning_knows() -> None:
    named = {row.limit for row in KIND_ROWS.values()} - {None}
    assert named == {limit.name for limit in fields(MemoryLimits)}


def test_what_is_heard_counts_as_an_observation() -> None:
    assert {MemoryKind.OBSERVATION, MemoryKind.CONVERSATION} <= set(limited("observations"))


def test_thoughts_are_kept_to_oneself_and_are_nothing_new_to_think_about() -> None:
    told, matters = kinds_where(lambda row: row.is_shared), kinds_where(lambda row: row.is_material)
    assert not {MemoryKind.REFLECTION, MemoryKind.PLAN} & {*told}
    assert not {MemoryKind.REFLECTION, MemoryKind.GIFTED} & {*matters}


def test_what_was_seen_is_an_episode_and_what_is_known_is_none() -> None:
    assert {MemoryKind.OBSERVATION, MemoryKind.ARTIFACT} <= set(EPISODE_KINDS)
    assert not {MemoryKind.SEMANTIC, MemoryKind.GIFTED} & set(EPISODE_KINDS)
