"""People of whom nobody has heard are nobody of the cast, whatever family name they bear."""

import pytest

from app.events.commands import MoveNPCCommand
from app.interfaces.stores import IGameStore
from app.language.analysis.mentions import mentions_for
from app.memory.seeding.seeding import seed
from app.models.messages.message import Role
from app.models.sheets.person import FigureSheet
from app.models.state.opening import begin
from app.services.game.games.scenario_library import ScenarioLibrary
from app.settings import PROJECT
from tests.integration.turns.test_first_hour import BELL, THAW, Game
from tests.worlds import NOW, small_sheet

pytestmark = [pytest.mark.of_stores, pytest.mark.long]


EVERYBODY = ("hedda", "jorun", "nils", "ragna", "sunniva", "talle", "teodor", "wenzel")


@pytest.mark.parametrize("npc_id", EVERYBODY)
async def test_who_bears_the_family_name_of_somebody_is_not_taken_for_that_person(
    store: IGameStore, npc_id: str
) -> None:
    game = Game(store, THAW)
    game.state.scenario.current_location_id = game.state.npc(npc_id).current_location_id or ""
    await game.do("who is Ivo Haldane?")
    [told_topic] = game.told_topics
    assert "Ivo Haldane" in game.state.sheets.topic(told_topic)[1].aliases
    for question in ("what do you know about Old Haldane?", "who is Rurik Haldane?"):
        before = game.told_topics
        told = await game.do(question)
        assert game.told_topics == before
        assert "Ivo" not in told
    asked = [message for message in game.state.conversation_history if message.role is Role.PLAYER]
    assert [message.npc_ids for message in asked] == [()] * len(asked)


def test_a_figure_of_the_story_is_known_by_name() -> None:
    sheet = ScenarioLibrary([PROJECT / "app" / "content"]).load(THAW)
    names = {found.ids for found in mentions_for(sheet).names("Ivo Haldane and Jorun Haldane")}
    assert names == {("ivo",), ("jorun",)}


def test_everybody_may_know_what_is_said_of_a_figure() -> None:
    king = FigureSheet(id="king", name="The Old King", aliases=("the king",), description="The old king sleeps.")
    state = begin(small_sheet().model_copy(update={"figures": (king,)}), "game-1")
    seed(state, NOW)
    [known] = [memory for memory in state.scenario.world_memories if "king" in memory.summary]
    assert known.summary == "The old king sleeps."
    assert {"the old king", "the king"} <= {keyword.casefold() for keyword in known.keywords}


@pytest.mark.parametrize("question", ["who is Rurik Haldane?", "what do you know about Rurik?"])
async def test_people_tell_of_a_figure_what_everybody_may_know(store: IGameStore, question: str) -> None:
    game = Game(store, THAW)
    told = "Rurik Haldane built the weir and drowned in it."
    rurik = FigureSheet(id="rurik", name="Rurik Haldane", aliases=("Rurik",), description=told)
    sheet = game.state.sheet
    game.id = game.table.library.begin(sheet.model_copy(update={"figures": (*sheet.figures, rurik)}), "Élan", seed=7)
    await game.table.execute(game.id, MoveNPCCommand(npc_id="hedda", location_id=game.state.here.id))
    assert told in await game.do("hello Hedda", question)


@pytest.mark.parametrize(
    "question",
    [
        *(
            "who is Hedda Haldane?",
            "who is hedda haldane?",
            "what do you know about Ivo Brask?",
            "where is Hedda Brandt?",
            "where is hedda brandt?",
        ),
        *("have you seen Wenzel Brask?", "who is Rurik Haldane?", "where does Wenzel Lunde live?"),
    ],
)
async def test_nobody_is_told_of_under_the_first_name_of_one_and_the_family_name_of_another(
    store: IGameStore, question: str
) -> None:
    game = Game(store, THAW)
    for npc_id in ("hedda", "jorun", "wenzel"):
        await game.table.execute(game.id, MoveNPCCommand(npc_id=npc_id, location_id=game.state.here.id))
    await game.do("hello Hedda")
    told = await game.do(question)
    assert not game.told_topics
    sheets = game.state.sheets
    for npc_id in EVERYBODY:
        assert sheets.npc(npc_id).description not in told
        assert f"{sheets.npc(npc_id).name} " not in told
    assert [m.npc_ids for m in game.state.conversation_history if m.role is Role.PLAYER][1:] == [()]


async def test_a_topic_is_asked_for_by_the_full_name_of_whom_it_is_of(store: IGameStore) -> None:
    game = Game(store, BELL)
    await game.do("hello Tove", "who is Henrik Marrick?")
    [told] = game.told_topics
    assert game.state.sheets.topic(told)[1].name == "Henrik"


async def test_who_bears_no_such_name_is_not_spoken_to(store: IGameStore) -> None:
    game = Game(store, THAW)
    await game.table.execute(game.id, MoveNPCCommand(npc_id="hedda", location_id=game.state.here.id))
    assert "“Hedda Brandt”" in await game.do("ask Hedda Brandt about the dogs")
    assert not game.told_topics


async def test_what_the_player_says_of_a_stranger_is_remembered_of_that_one_alone(store: IGameStore) -> None:
    game = Game(store, THAW)
    await game.table.execute(game.id, MoveNPCCommand(npc_id="hedda", location_id=game.state.here.id))
    said = "My uncle Rurik Haldane lives in Brackwater."
    await game.do("hello Hedda", said)
    assert said in await game.do("who is Rurik Haldane?")
    assert said not in await game.do("who is Ketil Haldane?")
