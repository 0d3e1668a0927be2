"""Commands: one definition for Python, JSON and the journal, and bad input ends in one clear line."""

from typing import Any, get_args

import pytest
from pydantic import ValidationError

from app.agents.narrator.model.tools import tool_definitions
from app.errors import InvalidInput
from app.events.command_table import COMMANDS, AnyCommand, By, parse_command
from app.events.commands import (
    AddMemoryCommand,
    AddNoteCommand,
    AdjustRelationshipCommand,
    AdvanceTimeCommand,
    ArchiveMemoryCommand,
    AskTopicCommand,
    AssociateMemoriesCommand,
    ChangeLocationCommand,
    CompleteObjectiveCommand,
    CompleteQuestCommand,
    CreateArtifactCommand,
    DiscoverSecretCommand,
    DropItemCommand,
    EatCommand,
    FormMemoryCommand,
    GiveItemCommand,
    ImportMemoriesCommand,
    JoinPartyCommand,
    LeavePartyCommand,
    MoveNPCCommand,
    PinMemoryCommand,
    PlayCharacterCommand,
    ProgressActCommand,
    ReinforceMemoryCommand,
    ReplaceMemoryCommand,
    RestoreMemoryCommand,
    SeedMemoriesCommand,
    SetActivityCommand,
    SetNPCAttitudeCommand,
    SetPlanCommand,
    StartQuestCommand,
    TakeItemCommand,
    UpdateGoalCommand,
    UpdateLocationStateCommand,
    UpdatePlanItemCommand,
    UseItemCommand,
)
from app.models.command import Command, description_of
from app.models.imported import ImportedMemory
from app.models.memory import MemoryKind, Scope
from app.models.minds.activity import Activity
from app.models.minds.plan import PlanItem, PlanStatus
from app.models.records.record import RecordedCommand
from app.models.sheets.condition import Attitude, DangerLevel
from tests.unit.events.least import example_of
from tests.wording import raises_in_words

WRITTEN_OUT: tuple[Command, ...] = (
    ChangeLocationCommand(location_id="inn"),
    UpdateLocationStateCommand(
        location_id="tower", danger_level=DangerLevel.CLEARED, complete_encounter="owl", add_effect="Élan’s feathers"
    ),
    DiscoverSecretCommand(secret_id="loose-stone"),
    MoveNPCCommand(npc_id="mara", location_id=None),
    SetNPCAttitudeCommand(npc_id="mara", attitude=Attitude.LOYAL),
    AskTopicCommand(npc_id="mara", topic_id="key"),
    StartQuestCommand(quest_id="light"),
    CompleteObjectiveCommand(quest_id="light", objective_id="bring-lantern"),
    CompleteQuestCommand(quest_id="light"),
    ProgressActCommand(act_id=None),
    TakeItemCommand(item_id="lantern"),
    DropItemCommand(item_id="lantern"),
    GiveItemCommand(item_id="lantern", npc_id="mara", to_party=True),
    UseItemCommand(item_id="lantern", target_id="well"),
    AdvanceTimeCommand(minutes=5),
    AddNoteCommand(text="Mara's “lantern”\n", pinned=True, owner_id="player-2"),
    JoinPartyCommand(name="Bo “the bear”", player_id="bo"),
    LeavePartyCommand(player_id="bo"),
    AddMemoryCommand(
        scope=Scope.npc("mara"),
        text="Élan owes me “forty”.",
        memory_kind=MemoryKind.EMOTIONAL,
        importance=7.5,
        subjects=("player", "the lantern"),
        location_id="inn",
        pinned=True,
    ),
    PinMemoryCommand(memory_id="mara-003", pinned=False),
    ArchiveMemoryCommand(memory_id="world-1042"),
    RestoreMemoryCommand(memory_id="world-1042"),
    ReplaceMemoryCommand(memory_id="mara-003", text="Not forty."),
    ImportMemoriesCommand(
        npc_id="mara",
        first_id="mara-003",
        memories=(
            ImportedMemory(
                text="A “bell” rang.", game_time=-3, last_recalled=2**40, tags=("x y",), metadata={"a": [1]}
            ),
            ImportedMemory(text="It was mine.", memory_kind=MemoryKind.REFLECTION, depth=1, evidence=("mara-003",)),
        ),
    ),
    SetPlanCommand(
        npc_id="mara",
        items=(
            PlanItem(id="plan-mara-1-1", description="Bake “the” bread.", place="inn", time=540, with_ids=("party",)),
        ),
        until=1800,
    ),
    UpdatePlanItemCommand(npc_id="mara", item_id="plan-mara-1-1", status=PlanStatus.ACTIVE),
    SetActivityCommand(npc_id="mara", activity=Activity.SLEEPING),
    EatCommand(npc_id="mara"),
    AdjustRelationshipCommand(npc_id="mara", other_id="party", change=-2, reason="Élan lied."),
    CreateArtifactCommand(npc_id="mara", description="a loaf", path="works/loaf.txt", style_tags=("rustic",)),
    SeedMemoriesCommand(),
    FormMemoryCommand(npc_id="mara", text="Élan “sings”.", memory_kind=MemoryKind.EMOTIONAL, subjects=("player",)),
    ReinforceMemoryCommand(npc_id="mara", memory_id="mara-003"),
    AssociateMemoriesCommand(npc_id="mara", first_id="mara-003", second_id="mara-004", relation="explains"),
    UpdateGoalCommand(npc_id="mara", goal_id="goal-1", progress=40, note="The “well” is dug."),
    PlayCharacterCommand(npc_id="mara", minutes=30),
)


ONE_OF_EACH: tuple[Command, ...] = (
    *WRITTEN_OUT,
    *(example_of(row.command) for row in COMMANDS if row.command not in map(type, WRITTEN_OUT)),
)
"""An example of every command: those that are written out above, and the least that is valid of any other."""


def test_the_union_and_the_list_of_types_name_the_same_commands() -> None:
    union = get_args(get_args(AnyCommand)[0])
    listed = [row.command for row in COMMANDS]
    assert set(union) == set(listed) == {type(command) for command in ONE_OF_EACH}
    assert len(listed) == len(ONE_OF_EACH)


@pytest.mark.parametrize(
    "command", [AdvanceTimeCommand, CreateArtifactCommand, MoveNPCCommand, SetNPCAttitudeCommand, SetPlanCommand]
)
def test_the_least_that_is_valid_of_a_command_is_found(command: type[Command]) -> None:
    assert type(parse_command(example_of(command).model_dump(mode="json"))) is command


@pytest.mark.parametrize("by", [By.HAND, By.TABLE, By.MIND, By.CHARACTER])
def test_no_narrator_may_edit_memories_by_hand_or_give_the_orders_of_minds_or_of_the_table(by: By) -> None:
    tools = {tool.name for tool in tool_definitions()}
    others = {row.command.model_fields["kind"].default for row in COMMANDS if row.by is by}
    assert others
    assert not tools & others


@pytest.mark.parametrize("command", ONE_OF_EACH, ids=lambda command: command.kind)
def test_a_command_survives_json_and_the_journal(command: Command) -> None:
    assert parse_command(command.model_dump(mode="json")) == command
    recorded = RecordedCommand(command=command.model_dump(mode="json"))
    line = recorded.model_dump_json()
    assert parse_command(RecordedCommand.model_validate_json(line).command) == command


@pytest.mark.parametrize("command", ONE_OF_EACH, ids=lambda command: command.kind)
def test_a_command_cannot_be_changed(command: Command) -> None:
    with pytest.raises(ValidationError):
        command.kind = "something_else"  # type: ignore[misc]  # each command carries its kind


WORLD = {"source": "world"}
BAD: list[tuple[dict[str, Any], str]] = [
    ({"kind": "take_item", "item_id": "lantern", "force": True}, "force"),
    ({"kind": "take_item"}, "item_id"),
    ({"kind": "explode"}, "explode"),
    ({"item_id": "lantern"}, "kind"),
    ({}, "kind"),
    ({"kind": None}, "command"),
    ({"kind": ["take_item"]}, "command"),
    ({"kind": "advance_time", "minutes": -1}, "minutes"),
    ({"kind": "advance_time", "minutes": 10**12}, "minutes"),
    ({"kind": "advance_time", "minutes": "9" * 5000}, "minutes"),
    ({"kind": "advance_time", "minutes": float("nan")}, "minutes"),
    ({"kind": "take_item", "item_id": "../x"}, "item_id"),
    ({"kind": "take_item", "item_id": "lantern\n"}, "item_id"),
    ({"kind": "take_item", "item_id": "Lantern"}, "item_id"),
    ({"kind": "take_item", "item_id": ""}, "item_id"),
    ({"kind": "take_item", "item_id": "l" * 65}, "item_id"),
    ({"kind": "take_item", "item_id": "lаntern"}, "item_id"),  # a Cyrillic a
    ({"kind": "take_item", "item_id": 7}, "item_id"),
    ({"kind": "move_npc", "npc_id": "mara"}, "location_id"),
    ({"kind": "set_npc_attitude", "npc_id": "mara", "attitude": "smitten"}, "attitude"),
    ({"kind": "update_location_state", "location_id": "inn", "danger_level": "cleared"}, "danger_level"),
    ({"kind": "update_location_state", "location_id": "inn", "add_effect": "smoke\n## System"}, "add_effect"),
    ({"kind": "add_note", "text": ""}, "text"),
    ({"kind": "add_note", "text": "x" * 1001}, "text"),
    ({"kind": "add_note", "text": "\x1b[2J"}, "text"),
    ({"kind": "add_memory", "scope": WORLD, "text": " \n"}, "text"),
    ({"kind": "add_memory", "scope": WORLD, "text": "x" * 1001}, "text"),
    ({"kind": "add_memory", "scope": WORLD, "text": "\x1b[2J"}, "text"),
    ({"kind": "add_memory", "scope": WORLD, "text": "x", "importance": 11}, "importance"),
    ({"kind": "add_memory", "scope": WORLD, "text": "x", "importance": float("nan")}, "importance"),
    ({"kind": "add_memory", "scope": WORLD, "text": "x", "memory_kind": "summary"}, "memory_kind"),
    ({"kind": "add_memory", "scope": WORLD, "text": "x", "memory_kind": "plan"}, "memory_kind"),
    ({"kind": "add_memory", "scope": WORLD, "text": "x", "subjects": ["a\nb"]}, "subjects"),
    ({"kind": "add_memory", "scope": WORLD, "text": "x", "subjects": ["a"] * 21}, "subjects"),
    ({"kind": "add_memory", "scope": {"source": "world", "owner_id": "mara"}, "text": "x"}, "scope"),
    ({"kind": "add_memory", "scope": {"source": "npc"}, "text": "x"}, "scope"),
    ({"kind": "add_memory", "scope": {"source": "dream"}, "text": "x"}, "scope"),
    ({"kind": "pin_memory", "memory_id": "../x"}, "memory_id"),
    ({"kind": "set_activity", "npc_id": "mara", "activity": "dancing"}, "activity"),
    ({"kind": "set_plan", "npc_id": "mara", "items": [], "until": -1}, "until"),
    ({"kind": "set_plan", "npc_id": "mara", "items": 5, "until": 9}, "items: Input should be a valid list."),
    (
        {"kind": "set_plan", "npc_id": "mara", "items": [{"id": "x", "description": "y", "time": -1}], "until": 9},
        "time",
    ),
    ({"kind": "adjust_relationship", "npc_id": "mara", "other_id": "party", "change": 3, "reason": "x"}, "change"),
    ({"kind": "adjust_relationship", "npc_id": "mara", "other_id": "party", "change": 1, "reason": " "}, "reason"),
    ({"kind": "create_artifact", "npc_id": "mara", "description": "x" * 601}, "description"),
    ({"kind": "create_artifact", "npc_id": "mara", "description": "\x1b[2J"}, "description"),
    ({"kind": "replace_memory", "memory_id": "mara-001"}, "text"),
    ({"kind": "take_item", "item_id": "lantern", "evil\nfield\u2028\x1b[2J": 1}, "evil"),
    ({"kind": "take_item", "item_id": "lantern", "f" * 10_000: 1}, "fff"),
    ({"kind": "no\nsuch\rkind\u2028\x1b[2J"}, "kind"),
    ({"kind": "k" * 100_000}, "kkk"),
]


@pytest.mark.parametrize(("data", "named"), BAD, ids=range(len(BAD)))
def test_bad_input_ends_in_one_clear_line_that_names_the_field(data: dict[str, Any], named: str) -> None:
    with raises_in_words(InvalidInput) as caught:
        parse_command(data)
    words = str(caught.value)
    assert named in words
    assert len(words.splitlines()) == 1
    assert words.isprintable()
    assert len(words) <= 500
    assert "pydantic" not in words
    assert "tuple" not in words.casefold()


@pytest.mark.parametrize("data", [[], "take_item", None, 7, ["take_item", "lantern"]])
def test_what_is_no_object_is_no_command(data: Any) -> None:
    with pytest.raises(InvalidInput):
        parse_command(data)


def test_tools_read_the_first_paragraph_of_a_docstring_that_names_the_arguments() -> None:
    for row in COMMANDS:
        text = row.command.__doc__ or ""
        fields = set(row.command.model_fields) - {"kind"}
        assert [name for name in sorted(fields) if f"\n        {name}: " not in text] == [], row.command.__name__
        assert row.command.model_json_schema()["description"] == description_of(row.command)
        assert "\n\n" not in description_of(row.command)
