"""Whom "she", "my sister" or a trade means: the one who fits, and asked back where several do."""

import pytest

from app.agents.narrator.offline import OfflineNarrator
from app.events.commands import MoveNPCCommand
from app.interfaces.stores import IGameStore
from tests.integration.turns.table import new_table
from tests.integration.turns.test_first_hour import THAW, Game

pytestmark = pytest.mark.long

ELNA, IDA = "My sister Elna lives in Brackwater.", "Ida is my sister, she is a nun in Orsenne."


@pytest.fixture
async def thaw(store: IGameStore) -> Game:
    game = Game(store, THAW)
    for npc_id in ("hedda", "jorun"):
        await game.table.execute(game.id, MoveNPCCommand(npc_id=npc_id, location_id=game.state.here.id))
    await game.do("hello Hedda")
    return game


@pytest.mark.parametrize("question", ["where does she live?", "where does my sister live?", "where does Elna live?"])
async def test_the_one_who_fits_is_meant(thaw: Game, question: str) -> None:
    await thaw.do(ELNA)
    assert ELNA in await thaw.do(question)


async def test_who_was_named_last_is_meant_by_a_pronoun(thaw: Game) -> None:
    await thaw.do("My brother Tom keeps bees.", ELNA)
    assert ELNA in await thaw.do("where does she live?")


async def test_of_what_the_player_calls_its_own_the_one_with_that_name_is_remembered(thaw: Game) -> None:
    await thaw.do(ELNA, "Elna has married a cooper.")
    assert "cooper" in await thaw.do("whom has my sister married?")


@pytest.mark.parametrize("question", ["where does my sister live?", "who is my sister?", "what is my sister called?"])
async def test_of_two_sisters_it_is_asked_back_which(thaw: Game, question: str) -> None:
    await thaw.do(ELNA, IDA)
    answer = await thaw.do(question)
    assert answer == "Whom do you mean: Elna or Ida?"


async def test_with_her_name_beside_it_a_sister_is_not_asked_back(thaw: Game) -> None:
    await thaw.do(ELNA, IDA)
    assert "Orsenne" in await thaw.do("what did I say of my sister Ida?")


async def test_of_two_who_were_named_together_it_is_asked_back_which(thaw: Game) -> None:
    await thaw.do("I met Ragna and Sunniva.")
    told = thaw.told_topics
    assert await thaw.do("where does she live?") == "Whom do you mean: Sunniva Roke or Ragna Iseli?"
    assert thaw.told_topics == told


@pytest.mark.parametrize(("pronoun", "place"), [("she", "pine needles"), ("he", "Teodor")])
async def test_of_two_who_were_named_together_the_one_whose_pronoun_it_is_is_meant(
    thaw: Game, pronoun: str, place: str
) -> None:
    await thaw.do("I met Ragna and Teodor.")
    told = await thaw.do(f"who is {pronoun}?")
    assert place in told
    assert "Whom do you mean" not in told


async def test_what_the_player_calls_its_own_has_the_pronoun_of_that_word(thaw: Game) -> None:
    await thaw.do("My uncle Tom lives in Kesh.", ELNA)
    assert "Kesh" in await thaw.do("where does he live?")
    assert ELNA in await thaw.do("where does she live?")


async def test_him_who_is_here_is_spoken_to_beside_her_who_was(thaw: Game) -> None:
    await thaw.table.execute(thaw.id, MoveNPCCommand(npc_id="teodor", location_id=thaw.state.here.id))
    assert thaw.state.party.addressees_of("player") == ("hedda",)
    await thaw.do("ask him about the flood")
    assert thaw.state.party.addressees_of("player") == ("teodor",)


async def test_of_two_here_whom_she_may_mean_it_is_asked_back(store: IGameStore) -> None:
    game = Game(store, THAW)
    for npc_id in ("hedda", "jorun", "teodor"):
        await game.table.execute(game.id, MoveNPCCommand(npc_id=npc_id, location_id=game.state.here.id))
    assert await game.do("greet the woman") == "Whom do you mean: Jorun Haldane or Hedda Brask?"
    assert "Teodor" in await game.do("greet him")


async def test_without_anybody_whom_it_fits_a_pronoun_means_whom_is_spoken_to(thaw: Game) -> None:
    await thaw.do("ask him about the bread")
    assert thaw.state.party.addressees_of("player") == ("hedda",)


COOPER, BEES = "My sister Elna has married a cooper.", "My sister Ida keeps bees."
WHO = "who is my sister?"


@pytest.fixture
async def two_here(store: IGameStore) -> Game:
    """Hedda, who is 61, and Jorun, who is 44, and nobody spoken to yet."""
    game = Game(store, THAW)
    for npc_id in ("hedda", "jorun"):
        await game.table.execute(game.id, MoveNPCCommand(npc_id=npc_id, location_id=game.state.here.id))
    return game


@pytest.mark.parametrize(("answer", "told"), [("Ida", BEES), ("I mean Elna.", COOPER), ("ida!", BEES)])
async def test_the_answer_whom_one_means_resumes_the_question(thaw: Game, answer: str, told: str) -> None:
    await thaw.do(COOPER, BEES)
    assert await thaw.do(WHO) == "Whom do you mean: Elna or Ida?"
    assert told in await thaw.do(answer)
    assert await thaw.do(WHO) == "Whom do you mean: Elna or Ida?"


@pytest.mark.parametrize(
    ("answer", "meant"),
    [
        *(("Hedda", "hedda"), ("the baker", "hedda"), ("Hedda Brask, please", "hedda"), ("the ropemaker", "jorun")),
        *(("the older one", "hedda"), ("the younger", "jorun"), ("the second one", "hedda"), ("the first", "jorun")),
        *(("heda", "hedda"), ("Not Jorun, the baker", ""), ("Sunniva", ""), ("her", ""), ("the older baker", "hedda")),
    ],
)
async def test_an_answer_is_a_name_a_trade_an_age_or_a_number(two_here: Game, answer: str, meant: str) -> None:
    assert await two_here.do("ask the woman about Ivo") == "Whom do you mean: Jorun Haldane or Hedda Brask?"
    await two_here.do(answer)
    assert [topic.rpartition("-")[0] for topic in two_here.told_topics] == ([meant] if meant else [])


async def test_of_a_man_and_a_woman_a_pronoun_answers(two_here: Game) -> None:
    for npc_id, place in (("teodor", two_here.state.here.id), ("jorun", "bakehouse")):
        await two_here.table.execute(two_here.id, MoveNPCCommand(npc_id=npc_id, location_id=place))
    assert "Whom do you mean" in await two_here.do("ask someone about Ivo")
    await two_here.do("him")
    assert two_here.state.party.addressees_of("player") == ("teodor",)


async def test_anything_else_is_a_new_line_and_ends_what_was_asked(two_here: Game) -> None:
    await two_here.do("ask the woman about Ivo", "look", "Hedda")
    assert two_here.told_topics == []


async def test_what_is_answered_is_answered_once(two_here: Game) -> None:
    await two_here.do("ask the woman about Ivo", "Hedda", "Hedda")
    assert len(two_here.told_topics) == 1


async def test_of_several_steps_the_one_that_was_not_clear_is_resumed(two_here: Game) -> None:
    told = await two_here.do("wait 10 minutes then ask the woman about Ivo")
    assert "Whom do you mean" in told
    minutes = two_here.state.clock.minutes
    await two_here.do("the baker")
    assert two_here.told_topics
    assert two_here.state.clock.minutes == minutes + 1


async def test_whom_and_of_whom_are_asked_one_after_the_other(two_here: Game) -> None:
    await two_here.do("I met Ragna and Sunniva.")
    assert "Jorun Haldane or Hedda Brask" in await two_here.do("ask the woman where she lives?")
    assert "Sunniva Roke or Ragna Iseli" in await two_here.do("Hedda")
    assert "Whom do you mean" not in await two_here.do("Ragna")


async def test_what_was_asked_is_taken_up_in_a_game_that_is_opened_anew_and_forgotten_with_its_turn(
    two_here: Game, store: IGameStore
) -> None:
    await two_here.do("ask the woman about Ivo")
    two_here.table.library.close(two_here.id)
    two_here.table = new_table(store, narrator=OfflineNarrator())
    await two_here.do("Hedda")
    assert len(two_here.told_topics) == 1
    await two_here.table.undo(two_here.id, 2)
    await two_here.do("Hedda")
    assert two_here.told_topics == []


async def test_nobody_is_asked_back_of_what_is_no_question(thaw: Game) -> None:
    await thaw.do(ELNA, IDA)
    assert "Whom do you mean" not in await thaw.do("My sister would like your bread.")


async def test_a_trade_of_the_sheet_means_who_has_it(thaw: Game) -> None:
    assert "Teodor Lunde" in await thaw.do("who is the registrar?")


async def test_of_two_of_one_trade_it_is_asked_back_which(store: IGameStore) -> None:
    game = Game(store, THAW)
    sheet = game.state.sheet
    trades = {"teodor": "weir guard", "ragna": "hunter, weir guard", "hedda": "baker"}
    npcs = tuple(npc.model_copy(update={"occupation": trades.get(npc.id, "")}) for npc in sheet.npcs)
    game.id = game.table.library.begin(sheet.model_copy(update={"npcs": npcs}), "Élan", seed=7)
    await game.table.execute(game.id, MoveNPCCommand(npc_id="hedda", location_id=game.state.here.id))
    for question in ("who is the weir guard?", "where does the weir guard live?"):
        assert await game.do(question) == "Whom do you mean: Teodor Lunde or Ragna Iseli?"
    assert "Up at the hut" in await game.do("Ragna")
    assert "Whom do you mean" not in await game.do("where does the weir guard Ragna live?")
    await game.table.execute(game.id, MoveNPCCommand(npc_id="teodor", location_id=game.state.here.id))
    assert "Whom do you mean" not in await game.do("Hedda, where does the weir guard live?")
