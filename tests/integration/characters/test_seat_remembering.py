"""The seat of a character: what happened, and what it keeps in memory."""

from typing import Any

import pytest

from app.errors import NotFound, NotPossible
from app.events.commands.mind import AdjustRelationshipCommand
from app.events.commands.play import AdvanceTimeCommand
from app.models.memory import MemoryKind, Scope
from app.models.sheets.person import DistortionKind, DistortionSheet
from app.services.characters.character_seat import CharacterSeat
from app.services.game.turns.turn_service import TurnService
from app.stores.json_store import JsonGameStore
from tests.integration.characters.village import contents, formed, seat
from tests.integration.turns.table import comparable
from tests.unit.services.characters.sheets import MARAS_SECRET, village_sheet

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
    assert contents(await mara.call("query_memory", {"query": "innkeeper, hill farms"})) == []


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


@pytest.mark.parametrize("bound", [{"since": 0}, {"until": 10**6}])
async def test_a_bound_in_minutes_opens_no_time_before_the_story_or_yet_to_come(
    mara: CharacterSeat, bound: dict[str, int]
) -> None:
    await formed(mara, "The baker came.", importance=4.0)
    for when, told in (("yesterday", "before the story"), ("day 9", "to come")):
        answer = await mara.call("recall_episodes", {"when": when, **bound})
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
    rowing = await formed(person, "I rowed a boat across the river.")
    await formed(person, "Юрий Ткач laughed and gave Tom a ring.", because=[rowing])

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
    tried = await formed(mara, "I tried to brew dark beer with raw malt.", importance=5.0)
    await formed(mara, "The whole barrel went sour.", importance=6.0, because=[tried])

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

    outcomes = {memory["content"]: memory["outcome"] for memory in found["memories"]}
    asked = "Юрий Ткач said: May I sleep by the fire tonight?"
    assert outcomes[asked] == "Mara Ironhand said: Only if you split the wood."


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
    assert link["formed"]["content"] == '"The door stood open" explains "The silver is gone".'


async def test_a_linked_memory_names_its_links_and_no_link_is_recalled_beside_it(mara: CharacterSeat) -> None:
    first, second = await formed(mara, "The door stood open."), await formed(mara, "The silver is gone.")
    await mara.call("associate_memories", {"a": first, "b": second, "relation": "explains"})

    found = (await mara.call("query_memory", {"query": "what about the silver and the door?"}))["memories"]
    assert sorted(memory["id"] for memory in found) == sorted([first, second])
    assert all(memory["links"] == [{"a": first, "b": second, "relation": "explains"}] for memory in found)


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
