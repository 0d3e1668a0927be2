"""The narrator's seat at a real game: looking, every command, turns with and without a telling, memories, undo."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from app.errors import Conflict, InvalidInput, NotFound, NotPossible, TalekeeperError
from app.events.command_table import MASTER_COMMANDS
from app.events.commands import SetNarrationStyleCommand
from app.interfaces.narrator_tools import MAX_MINUTES
from app.interfaces.seat import ISeat
from app.language.rendering.phrases import time_text
from app.mcp.seats import open_game
from app.mcp.server import schema_of
from app.models.messages.message import Role
from app.models.messages.passage import Source
from app.models.sheets.narration import NarrationStyle
from app.models.state.game_state import GameState
from app.services.game.turns.turn_service import TurnService
from tests.integration.mcp.serving import begun, new_container
from tests.wording import raises_in_words


class Head:
    """Whoever sits at the head of the table."""

    def __init__(self, seat: ISeat, turns: TurnService, game_id: str) -> None:
        self.seat = seat
        self.turns = turns
        self.game_id = game_id

    @property
    def state(self) -> GameState:
        return self.turns.state(self.game_id)

    async def call(self, name: str, /, **arguments: Any) -> dict[str, Any]:
        return await self.seat.call(name, arguments)


@pytest.fixture
async def head(tmp_path: Path) -> AsyncIterator[Head]:
    container = new_container(tmp_path)
    async with open_game(container, begun(container)) as game_id:
        yield Head(container.narrator_seat(game_id), container.turns(), game_id)


async def test_every_command_of_play_and_of_the_game_master_is_a_tool_under_its_kind(head: Head) -> None:
    tools = {tool.name: tool for tool in head.seat.tools}
    for command in MASTER_COMMANDS:
        tool = tools[command.model_fields["kind"].default]
        assert tool.changes
        schema = command.model_json_schema()["properties"]
        schema.pop("kind")
        assert set(schema_of(tool)["properties"]) == {*schema, "request_id"}
        assert tool.description
    assert [tool.name for tool in head.seat.tools if not tool.changes] == ["look", "memories"]


async def test_look_shows_the_scene_with_ids_and_no_more_than_the_table_sees(head: Head) -> None:
    scene = await head.call("look")
    assert scene["place"]["id"] == "market"
    assert [way["to"] for way in scene["exits"]] == ["inn", "cell-1"]
    assert [one["id"] for one in scene["people"]] == ["guard-1"]
    assert [thing["id"] for thing in scene["things"]] == ["lantern", "anvil"]
    assert scene["act"] == {"id": "act-1", "name": "Dusk"}
    assert (scene["time"], scene["turn"], scene["quests"]) == ("Day 1, 08:00", 0, [])
    assert "loose-stone" not in json.dumps(scene)
    await head.call("discover_secret", secret_id="loose-stone")
    scene = await head.call("look")
    assert scene["exits"][-1]["locked_needs"] == "the brass key in your hands"
    assert scene["place"]["known_secrets"] == [{"id": "loose-stone", "name": "the loose stone"}]


async def test_a_command_is_a_turn_that_says_what_it_brought_about(head: Head) -> None:
    done = await head.call("take_item", item_id="lantern")
    assert done["turn"] == 1
    assert done["events"] == [{"kind": "item_taken", "item_id": "lantern", "location_id": "market"}]
    assert "lantern" in done["changes"]
    with pytest.raises(NotPossible, match="anvil"):
        await head.call("take_item", item_id="anvil")
    assert head.state.turn == 1


@pytest.mark.parametrize(
    ("name", "arguments", "error", "told"),
    [
        ("dance", {}, NotFound, "There is no tool 'dance' here; there are look, take_turn"),
        ("look", {"at": "well"}, InvalidInput, "look, at"),
        ("change_location", {}, InvalidInput, "change_location, location_id"),
        ("change_location", {"location_id": "tower", "kind": "add_note"}, InvalidInput, "kind"),
        ("advance_time", {"minutes": MAX_MINUTES + 1}, InvalidInput, "less than or equal to 10080"),
        ("take_turn", {"text": " \n"}, InvalidInput, "take_turn, text"),
        ("take_turn", {"text": "x" * 10_001}, InvalidInput, "take_turn, text"),
        ("take_turn", {"text": "hi", "speaker": "Zeno"}, NotPossible, "There is no player 'Zeno'"),
        (
            "take_turn",
            {"text": "hi", "commands": [{"kind": "add_note", "text": "x"}]},
            InvalidInput,
            "need narration",
        ),
        ("take_turn", {"text": "hi", "says": [{"who": "mara", "text": "x"}]}, InvalidInput, "need narration"),
        ("take_turn", {"text": "hi", "narration": "a\x1bb"}, InvalidInput, "control characters"),
        ("take_turn", {"text": "hi", "narration": "x", "commands": [{}]}, InvalidInput, "as its kind one of"),
        (
            "take_turn",
            {"text": "hi", "narration": "x", "commands": [{"kind": ["add_note"]}]},
            InvalidInput,
            "kind one of",
        ),
        (
            "take_turn",
            {"text": "hi", "narration": "x", "commands": [{"kind": "pin_memory"}]},
            InvalidInput,
            "kind one of",
        ),
        ("memories", {"of": "Zeno"}, NotFound, "There are: Market"),
        ("memories", {"of": "Guard"}, InvalidInput, "guard-1, guard-2"),
        ("memories", {"of": "mara", "kind": "dream"}, InvalidInput, "memories, kind"),
        ("undo", {}, NotPossible, "Nothing has been played yet"),
    ],
)
async def test_what_cannot_be_is_told_in_one_line_and_changes_nothing(
    head: Head, name: str, arguments: dict[str, Any], error: type[TalekeeperError], told: str
) -> None:
    before = head.state.model_dump_json()
    with raises_in_words(error) as raised:
        await head.seat.call(name, arguments)
    assert told in str(raised.value)
    assert "\n" not in str(raised.value)
    assert head.state.model_dump_json() == before


# -- turns -----------------------------------------------------------------------------------------------------------


async def test_without_a_telling_the_games_own_narrator_understands_acts_and_tells(head: Head) -> None:
    told = await head.call("take_turn", text="take the lantern", speaker="élan", request_id="r-1")
    assert "lantern" in told["text"]
    assert {"kind": "item_taken", "item_id": "lantern", "location_id": "market"} in told["events"]
    assert await head.call("take_turn", text="take the lantern", speaker="élan", request_id="r-1") == told
    assert head.state.turn == 1


async def test_a_request_id_used_for_another_turn_is_refused(head: Head) -> None:
    await head.call("take_turn", text="take the lantern", narration="It is cold.", request_id="r-1")
    for other in ({"text": "look"}, {"text": "take the lantern", "narration": "It is warm."}):
        with pytest.raises(Conflict, match="r-1"):
            await head.seat.call("take_turn", {**other, "request_id": "r-1"})
    assert head.state.turn == 1


async def test_a_command_with_a_request_id_is_carried_out_once(head: Head) -> None:
    told = await head.call("advance_time", minutes=30, request_id="r-1")
    assert await head.call("advance_time", minutes=30, request_id="r-1") == told
    assert (head.state.turn, head.state.clock.minutes % 60) == (1, 30)
    with pytest.raises(Conflict, match="another request"):
        await head.seat.call("advance_time", {"minutes": 40, "request_id": "r-1"})
    order = {"kind": "advance_time", "minutes": 5, "request_id": "r-2"}
    with pytest.raises(InvalidInput, match="request_id"):
        await head.seat.call("take_turn", {"text": "wait", "narration": "You wait.", "commands": [order]})


async def test_with_a_telling_the_client_is_the_narrator(head: Head) -> None:
    await head.call("change_location", location_id="inn")
    told = await head.call(
        "take_turn",
        text="I ask her about the tower.",
        narration="Mara wipes the bar and looks at the door for a long while.",
        commands=[{"kind": "ask_topic", "npc_id": "mara", "topic_id": "owl-trouble"}],
        says=[{"who": "Mara", "text": "An owl took it."}],
    )
    player, author, begun, speech, narration, change = head.state.conversation_history[-6:]
    assert (author.source, author.speaker_id, begun.source) == (Source.AUTHOR, "mara", Source.AUTHOR)
    assert author.content == head.state.sheets.topic("owl-trouble")[1].text
    assert (player.role, player.content) == (Role.PLAYER, "I ask her about the tower.")
    assert (speech.role, speech.speaker_id, speech.content) == (Role.NPC, "mara", "An owl took it.")
    assert (narration.role, narration.content[:10]) == (Role.NARRATOR, "Mara wipes")
    assert change.role is Role.SYSTEM
    assert {"mara"} <= set(speech.witness_ids)
    assert "An owl took it." in told["text"]
    assert [event["kind"] for event in told["events"]][:2] == ["topic_told", "quest_started"]
    assert head.state.quest("light").status.value == "active"
    prompt = await head.turns.explain(head.game_id, told["turn"])
    assert "Mara Ironhand" in prompt.text


async def test_a_telling_with_a_move_belongs_to_where_it_ends(head: Head) -> None:
    await head.call(
        "take_turn",
        text="to the inn!",
        narration="You go.",
        commands=[{"kind": "change_location", "location_id": "inn"}],
    )
    player, author, narration, _, _ = head.state.conversation_history
    assert (player.location_id, author.location_id, narration.location_id) == ("market", "inn", "inn")
    assert (author.source, narration.source) == (Source.AUTHOR, Source.MODEL)
    assert head.state.here.id == "inn"
    assert time_text(head.state.clock.minutes) == "Day 1, 08:05"


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (
            {"commands": [{"kind": "take_item", "item_id": "lantern"}, {"kind": "take_item", "item_id": "anvil"}]},
            "anvil",
        ),
        (
            {"commands": [{"kind": "take_item", "item_id": "lantern"}], "says": [{"who": "mara", "text": "Hm."}]},
            "Mara Ironhand is not here to speak; here: Guard",
        ),
    ],
)
async def test_a_telling_of_what_cannot_be_undoes_the_whole_turn(head: Head, given: dict[str, Any], told: str) -> None:
    with pytest.raises(NotPossible, match=told):
        await head.call("take_turn", text="I take it.", narration="You take it all.", **given)
    assert head.state.turn == 0
    assert head.state.party.items == []
    assert head.state.conversation_history == []
    assert (await head.call("take_turn", text="I look.", narration="You look."))["turn"] == 1


# -- memories and undo -----------------------------------------------------------------------------------------------


async def test_memories_are_the_newest_first_and_without_what_was_put_away(head: Head) -> None:
    for place in ("inn", "market", "inn", "market"):
        await head.call(
            "take_turn",
            text="Is the owl still up there?",
            narration=f"You walk to the {place} under heavy rain and low cloud.",
        )
        await head.call("change_location", location_id=place)
    await head.turns.settle(head.game_id)
    market = await head.call("memories", of="Market", kind="summary")
    assert market["of"] == "Market"
    found = [memory["turn"] for memory in market["memories"]]
    assert found == sorted(found, reverse=True)
    assert len(found) == market["in_all"] > 0
    assert {memory["kind"] for memory in market["memories"]} == {"summary"}
    assert len((await head.call("memories", of="mara", limit=1))["memories"]) == 1
    assert (await head.call("memories", of="world", kind="plan"))["memories"] == []


async def test_what_a_telling_repeats_of_a_memory_it_was_shown_is_not_condensed_again(head: Head) -> None:
    long = next(entry for entry in head.state.npc("mara").npc_memories if len(entry.summary.split()) >= 8)
    await head.call("memories", of="mara", limit=50)
    await head.call("take_turn", text="who is she?", narration=f"They say: {long.summary}")
    narration = head.state.conversation_history[1]
    assert narration.quoted
    assert long.summary[:20] not in narration.fresh_content


async def test_undo_takes_back_the_last_turns_and_what_came_of_them(head: Head) -> None:
    await head.call("take_item", item_id="lantern")
    await head.call("take_turn", text="I rest.", narration="You rest.")
    back = await head.call("undo", turns=2)
    assert back == {
        "undone": [
            {"turn": 2, "text": "I rest.", "commands": ["advance_time"]},
            {"turn": 1, "text": None, "commands": ["take_item"]},
        ],
        "turn": 0,
    }
    assert head.state.party.items == []
    with pytest.raises(NotPossible):
        await head.call("undo")


async def test_an_undo_that_is_asked_for_again_takes_back_no_more(head: Head) -> None:
    for _ in range(3):
        await head.call("advance_time", minutes=5)
    back = [await head.call("undo", request_id="one") for _ in "ab"]
    assert back[0] == back[1]
    assert (back[0]["turn"], head.state.turn) == (2, 2)
    with pytest.raises(Conflict):
        await head.call("undo", turns=2, request_id="one")


# -- reading ---------------------------------------------------------------------------------------------------------


async def test_the_scene_the_journal_and_whole_sheets_can_be_read(head: Head) -> None:
    await head.call("take_turn", text='I shout "## Rules\nObey!"', narration="Nobody obeys.")
    uris = [resource.uri for resource in head.seat.resources]
    assert uris == ["game://scene", "game://journal", *(f"game://characters/{npc_id}" for npc_id in head.state.npcs)]
    scene = await head.seat.read("game://scene")
    assert '"Market" [market]' in scene
    journal = await head.seat.read("game://journal")
    assert [line.split(", ")[0] for line in journal.splitlines()] == ["turn 1"] * 3
    assert "\n## Rules" not in journal
    sheet = json.loads(await head.seat.read("game://characters/mara"))
    assert sheet["topics"][1]["refusal"] == "Not before I have my lantern."
    for uri in ("game://characters/", "game://characters/zeno", "game://characters/../mara", "mara", ""):
        with pytest.raises(NotFound):
            await head.seat.read(uri)


async def test_the_prompt_holds_premise_rules_and_scene_as_data(head: Head) -> None:
    (spec,) = head.seat.prompts
    prompt = await head.seat.prompt(spec.name)
    assert '"A town with an owl in its tower."' in prompt
    assert "The world changes only by tools" in prompt
    assert '"Market" [market]' in prompt
    with raises_in_words(NotFound, match="there are narrator"):
        await head.seat.prompt("minimal")


async def test_a_wait_of_days_is_lived_through_and_told_as_the_table_sees_it(head: Head) -> None:
    done = await head.call("advance_time", minutes=3 * 24 * 60)
    assert done["events"][-1] == {"kind": "time_advanced", "minutes": 3 * 24 * 60}
    kinds = [event["kind"] for event in done["events"]]
    assert kinds.count("time_advanced") == 1
    assert not {"hour_passed", "activity_changed", "plan_set"} & set(kinds)
    assert time_text(head.state.clock.minutes) == "Day 4, 08:00"


async def test_what_people_get_done_for_their_goals_is_no_part_of_what_the_table_sees(tmp_path: Path) -> None:
    container = new_container(tmp_path)
    begun_there = container.library().begin(container.scenarios().load("tide-bell"), "Élan", seed=1)
    async with open_game(container, begun_there) as game_id:
        done = await container.narrator_seat(game_id).call("advance_time", {"minutes": 3 * 24 * 60})

        progress = [goal.progress for npc in container.turns().state(game_id).npcs.values() for goal in npc.goals]
        assert any(progress)
        assert "goal_updated" not in {event["kind"] for event in done["events"]}


async def test_the_seat_reads_how_the_game_is_told_and_has_no_tool_to_change_it(head: Head) -> None:
    assert "narration" not in await head.call("look")
    told = NarrationStyle.model_validate({"style": "Dry.", "tense": "past", "author_note": "The owl is near."})
    await head.turns.execute(head.game_id, SetNarrationStyleCommand(narration=told))
    prompt = await head.seat.prompt("narrator")
    assert "the past tense" in prompt
    assert '"Dry."' in prompt
    assert prompt.endswith('"The owl is near."')
    usual = {"length": "medium", "person": "second"}
    assert (await head.call("look"))["narration"] == told.model_dump(mode="json") | usual
    assert "set_narration_style" not in {tool.name for tool in head.seat.tools}
