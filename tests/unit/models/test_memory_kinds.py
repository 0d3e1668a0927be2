"""Each kind of memory has its row, and the limits count every kind that names them."""

from dataclasses import fields
from typing import get_args

from app.api.schemas.memories import MemoryIn
from app.events.commands.memory import AddMemoryCommand, FormMemoryCommand
from app.interfaces.character_acts import FormMemory
from app.memory.stream.pruner import MemoryLimits
from app.models.memory_kinds import (
    EPISODE_KINDS,
    FORMED_KINDS,
    HAND_MADE_KINDS,
    KIND_ROWS,
    MemoryKind,
    kinds_where,
    limited,
)


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


def test_commands_api_and_tools_take_the_kinds_whose_rows_say_so() -> None:
    assert get_args(AddMemoryCommand.model_fields["memory_kind"].annotation) == HAND_MADE_KINDS
    assert get_args(MemoryIn.model_fields["kind"].annotation) == HAND_MADE_KINDS
    assert get_args(FormMemoryCommand.model_fields["memory_kind"].annotation) == FORMED_KINDS
    assert get_args(FormMemory.model_fields["type"].annotation) == FORMED_KINDS


def test_what_is_written_by_hand_or_kept_by_a_character_is_not_what_captures_plans_and_gifts_make() -> None:
    made = {MemoryKind.SUMMARY, MemoryKind.PLAN, MemoryKind.GIFTED, MemoryKind.CONVERSATION, MemoryKind.ARTIFACT}
    assert not made & {*HAND_MADE_KINDS, *FORMED_KINDS}
