"""What a player says of itself: kept in its sheet, shown to those who know it, taken back, undone and taken along."""

import pytest

from app.events.commands import JoinPartyCommand, UpdatePlayerSheetCommand
from app.interfaces.stores import IGameStore
from app.models.messages.message import Role
from app.models.prompt import Agent
from app.models.sheets.player import PlayerSheet
from app.models.state.game_state import PlayerCharacter
from app.stores.transfer import export_game, import_game
from app.testing.store import InMemoryGameStore
from tests.integration.turns.test_first_hour import THAW, Game

pytestmark = pytest.mark.long


@pytest.fixture(params=["files", "memory"])
def at(request: pytest.FixtureRequest, store: IGameStore) -> Game:
    return Game(store if request.param == "files" else InMemoryGameStore(), THAW)


def player(game: Game) -> PlayerCharacter:
    return game.state.party.players[0]


async def prompt(game: Game, npc_id: str | None = None) -> str:
    agent = Agent.NARRATOR if npc_id is None else Agent.NPC
    return (await game.table.context.build(game.state, agent, npc_id=npc_id)).text


async def test_what_was_said_is_known_to_who_heard_it(at: Game) -> None:
    await at.do("go down", "go east", "Hedda, my name is Lena.", "I'm a carpenter from Sedge.", "I like plums.")
    sheet = player(at)
    assert (sheet.called, sheet.occupation, sheet.home, sheet.likes) == ("Lena", "carpenter", "Sedge", ("plums",))
    (hedda,) = sheet.known_to["home"]
    assert '- from: "Sedge" (known to "Hedda' in await prompt(at)
    assert '- from: "Sedge"' in await prompt(at, hedda)
    other = next(npc_id for npc_id in at.state.npcs if npc_id != hedda)
    assert '- from: "Sedge"' not in await prompt(at, other)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("what is my name?", "Lena"),
        ("do you know where I am from?", "Sedge"),
        ("where am I from?", "Sedge"),
        ("what do I do for a living?", "carpenter"),
        ("what do I like?", "plums"),
    ],
)
async def test_who_was_told_answers_and_who_was_not_does_not(at: Game, question: str, answer: str) -> None:
    await at.do("go down", "go east", "Hedda, my name is Lena.", "I'm a carpenter from Sedge.", "I like plums.")
    assert answer in await at.do(question)
    assert answer not in await at.do("go west", question)


async def test_a_correction_replaces_and_what_is_taken_back_is_gone(at: Game) -> None:
    await at.do("go down", "go east", "Hedda, I'm a carpenter from Sedge.", "I take that back, I'm from Oster.")
    assert (player(at).home, player(at).occupation) == ("Oster", "carpenter")
    assert "Oster" in await at.do("where am I from?")
    await at.do("I take that back.")
    assert player(at).home == ""
    assert set(player(at).known_to) == {"occupation"}


async def test_an_undo_takes_back_what_was_said_and_what_was_ordered(at: Game) -> None:
    await at.do("go down", "go east", "Hedda, I'm from Sedge.")
    before = player(at)
    await at.do("I'm from Oster.")
    await at.table.execute(at.id, UpdatePlayerSheetCommand(player_id="player", pronouns="she/her"))
    assert (player(at).home, player(at).pronouns) == ("Oster", "she/her")
    await at.table.undo(at.id, 2)
    assert player(at) == before


async def test_a_game_that_was_exported_is_the_same_when_it_is_taken_in(at: Game) -> None:
    await at.do("go down", "go east", "Hedda, call me Len.", "I like plums.")
    read = at.table.library.read(at.id)
    again = import_game(export_game(read))
    assert again.records == read.records
    assert again.opening == read.opening


async def test_a_game_begins_with_sheets(at: Game) -> None:
    sheet = PlayerSheet(name="Lena", pronouns="she/her", background="A thief.", known_to={"background": ("hedda",)})
    game_id = at.table.library.begin(at.state.sheet, [sheet, "Odo"])
    lena, odo = at.table.state(game_id).party.players
    assert (lena.id, lena.sheet) == ("player", sheet.model_copy(update={"known_to": {}}))
    assert odo.sheet == PlayerSheet(name="Odo")


async def test_orders_and_questions_say_nothing_of_the_player(at: Game) -> None:
    before = player(at)
    await at.do("go down", "go east", "look", "Hedda, am I from Sedge?", "take all", "ask Hedda about my name")
    assert player(at) == before


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("what do I want?", "to find my sister and a warm bed"),
        ("what are my goals?", "to find my sister"),
        ("what am I good at?", "climbing (3) and knots (1)"),
        ("how good am I at knots?", "knots (1)"),
        ("what did I note?", "the key is under the stone"),
        ("what are my notes?", "the key is under the stone"),
        ("what do you know of my background?", "A thief's child."),
    ],
)
async def test_the_game_answers_of_what_only_the_sheet_says(at: Game, question: str, answer: str) -> None:
    order = UpdatePlayerSheetCommand(
        player_id="player",
        goals=("to find my sister", "a warm bed"),
        skills={"climbing": 3, "knots": 1},
        notes=("the key is under the stone",),
        background="A thief's child.",
    )
    await at.table.execute(at.id, order)
    assert answer in await told_by_game(at, question)
    await at.do("go down", "go east", "hello Hedda")
    assert answer in await told_by_game(at, question)
    assert at.state.present()


async def told_by_game(at: Game, question: str) -> str:
    before = len(at.state.conversation_history)
    await at.do(question)
    new = at.state.conversation_history[before:]
    return "\n".join(message.content for message in new if message.role is Role.NARRATOR)


async def test_who_was_told_a_wish_answers_for_it_and_the_game_for_other_players_alone(at: Game) -> None:
    await at.do("go down", "go east", "hello Hedda")
    known = UpdatePlayerSheetCommand(player_id="player", goals=("to find my sister",), known_to=("hedda",))
    await at.table.execute(at.id, known)
    before = len(at.state.conversation_history)
    await at.do("what do I want?")
    said = [m for m in at.state.conversation_history[before:] if m.role is Role.NPC]
    assert "to find my sister" in said[-1].content
    await at.table.execute(at.id, JoinPartyCommand(name="Ada"))
    before = len(at.state.conversation_history)
    await at.table.take_turn(at.id, "what do I want?", speaker="player-2")
    assert all("to find my sister" not in m.content for m in at.state.conversation_history[before:])


async def test_nothing_is_made_up_of_an_empty_sheet(at: Game) -> None:
    for question in ("what am I good at?", "what did I note?"):
        assert "You are good at" not in await told_by_game(at, question)
