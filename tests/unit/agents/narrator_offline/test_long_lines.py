"""The work of a typed line grows no faster than its length, whatever is typed."""

import cProfile
from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from app.agents.narrator.reading.line_reader import read_by_words
from app.language.acts.reader import reader_of
from app.language.analysis.mentions import mentions_for
from app.language.language import default_language
from app.language.reading.hearing import Hearing
from app.memory.stream.commitments import record_commitments
from app.models.messages.payload import Utterance
from app.models.typed_text import MAX_PLAYER_TEXT
from tests.examples import examples
from tests.worlds import new_game

pytestmark = pytest.mark.long

STATE = new_game()
PEOPLE = [npc.id for npc in STATE.sheet.npcs]
LENGTH = 1000
_SLACK = 1.3
"""How much more than twice the work twice the length may take: tables are sorted, lines have beginnings."""

PIECES = (
    *("and then ", "then ", "and ", "then and ", ", ", "; ", ". ", "\n", ": ", "? ", "… "),
    *('"', "“", "”", "'", "’", "«", "(", ")", "[", "—", "-", "*", "_", " "),
    *("Mara ", "Mara, ", "Guard ", "the Guard and ", "lantern ", "the market ", "a ", "x"),
    *("go ", "go north ", "say ", "tell Mara that ", "ask Mara about ", "don't ", "not ", "please ", "i will ", "to "),
    *("promise ", "I promise to come ", "swear me ", "meet me at noon ", "hello there ", "put down ", "give it to "),
    *("It is not a wolf. It is my dog. ", "Do not tell this. ", "wait until 12 ", "what is it? ", "take back "),
    *("é", "ẞ ", "漢字", "مرحبا ", "a\u0301", "\u200b", "ﬃ ", "İ "),
)
"""What lines are made of that once took time out of proportion, or may."""


@pytest.fixture(scope="module", autouse=True)
def _prepared() -> None:
    """Patterns are compiled when they are first wanted, which counts many calls."""
    reader_of(default_language())


def calls_of(work: Callable[[], object]) -> int:
    """How many functions a piece of work calls, those of the interpreter included."""
    profile = cProfile.Profile()
    profile.runcall(work)
    return sum(entry.callcount + entry.reccallcount for entry in profile.getstats())


def enter(line: str) -> None:
    """All that reads a line before a narrator answers, and as the turn closes."""
    mentions_for(STATE.sheet).addressed(line, PEOPLE)
    mentions_for(STATE.sheet).people(line, PEOPLE)
    read_by_words(STATE, line)
    acts = Hearing(STATE.sheet, tuple(PEOPLE), tuple(PEOPLE[:1])).read_typed(line)
    said = Utterance(kind="utterance", speaker_id="player", words=line, addressee_ids=tuple(PEOPLE[:1]), acts=acts)
    record_commitments(new_game(), said)


def line_of(piece: str, length: int) -> str:
    return (piece * (length // len(piece) + 1))[:length]


@pytest.mark.parametrize("piece", PIECES)
def test_a_line_of_one_piece_takes_work_in_proportion_to_its_length(piece: str) -> None:
    _check([piece])


@settings(max_examples=examples(8))
@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=6))
@example(["and then "])
@example(['"a b" '])
@example(['"a b" ', "Mara "])
def test_a_line_of_any_pieces_takes_work_in_proportion_to_its_length(pieces: list[str]) -> None:
    _check(pieces)


def _check(pieces: list[str]) -> None:
    piece = "".join(pieces)
    enter(line_of(piece, LENGTH + len(piece)))  # whatever is compiled when it is first wanted
    once, twice = (calls_of(partial(enter, line_of(piece, size))) for size in (LENGTH, 2 * LENGTH))
    assert twice <= 2 * _SLACK * once, f"{once} calls for {LENGTH} characters, {twice} for twice as many"


def test_understanding_the_longest_line_takes_a_few_calls_a_character() -> None:
    for piece in PIECES:
        line = line_of(piece, MAX_PLAYER_TEXT)
        calls = calls_of(partial(read_by_words, STATE, line))
        assert calls <= 16 * MAX_PLAYER_TEXT, f"{calls} calls for {piece!r} over and over"
