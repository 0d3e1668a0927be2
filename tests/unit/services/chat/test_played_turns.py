"""Which turn a conversation ends at."""

import pytest

from app.services.chat.conversation import AnsweredLine
from app.services.chat.played_turns import PlayedTurn, PlayedTurns

OWN = "my-key"
TEXTS = (
    "Rain drums on every roof of the market, and nobody looks up.",
    "An old dog follows you for three streets and then lies down.",
    "Somebody has left a candle burning in the well of the inn.",
)


def turn(seq: int, parent: int, line: str, answer: str, *, stands: bool = True, asked: str = OWN) -> PlayedTurn:
    number = seq if stands else seq - 10
    return PlayedTurn(seq=seq, parent=parent, turn=number, line=line, answer=answer, asked=asked, stands=stands)


def played(*turns: PlayedTurn) -> PlayedTurns:
    return PlayedTurns({each.seq: each for each in turns})


THREE = played(turn(1, 0, "look", TEXTS[0]), turn(2, 1, "wait", TEXTS[1]), turn(3, 2, "sit down", TEXTS[2]))


def found(turns: PlayedTurns, *exchanges: tuple[str | None, str]) -> int | None:
    place = turns.find([AnsweredLine(*each) for each in exchanges], OWN)
    return None if place is None or place.turn is None else place.turn.seq


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("wait", TEXTS[1]),
        (" WAIT!", f"  {TEXTS[1].upper()}\n"),
        ("wait", f"The opening.\n\n{TEXTS[1]}"),
        ("wait", TEXTS[1][:40]),
        ("wait", TEXTS[1].replace("old dog", "old black dog")),
        (None, TEXTS[1]),
        ("hold still", TEXTS[1]),
    ],
)
def test_an_exchange_is_known_by_its_words_however_a_client_writes_them(line: str | None, answer: str) -> None:
    assert found(THREE, (line, answer)) == 2


@pytest.mark.parametrize(
    "exchange",
    [("wait", "Snow."), ("dance", "Snow."), (None, "Snow."), ("hold still", TEXTS[1][:30])],
)
def test_another_exchange_is_not(exchange: tuple[str | None, str]) -> None:
    assert found(THREE, exchange) is None


def test_a_rewritten_answer_is_known_by_its_line_and_what_came_before() -> None:
    assert found(THREE, ("look", TEXTS[0]), ("wait", "Snow.")) == 2


def test_a_rewritten_answer_to_the_clients_own_last_line_is_known_by_the_line() -> None:
    assert found(THREE, ("sit down", "Snow.")) == 3
    others = played(turn(1, 0, "look", TEXTS[0], asked="another"))
    assert found(others, ("look", "Snow.")) is None


def test_of_turns_that_read_alike_the_one_with_the_same_history_is_found() -> None:
    alike = played(
        turn(1, 0, "wait", TEXTS[0]),
        turn(2, 1, "look", TEXTS[1]),
        turn(3, 2, "look", TEXTS[1]),
        turn(4, 3, "look", TEXTS[1]),
    )
    assert found(alike, ("wait", TEXTS[0]), ("look", TEXTS[1]), ("look", TEXTS[1])) == 3
    assert found(alike, ("look", TEXTS[1])) == 4


def test_turns_of_others_in_between_are_passed_over() -> None:
    mixed = played(
        turn(1, 0, "look", TEXTS[0]),
        turn(2, 1, "wait", TEXTS[1], asked="another"),
        turn(3, 2, "look", TEXTS[2]),
        turn(4, 3, "look", TEXTS[2], asked="another"),
    )
    place = mixed.find([AnsweredLine("look", TEXTS[0]), AnsweredLine("look", TEXTS[2])], OWN)
    assert place is not None
    assert place.turn == mixed.turns[3]
    assert place.points == 12


def test_the_same_answer_goes_before_a_longer_history_with_another_one() -> None:
    swiped = played(
        turn(1, 0, "look", TEXTS[0]), turn(12, 1, "wait", TEXTS[1], stands=False), turn(13, 1, "wait", TEXTS[2])
    )
    assert found(swiped, ("look", "Snow."), ("wait", TEXTS[1])) == 12


def test_a_turn_that_stands_goes_before_one_that_does_not() -> None:
    again = played(
        turn(1, 0, "look", TEXTS[0]), turn(12, 1, "wait", TEXTS[1], stands=False), turn(13, 1, "wait", TEXTS[1])
    )
    assert found(again, ("look", TEXTS[0]), ("wait", TEXTS[1])) == 13


def test_what_came_without_a_line_may_be_joined_to_the_answer_before() -> None:
    gone_on = played(turn(1, 0, "look", TEXTS[0]), turn(2, 1, "", TEXTS[1]))
    assert found(gone_on, ("look", TEXTS[0] + TEXTS[1])) == 2
    assert found(gone_on, ("look", TEXTS[0]), ("", TEXTS[1])) == 2


def test_turns_before_and_after_one_are_those_that_lead_to_the_present() -> None:
    assert [each.seq for each in THREE.after(THREE.turns[1])] == [2, 3]
    assert [each.seq for each in THREE.after(None)] == [1, 2, 3]
    assert THREE.before(THREE.turns[3], 2) == THREE.turns[1]
    assert THREE.before(THREE.turns[3], 3) is None
    assert THREE.present == THREE.turns[3]
