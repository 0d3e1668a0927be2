"""Who is meant by a name, an alias, "my brother" and "Jorun's brother"; who is known from one memory alone; feelings
about one person; categories of memories."""

from typing import Any

import pytest
from dependency_injector import providers

from app.container import Container
from app.errors import InvalidInput
from app.services.characters.character_seat import CharacterSeat
from app.settings import Settings
from app.testing import InMemoryGameStore

pytestmark = pytest.mark.long

NOBODY = "You know nobody of that name."


@pytest.fixture
def container() -> Container:
    made = Container()
    made.settings.override(providers.Object(Settings(minds=False, embedder="words")))
    made.store.override(providers.Object(InMemoryGameStore()))
    return made


@pytest.fixture
def game(container: Container) -> str:
    return container.library().begin(container.scenarios().load("before-the-thaw"), "Élan", seed=3)


@pytest.fixture
def jorun(container: Container, game: str) -> CharacterSeat:
    seat: CharacterSeat = container.character_seat(game, "jorun")
    return seat


async def told(seat: CharacterSeat, tool: str, **arguments: Any) -> list[str]:
    answer = await seat.call(tool, arguments)
    return [memory["content"] for memory in answer["memories"]]


@pytest.mark.parametrize(
    "name", ["Ivo Haldane", "Ivo", "the sluice-master", "my brother", "Jorun's brother", "the brother of Jorun"]
)
async def test_her_brother_is_known_by_name_alias_and_what_he_is_to_her(jorun: CharacterSeat, name: str) -> None:
    known = await told(jorun, "query_character", name=name)
    assert "He is my brother, he is the sluice-master" in known[0]
    assert any("Ivo's older sister" in each for each in known)
    assert not any("I am Jorun Haldane" in each for each in known)


async def test_somebodys_brother_is_not_that_one_for_others_either(container: Container, game: str) -> None:
    hedda = container.character_seat(game, "hedda")
    about_jorun = await told(hedda, "query_character", name="Jorun Haldane")
    for name in ("Jorun's brother", "Ivo Haldane"):
        assert not set(await told(hedda, "query_character", name=name)) & set(about_jorun)


@pytest.mark.parametrize("name", ["Jorun", "Jorun Haldane", "jorun", "the ropemaker"])
async def test_she_herself_is_still_herself(jorun: CharacterSeat, name: str) -> None:
    assert "I am Jorun Haldane" in (await told(jorun, "query_character", name=name))[0]


@pytest.mark.parametrize("name", ["Bram", "bram", "the tinker"])
async def test_who_is_known_from_a_formed_memory_alone_is_known(jorun: CharacterSeat, name: str) -> None:
    text = "Bram the tinker sells good knives."
    answer = await jorun.call("query_character", {"name": name})
    assert answer["note"].startswith(NOBODY)
    await jorun.call("form_memory", {"content": text, "type": "semantic", "about": ["Bram"]})
    assert await jorun.call("query_character", {"name": name}) == {
        "memories": [{"content": text, "relevance": 1.0, "turn": "1", "id": "jorun-020"}]
    }


async def test_whoever_a_formed_memory_is_about_is_known_also_by_other_words(jorun: CharacterSeat) -> None:
    text = "He mends kettles and whistles."
    await jorun.call("form_memory", {"content": text, "type": "observation", "about": ["Bram"]})
    assert await told(jorun, "query_character", name="Bram") == [text]


async def test_feelings_about_one_person_are_that_persons(jorun: CharacterSeat) -> None:
    feelings = {
        "Hedda": "I like Hedda for her patience with Nils.",
        "Nils": "I was angry when he laughed.",
        "Ivo": "I miss him.",
    }
    for about, content in feelings.items():
        await jorun.call("form_memory", {"content": content, "type": "emotional", "about": [about]})
    for about, content in feelings.items():
        assert await told(jorun, "recall_feelings", about=about) == [content]
    assert await told(jorun, "recall_feelings", about="my brother") == [feelings["Ivo"]]
    assert await told(jorun, "recall_feelings", about="Bram") == []


async def test_dialogue_is_a_category_of_memories(jorun: CharacterSeat) -> None:
    await jorun.call("form_memory", {"content": "It was a good day for rope."})
    await jorun.call("say", {"text": "It is a good day."})
    said = ["Jorun Haldane said: It is a good day."]
    assert await told(jorun, "query_memory", query="a good day", category="dialogue") == said
    assert len(await told(jorun, "query_memory", query="a good day")) == 2


@pytest.mark.parametrize("type_", [None, "character"])
async def test_an_unknown_category_is_an_error_that_lists_the_known_ones(
    jorun: CharacterSeat, type_: str | None
) -> None:
    with pytest.raises(InvalidInput, match=r"category: there is no 'gossip'; there are .*\bdialogue, .*\bidentity, "):
        await jorun.call("query_memory", {"query": "a day", "category": "gossip", "type": type_})
