"""What the owner of the project was promised by name: files, classes, signatures, sections, tests, formats, packages.

No later issue may change this file: whoever makes one of these tests fail mends what has changed, never the test.
"""

import ast
import inspect
import json
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import pytest
from dependency_injector import providers
from pydantic import ValidationError
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart
from pydantic_ai.models import override_allow_model_requests
from pydantic_ai.models.function import AgentInfo, FunctionModel
from pytest_mock import MockerFixture

from app import (
    Container,
    GameState,
    IMemoryService,
    ISummarizer,
    MemoryEntry,
    Scope,
    Settings,
    build_summarizer,
    export_game,
    import_game,
)
from app.events.commands import (
    ChangeLocationCommand,
    CompleteObjectiveCommand,
    CompleteQuestCommand,
    MoveNPCCommand,
    ProgressActCommand,
    StartQuestCommand,
    TakeItemCommand,
    UpdateLocationStateCommand,
)
from app.models.prompt import Agent, Prompt
from app.services.ai.context_builders.location_memory_builder import LocationMemoryBuilder
from app.services.ai.context_builders.npc_memory_builder import NPCMemoryBuilder
from app.services.ai.context_builders.world_memory_builder import WorldMemoryBuilder
from app.services.game.memory_service import DeferredMemoryService, MemoryService
from app.testing import (
    FakeNarrator,
    FakeSummarizer,
    LocationHandler,
    LocationService,
    NPCHandler,
    QuestHandler,
    new_game,
    small_sheet,
)

PROJECT = Path(__file__).parents[2]
SECTIONS = {"Recent Location Memory": "market", "NPC Memory": "guard-1", "World Memory": None}
"""The narrator's sections, and whose memories stand in them while the party is at the market."""
BUILDERS = (LocationMemoryBuilder, NPCMemoryBuilder, WorldMemoryBuilder)


@pytest.fixture
def state() -> GameState:
    return new_game()


@pytest.fixture
def memory(mocker: MockerFixture) -> AsyncMock:
    mocked: AsyncMock = mocker.AsyncMock(spec=IMemoryService)
    return mocked


@pytest.fixture
def container(tmp_path: Path) -> Container:
    """A game host over a folder of saves, with a summarizer that always answers."""
    made = Container()
    made.settings.override(providers.Object(Settings(saves=tmp_path / "saves", minds=False, embedder="words")))
    made.summarizer.override(providers.Object(FakeSummarizer()))
    return made


# -- the top level and its packages -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["pyproject.toml", "app", "tests", "saves", "docs", "PLAN.md"])
def test_the_top_level_has_what_was_planned(name: str) -> None:
    assert (PROJECT / name).exists()


@pytest.mark.parametrize(
    "package", ["pydantic", "dependency-injector", "pydantic-ai", "pytest", "pytest-mock", "loguru"]
)
def test_the_packages_that_were_named_are_the_projects(package: str) -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["test"]]
    names = {each.replace("-slim", "").partition("[")[0].partition(">")[0].partition("=")[0].strip() for each in wanted}
    assert package in names


def test_the_container_is_one_of_dependency_injector() -> None:
    containers = import_module("dependency_injector.containers")
    assert issubclass(Container, containers.DeclarativeContainer)


# -- names, paths, constructors -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("location_memory_builder", "LocationMemoryBuilder"),
        ("npc_memory_builder", "NPCMemoryBuilder"),
        ("world_memory_builder", "WorldMemoryBuilder"),
    ],
)
def test_each_memory_section_has_its_file_and_its_builder(file: str, name: str) -> None:
    assert (PROJECT / "app/services/ai/context_builders" / f"{file}.py").is_file()
    builder = getattr(import_module(f"app.services.ai.context_builders.{file}"), name)
    assert inspect.signature(builder).parameters["max_entries"].default == 3
    assert builder(max_entries=3) == builder()
    assert builder.__module__.endswith(file)
    assert [*inspect.signature(builder.build).parameters][:2] == ["self", "state"]


def test_the_number_of_entries_is_a_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Settings().max_entries == 3
    monkeypatch.setenv("TALEKEEPER_MAX_ENTRIES", "5")
    assert Container().turns().max_entries == 5


@pytest.mark.parametrize(
    ("method", "parameters"),
    [
        ("on_location_exit", {"game_state": ..., "location_id": None}),
        ("on_npc_exit", {"game_state": ..., "npc_id": ...}),
        ("on_world_event", {"game_state": ..., "event_kind": ..., "tags": None, "related": None}),
        ("prune", {"game_state": ...}),
    ],
)
@pytest.mark.parametrize("service", [IMemoryService, MemoryService, DeferredMemoryService])
def test_the_memory_service_has_the_methods_of_the_plan(service: Any, method: str, parameters: dict[str, Any]) -> None:
    assert signature_of(service, method) == parameters


@pytest.mark.parametrize(
    ("method", "parameters"),
    [
        ("summarize_location_session", ["game_state", "location_id", "messages"]),
        ("summarize_npc_interactions", ["game_state", "npc", "messages"]),
        ("summarize_world_update", ["game_state", "event_kind", "messages", "related"]),
    ],
)
def test_the_summarizer_has_the_methods_of_the_plan(method: str, parameters: list[str]) -> None:
    assert [*signature_of(ISummarizer, method)] == parameters


def signature_of(owner: Any, method: str) -> dict[str, Any]:
    """The parameters of a coroutine method by name, with their defaults."""
    found = getattr(owner, method)
    assert inspect.iscoroutinefunction(found)
    return {
        each.name: ... if each.default is each.empty else each.default
        for each in inspect.signature(found).parameters.values()
        if each.name != "self"
    }


def test_a_memory_entry_is_valid_from_three_fields_and_frozen(state: GameState) -> None:
    entry = MemoryEntry.model_validate({"created_at": "2026-01-01T12:00:00Z", "source": "location", "summary": "Rain."})
    assert {*MemoryEntry.model_fields} >= {
        "tags",
        "location_id",
        "npc_ids",
        "quest_id",
        "encounter_id",
        "objective_id",
        "act_id",
        "since_timestamp",
        "since_message_index",
    }
    for missing in ("created_at", "source", "summary"):
        with pytest.raises(ValidationError):
            MemoryEntry.model_validate(entry.model_dump(exclude={missing}))
    with pytest.raises(ValidationError):
        entry.summary = "Sun."  # type: ignore[misc]  # that it is refused is the point


def test_memories_and_cursors_lie_where_the_plan_puts_them(state: GameState) -> None:
    assert state.scenario.last_world_message_index == -1
    assert state.scenario.last_location_message_index == state.scenario.last_npc_message_index == {}
    saved = state.model_dump(mode="json")
    assert {"current_location_id", "location_states", "tags", "world_memories"} <= {*saved["scenario"]}
    assert {"instance_id", "current_location_id", "npc_memories"} <= {*saved["npcs"]["mara"]}
    assert "location_memories" in saved["scenario"]["location_states"]["market"]
    for part in (saved["scenario"], saved["npcs"]["mara"], saved["scenario"]["location_states"]["market"]):
        assert "notes" not in part
    assert state.conversation_history == []


# -- the three tests that must exist by name ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "test_memory_service_location_exit_creates_entries_and_updates_cursors",
        "test_memory_service_npc_entries_only_for_present_and_mentioned",
        "test_memory_service_world_event_creates_world_memory",
    ],
)
def test_the_tests_of_the_memory_service_are_there_and_check_something(name: str) -> None:
    found = [each for each in functions_of_tests() if each.name == name]
    assert len(found) == 1
    assert any(isinstance(inner, ast.Assert) for inner in ast.walk(found[0]))
    assert found[0].decorator_list == []


def functions_of_tests() -> Iterator[ast.AsyncFunctionDef | ast.FunctionDef]:
    for path in sorted((PROJECT / "tests").rglob("test_memory_service*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.AsyncFunctionDef | ast.FunctionDef):
                yield node


# -- handlers with a mocked memory: event kinds and related ids ---------------------------------------------------


async def test_a_move_asks_for_the_memory_of_the_place_before_it_moves(state: GameState, memory: AsyncMock) -> None:
    seen: list[str | None] = []
    memory.on_location_exit.side_effect = lambda state: seen.append(state.scenario.current_location_id)
    await LocationHandler(LocationService(), memory).change_location(ChangeLocationCommand(location_id="inn"), state)
    memory.on_location_exit.assert_awaited_once_with(state)
    assert (seen, state.scenario.current_location_id) == (["market"], "inn")


async def test_a_person_that_leaves_asks_for_its_memory(state: GameState, memory: AsyncMock) -> None:
    handler = NPCHandler(LocationService(), memory)
    await handler.move_npc(MoveNPCCommand(npc_id="guard-1", location_id="inn"), state)
    memory.on_npc_exit.assert_awaited_once_with(state, "guard-1")


async def test_quests_objectives_and_acts_are_world_events_with_their_ids(state: GameState, memory: AsyncMock) -> None:
    handler = QuestHandler(memory)
    await handler.start_quest(StartQuestCommand(quest_id="light"), state)
    memory.reset_mock()
    state.npc("mara").items_received.append("lantern")
    await handler.complete_objective(CompleteObjectiveCommand(quest_id="light", objective_id="bring-lantern"), state)
    memory.on_world_event.assert_awaited_once_with(
        state, event_kind="objective_completed", related={"quest_id": "light", "objective_id": "bring-lantern"}
    )
    memory.reset_mock()
    await handler.complete_quest(CompleteQuestCommand(quest_id="light"), state)
    memory.on_world_event.assert_awaited_once_with(state, event_kind="quest_completed", related={"quest_id": "light"})
    memory.reset_mock()
    await handler.progress_act(ProgressActCommand(act_id="act-2"), state)
    (told,) = memory.on_world_event.await_args_list
    assert (told.kwargs["event_kind"], told.kwargs["related"]) == ("act_progressed", {"act_id": "act-2"})


async def test_clearing_a_place_and_its_encounter_are_world_events_with_their_ids(
    state: GameState, memory: AsyncMock
) -> None:
    state.scenario.current_location_id = "tower"
    state.party.items.append("lantern")
    cleared = UpdateLocationStateCommand.model_validate(
        {"location_id": "tower", "complete_encounter": "owl", "danger_level": "CLEARED"}
    )
    handler = LocationHandler(LocationService(), memory)
    await handler.update_location_state(cleared, state)
    told = {call.kwargs["event_kind"]: call.kwargs["related"] for call in memory.on_world_event.await_args_list}
    assert told == {
        "encounter_completed": {"location_id": "tower", "encounter_id": "owl"},
        "location_cleared": {"location_id": "tower"},
    }
    memory.reset_mock()
    await handler.update_location_state(UpdateLocationStateCommand(location_id="tower", add_effect="dust"), state)
    memory.on_world_event.assert_not_awaited()


async def test_the_container_takes_a_mocked_memory(state: GameState, memory: AsyncMock) -> None:
    """The bus changes the object; what a move is remembered by is the service's."""
    made = Container()
    made.memory_service.override(providers.Object(memory))
    await made.bus().execute(ChangeLocationCommand(location_id="inn"), state)
    assert state.scenario.current_location_id == "inn"
    memory.on_location_exit.assert_awaited_once_with(state)


# -- entries, tags and cursors ------------------------------------------------------------------------------------


async def test_a_game_that_is_driven_by_commands_captures_with_tags_ids_and_cursors(container: Container) -> None:
    turns = container.turns()
    game = container.library().begin(small_sheet(), "Élan", seed=7)
    await turns.take_turn(game, "Guard, I was born by the sea.", narrator=FakeNarrator())
    await turns.execute(game, TakeItemCommand(item_id="lantern"), ChangeLocationCommand(location_id="inn"))
    await turns.settle(game)
    state = turns.state(game)
    (place,) = captured(state, Scope.location("market"))
    (person,) = captured(state, Scope.npc("guard-1"))
    assert place.tags == ("session", "location:market")
    assert person.tags == ("npc-session", "location:market", "npc:guard-1")
    assert (place.location_id, person.npc_ids) == ("market", ("guard-1",))
    assert state.scenario.last_location_message_index["market"] == place.since_message_index
    assert state.scenario.last_npc_message_index["guard-1"] == person.since_message_index
    assert place.since_timestamp == state.conversation_history[place.first_message_index or 0].timestamp
    assert state.party.items == ["lantern"]
    await turns.close(game)


@pytest.mark.parametrize(
    ("event_kind", "related"),
    [
        ("objective_completed", {"quest_id": "light", "objective_id": "bring-lantern"}),
        ("quest_completed", {"quest_id": "light"}),
        ("act_progressed", {"act_id": "act-2"}),
        ("location_cleared", {"location_id": "tower"}),
        ("encounter_completed", {"location_id": "tower", "encounter_id": "owl"}),
    ],
)
async def test_a_world_event_becomes_an_entry_with_its_tags_ids_and_cursor(
    container: Container, event_kind: str, related: dict[str, str]
) -> None:
    turns = container.turns()
    game = container.library().begin(small_sheet(), "Élan", seed=7)
    await turns.take_turn(game, "It is done.", narrator=FakeNarrator())
    state = turns.state(game)
    await container.settling_memory().on_world_event(state, event_kind=event_kind, tags=["deed"], related=related)
    (entry,) = captured(state, Scope.world())
    assert entry.tags == (f"world:{event_kind}", "deed")
    assert {kind: getattr(entry, kind) for kind in related} == related
    assert state.scenario.last_world_message_index == entry.since_message_index


def captured(state: GameState, scope: Scope) -> list[MemoryEntry]:
    return [entry for entry in state.memories(scope) if entry.kind == "summary"]


# -- the narrator's prompt ----------------------------------------------------------------------------------------


def remembering(entries: int = 5) -> GameState:
    """A game in which place, person and world each remember a number of things."""
    state = new_game()
    for scope in (Scope.location("market"), Scope.npc("guard-1"), Scope.world()):
        for n in range(entries):
            fields = {"summary": f"Event number {n}.", "source": scope.source, "created_at": "2026-01-01T12:00:00Z"}
            state.remember(scope, MemoryEntry.model_validate({**fields, "game_time": 480 + n, "visit": f"v-{n}"}))
    return state


async def prompt_for(state: GameState, agent: Agent, npc_id: str | None = None) -> Prompt:
    return await Container().context().build(state, agent, npc_id=npc_id)


def events_in(text: str) -> list[str]:
    return [word.rstrip('."') for line in text.splitlines() for word in line.split("number ")[1:]]


@pytest.mark.parametrize("builder", BUILDERS)
def test_a_builder_gives_its_section_or_nothing(builder: type[WorldMemoryBuilder]) -> None:
    section = builder(max_entries=3).build(remembering())
    assert section is not None
    assert section.name in SECTIONS
    assert events_in("\n".join(line.text for line in section.lines)) == ["2", "3", "4"]
    assert builder(max_entries=3).build(new_game()) is None


@pytest.mark.parametrize("name", SECTIONS)
async def test_the_last_three_of_each_scope_stand_in_the_narrators_prompt(name: str) -> None:
    prompt = await prompt_for(remembering(), Agent.NARRATOR)
    (section,) = [each for each in prompt.sections if each.name == name]
    assert events_in(section.text) == ["2", "3", "4"]
    assert f"## {name}\n" in prompt.text


async def test_each_person_present_has_its_last_three_and_nobody_else_any() -> None:
    state = remembering()
    state.npc("mara").current_location_id = "market"
    for npc_id in ("mara", "guard-2"):
        entry = state.memories(Scope.npc("guard-1"))[-1].model_copy(update={"id": None, "summary": "Event number 9."})
        state.remember(Scope.npc(npc_id), entry)
    prompt = await prompt_for(state, Agent.NARRATOR)
    (section,) = [each for each in prompt.sections if each.name == "NPC Memory"]
    owners = {owner: [line for line in section.text.splitlines() if f"[{owner}]" in line] for owner in state.npcs}
    assert {owner: len(lines) for owner, lines in owners.items() if lines} == {"guard-1": 3, "mara": 1}


@pytest.mark.parametrize("agent", [agent for agent in Agent if agent is not Agent.NARRATOR])
async def test_no_other_readers_prompt_has_these_sections(agent: Agent) -> None:
    prompt = await prompt_for(remembering(), agent, "guard-1")
    assert not {each.name for each in prompt.sections} & {*SECTIONS}
    assert not any(name in prompt.text for name in SECTIONS)


async def test_a_summarizers_prompt_has_none_of_them() -> None:
    asked: list[str] = []

    def answer(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        asked.append(f"{info.instructions}\n{messages}")
        return ModelResponse(parts=[TextPart("They talked for a while, and it was remembered.")])

    made = Container()
    made.settings.override(providers.Object(Settings(minds=False, embedder="words")))
    made.summarizer.override(providers.Object(build_summarizer(FunctionModel(answer))))
    state = remembering()
    turn = {"index": 0, "turn": 1, "role": "player", "speaker_id": "player", "speaker_name": "Élan"}
    heard = {"content": "Guard, good day.", "location_id": "market", "witness_ids": ["guard-1"], "npc_ids": ["guard-1"]}
    message = GameState.model_validate(
        {**state.model_dump(), "conversation_history": [{**turn, **heard, "timestamp": "2026-01-01T12:00:00Z"}]}
    ).conversation_history[0]
    state.conversation_history.append(message)
    with override_allow_model_requests(True):
        await made.settling_memory().on_location_exit(state)
    assert len(asked) == 2
    assert not any(name in text for name in SECTIONS for text in asked)
    assert not any("Event number" in text for text in asked)


def test_no_text_of_another_agent_names_them() -> None:
    """Only the three builders do."""
    texts = [path for suffix in ("py", "toml", "ftl") for path in (PROJECT / "app").rglob(f"*.{suffix}")]
    naming = [path for path in texts if any(f'"{name}"' in path.read_text(encoding="utf-8") for name in SECTIONS)]
    assert {path.name for path in naming} >= {f"{name}_memory_builder.py" for name in ("location", "npc", "world")}
    assert not any("agents" in path.parts for path in naming)


# -- saves --------------------------------------------------------------------------------------------------------


async def played(container: Container) -> str:
    turns = container.turns()
    game = container.library().begin(small_sheet(), "Élan", seed=7)
    await turns.take_turn(game, "Guard, I was born by the sea.", narrator=FakeNarrator())
    await turns.execute(game, ChangeLocationCommand(location_id="inn"))
    await turns.settle(game)
    return game


async def test_a_game_is_saved_as_json_lines_and_loaded_again(container: Container, tmp_path: Path) -> None:
    game = await played(container)
    before = container.turns().state(game).model_dump(mode="json")
    await container.turns().close(game)
    lines = (tmp_path / "saves" / game / "journal.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) > 3
    assert all(isinstance(json.loads(line), dict) for line in lines)
    again = Container()
    again.settings.override(providers.Object(container.settings()))
    assert again.turns().state(game).model_dump(mode="json") == before
    await again.turns().close(game)


async def test_a_game_is_exported_to_one_readable_json_file_and_imported(container: Container) -> None:
    game = await played(container)
    data = export_game(container.library().read(game))
    assert isinstance(json.loads(data), dict)
    assert b"\n  " in data
    assert "Élan".encode() in data
    copy = container.library().import_journal(import_game(data))
    assert copy != game

    def of_the_world(game_id: str) -> dict[str, Any]:
        return container.turns().state(game_id).model_dump(mode="json", exclude={"game_id"})

    assert of_the_world(copy) == of_the_world(game)
    for each in (game, copy):
        await container.turns().close(each)


# -- a game is driven by commands ---------------------------------------------------------------------------------


async def test_the_bus_changes_the_state_and_the_turn_service_the_saved_game(container: Container) -> None:
    state = new_game()
    outcome = await container.bus().execute(ChangeLocationCommand(location_id="inn"), state)
    assert [event.kind for event in outcome.events] == ["location_changed"]
    assert state.scenario.current_location_id == "inn"

    game = container.library().begin(small_sheet(), "Élan", seed=7)
    result = await container.turns().execute(
        game, TakeItemCommand(item_id="lantern"), ChangeLocationCommand(location_id="inn")
    )
    assert result.turn == 1
    assert container.turns().state(game).party.items == ["lantern"]
    await container.turns().close(game)
