"""The seat of a character: what it offers and refuses, who and where it is, and what stays strange to it."""

import json
from typing import Any

import pytest

from app.errors import InvalidInput, NotFound
from app.events.commands.play import AdvanceTimeCommand, MoveNPCCommand
from app.interfaces.character_tool_lists import ACTING_TOOLS, FIRST_TOOLS, MEMORY_TOOLS, TOOL_GROUPS
from app.models.minds.activity import Activity
from app.services.characters.character_seat import CharacterSeat
from app.services.game.turns.turn_service import TurnService
from tests.integration.characters.village import ASKED, contents, formed, seat
from tests.integration.turns.table import comparable
from tests.unit.services.characters.sheets import GUARDS_SECRET
from tests.wording import raises_in_words

# -- the seat itself -----------------------------------------------------------------------------------------------


def test_a_seat_lists_few_tools_at_first_always_in_the_same_order(mara: CharacterSeat) -> None:
    assert [spec.name for spec in mara.tools] == [spec.name for spec in FIRST_TOOLS]
    assert mara.tools == mara.tools
    assert mara.title == "Mara Ironhand in A Small World"


def test_a_seat_lists_all_tools_at_first_where_it_should(village: TurnService, game: str) -> None:
    everything = seat(village, game, "mara", listing="all")

    assert [spec.name for spec in everything.tools] == [spec.name for spec in (*MEMORY_TOOLS, *ACTING_TOOLS)]


async def test_a_group_is_listed_once_it_is_asked_for_and_the_others_stay(mara: CharacterSeat) -> None:
    first = [spec.name for spec in mara.tools]

    answer = await mara.call("more_tools", {"group": "keep"})

    assert [line.partition("(")[0] for line in answer["tools"]] == list(TOOL_GROUPS["keep"])
    assert answer["tools"][1] == (
        "reinforce_memory(id): Strengthen one of your memories, because it mattered or proved true: it will fade more"
        " slowly."
    )
    assert [spec.name for spec in mara.tools] == [*first, "reinforce_memory", "associate_memories", "update_goal"]
    full = next(spec for spec in mara.tools if spec.name == "form_memory")
    assert full == next(spec for spec in MEMORY_TOOLS if spec.name == "form_memory")


async def test_every_tool_can_be_called_by_name_before_it_is_listed(mara: CharacterSeat) -> None:
    listed = {spec.name for spec in mara.tools}
    unlisted = {name: arguments for name, arguments in ASKED.items() if name not in listed}
    assert len(unlisted) > 8

    for name, arguments in unlisted.items():
        direct = await mara.call(name, arguments)
        for given in (arguments, json.dumps(arguments)):
            assert direct == await mara.call("more_tools", {"tool": name, "arguments": given})

    assert {spec.name for spec in mara.tools} == listed


def test_the_groups_hold_every_tool() -> None:
    grouped = {name for names in TOOL_GROUPS.values() for name in names}
    assert grouped == {spec.name for spec in (*MEMORY_TOOLS, *ACTING_TOOLS)}


async def test_without_a_group_the_groups_are_named_and_unknown_ones_are_refused(mara: CharacterSeat) -> None:
    assert (await mara.call("more_tools", {}))["groups"] == {group: list(names) for group, names in TOOL_GROUPS.items()}
    with pytest.raises(InvalidInput, match="'know', 'recall', 'keep' or 'act'"):
        await mara.call("more_tools", {"group": "magic"})
    for tool in ("fly", "more_tools"):
        with pytest.raises(NotFound, match="query_self"):
            await mara.call("more_tools", {"tool": tool, "arguments": {}})


async def test_whoever_has_to_consult_its_memories_finds_the_tool_listed(
    village: TurnService, game: str, mara: CharacterSeat
) -> None:
    gated = seat(village, game, "mara", gate=True)
    await mara.prompt("consulting")

    for person in (gated, mara):
        tools = {spec.name: spec for spec in person.tools}
        assert "consult_memories" in tools
        assert tools["say"].shown is None


def test_there_is_no_seat_for_nobody_and_none_at_no_game(village: TurnService, game: str) -> None:
    with pytest.raises(NotFound):
        seat(village, game, "nobody")
    with pytest.raises(NotFound):
        seat(village, "no-game", "mara")


async def test_asking_changes_nothing(village: TurnService, game: str, mara: CharacterSeat) -> None:
    await village.take_turn(game, "to the inn")
    await village.take_turn(game, "Hello Mara, I bring the lantern.")
    before, records = comparable(village.state(game)), len(village.library.read(game).records)

    for name, arguments in ASKED.items():
        await mara.call(name, arguments)
    for spec in mara.resources:
        await mara.read(spec.uri)
    for prompt in mara.prompts:
        await mara.prompt(prompt.name)

    assert comparable(village.state(game)) == before
    assert len(village.library.read(game).records) == records


async def test_an_answer_holds_memories_with_relevance_and_as_text_the_turn(
    village: TurnService, game: str, mara: CharacterSeat
) -> None:
    await village.take_turn(game, "to the inn")
    turn = (await village.take_turn(game, "Hello Mara, the miller sent me with a green bottle.")).turn

    answer = await mara.call("query_memory", {"query": "who sent the green bottle?"})

    assert answer["query"] == "who sent the green bottle?"
    first = answer["memories"][0]
    assert set(first) == {"content", "relevance", "turn", "id"}
    assert first["content"] == "Élan said: Hello Mara, the miller sent me with a green bottle."
    assert first["turn"] == str(turn)
    assert 0 < first["relevance"] <= 1


async def test_other_names_of_tools_resources_and_prompts_are_not_found(mara: CharacterSeat) -> None:
    with pytest.raises(NotFound, match="query_self"):
        await mara.call("query_everything", {})
    for uri in ("game://characters/nobody", "game://", "", "mara", "game://characters/../mara"):
        with pytest.raises(NotFound, match="game://scene"):
            await mara.read(uri)
    with pytest.raises(NotFound, match="consulting"):
        await mara.prompt("maximal")


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("query_memory", {}, "query_memory, query: Field required"),
        ("query_memory", {"query": "x" * 1001}, "query_memory, query"),
        ("query_memory", {"query": "x", "npc_id": "guard-1"}, "query_memory, npc_id: Extra inputs"),
        ("query_memory", {"query": "x", "first_turn": -1}, "first_turn"),
        ("query_character", {"name": "  "}, "name"),
        ("say", {"text": ""}, "say, text"),
        ("say", {"text": "\x07"}, "control characters"),
        ("act", {"action": "fly"}, "act, action"),
        ("act", {"action": "go"}, "act, place"),
        ("act", {"action": "work", "place": "inn"}, "act, place"),
        ("act", {"action": "make", "what": "  "}, "act, what"),
        ("act", {"action": "sleep", "what": "a dream"}, "act, what"),
        ("act", {"action": "make", "what": "a\x1bb"}, "act, what"),
        ("form_memory", {"content": "a\x00b"}, "form_memory, content"),
        ("form_memory", {"content": "x", "importance": 11}, "importance"),
        ("form_memory", {"content": "x", "importance": float("nan")}, "importance"),
        ("form_memory", {"content": "x", "about": ["two\nlines"]}, "form_memory, about"),
        ("update_goal", {"goal": "goal-1", "progress": 101, "reason": "x"}, "progress"),
        ("associate_memories", {"a": "mara-001", "b": "mara-002", "relation": "a\nb"}, "relation"),
        ("reinforce_memory", {"id": "../etc"}, "reinforce_memory, id"),
        ("say", {"text": "x", "zz\n\x1b[31m" * 40: 1}, "say, zz"),
        ("say", ["text"], "an object"),
        ("say", None, "an object"),
    ],
)
async def test_a_bad_argument_is_told_in_one_line_that_names_it(
    village: TurnService, game: str, mara: CharacterSeat, tool: str, arguments: Any, said: str
) -> None:
    before = comparable(village.state(game))

    with raises_in_words(InvalidInput) as error:
        await mara.call(tool, arguments)

    assert said in str(error.value)
    assert len(str(error.value).splitlines()) == 1
    assert str(error.value).isprintable()
    assert comparable(village.state(game)) == before


# -- who and where ---------------------------------------------------------------------------------------------------


async def test_it_finds_out_who_it_is_and_how_it_speaks(mara: CharacterSeat) -> None:
    assert contents(await mara.call("query_self", {}))[0].startswith("I am Mara Ironhand. My occupation: innkeeper.")
    assert "hill farms" in contents(await mara.call("query_background", {}))[0]
    assert "dry jokes" in contents(await mara.call("query_communication_style", {}))[0]
    assert any(
        "stubborn" in one for one in contents(await mara.call("query_self", {"question": "what are my traits?"}))
    )


async def test_it_finds_out_where_it_is_now_and_when(village: TurnService, game: str, mara: CharacterSeat) -> None:
    at_home = contents(await mara.call("query_scene", {}))
    await village.execute(game, MoveNPCCommand(npc_id="mara", location_id="market"), AdvanceTimeCommand(minutes=90))
    outside = contents(await mara.call("query_scene", {}))

    assert any("Smoke and warm light" in one for one in at_home)
    assert any("Stalls under patched awnings" in one for one in outside)
    assert not any("Smoke" in one for one in outside)
    assert any("09:30" in one for one in contents(await mara.call("query_scene", {"question": "what time is it?"})))


@pytest.mark.parametrize("name", ["Юрий Ткач", "Юра", "юрий", "yuri"])
async def test_it_knows_others_by_any_name(mara: CharacterSeat, name: str) -> None:
    answer = await mara.call("query_character", {"name": name})

    assert "Юрий Ткач" in answer["memories"][0]["content"]
    assert len(answer["memories"]) <= 3
    assert "note" not in answer


@pytest.mark.parametrize("name", ["Nobody at all", "\u202e?", "ghost-9", "x" * 120])
async def test_of_the_unknown_it_says_whom_it_knows(mara: CharacterSeat, name: str) -> None:
    for tool, key in (("query_character", "name"), ("recall_interactions", "character")):
        answer = await mara.call(tool, {key: name})
        assert answer["memories"] == []
        assert "Юрий Ткач" in answer["note"]


async def test_whom_it_has_met_it_knows_by_what_happened(village: TurnService, game: str, mara: CharacterSeat) -> None:
    await village.take_turn(game, "to the inn")
    await village.take_turn(game, "Mara, I will mend your roof.")

    answer = contents(await mara.call("query_character", {"name": "Élan"}))

    assert answer[0] == "I am neutral towards Élan."
    assert len(answer) > 1


async def test_asked_about_itself_it_says_who_it_is(mara: CharacterSeat) -> None:
    assert "I am Mara Ironhand" in contents(await mara.call("query_character", {"name": "Mara Ironhand"}))[0]


# -- strangers ---------------------------------------------------------------------------------------------------------


async def test_nothing_of_anothers_stream_ever_comes_back(
    village: TurnService, game: str, mara: CharacterSeat, guard: CharacterSeat
) -> None:
    """Neither its lore nor what it formed nor what it heard elsewhere, whatever is asked and read."""
    await formed(guard, "The captain's password is marigold.", type="semantic", importance=9.0, about=["Mara"])
    await formed(guard, "I hate Mara Ironhand.", type="emotional", about=["Mara"])
    await formed(guard, "To open the gate, lift it with marigold oil.", type="procedural")
    await village.speak(game, "guard-1", "Marigold, I say, marigold.", ["player"])
    await village.take_turn(game, "take the lantern")
    hidden = ("marigold", "I hate", GUARDS_SECRET, "sailor", "took the lantern")

    words = "the captain's password marigold watch sailor lantern gate oil hate"
    asked: list[tuple[str, dict[str, Any]]] = [
        *ASKED.items(),
        ("query_memory", {"query": words}),
        *(("query_memory", {"query": words, "type": kind}) for kind in ("character", "scene", "episodic", "lore")),
        ("query_memory", {"query": words, "type": "character_knowledge"}),
        ("query_memory", {"query": words, "speaker": "guard-1"}),
        ("recall_facts", {"topic": words}),
        ("recall_procedures", {"task": words}),
        ("recall_feelings", {"about": "Mara"}),
        ("query_character", {"name": "guard-1"}),
        ("recall_interactions", {"character": "guard-1"}),
        ("consult_memories", {"situation": words}),
    ]
    texts = [str((await mara.call(name, arguments))["memories"]) for name, arguments in asked]
    texts += [await mara.read(spec.uri) for spec in mara.resources]
    texts += [await mara.prompt(spec.name) for spec in mara.prompts]

    for word in hidden:
        assert [text for text in texts if word.casefold() in text.casefold()] == []


# -- its own sheet -----------------------------------------------------------------------------------------------------


async def test_its_own_sheet_tells_what_it_may_tell_and_nothing_that_is_for_the_engine(
    village: TurnService, game: str, mara: CharacterSeat
) -> None:
    sheet = json.loads(await mara.read("game://characters/mara"))["sheet"]
    assert all(topic.keys() == {"name", "text"} for topic in sheet["topics"])
    assert sheet["topics"]
    assert all(isinstance(text, str) for text in sheet["lore"])
    assert {"distortions", "extensions"}.isdisjoint(sheet)


async def test_whoever_is_played_stands_still_where_it_has_gone(
    village: TurnService, game: str, guard: CharacterSeat
) -> None:
    await guard.call("act", {"action": "work"})
    await guard.call("act", {"action": "go", "place": "inn"})
    assert village.state(game).npc("guard-1").activity is Activity.IDLE
