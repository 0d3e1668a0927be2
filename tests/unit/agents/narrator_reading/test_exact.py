"""Exact commands: what is one, what is none, and lines that are several."""

import pytest

from app.agents.narrator.reading import line_reader
from app.agents.narrator.reading.exact import exact_step, exact_steps
from app.agents.narrator.understanding.intents import Intent, Wish
from app.models.state.game_state import GameState
from tests.unit.agents.narrator_offline import playing
from tests.unit.agents.narrator_offline.playing import Play, at, with_lantern
from tests.unit.agents.narrator_reading.reading import no_vectors, turn_of
from tests.worlds import new_game


def market() -> GameState:
    return new_game()


def inn() -> GameState:
    return at(new_game(), "inn")


def alone() -> GameState:
    return at(new_game(), "cell-1")


def steps(state: GameState, line: str, *, is_whole: bool = True) -> list[tuple[Wish, str]]:
    """The wish of each step, and the words that it was typed with."""
    return [(step.wish, step.typed) for step in exact_steps(turn_of(state, line), line, is_whole=is_whole)]


@pytest.mark.parametrize(
    ("line", "wish"),
    [
        *(
            ("look", Wish.LOOK),
            ("l", Wish.LOOK),
            ("i", Wish.LOOK_UP),
            ("journal", Wish.LOOK_UP),
            ("help", Wish.LOOK_UP),
        ),
        *(("take the lantern", Wish.ACT), ("I take the lamp.", Wish.ACT), ("please take lantern", Wish.ACT)),
        *(("go east", Wish.ACT), ("go to the inn", Wish.ACT), ("look into the old well", Wish.ACT)),
        *(("use lantern on well", Wish.ACT), ("put the lantern in the well", Wish.ACT), ("drop it", Wish.ACT)),
        *(("talk to the guard", Wish.TALK), ("ask mara about the owl", Wish.ASK), ("ask guard to move", Wish.ASK)),
        *(("wait", Wish.WAIT), ("wait 10 minutes", Wish.WAIT), ("note buy bread", Wish.NOTE), ("wave", Wish.GESTURE)),
        *(("undo", Wish.OUTSIDE), ("save", Wish.OUTSIDE), ("can I take the lantern?", Wish.WHETHER)),
    ],
)
def test_a_line_that_the_grammar_fits_to_the_last_word_is_an_exact_command(line: str, wish: Wish) -> None:
    assert steps(market(), line) == [(wish, line)]


@pytest.mark.parametrize(
    "line",
    [
        *("take the moon", "take the lantern that shines", "go to the moon", "push the old well hard"),
        *("is the lantern heavy?", "what is the lantern for?", "could you take the lantern?", "don't move"),
        *(
            "wait for the storm to pass over me",
            "I wonder what the guard keeps in there",
            "flurble",
            "Guard, I am lost",
        ),
        *("", "...", "?", "x" * 5000, "take the lantern " * 200),
    ],
)
def test_a_line_with_a_name_that_is_not_here_or_with_words_left_over_is_none(line: str) -> None:
    assert steps(market(), line) == []


@pytest.mark.parametrize("line", ["take the lantren", "take lantern quietly, please"])
def test_a_slip_of_a_name_and_how_it_is_done_leave_a_command_exact(line: str) -> None:
    assert steps(market(), line) == [(Wish.ACT, line)]


@pytest.mark.parametrize("line", ['"Take the lantern"', "*takes the lantern*", 'I nod. "Go east!"', "look *around*"])
def test_a_line_with_marks_of_speech_or_role_play_is_none(line: str) -> None:
    assert steps(market(), line) == []


def test_a_frame_of_speech_around_a_quotation_is_one() -> None:
    line = 'ask the guard "have you seen the owl and the key?"'
    assert steps(market(), line) == [(Wish.ASK, line)]


@pytest.mark.parametrize(
    ("state", "line", "wish"),
    [
        (market(), "the guard", Wish.TALK),
        (market(), "lantern", Wish.EXAMINE),
        (market(), "the old well", Wish.EXAMINE),
        (market(), "inn door", Wish.GO),
        (market(), "Mara", Wish.TALK),
        (inn(), "the street door", Wish.GO),
    ],
)
def test_a_name_alone_is_a_command_where_it_is_the_whole_line(state: GameState, line: str, wish: Wish) -> None:
    assert steps(state, line) == [(wish, line)]
    assert steps(state, line, is_whole=False) == []


@pytest.mark.parametrize("line", ["lantern?", "the blue lantern", "whose", "lantern lantern lantern a b c d"])
def test_a_question_or_more_than_a_name_is_no_name_alone(line: str) -> None:
    assert steps(market(), line) == []


@pytest.mark.parametrize(
    ("line", "typed"),
    [
        ("take the lamp and go east", ["take the lamp", "go east"]),
        ("take the lantern, then drop it", ["take the lantern", "drop it"]),
        ("look. take the lantern; wait", ["look", "take the lantern", "wait"]),
        ("take the lantern and the anvil", ["take the lantern and the anvil"]),
        ("take the lantern and the anvil and wait", ["take the lantern and the anvil", "wait"]),
        ("go to the inn and ask mara about the owl", ["go to the inn", "ask mara about the owl"]),
    ],
)
def test_a_line_of_exact_commands_is_divided_at_its_joints(line: str, typed: list[str]) -> None:
    assert [words for _, words in steps(market(), line)] == typed


@pytest.mark.parametrize("line", ["take the lamp and ponder the sky above", "look, wonder at the sky, wait"])
def test_a_line_with_one_step_that_is_not_exact_is_none(line: str) -> None:
    assert steps(market(), line) == []


def test_after_a_walk_a_deed_may_name_what_is_not_here_yet() -> None:
    line = "go to the market and take the lantern"
    assert [words for _, words in steps(inn(), line)] == ["go to the market", "take the lantern"]
    assert steps(inn(), "look and take the lantern") == []
    assert steps(inn(), "go to the market and take heart") == []


def test_the_step_before_says_whether_a_name_may_be_elsewhere() -> None:
    turn = turn_of(inn(), "take the lantern")
    assert exact_step(turn, "take the lantern") is None
    assert exact_step(turn, "take the lantern", [Intent(Wish.ACT, "go west", typed="go west")]) is not None
    assert exact_step(turn, "take the lantern", [Intent(Wish.ACT, "look up", typed="look up")]) is None


def test_to_go_and_speak_to_a_person_elsewhere_goes_there_first() -> None:
    assert steps(market(), "go tell Mara about the owl")[0] == (Wish.GO, "Mara Ironhand")
    assert [wish for wish, _ in steps(inn(), "go tell Mara about the owl")] == [Wish.TELL]


def test_not_to_do_a_thing_is_exact_where_nobody_is_addressed() -> None:
    assert [wish for wish, _ in steps(alone(), "don't move")] == [Wish.FORBEAR]
    assert steps(market(), "don't move") == []


LINES = [
    *("look", "take the lantern", "take the lantern and go east", "wait 10 minutes", "guard", "the old well", "i"),
    *("talk to the guard", "undo", "use the lantern on the well", "can I take the lantern?", "wave", "note buy bread"),
]


@pytest.mark.parametrize("line", LINES)
async def test_an_exact_command_embeds_nothing_and_asks_no_classifier(
    line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_classifier(*_: object) -> None:
        raise AssertionError("a classifier read an exact command")

    monkeypatch.setattr(playing, "line_vectors", no_vectors)
    monkeypatch.setattr(line_reader, "classifier_of", no_classifier)
    assert (await Play(with_lantern(new_game())).do(line)).text or line == "wave"


async def test_what_is_no_exact_command_embeds_each_of_its_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "line_vectors", no_vectors)
    with pytest.raises(AssertionError, match="embedded"):
        await Play().do("I wonder where they keep the lamp oil")
