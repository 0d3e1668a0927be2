"""Tags that a person gives its memories, recall by them, and the presets of its questions and of its prompt."""

import json

import pytest

from app.errors import InvalidInput
from app.interchange.agents.jsonl import jsonl_lines
from app.memory.recall.presets import CHRONICLE
from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.memory import MemoryKind, Scope
from app.services.characters.character_seat import CharacterSeat
from app.services.game.turns.turn_service import TurnService
from tests.integration.characters.village import contents, formed
from tests.integration.turns.table import comparable


async def test_what_a_person_forms_keeps_its_tags_and_is_exported_with_them(
    village: TurnService, game: str, mara: CharacterSeat
) -> None:
    before = comparable(village.state(game))
    memory_id = await formed(mara, "The drones were driven out.", tags=["bees", " Autumn "], about=["the skep"])

    entry = village.state(game).memory(Scope.npc("mara"), memory_id)
    assert entry.tags == ("bees", "Autumn", "the skep")
    line = json.loads(jsonl_lines([entry], {}))
    assert line["tags"] == ["bees", "Autumn", "the skep"]
    await village.undo(game)
    assert comparable(village.state(game)) == before


async def test_memories_are_found_by_their_tag_whatever_their_words(mara: CharacterSeat) -> None:
    await formed(mara, "The drones were driven out.", tags=["bees"])
    await formed(mara, "Honey sells for nine coppers.", tags=["Bees", "prices"])
    await formed(mara, "The bees at the mill swarmed.", tags=["mill bees"])
    await formed(mara, "Bread sells for two coppers.", tags=["prices"])

    tagged = await mara.call("query_memory", {"query": "", "tag": "bees"})

    assert contents(tagged) == ["The drones were driven out.", "Honey sells for nine coppers."]
    priced = await mara.call("query_memory", {"query": "what does honey sell for?", "tag": "prices"})
    assert contents(priced)[0] == "Honey sells for nine coppers."
    assert "The drones were driven out." not in contents(priced)


async def test_where_nothing_has_the_tag_the_tags_that_there_are_are_named(mara: CharacterSeat) -> None:
    await formed(mara, "The drones were driven out.", tags=["bees"])

    answer = await mara.call("query_memory", {"query": "", "tag": "wasps"})

    assert answer["memories"] == []
    assert answer["note"] == "Nothing is tagged 'wasps'; there are the tags bees."


async def test_the_preset_chronicle_is_the_last_fifty_and_every_reflection(
    village: TurnService, game: str, mara: CharacterSeat
) -> None:
    stream = MemoryStream(village.state(game), Scope.npc("mara"))
    stream.add(MemoryKind.REFLECTION, MemoryContext(content="Guests forget what they owe."))
    for number in range(CHRONICLE + 10):
        stream.add(MemoryKind.OBSERVATION, MemoryContext(content=f"Guest {number} came in."))

    answer = contents(await mara.call("query_memory", {"query": "", "preset": "chronicle"}))

    assert answer == ["Guests forget what they owe.", *(f"Guest {number} came in." for number in range(10, 60))]


async def test_the_preset_situational_weighs_importance_and_age(mara: CharacterSeat) -> None:
    await formed(mara, "The ferry sank.", importance=9.0)
    await formed(mara, "The ferry was late.", importance=2.0)

    answer = contents(await mara.call("query_memory", {"query": "ferry", "preset": "situational"}))

    assert answer.index("The ferry sank.") == 0
    assert "The ferry was late." in answer


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("query_memory", {"query": "", "preset": "everything"}),
        ("form_memory", {"content": "x", "tags": ["two\nlines"]}),
        ("form_memory", {"content": "x", "tags": ["t"] * 21}),
    ],
)
async def test_a_bad_tag_or_preset_is_refused(mara: CharacterSeat, tool: str, arguments: dict[str, object]) -> None:
    with pytest.raises(InvalidInput, match=r"tags|preset"):
        await mara.call(tool, arguments)
