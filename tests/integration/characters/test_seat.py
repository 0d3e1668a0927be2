"""The seat of a character: every tool, from the arguments to what stands in the game afterwards."""

import asyncio
import json
from typing import Any

import pytest

from app.errors import InvalidInput, NotFound, NotPossible
from app.events.commands.mind import AdjustRelationshipCommand
from app.events.commands.npc import MoveNPCCommand
from app.events.commands.world import AdvanceTimeCommand
from app.interfaces.character_tools import ACTING_TOOLS, MEMORY_TOOLS
from app.models.distortion import DistortionKind, DistortionSheet
from app.models.instances.npc_instance import Activity
from app.models.memory import MemoryKind, Scope
from app.models.message import Role
from app.services.characters.character_seat import CharacterSeat
from app.services.game.turn_service import TurnService
from app.stores.json_store import JsonGameStore
from tests.integration.characters.village import begin_in_village, seat
from tests.integration.turns.table import comparable, new_table
from tests.unit.services.characters.sheets import GUARDS_SECRET, MARAS_SECRET, village_sheet

ASKED: dict[str, dict[str, Any]] = {
    "query_self": {},
    "query_background": {},
    "query_communication_style": {},
    "query_scene": {},
    "query_character": {"name": "Mara"},
    "query_memory": {"query": "the lantern"},
    "recall_episodes": {},
    "recall_facts": {"topic": "toll"},
    "recall_feelings": {"about": "Mara"},
    "recall_procedures": {"task": "brew"},
    "recall_interactions": {"character": "Élan"},
    "check_similar_situations": {"context": "a stranger"},
    "consult_memories": {"situation": "a stranger wants a room"},
}


@pytest.fixture
def village(store: JsonGameStore) -> TurnService:
    return new_table(store)


@pytest.fixture
def game(village: TurnService) -> str:
    return begin_in_village(village)


@pytest.fixture
def mara(village: TurnService, game: str) -> CharacterSeat:
    return seat(village, game, "mara")


@pytest.fixture
def guard(village: TurnService, game: str) -> CharacterSeat:
    return seat(village, game, "guard-1")


def contents(answer: dict[str, Any]) -> list[str]:
    return [memory["content"] for memory in answer["memories"]]


async def formed(person: CharacterSeat, content: str, **fields: Any) -> str:
    memory_id = (await person.call("form_memory", {"content": content, **fields}))["formed"]["id"]
    assert isinstance(memory_id, str)
    return memory_id


# -- the seat itself -----------------------------------------------------------------------------------------------


def test_a_seat_offers_every_tool_of_a_character_always_in_the_same_order(mara: CharacterSeat) -> None:
    assert [spec.name for spec in mara.tools] == [spec.name for spec in (*MEMORY_TOOLS, *ACTING_TOOLS)]
    assert mara.tools == mara.tools
    assert mara.title == "Mara Ironhand in A Small World"


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

    with pytest.raises(InvalidInput) as error:
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


# -- what happened -----------------------------------------------------------------------------------------------------


async def test_a_search_is_narrowed_by_turn_speaker_subject_category_and_type(
    village: TurnService, game: str, mara: CharacterSeat
) -> None:
    await village.take_turn(game, "to the inn")
    first = (await village.take_turn(game, "Mara, the owl has taken a lamb.")).turn
    await village.speak(game, "yuri", "The owl sings at night.", ["mara"])
    await formed(mara, "The owl frightens me.", type="emotional", about=["Юра"])

    async def search(**filters: Any) -> list[str]:
        return contents(await mara.call("query_memory", {"query": "the owl", **filters}))

    assert set((await search())[:3]) == {
        "The owl frightens me.",
        "Юрий Ткач said: The owl sings at night.",
        "Élan said: Mara, the owl has taken a lamb.",
    }
    assert await search(speaker="Юра") == ["Юрий Ткач said: The owl sings at night."]
    assert (await search(last_turn=first))[0] == "Élan said: Mara, the owl has taken a lamb."
    assert await search(about="yuri", category="emotional") == ["The owl frightens me."]
    assert await search(type="episodic", first_turn=10**9) == []
    assert await search(speaker="somebody else") == []


async def test_knowledge_from_the_start_is_found_by_its_type_that_of_the_world_too(mara: CharacterSeat) -> None:
    async def search(query: str, kind: str) -> list[str]:
        return contents(await mara.call("query_memory", {"query": query, "type": kind}))

    assert (await search("toll", "lore"))[0] == "The toll at the north bridge is two coppers."
    assert (await search("beer", "lore"))[0] == MARAS_SECRET
    assert "Inn" in " ".join(await search("where am I?", "scene"))
    assert "I am Mara" in (await search("who am I?", "character"))[0]


async def test_experience_leaves_out_who_one_is(mara: CharacterSeat) -> None:
    assert contents(await mara.call("query_memory", {"query": "Mara Ironhand innkeeper hill farms"})) == []


async def test_episodes_come_in_order_of_time_within_the_given_span(
    village: TurnService, game: str, mara: CharacterSeat
) -> None:
    for hour, text in ((8, "The baker came."), (9, "The miller came."), (10, "The smith came.")):
        await formed(mara, text, importance=float(hour))
        await village.execute(game, AdvanceTimeCommand(minutes=60))

    assert contents(await mara.call("recall_episodes", {})) == [
        "The baker came.",
        "The miller came.",
        "The smith came.",
    ]
    later = await mara.call("recall_episodes", {"since": 9 * 60, "until": 9 * 60 + 30})
    assert contents(later) == ["The miller came."]
    assert contents(await mara.call("recall_episodes", {"query": "rain", "since": 600})) == ["The smith came."]
    assert contents(await mara.call("recall_episodes", {"minimum_importance": 9.5})) == ["The smith came."]
    assert contents(await mara.call("recall_episodes", {"query": "baker"})) == ["The baker came."]


async def test_words_of_time_are_filters_and_what_cannot_be_told_is_said(
    village: TurnService, game: str, mara: CharacterSeat
) -> None:
    await formed(mara, "The baker came.", importance=4.0)
    await village.execute(game, AdvanceTimeCommand(minutes=24 * 60))
    await formed(mara, "The miller came.", importance=4.0)

    yesterday = await mara.call("recall_episodes", {"when": "yesterday"})
    assert contents(yesterday) == ["The baker came."]
    assert contents(await mara.call("recall_episodes", {"query": "who came yesterday?"})) == ["The baker came."]
    assert contents(await mara.call("recall_episodes", {"when": "day 2"})) == ["The miller came."]
    assert "note" not in yesterday
    unclear = await mara.call("recall_episodes", {"query": "who came?", "when": "once upon a midnight dreary"})
    assert "cannot be told" in unclear["note"]


async def test_of_a_time_before_the_story_or_yet_to_come_nothing_is_told(
    village: TurnService, game: str, mara: CharacterSeat
) -> None:
    await formed(mara, "The baker came.", importance=4.0)
    for when, told in (("yesterday", "before the story"), ("three days ago", "before the story"), ("day 9", "to come")):
        answer = await mara.call("recall_episodes", {"query": "who came?", "when": when})
        assert answer["memories"] == []
        assert told in answer["note"]


async def test_what_was_typed_to_do_a_thing_was_not_said(village: TurnService, game: str, mara: CharacterSeat) -> None:
    await village.take_turn(game, "to the inn")
    await village.take_turn(game, "say The owl has taken a lamb")
    await village.take_turn(game, "look at the lamb on the table")
    found = contents(await mara.call("query_memory", {"query": "lamb", "speaker": "Elan"}))
    assert set(found) == {"Élan said: The owl has taken a lamb", "Élan: look at the lamb on the table"}


async def test_who_is_nobody_of_the_game_is_known_by_what_speaks_of_the_name(mara: CharacterSeat) -> None:
    found = await mara.call("query_character", {"name": "the Broken Oar"})
    assert "Broken Oar for twenty years" in found["memories"][0]["content"]
    assert "note" not in found
    assert (await mara.call("query_character", {"name": "the"}))["memories"] == []
    assert "note" not in await mara.call("query_character", {"name": "hill farms"})


async def test_no_feelings_about_somebody_who_is_known_is_not_told_as_a_stranger(mara: CharacterSeat) -> None:
    note = (await mara.call("recall_feelings", {"about": "Guard"}))["note"]
    assert note == "Nothing comes to mind about Guard."
    assert (await mara.call("recall_feelings", {"about": "rain"}))["note"] == "No feelings about that come to mind."


def game_of_a_suspicious_mara(village: TurnService) -> str:
    sheet = village_sheet()
    mara = next(npc for npc in sheet.npcs if npc.id == "mara").model_copy(
        update={"distortions": (DistortionSheet(kind=DistortionKind.PARANOID),)}
    )
    people = (mara, *(npc for npc in sheet.npcs if npc.id != "mara"))
    return village.library.begin(sheet.model_copy(update={"npcs": people}), "Élan", seed=7)


async def test_a_coloured_memory_is_marked_and_its_entry_holds_the_truth(
    village: TurnService, store: JsonGameStore
) -> None:
    game = game_of_a_suspicious_mara(village)
    person = seat(village, game, "mara")
    memory_id = await formed(person, "Юрий Ткач laughed and gave Tom a ring.")

    found = (await person.call("query_memory", {"query": "who laughed?"}))["memories"][0]

    assert found["distorted"] is True
    assert found["content"] != "Юрий Ткач laughed and gave Tom a ring."
    entry = village.state(game).memory(Scope.npc("mara"), memory_id)
    assert entry.summary == "Юрий Ткач laughed and gave Tom a ring."
    assert " · seems · " in await person.read("game://journal")
    linked = await person.call("associate_memories", {"a": memory_id, "b": "mara-001", "relation": "reminds me of"})
    assert linked["formed"]["distorted"] is True
    assert linked["formed"]["content"] != village.state(game).memories(Scope.npc("mara"))[-1].summary


async def test_an_ending_that_is_coloured_is_marked_too(village: TurnService) -> None:
    """What she did seems to her as it was; how it ended does not."""
    person = seat(village, game_of_a_suspicious_mara(village), "mara")
    await formed(person, "I rowed a boat across the river.")
    await formed(person, "Юрий Ткач laughed and gave Tom a ring.")

    answer = await person.call("check_similar_situations", {"context": "rowing across the river"})

    rowed = answer["memories"][0]
    assert rowed["content"] == "I rowed a boat across the river."
    assert rowed["outcome"] != "Юрий Ткач laughed and gave Tom a ring."
    assert rowed["distorted"] is True


async def test_facts_carry_a_confidence_that_agreement_and_strength_raise(
    village: TurnService, game: str, mara: CharacterSeat
) -> None:
    fact = await formed(mara, "The ferry leaves at noon.", type="semantic", importance=5.0)
    weak = await formed(mara, "The ferry is painted red.", type="semantic", importance=5.0)

    async def sure() -> dict[str, float]:
        answer = await mara.call("recall_facts", {"topic": "the ferry"})
        return {memory["id"]: memory["confidence"] for memory in answer["memories"]}

    before = await sure()
    await mara.call("reinforce_memory", {"id": fact})
    stronger = await sure()
    await formed(mara, "At noon the ferry leaves.", importance=3.0)
    agreed = await sure()

    assert before[fact] == before[weak]
    assert before[fact] < stronger[fact] < agreed[fact] <= 1
    assert agreed[weak] == before[weak]
    toll = (await mara.call("recall_facts", {"topic": "toll"}))["memories"][0]
    assert (toll["content"], toll["confidence"]) == ("The toll at the north bridge is two coppers.", 1.0)
    assert "id" not in toll


async def test_feelings_begin_with_how_it_stands_now(village: TurnService, game: str, mara: CharacterSeat) -> None:
    await formed(mara, "I am grateful to Юрий Ткач for the blanket.", type="emotional", about=["Юра"])
    liking = AdjustRelationshipCommand(npc_id="mara", other_id="yuri", change=2, reason="the blanket")
    await village.execute(game, liking)

    answer = contents(await mara.call("recall_feelings", {"about": "Юра"}))

    assert answer == ["I like Юрий Ткач.", "I am grateful to Юрий Ткач for the blanket."]


async def test_procedures_come_before_what_happened_when_it_was_done(mara: CharacterSeat) -> None:
    await formed(mara, "To brew dark beer, roast the malt twice.", type="procedural")
    await formed(mara, "I tried to brew dark beer with raw malt.", importance=5.0)
    await formed(mara, "The whole barrel went sour.", importance=6.0)

    answer = (await mara.call("recall_procedures", {"task": "brew dark beer"}))["memories"]

    assert [memory["content"] for memory in answer][:2] == [
        "To brew dark beer, roast the malt twice.",
        "I tried to brew dark beer with raw malt.",
    ]
    assert answer[1]["outcome"] == "The whole barrel went sour."
    ids = [memory["id"] for memory in answer]
    assert len(ids) == len(set(ids))


async def test_a_similar_situation_in_talk_ends_with_the_answer(
    village: TurnService, game: str, mara: CharacterSeat
) -> None:
    await village.speak(game, "yuri", "May I sleep by the fire tonight?", ["mara"])
    await mara.call("say", {"text": "Only if you split the wood.", "to": ["Юра"]})

    found = await mara.call("check_similar_situations", {"context": "somebody asks to sleep by the fire"})

    assert found["memories"][0]["outcome"] == "Mara Ironhand said: Only if you split the wood."


async def test_interactions_are_with_that_one_and_in_order(
    village: TurnService, game: str, mara: CharacterSeat
) -> None:
    await village.take_turn(game, "to the inn")
    await village.take_turn(game, "Mara, first I say this.")
    await village.speak(game, "yuri", "Something else.", ["mara"])
    await village.take_turn(game, "Mara, then I say that.")

    answer = contents(await mara.call("recall_interactions", {"character": "Élan"}))

    assert [one for one in answer if one.startswith("Élan said")] == [
        "Élan said: Mara, first I say this.",
        "Élan said: Mara, then I say that.",
    ]
    assert "Юрий Ткач said: Something else." not in answer


# -- forming memories --------------------------------------------------------------------------------------------------


async def test_a_memory_that_was_formed_is_its_own_and_can_be_undone(
    village: TurnService, game: str, mara: CharacterSeat
) -> None:
    before = comparable(village.state(game))

    memory_id = await formed(mara, " The cat had kittens. ", importance=4.0, about=["Юра", "the cat"])

    entry = village.state(game).memory(Scope.npc("mara"), memory_id)
    assert (entry.summary, entry.kind, entry.importance) == ("The cat had kittens.", MemoryKind.OBSERVATION, 4.0)
    assert set(entry.subjects) == {"yuri", "the cat"}
    await village.undo(game)
    assert comparable(village.state(game)) == before


async def test_only_its_own_memories_can_be_named_and_a_refusal_does_not_tell_whose_they_are(
    village: TurnService, game: str, mara: CharacterSeat, guard: CharacterSeat
) -> None:
    theirs = await formed(guard, "I saw nothing.")
    own = await formed(mara, "I saw everything.")
    calls: list[tuple[str, dict[str, Any]]] = [
        ("reinforce_memory", {"id": "ID"}),
        ("associate_memories", {"a": own, "b": "ID", "relation": "explains"}),
        ("associate_memories", {"a": "ID", "b": own, "relation": "explains"}),
        ("say", {"text": "Hm.", "because": ["ID"]}),
        ("act", {"action": "work", "because": ["ID"]}),
    ]
    before = comparable(village.state(game))
    for tool, arguments in calls:
        refusals = set()
        for memory_id in (theirs, "mara-999", "market-001", "world-001", "m-99999", "guard-1-001"):
            given = {
                key: memory_id if value == "ID" else [memory_id] if value == ["ID"] else value
                for key, value in arguments.items()
            }
            with pytest.raises(NotFound) as error:
                await mara.call(tool, given)
            refusals.add(str(error.value).replace(memory_id, "ID"))
        assert refusals == {"You have no memory ID; ids come with what you recall."}
    assert comparable(village.state(game)) == before


async def test_two_memories_are_linked_and_one_is_strengthened(
    village: TurnService, game: str, mara: CharacterSeat
) -> None:
    first, second = await formed(mara, "The door stood open."), await formed(mara, "The silver is gone.")

    link = await mara.call("associate_memories", {"a": first, "b": second, "relation": "explains"})
    await mara.call("reinforce_memory", {"id": first})

    entry = village.state(game).memory(Scope.npc("mara"), link["formed"]["id"])
    assert entry.evidence == (first, second)
    assert village.state(game).status(first).strength == 1


async def test_what_was_said_is_made_a_memory_first(village: TurnService, game: str, mara: CharacterSeat) -> None:
    await village.speak(game, "yuri", "The well is dry.", ["mara"])
    heard = (await mara.call("query_memory", {"query": "what about the dry well?"}))["memories"][0]["id"]

    with pytest.raises(NotPossible, match="form_memory"):
        await mara.call("reinforce_memory", {"id": heard})


async def test_a_goal_moves_and_others_are_not_there(village: TurnService, game: str, mara: CharacterSeat) -> None:
    await mara.call("update_goal", {"goal": "goal-2", "progress": 50, "reason": "half the money is back"})

    goal = village.state(game).npc("mara").goals[1]
    assert (goal.progress, goal.note) == (50, "half the money is back")
    with pytest.raises(NotFound, match="goal-1, goal-2"):
        await mara.call("update_goal", {"goal": "goal-9", "progress": 50, "reason": "x"})


# -- taking part -------------------------------------------------------------------------------------------------------


async def test_what_it_says_is_heard_where_it_is(village: TurnService, game: str, mara: CharacterSeat) -> None:
    answer = await mara.call("say", {"text": "Wipe your feet.", "to": ["Юра"]})

    message = next(m for m in village.state(game).conversation_history if m.role is Role.NPC)
    assert (message.content, message.addressee_ids, message.location_id) == ("Wipe your feet.", ("yuri",), "inn")
    assert answer == {"said": "Wipe your feet.", "heard_by": ["Юрий Ткач"], "turn": str(message.turn)}
    with pytest.raises(NotPossible, match="Élan is not here to be spoken to; here: Юрий Ткач"):
        await mara.call("say", {"text": "You there!", "to": ["Élan"]})


async def test_it_goes_where_a_way_leads_and_is_told_where_that_is(
    village: TurnService, game: str, mara: CharacterSeat
) -> None:
    answer = await mara.call("act", {"action": "go", "place": "the Market"})

    assert (answer["place"], answer["present"]) == ("Market", ["Guard", "Élan"])
    assert village.state(game).npc("mara").current_location_id == "market"
    assert village.state(game).npc("mara").activity is Activity.IDLE, "it has arrived"
    with pytest.raises(NotPossible, match=r"From here one can go to: Inn \[inn\] and Prison Cell \[cell-1\]"):
        await mara.call("act", {"action": "go", "place": "tower"})


async def test_every_other_deed_is_an_order_of_the_game(village: TurnService, game: str, mara: CharacterSeat) -> None:
    npc = village.state(game).npc
    await mara.call("act", {"action": "work"})
    assert npc("mara").activity is Activity.ACTIVITY
    with pytest.raises(NotPossible, match="busy already"):
        await mara.call("act", {"action": "work"})
    with pytest.raises(NotPossible, match="not hungry"):
        await mara.call("act", {"action": "eat"})
    await mara.call("act", {"action": "sleep"})
    assert village.state(game).npc("mara").activity is Activity.SLEEPING
    with pytest.raises(NotPossible, match="asleep"):
        await mara.call("say", {"text": "Zzz."})
    await mara.call("act", {"action": "make", "what": "a rag doll"})
    made = village.state(game).npc("mara").npc_memories[-1]
    assert made.kind is MemoryKind.ARTIFACT
    await mara.call("act", {"action": "rest"})
    assert village.state(game).npc("mara").activity is Activity.IDLE


async def test_the_reasons_of_a_deed_are_recalled_and_reinforced_in_its_turn(
    village: TurnService, game: str, mara: CharacterSeat
) -> None:
    reason = await formed(mara, "Strangers with lanterns are good luck.")
    await village.speak(game, "yuri", "He carries a lantern.", ["mara"])
    heard = (await mara.call("query_memory", {"query": "who carries a lantern"}))["memories"][0]["id"]
    records = len(village.library.read(game).records)

    await mara.call("say", {"text": "Let him in.", "unsure": True, "because": [reason, heard]})

    status = village.state(game).status(reason)
    assert (status.recalls, status.strength) == (1, 1)
    assert len(village.library.read(game).records) == records + 1
    assert [used.memory_id for used in village.library.read(game).records[-1].answered_from] == [reason, heard]


async def test_who_is_unsure_needs_a_memory_that_speaks_for_it(
    village: TurnService, game: str, mara: CharacterSeat
) -> None:
    before = comparable(village.state(game))
    for tool, arguments in (("say", {"text": "Perhaps."}), ("act", {"action": "work"})):
        with pytest.raises(NotPossible, match="because"):
            await mara.call(tool, {**arguments, "unsure": True})
    assert comparable(village.state(game)) == before


# -- consulting --------------------------------------------------------------------------------------------------------


async def test_consulting_goes_through_its_steps_and_each_memory_counts_once(
    village: TurnService, game: str, mara: CharacterSeat
) -> None:
    await village.take_turn(game, "to the inn")
    await village.take_turn(game, "Mara, I want a room for the night.")
    await formed(mara, "A guest who wanted a room for the night left without paying.", importance=6.0)
    await formed(mara, "I take the money first now.", importance=6.0)

    answer = await mara.call("consult_memories", {"situation": "a guest wants a room for the night"})

    assert [step["step"] for step in answer["steps"]] == [
        "past experience",
        "history with those present",
        "similar situations",
    ]
    ids = [memory["id"] for memory in answer["memories"]]
    assert len(ids) == len(set(ids))
    assert {found for step in answer["steps"] for found in step["found"]} == set(ids)
    paid = next(memory for memory in answer["memories"] if "without paying" in memory["content"])
    assert paid["outcome"] == "I take the money first now."
    assert answer["outcome"] == f"{len(ids)} relevant memories"


async def test_nothing_relevant_is_an_outcome(mara: CharacterSeat) -> None:
    answer = await mara.call("consult_memories", {"situation": "a dragon lands in the yard"})

    assert (answer["memories"], answer["outcome"]) == ([], "no relevant memories")


async def test_the_gate_wants_memories_consulted_before_each_word_and_deed(village: TurnService, game: str) -> None:
    mara = seat(village, game, "mara", gate=True)
    situation = {"situation": "a stranger comes in"}
    for tool, arguments in (("say", {"text": "Good day."}), ("act", {"action": "work"})):
        with pytest.raises(NotPossible, match="consult_memories"):
            await mara.call(tool, arguments)
        await mara.call("consult_memories", situation)
        await mara.call(tool, arguments)
    with pytest.raises(NotPossible, match="consult_memories"):
        await mara.call("say", {"text": "And another thing."})
    await mara.call("form_memory", {"content": "Reflecting needs no gate."})


async def test_what_was_refused_does_not_close_the_gate_again(village: TurnService, game: str) -> None:
    mara = seat(village, game, "mara", gate=True)
    await mara.call("consult_memories", {"situation": "a stranger comes in"})
    with pytest.raises(NotPossible, match="not here"):
        await mara.call("say", {"text": "You!", "to": ["Élan"]})

    await mara.call("say", {"text": "Nobody there."})


async def test_of_two_words_at_once_the_gate_lets_one_through(village: TurnService, game: str) -> None:
    mara = seat(village, game, "mara", gate=True)
    await mara.call("consult_memories", {"situation": "a stranger comes in"})

    both = await asyncio.gather(
        mara.call("say", {"text": "One."}), mara.call("say", {"text": "Two."}), return_exceptions=True
    )

    assert [isinstance(one, NotPossible) for one in both] == [False, True]


async def test_two_seats_act_at_once_and_their_turns_do_not_overlap(
    village: TurnService, game: str, mara: CharacterSeat, guard: CharacterSeat
) -> None:
    said = [person.call("say", {"text": f"Word {number}."}) for number in range(5) for person in (mara, guard)]
    answers = await asyncio.gather(*said)

    assert sorted(int(answer["turn"]) for answer in answers) == list(range(1, 11))


async def test_where_it_can_go_is_looked_at_when_its_turn_begins(
    village: TurnService, game: str, guard: CharacterSeat
) -> None:
    """Somebody else may have moved it while it waited for its turn."""
    moved, went = await asyncio.gather(
        village.execute(game, MoveNPCCommand(npc_id="guard-1", location_id="cell-2")),
        guard.call("act", {"action": "go", "place": "inn"}),
        return_exceptions=True,
    )

    assert not isinstance(moved, BaseException)
    assert isinstance(went, NotPossible)
    assert village.state(game).npc("guard-1").current_location_id == "cell-2"


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
