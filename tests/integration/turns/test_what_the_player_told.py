"""What the player has told somebody is recited by that person, and known to the player elsewhere."""

import pytest

from app.interfaces.stores import IGameStore
from tests.integration.turns.test_first_hour import THAW, Game

pytestmark = pytest.mark.long

SISTER, SCAR = "My sister Elna lives in Brackwater.", "I have a scar on my arm from a wolf."


@pytest.fixture
async def thaw(store: IGameStore) -> Game:
    game = Game(store, THAW)
    await game.do("go down", "go east", f"Hedda, {SISTER[0].lower()}{SISTER[1:]}", SCAR)
    return game


@pytest.mark.parametrize("question", ["what did I tell you?", "what did I tell Hedda?", "what have I told you?"])
async def test_the_person_recites_all_of_it_in_order(thaw: Game, question: str) -> None:
    assert f"{SISTER} {SCAR}" in await thaw.do(question)


async def test_elsewhere_the_player_remembers_to_whom_it_said_what(thaw: Game) -> None:
    await thaw.do("go west")
    told = await thaw.do("what did I tell Hedda?")
    assert told.splitlines() == [f"You told Hedda Brask, just now: “{said}”" for said in (SISTER, SCAR)]
    assert SCAR not in await thaw.do("what did I tell Hedda about my sister?")


async def test_who_was_told_nothing_says_so(thaw: Game) -> None:
    await thaw.do("go west")
    assert "Elna" not in await thaw.do("what did I tell you?")
    assert "Elna" not in await thaw.do("what did I tell Ragna?")


async def test_two_questions_about_the_players_sister_are_answered_once_and_about_her(thaw: Game) -> None:
    answer = await thaw.do("who is my sister, what is her name?")
    assert answer.count("Elna") == 1
    assert "I bake" not in answer


async def test_who_does_not_know_the_players_sister_does_not_introduce_itself(thaw: Game) -> None:
    await thaw.do("go west")
    answer = await thaw.do("who is my sister, what is her name?")
    assert "Elna" not in answer
    assert "errand boy" not in answer


async def test_what_was_said_on_a_day_is_asked_for_by_the_calendar_of_the_game(thaw: Game) -> None:
    await thaw.do("wait until tomorrow", "I came over the pass with two dogs.")
    for question, said in (
        ("what did I tell you yesterday?", SCAR),
        ("what did I tell you on the first day?", SCAR),
        ("what did I tell you today?", "I came over the pass with two dogs."),
    ):
        answer = await thaw.do(question)
        assert [each for each in (SCAR, "I came over the pass with two dogs.") if each in answer] == [said]


@pytest.mark.parametrize("question", ["where does my sitser live?", "who lives in Brackwatr?", "do I have a sacr?"])
async def test_a_typing_slip_in_a_question_to_a_person_is_read_as_what_it_remembers(thaw: Game, question: str) -> None:
    answer = await thaw.do(question)
    assert (SCAR if "sacr" in question else SISTER) in answer
