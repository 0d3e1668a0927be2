"""The sentence of each reason that needs no game, made of its value; and the doors, which make it."""

from collections.abc import Callable

import pytest

from app.api.problems import problem_of
from app.cli.errors import error_line
from app.errors import Conflict, InvalidInput, NotFound, TalekeeperError
from app.language.language import using
from app.language.rendering.plain_reasons import in_words, render_plain, word_plainly, worded_plainly
from app.language.rendering.refusing import worded
from app.models.plain_reasons import (
    Clash,
    Clashes,
    Denial,
    Denied,
    Form,
    GameUnclear,
    LineFault,
    LineUnfit,
    Malformed,
    PlainReason,
    Problem,
    Searched,
    Sought,
    Unknown,
    ValueFault,
    ValueUnfit,
)
from app.models.refusals.turns import TurnNone
from tests.fakes.pseudo_locale import latin, pseudo_locale
from tests.worlds import new_game

SENTENCES: list[tuple[PlainReason, str]] = [
    (Unknown(what=Sought.PLACE, name="moon"), "There is no place 'moon' in this scenario."),
    (Unknown(what=Sought.PERSON, name="bo", where=Searched.GAME), "There is no person 'bo' in this game."),
    (Unknown(what=Sought.GAME, name="nowhere"), "There is no game 'nowhere'."),
    (Unknown(what=Sought.RECORD, of="one", name="7"), "The game 'one' has no record 7."),
    (Unknown(what=Sought.SCENARIO, name="x"), "There is no scenario 'x'."),
    (Unknown(what=Sought.SCENARIO, name="x", there=("a", "b")), "There is no scenario 'x'. There are: a, b."),
    (Unknown(what=Sought.TOOL, name="fly", there=("act", "say")), "There is no tool 'fly' here; there are act, say."),
    (Unknown(what=Sought.PROMPT, name="x"), "There is no prompt 'x' here; there are none."),
    (GameUnclear(name="mil", there=("mill-1", "mill-2")), "'mil' could be several games: mill-1, mill-2."),
    (
        Malformed(form=Form.ARGUMENTS, problem=Problem.NO_OBJECT, of="act"),
        "Bad arguments of act: they must be an object of names and values.",
    ),
    (
        Malformed(form=Form.ARGUMENTS, of="act", where="what", detail="Field required"),
        "Bad arguments of act, what: Field required.",
    ),
    (
        Malformed(form=Form.ARGUMENTS, problem=Problem.UNKNOWN_NAME, of="act", where="how", there=("action", "what")),
        "Bad arguments of act, how: Extra inputs are not permitted; it takes action, what.",
    ),
    (
        Malformed(form=Form.ARGUMENTS, problem=Problem.FOR_ACTIONS, of="act", where="place", there=("go",)),
        "Bad arguments of act, place: 'go' needs it, and nothing else takes it.",
    ),
    (
        Malformed(form=Form.ARGUMENTS, problem=Problem.FOR_ACTIONS, of="act", where="what", there=("do", "make")),
        "Bad arguments of act, what: 'do' and 'make' need it, and nothing else takes it.",
    ),
    (
        Malformed(form=Form.ARGUMENTS, problem=Problem.NO_ORDER, where="commands", there=("take", "go")),
        "Bad arguments, commands: each must have as its kind one of take, go.",
    ),
    (
        Malformed(form=Form.COMMAND, problem=Problem.NO_COMMAND, where="kind", detail="fly"),
        "Bad command, kind: there is no command 'fly'.",
    ),
    (
        ValueUnfit(fault=ValueFault.TURN_LENGTH, given=12_345, most=10_000),
        "That is 12,345 characters; a turn takes at most",
    ),
    (ValueUnfit(fault=ValueFault.NAME, name="player", most=60), "A player's name is 1 to 60 characters on one line."),
    (
        Clashes(clash=Clash.GAME_AT_RECORD, name="one", present="12345", expected="7"),
        "The game 'one' is at record 12345, not at 7: load it again.",
    ),
    (Denied(denial=Denial.REQUESTS, most=6000, seconds=9), "At most 6000 requests a minute; wait 9 s."),
    (LineUnfit(fault=LineFault.NO_ANSWER, most=1), "The last line has 1 answer; /answer lists them."),
    (LineUnfit(fault=LineFault.NO_ANSWER, most=2), "The last line has 2 answers; /answer lists them."),
    (LineUnfit(fault=LineFault.COMMAND_UNKNOWN, name="fly"), "There is no command /fly; /help lists them."),
    (
        LineUnfit(fault=LineFault.COMMAND_UNKNOWN, name="udo", example="/undo [N]"),
        "There is no command /udo; the nearest is /undo [N].",
    ),
]
EVERY: list[PlainReason] = [
    *(Unknown(what=what) for what in Sought),
    *(Malformed(form=form, problem=problem) for form in Form for problem in Problem),
    *(ValueUnfit(fault=fault) for fault in ValueFault),
    *(Clashes(clash=clash) for clash in Clash),
    *(Denied(denial=denial) for denial in Denial),
    *(LineUnfit(fault=fault) for fault in LineFault),
]


@pytest.mark.parametrize(("reason", "sentence"), SENTENCES, ids=str)
def test_a_plain_reason_is_a_sentence(reason: PlainReason, sentence: str) -> None:
    assert render_plain(reason).startswith(sentence)


def test_each_value_of_a_reason_has_a_sentence_of_its_own() -> None:
    sentences = [render_plain(reason) for reason in EVERY]
    assert len({*sentences}) == len(sentences)


def test_every_kind_of_plain_reason_has_its_sentence_here() -> None:
    assert {type(reason) for reason, _ in SENTENCES} == {*PlainReason.__subclasses__()}


def test_an_error_says_its_fields_until_it_is_worded() -> None:
    error = NotFound(Unknown(what=Sought.GAME, name="one"))
    assert str(error) == "unknown(what=<Sought.GAME: 'game'>, name='one')"
    word_plainly(error)
    assert str(error) == "There is no game 'one'."


def test_an_error_without_a_plain_reason_keeps_its_words() -> None:
    assert in_words(InvalidInput("As it is.")) == "As it is."
    refused = NotFound(TurnNone())
    assert in_words(refused) == str(TurnNone()), "it needs a game"


def test_an_error_that_leaves_a_game_is_in_its_language() -> None:
    with pseudo_locale() as language:
        state = new_game()
        state.scenario.sheet = state.sheet.model_copy(update={"language": language.tag})
        with pytest.raises(NotFound) as raised, worded(state):
            state.place("moon")
        assert "There is no" not in str(raised.value)
        assert "moon" in latin(str(raised.value))


def test_an_error_without_a_game_is_in_the_language_that_is_bound() -> None:
    with pseudo_locale() as language, using(language):
        with pytest.raises(Conflict) as raised, worded_plainly():
            raise Conflict(Clashes(clash=Clash.GAME_CLOSED))
        assert "closed" not in str(raised.value)


@pytest.mark.parametrize("show", [error_line, lambda error: problem_of(error).detail], ids=["terminal", "api"])
def test_a_door_shows_the_sentence(show: Callable[[TalekeeperError], str]) -> None:
    error: TalekeeperError = NotFound(Unknown(what=Sought.GAME, name="nowhere"))
    assert show(error) == "There is no game 'nowhere'."
