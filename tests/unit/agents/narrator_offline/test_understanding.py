"""What typed text is understood to mean."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.agents.narrator.understanding.intents import Intent, Wish
from app.agents.narrator.understanding.parser import understand
from app.models.state.game_state import GameState
from tests.examples import examples
from tests.unit.agents.narrator_offline.playing import at
from tests.unit.agents.narrator_offline.wishes import (
    Ask,
    Climb,
    Close,
    Cross,
    Drop,
    Examine,
    Fight,
    Fix,
    Give,
    Go,
    GoBack,
    Leave,
    Look,
    LookUp,
    Note,
    Outside,
    Place,
    Push,
    Say,
    Take,
    Talk,
    Tell,
    Unknown,
    Use,
    Vow,
    Wait,
    WaitUntil,
)
from tests.worlds import new_game


def alone() -> GameState:
    """The party in a cell with nobody in it."""
    return at(new_game(), "cell-1")


def with_mara() -> GameState:
    return at(new_game(), "inn")


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("go north", Go("north")),
        ("n", Go("n")),
        ("Walk to the market", Go("to the market")),
        ("please go to the market now", Go("the market")),
        ("I want to go through the grating", Go("the grating")),
        ("enter the inn", Go("the inn")),
        ("enter", Go("in")),
        ("climb up", Go("up")),
        ("climb the frame", Climb("the frame")),
        ("climb up onto the frame", Climb("the frame")),
        ("close the door", Close("the door")),
        ("push the bell", Push("the bell")),
        ("ring the bell", Use("the bell")),
        ("Hello! How are you?", Talk()),
        ("hello, how are you", Talk()),
        ("wait until dark", WaitUntil(minutes=1320)),
        ("wait until it gets dark", WaitUntil(minutes=1320)),
        ("wait until sundown", WaitUntil(minutes=1080)),
        ("leave", Leave()),
        ("go out", Leave()),
        ("exit!", Leave()),
        ("go back", GoBack()),
        ("back", GoBack()),
        ("return to the market", Go("the market")),
        ("look", Look()),
        ("l", Look()),
        ("LOOK AROUND", Look()),
        ("Where am I?", Look()),
        ("what's here", Look()),
        ("look at the well", Examine("the well")),
        ("x well", Examine("well")),
        ("take a look at the well", Examine("the well")),
        ("let's search the straw", Examine("the straw")),
        ("talk to Mara", Talk("Mara")),
        ("speak with the guard", Talk("the guard")),
        ("greet guard", Talk("guard")),
        ("say hello to the guard", Talk("the guard")),
        ("ask Mara about the owl", Ask("the owl", "Mara")),
        ("Ask about the owl.", Ask("the owl.")),
        ("tell me about the owl", Ask("the owl")),
        ("talk to Mara about the owl", Ask("the owl", "Mara")),
        ("tell Mara about the owl", Tell("the owl", "Mara")),
        ("say I'll be back", Say("I'll be back")),
        ("say to Mara: I'll be back", Say("I'll be back", "Mara")),
        ("“Is it you?”", Say("Is it you?")),
        ('"Hello" to Mara', Say("Hello", "Mara")),
        ("take the lantern", Take("the lantern")),
        ("pick up lantern", Take("lantern")),
        ("pick the lantern up", Take("the lantern")),
        ("drop lantern", Drop("lantern")),
        ("put the lantern down", Drop("the lantern")),
        ("give lantern to Mara", Give("lantern", "Mara")),
        ("give Mara the lantern", Give("Mara the lantern")),
        ("use lantern on well", Use("lantern", "well")),
        ("use lantern", Use("lantern")),
        ("open the chest with the key", Use("the key", "the chest")),
        ("fight the owl", Fight("the owl")),
        ("attack owl with lantern", Fight("owl")),
        ("drive off the owl", Fight("the owl")),
        ("wait", Wait(minutes=10)),
        ("rest", Wait(minutes=60)),
        ("wait 5 minutes", Wait(minutes=5)),
        ("wait for two hours", Wait(minutes=120)),
        ("wait half an hour", Wait(minutes=30)),
        ("rest for an hour", Wait(minutes=60)),
        ("wait 90", Wait(minutes=90)),
        ("wait 2h", Wait(minutes=120)),
        ("sleep", WaitUntil(minutes=360)),
        ("sleep until morning", WaitUntil(minutes=360)),
        ("wait till nightfall", WaitUntil(minutes=1320)),
        ("wait until 14:30", WaitUntil(minutes=870)),
        ("i", LookUp("inventory")),
        ("What do I have?", LookUp("inventory")),
        ("journal", LookUp("journal")),
        ("quests", LookUp("quests")),
        ("who's here?", LookUp("who")),
        ("What time is it?", LookUp("clock")),
        ("note the owl hates light", Note("the owl hates light")),
        ("make a note that Mara lies.", Note("Mara lies.")),
        ("help", LookUp("help")),
        ("?", LookUp("help")),
    ],
)
def test_each_verb_is_understood_in_its_variants(text: str, intent: Intent) -> None:
    assert understand(alone(), text) == (intent,)


@pytest.mark.parametrize(
    ("text", "intents"),
    [
        ("take lantern and go north", (Take("lantern"), Go("north"))),
        ("take lantern then talk to mara", (Take("lantern"), Talk("mara"))),
        ("go north, look", (Go("north"), Look())),
        ("look. take lantern. go down.", (Look(), Take("lantern"), Go("down"))),
        ("take lantern and rope and go north", (Take("lantern and rope"), Go("north"))),
        ("ask mara about the owl and the key", (Ask("the owl and the key", "mara"),)),
        ("say I will take it and go north", (Say("I will take it and go north"),)),
        ("note take the lamp and go north", (Note("take the lamp and go north"),)),
        ("take lamp and bag", (Take("lamp and bag"),)),
    ],
)
def test_joined_steps_are_cut_where_a_new_verb_begins(text: str, intents: tuple[Intent, ...]) -> None:
    assert understand(alone(), text) == intents


@pytest.mark.parametrize(
    "text",
    [
        "I will bring it back tomorrow",
        "I'll take the lantern to you",
        "I give you my word",
        "Can you help me?",
        "wait for me",
        "leave me alone",
        "thanks",
        "My brother was a miller",
        "Где сова?",
        "shut up",
        "Be quiet!",
        "Hush!",
    ],
)
def test_free_speech_is_said_when_somebody_can_hear_it(text: str) -> None:
    assert understand(with_mara(), text) == (Say(text),)


@pytest.mark.parametrize(
    "text",
    [
        "I will go north tomorrow",
        "I found Mara, Nils. She is dead.",
        "Don't take the lantern",
        "do not go to the market",
        "never leave the inn",
        "I won't take the lantern",
        "Hello Mara. How are you?",
    ],
)
def test_what_is_not_ordered_is_not_done(text: str) -> None:
    assert understand(with_mara(), text) == (Say(text),)
    (intent,) = understand(alone(), text)[:1]
    assert intent.wish in (Wish.FORBEAR, Wish.UNKNOWN, Wish.TALK, Wish.SAY)


@pytest.mark.parametrize("text", ["will mara", "weather", "found mara", "sea", "strokes", "heard mara", "lost mara"])
def test_a_word_of_its_own_is_never_read_as_another(text: str) -> None:
    (intent,) = understand(with_mara(), text)
    assert intent.wish in (Wish.UNKNOWN, Wish.SAY)


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("swear to mara to bring it back", Vow("I swear to mara to bring it back", "mara to bring it back")),
        ("I promise to help", Vow("I promise to help", "help")),
        ("mara strokes", Ask("strokes", "mara")),
        ("hang the lantern", Fix("the lantern")),
        ("put lantern", Place("lantern")),
        ("attach lantern to well", Use("lantern", "well")),
        ("throw lantern at owl", Give("lantern", "owl")),
        ("feed the owl", Fight("the owl")),
        ("cross the black ice", Cross("black ice")),
        ("undo", Outside("undo")),
        ("save", Outside("save")),
        ("Hello? Is anyone in here?", Talk()),
        ("look at me", Examine("me")),
        ("warm my hands", Unknown("warm my hands")),
        ("lok", Look()),
    ],
)  # fmt: skip
def test_more_ways_to_say_things(text: str, intent: Intent) -> None:
    assert understand(with_mara(), text) == (intent,)


def test_a_long_note_or_speech_keeps_all_its_words() -> None:
    words = "take the lantern and go north " * 20 + "at once"
    assert understand(alone(), f"note that {words}") == (Note(words),)
    assert understand(with_mara(), f"say {words}") == (Say(words),)


def test_free_speech_means_nothing_when_nobody_is_there() -> None:
    assert understand(alone(), "My brother was a miller") == (Unknown("My brother was a miller"),)


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("Mara, tell me about the owl", Ask("the owl", "Mara")),
        ("Mara: where is the owl?", Say("where is the owl?", "Mara")),
        ("where is the owl, Mara?", Say("where is the owl, Mara?", "Mara")),
        ("give me the key", Ask("the key")),
        ("mara", Talk("mara")),
        ("owl", Ask("owl")),
        ("street door", Go("street door")),
        ("the market, please", Go("the market")),
        ("exmaine mara", Examine("mara")),
        ("aks mara about the owl", Ask("the owl", "mara")),
    ],
)
def test_names_and_slips_are_understood_from_the_scene(text: str, intent: Intent) -> None:
    assert understand(with_mara(), text) == (intent,)


@pytest.mark.parametrize("text", ["dance wildly", "flibber", "buy beer"])
def test_a_deed_nobody_knows_is_not_understood(text: str) -> None:
    assert understand(with_mara(), text) == (Unknown(text),)


@pytest.mark.parametrize("text", ["...", "((((.*+?[\\", "\u202e\u200f", "-" * 10_000, "!" * 9_999 + "?"])
def test_signs_alone_are_not_understood(text: str) -> None:
    assert understand(with_mara(), text) == (Unknown(text),)


@settings(max_examples=examples(60), deadline=None, derandomize=True)
@given(st.text(max_size=300))
def test_any_text_means_something_or_is_unknown(text: str) -> None:
    assert understand(with_mara(), text)


KNOWN_WORDS = [
    "take",
    "go",
    "and",
    "then",
    ",",
    ".",
    ";",
    "the",
    "lantern",
    "mara",
    "ask",
    "about",
    "i",
    "you",
    '"',
    "(",
]


@settings(max_examples=examples(60), deadline=None, derandomize=True)
@given(st.lists(st.sampled_from(KNOWN_WORDS), max_size=90))
def test_any_order_of_known_words_means_something_or_is_unknown(words: list[str]) -> None:
    assert understand(new_game(), " ".join(words))
