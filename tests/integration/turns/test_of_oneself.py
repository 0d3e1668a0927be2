"""What people say of themselves when asked offline: what they want, carry and can tell, how old they are."""

import pytest

from app.events.commands import MoveNPCCommand
from app.interfaces.stores import IGameStore
from tests.integration.turns.test_first_hour import BELL, THAW, Game

pytestmark = pytest.mark.long

NOTHING = "Nothing that I would speak of."


async def beside(game: Game, npc_id: str) -> Game:
    await game.table.execute(game.id, MoveNPCCommand(npc_id=npc_id, location_id=game.state.here.id))
    await game.do(f"hello {game.state.name(npc_id)}")
    return game


@pytest.fixture
async def nils(store: IGameStore) -> Game:
    return await beside(Game(store, THAW), "nils")


@pytest.fixture
async def talle(store: IGameStore) -> Game:
    return await beside(Game(store, THAW), "talle")


@pytest.mark.parametrize(
    "question",
    [
        "what do you want?",
        "Nils, what do you want most?",
        "what is it you want, Nils?",
        "What are you after?",
        "what are your goals?",
        "do you have a goal?",
        "tell me what you want",
        "ask Nils what he wants",
        "so, what are you hoping for?",
    ],
)
async def test_wishes_in_the_first_person(nils: Game, question: str) -> None:
    assert "I want to become sluice-master and to find my whistle." in await nils.do(question)


@pytest.mark.parametrize(
    "question",
    [
        "what are you carrying?",
        "what do you have with you?",
        "what have you got there?",
        "what's in your pockets?",
        "what are you holding, Nils?",
        "do you have anything on you?",
        "ask Nils what he carries",
    ],
)
async def test_belongings(nils: Game, question: str) -> None:
    assert "I have the storm lantern with me." in await nils.do(question)


async def test_what_was_given_away_is_carried_no_longer(nils: Game) -> None:
    await nils.do("ask about the lantern")
    assert "storm-lantern" in nils.state.party.items
    assert NOTHING in await nils.do("what are you carrying?")


@pytest.mark.parametrize(
    "question",
    [
        "what can you tell me about?",
        "what can you tell me?",
        "what can I ask you?",
        "what do you know?",
        "what else can you tell me?",
        "ask Nils what he knows",
    ],
)
async def test_topics(nils: Game, question: str) -> None:
    told = "You may ask me about Ivo, the lantern, the whistle, the reeve and the village."
    assert told in await nils.do(question)


@pytest.mark.parametrize(
    "question", ["how old are you?", "Nils, what is your age?", "how many winters have you seen?", "ask Nils his age"]
)
async def test_age(nils: Game, question: str) -> None:
    assert "11 years old." in await nils.do(question)


async def test_what_a_topic_gives_that_cannot_be_told_yet_is_not_told(talle: Game) -> None:
    for question in ("what are you carrying?", "what is in your drawer?"):
        assert NOTHING in await talle.do(question)
    talle.state.place("gauge-gallery").discovered_secrets.append("ivo-found")
    talle.state.npc("talle").topics_told.append("talle-night")
    assert "I have the wheel-house key with me." in await talle.do("what are you carrying?")


async def test_topics_that_cannot_be_told_yet_are_not_named(talle: Game) -> None:
    assert "You may ask me about the gate, Ivo and the village." in await talle.do("what can you tell me about?")
    talle.state.place("gauge-gallery").discovered_secrets.append("ivo-found")
    answer = await talle.do("what can you tell me about?")
    assert "that night" in answer
    assert "the key" not in answer, "which is told in the toll house alone"


async def test_a_wish_that_names_what_cannot_be_told_yet_is_not_told(store: IGameStore) -> None:
    jorun = await beside(Game(store, THAW), "jorun")
    answer = await jorun.do("what do you want?")
    assert "I want to know where my brother is." in answer
    assert "ring" not in answer


async def test_what_another_topic_names_that_can_be_told_is_told(store: IGameStore) -> None:
    """Ansel can be asked about the bell, so that his wish may name it; the clapper only an untold topic gives."""
    ansel = await beside(Game(store, BELL), "ansel")
    assert "the bell never draws anyone out again" in await ansel.do("what do you want?")
    assert "bag of salt" in await ansel.do("what are you carrying?")


@pytest.mark.parametrize("question", ["what do you know about the lantern?", "do you have the lantern?"])
async def test_a_question_for_one_matter_is_answered_by_its_topic(nils: Game, question: str) -> None:
    await nils.do(question)
    assert "nils-lantern" in nils.told_topics
