"""Games saved in format 1 stay whole: they load, go back, explain themselves and go on. See tests/data/saves."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.container import Container
from app.errors import NotPossible
from app.events.command_table import parse_command
from app.models.events.play import TopicTold
from app.models.messages.message import Role
from app.models.prompt import Prompt
from app.models.records.folding import chain, fold
from app.models.records.record import Journal, Origin, Record, RecordKind
from app.stores.json_store import JsonGameStore
from app.stores.migrations import to_format_3
from app.stores.transfer import export_game, import_game
from tests.integration.minds.table import container_in
from tests.integration.turns.table import comparable, new_table

SAVED = Path(__file__).parents[2] / "data" / "saves" / "format-1"
PLAYED, BRANCHED = "tide-bell-played", "tide-bell-branched"
EDITS = {
    "add_memory",
    "archive_memory",
    "associate_memories",
    "form_memory",
    "pin_memory",
    "reinforce_memory",
    "replace_memory",
}
"""Commands about memories alone: whom they name is not there when nothing is condensed and nobody thinks."""
OF_MINDS = {"npc_memories", "location_memories", "importance_accumulator", "mind"}
JsonObject = dict[str, Any]

of_both_games = pytest.mark.parametrize("game_id", [PLAYED, BRANCHED])


@pytest.fixture
def saves(tmp_path: Path) -> Path:
    """A folder of saved games as somebody has it who comes from the older version."""
    folder = tmp_path / "saves"
    for game_id in (PLAYED, BRANCHED):
        shutil.copytree(SAVED / game_id, folder / game_id)
    return folder


@pytest.fixture
def container(saves: Path) -> Iterator[Container]:
    made = container_in(saves)
    yield made
    for game_id in (PLAYED, BRANCHED):
        made.library().close(game_id)


def without_payloads(export: bytes) -> JsonObject:
    """An export as plain data, without its format version and without what formats after the first have added, in the
    parts of the third."""
    document: JsonObject = json.loads(export)
    if document["header"].pop("format_version") < 3:
        document["records"] = [to_format_3("record", record) for record in document["records"]]
    state, records = document["opening"]["state"], document["records"]
    state.pop("commitments", None)
    state["scenario"]["sheet"].pop("figures", None)
    spoken_to = [state["party"].pop(name, None) for name in ("addressee_ids", "addressees", "left")]
    assert not any(spoken_to), "a game begins with nobody who is spoken to, and nobody who has left"
    messages, entries, statuses = [*state["conversation_history"]], _entries(state), [*state["memory_status"].values()]
    for record in records:
        record.get("parts", {}).pop("commitments", None)
        messages += record.get("messages", ())
        entries += [memory["entry"] for memory in record.get("memories", ())]
        statuses += record.get("statuses", {}).values()
    people = state["scenario"]["sheet"]["npcs"]
    voices = [person["voice"] for person in people if person["voice"]]
    topics = [topic for person in people for topic in person["topics"]]
    later_lines = ("no_more", "recalled", "introduction", "farewell", "to_thanks", "to_request")
    for things, added in (
        (messages, ("events", "acts")), (entries, ("payload",)), (statuses, ("until",)), (voices, later_lines),
        (people, ("voices", "stays_at", "stays_until")), (topics, ("places", "elsewhere")),
    ):  # fmt: skip
        for thing in things:
            for name in added:
                thing.pop(name, None)
    return document


def _entries(state: JsonObject) -> list[JsonObject]:
    """The memories that a state holds as a whole."""
    scenario = state["scenario"]
    streams = [scenario["world_memories"]]
    streams += [place["location_memories"] for place in scenario["location_states"].values()]
    streams += [npc["npc_memories"] for npc in state["npcs"].values()]
    return [entry for stream in streams for entry in stream]


def explained(game_id: str) -> dict[int, JsonObject]:
    """The prompts of past turns as the older version built them again."""
    found = json.loads((SAVED / f"{game_id}.explained.json").read_bytes())
    return {int(turn): prompt for turn, prompt in found.items()}


def told(prompt: Prompt) -> JsonObject:
    """A prompt with the fields that the older version wrote."""
    sections = [
        {**section.model_dump(mode="json", exclude={"share", "lines"}), "reasons": [*section.reasons]}
        for section in prompt.sections
    ]
    more = {"conversation": [*prompt.conversation], "sections": sections, "dropped": [*prompt.dropped]}
    recalled = [memory.model_dump(mode="json", exclude={"parts", "shared"}) for memory in prompt.recalled]
    kept = prompt.model_dump(mode="json", exclude={"said", "sections", "left_out", "offered"})
    return {**kept, **more, "recalled": recalled}


def turns_of(journal: Journal) -> list[Record]:
    """The turns that stand, oldest first."""
    return [record for record in chain(journal, journal.head) if record.kind is RecordKind.TURN]


def world_of(state: JsonObject) -> JsonObject:
    """What of a game's plain data makes up its world, without what anybody remembers, thinks or is talking about."""
    scenario = state["scenario"]
    parts = ("location_states", "quests", "current_act_id", "current_location_id")
    world = {"npcs": state["npcs"], "clock": state["clock"], "party": {**state["party"], "addressees": {}}}
    rebuilt: JsonObject = _without_minds(world | {part: scenario[part] for part in parts})
    return rebuilt


def _without_minds(data: Any) -> Any:
    if not isinstance(data, dict):
        return data
    return {key: _without_minds(item) for key, item in data.items() if key not in OF_MINDS}


# -- reading ---------------------------------------------------------------------------------------------------------


@of_both_games
def test_the_saves_under_test_are_of_format_1(game_id: str) -> None:
    with (SAVED / game_id / "journal.jsonl").open("rb") as file:
        assert json.loads(file.readline())["body"]["format_version"] == 1


def test_a_save_of_format_1_is_listed_and_found_by_its_named_turn(container: Container) -> None:
    listed = {game.game_id: game for game in container.library().list()}
    assert {game_id: (game.turn, game.problem) for game_id, game in listed.items()} == {
        PLAYED: (53, None),
        BRANCHED: (22, None),
    }
    assert listed[PLAYED].labels == ("before the walk",)
    assert container.library().find("before the walk") == (PLAYED, "before the walk")


@of_both_games
def test_a_save_of_format_1_exports_what_it_exported(container: Container, game_id: str) -> None:
    stored = (SAVED / f"{game_id}.export.json").read_bytes()
    assert without_payloads(export_game(container.library().read(game_id))) == without_payloads(stored)


@of_both_games
def test_an_export_of_format_1_is_imported_as_the_game_it_was(container: Container, game_id: str) -> None:
    imported = import_game((SAVED / f"{game_id}.export.json").read_bytes())
    assert fold(imported).model_dump() == fold(container.library().read(game_id)).model_dump()


def test_a_branch_of_format_1_knows_where_it_came_from_and_begins_as_that_game_did(container: Container) -> None:
    whole, branch = (container.library().read(game_id) for game_id in (PLAYED, BRANCHED))
    assert branch.header.branched_from == Origin(game_id=PLAYED, turn=16, how="branched")
    [named] = [record for record in whole.records if record.label == "before the walk"]
    assert named.head is not None
    shared = chain(whole, named.head)
    assert list(branch.records[: len(shared)]) == shared
    at_the_branch = comparable(fold(branch, shared[-1].seq))
    assert at_the_branch == comparable(fold(whole, named.head))
    assert at_the_branch["turn"] == 16


@of_both_games
def test_the_engines_lines_of_format_1_hold_an_event_for_each_part_that_told_of_one(
    container: Container, game_id: str
) -> None:
    lines = [line for line in fold(container.library().read(game_id)).conversation_history if line.role is Role.SYSTEM]
    for line in lines:
        parts = [part for part in line.content.split(" · ")[:-2] if part != "! noted" and "by hand" not in part]
        told = [event for event in line.events if not isinstance(event, TopicTold)]
        assert len(told) == len(parts), line.content
    assert any(len(line.events) > 1 for line in lines)
    assert any(isinstance(event, TopicTold) for line in lines for event in line.events)


@of_both_games
def test_sightings_and_talks_of_format_1_have_payloads_and_nothing_else_has(container: Container, game_id: str) -> None:
    state = fold(container.library().read(game_id))
    entries = [entry for scope in state.scopes() for entry in state.memories(scope)]
    with_payload = [entry for entry in entries if entry.payload is not None]
    assert [entry.summary for entry in with_payload] == [
        entry.summary
        for entry in entries
        if entry.summary.startswith(("Saw ", "Arrived at ")) or (entry.kind == "conversation" and entry.origin_id)
    ]
    assert with_payload


# -- going back ------------------------------------------------------------------------------------------------------


@of_both_games
async def test_every_turn_of_a_save_of_format_1_can_be_taken_back(container: Container, game_id: str) -> None:
    journal, turns = container.library().read(game_id), container.turns()
    for record in reversed(turns_of(journal)):
        [taken_back] = await turns.undo(game_id)
        assert taken_back.turn == record.turn
        assert turns.state(game_id).model_dump() == fold(journal, record.parent).model_dump()
    assert turns.state(game_id).turn == 0
    with pytest.raises(NotPossible, match="Nothing has been played"):
        await turns.undo(game_id)


@of_both_games
async def test_commands_of_a_save_of_format_1_rebuild_its_world_from_the_opening(saves: Path, game_id: str) -> None:
    """Replayed without any mind, turn by turn: what people did is recorded like what the players did."""
    table = new_table(JsonGameStore(saves))
    journal = table.library.read(game_id)
    fresh = table.library.branch(journal, 0)
    for record in turns_of(journal):
        orders = [made.command for made in record.commands if not made.derived and made.command["kind"] not in EDITS]
        await table.execute(fresh, *map(parse_command, orders))
    assert world_of(comparable(table.state(fresh))) == world_of(comparable(fold(journal)))
    table.library.close(fresh)


# -- explaining ------------------------------------------------------------------------------------------------------


def read_by_somebody(journal: Journal) -> set[int]:
    """The turns with text in which a prompt was read: what recall put into it stands in the save."""
    return {record.turn for record in turns_of(journal) if record.prompt and record.prompt.recalled is not None}


@of_both_games
async def test_a_prompt_that_was_read_in_format_1_is_explained_as_it_was(container: Container, game_id: str) -> None:
    was = explained(game_id)
    read = read_by_somebody(container.library().read(game_id))
    assert read <= was.keys()
    for turn in sorted(read):
        prompt = await container.turns().explain(game_id, turn)
        assert told(prompt) == was[turn], f"turn {turn}"


@of_both_games
async def test_a_turn_of_format_1_in_which_nobody_read_a_prompt_is_explained_as_it_was(
    container: Container, game_id: str
) -> None:
    """Here recall chooses anew: a change of recall itself may show in this test, never in the one before."""
    was = explained(game_id)
    read = read_by_somebody(container.library().read(game_id))
    for turn in sorted(was.keys() - read):
        prompt = await container.turns().explain(game_id, turn)
        assert told(prompt) == was[turn], f"turn {turn}"


@of_both_games
async def test_turns_of_format_1_without_text_have_nothing_to_explain(container: Container, game_id: str) -> None:
    without_text = {record.turn for record in turns_of(container.library().read(game_id))} - explained(game_id).keys()
    assert without_text
    for turn in without_text:
        with pytest.raises(NotPossible, match="a turn without text"):
            await container.turns().explain(game_id, turn)


# -- going on --------------------------------------------------------------------------------------------------------


@of_both_games
async def test_a_save_of_format_1_is_played_on_and_loads_again_as_it_was_left(
    container: Container, saves: Path, game_id: str
) -> None:
    turns = container.turns()
    before = turns.state(game_id)
    turn, messages = before.turn, len(before.conversation_history)
    await turns.settle(game_id)
    result = await turns.take_turn(game_id, "wait an hour")
    assert result.turn == turn + 1
    await turns.settle(game_id)
    left = turns.state(game_id)
    assert len(left.conversation_history) > messages
    assert not left.pending
    assert not left.minds.jobs
    assert await turns.close(game_id) == 0
    again = container_in(saves)
    assert again.turns().state(game_id).model_dump() == left.model_dump()
    again.library().close(game_id)


async def test_unfinished_captures_of_a_save_of_format_1_are_condensed_when_it_is_opened(container: Container) -> None:
    turns = container.turns()
    waiting = {key: len(queue) for key, queue in turns.state(PLAYED).pending.items()}
    assert set(waiting) == {"world", "location/ferry-landing", "npc/tove"}
    before = {scope.key: len(turns.state(PLAYED).memories(scope)) for scope in turns.state(PLAYED).scopes()}
    await turns.settle(PLAYED)
    state = turns.state(PLAYED)
    assert not state.pending
    assert all(len(state.memories(scope)) > before[scope.key] for scope in state.scopes() if scope.key in waiting)
