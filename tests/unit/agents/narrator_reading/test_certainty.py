"""What changes the world: orders of the player's own, of a verb that means it, and with no name left over."""

import pytest

from app.agents.narrator.reading.line_reader import read_by_words
from app.agents.narrator.understanding.intents import Intent, Wish
from app.agents.narrator.understanding.mood import has_order, is_call, is_own_deed
from tests.unit.agents.narrator_offline.playing import Play, at
from tests.unit.agents.narrator_reading.test_choosing import alone, choose, holding, inn, market
from tests.worlds import new_game


@pytest.mark.parametrize(
    "text",
    [
        *("take the lantern", "I take the lantern", "quietly take the lantern", "duel the pump", "rehome a crab"),
        *("I want to open the box", "peer between the bars", "Wrapping myself in the curtain", "sit."),
    ],
)
def test_an_order_and_what_the_player_says_that_it_does_is_its_own_deed(text: str) -> None:
    assert is_own_deed(text, in_company=True)


@pytest.mark.parametrize(
    "text",
    [
        *("nice seal, good seal", "You may have this thimble", "My brother has a fever", "with respect."),
        *("Five coins for silver!", "she said you would lift your saw", "Anna steps into the boat"),
        *("if you open the gate, I go in", "Could you open the box", "herring bucket to me"),
    ],
)
def test_what_others_do_and_what_has_no_verb_is_no_deed_of_the_player(text: str) -> None:
    assert not is_own_deed(text, in_company=True)


def test_with_nobody_there_what_the_player_says_of_itself_is_its_deed() -> None:
    assert is_own_deed("my feet carry me along the path", in_company=False)
    assert not is_own_deed("my feet carry me along the path", in_company=True)
    assert is_own_deed("could you open the box", in_company=False)


@pytest.mark.parametrize("text", ["Lad, run to the mill", "my boy, take this to her"])
def test_a_word_before_an_order_calls_a_person(text: str) -> None:
    assert is_call(text)


@pytest.mark.parametrize("text", ["Well, go east", "quietly, open it", "east, take it", "ok, run", "run, hide"])
def test_what_says_how_or_nothing_before_an_order_calls_nobody(text: str) -> None:
    assert not is_call(text)


def test_a_clause_is_an_order_by_a_verb_and_what_it_is_done_to() -> None:
    assert has_order("shake it to hear it")
    assert has_order("wait")
    assert not has_order("water")
    assert not has_order("bread and butter")


def wish_of(intent: Intent) -> tuple[Wish, tuple[str, ...]]:
    return intent.wish, tuple(thing.id for thing in intent.things)


def test_a_reading_binds_what_is_named() -> None:
    assert wish_of(choose(market(), "snatch up the lantern", take=0.95)) == (Wish.TAKE, ("lantern",))
    assert wish_of(choose(market(), "stroll over to the inn", go=0.95)) == (Wish.GO, ("inn",))
    given = choose(holding(), "entrust that guard with my lamp", give=0.95)
    assert [thing.id for thing in (*given.things, *given.aims)] == ["lantern", "guard-1"]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("keep an eye on the inn door", "go"),
        ("I walk on the errand of Mara", "go"),
        ("walk a while with thoughts of the inn", "go"),
    ],
)
def test_a_way_or_a_person_that_is_only_named_is_not_walked_to(text: str, kind: str) -> None:
    intent = choose(market(), text, **{kind: 0.95})
    assert intent.wish is not Wish.GO or intent.is_doubtful


@pytest.mark.parametrize("text", ["I hate the inn", "fear the inn", "peer down into the pit", "down east?"])
def test_no_verb_but_one_of_going_leads_by_a_name_or_a_direction_alone(text: str) -> None:
    intent = choose(market(), text, go=0.96)
    assert intent.wish is not Wish.GO or intent.is_doubtful


@pytest.mark.parametrize("text", ["duck into the inn", "set off for the inn", "make my way east", "east, to the inn"])
def test_what_leads_there_makes_a_walk_of_any_verb(text: str) -> None:
    assert choose(market(), text, go=0.95).wish is Wish.GO


def test_what_the_player_tells_of_its_errand_is_said_to_who_is_there() -> None:
    assert choose(market(), "I walk on Mara's errand", go=0.95).wish is Wish.SAY
    assert choose(alone(), "I walk on Mara's errand", go=0.95).wish is Wish.GO


def test_a_deed_whose_verb_is_not_surely_meant_is_only_tried() -> None:
    assert choose(market(), "mess up the lantern", take=0.4, use=0.3).wish is Wish.ATTEMPT


def test_a_question_whether_something_could_be_had_is_asked() -> None:
    assert choose(inn(), "Can I buy the lantern back later, and for how much?", buy=0.8).wish is Wish.SAY
    assert choose(alone(), "Can I buy the lantern back later?", buy=0.8).wish is Wish.WONDER


def test_what_is_no_deed_is_said_and_thought_aloud_where_nobody_is() -> None:
    assert choose(inn(), "five coins for solid silver", buy=0.9).wish is Wish.SAY
    assert choose(alone(), "nice seal, good seal", act=0.9).wish is Wish.MUSE


@pytest.mark.parametrize(
    "line",
    [
        "If you open the well for me, I take the lantern",
        "Guard, I am off. Take the lantern and go east",
        "Lad, take the lantern to the inn",
        "could you take the lantern",
        "go east, Guard",
        "Guard! Go east",
    ],
)
async def test_what_a_person_is_to_do_and_what_hangs_on_a_condition_is_not_done(line: str) -> None:
    played = await Play(new_game()).do(line)
    assert [each.speaker_id for each in played.narration.speeches] == ["guard-1"]
    assert not played.commands


def test_an_order_behind_a_call_belongs_to_it() -> None:
    parts = read_by_words(market(), "Guard, I am off. Take the lantern and go east")
    assert [part.text for part in parts] == ["Guard, I am off. Take the lantern and go east"]


async def test_a_word_of_a_name_beside_another_thing_is_asked_back_and_then_done() -> None:
    play = Play(at(new_game(), "market"))
    data = play.state.sheets.item("lantern").model_copy(update={"name": "brass lantern", "aliases": ()})
    play.state.sheets.items["lantern"] = data
    asked = await play.do("take the brass off the wall of the well")
    assert asked.text == "Do you mean the brass lantern?"
    assert not asked.commands
    answered = await play.do("yes")
    assert answered.kinds == ["take_item"]
