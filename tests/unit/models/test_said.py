"""What of a player's words is said aloud, as it was read."""

from app.language.reading.spoken_text import words_aloud
from app.models.messages.message import Message, Role
from app.models.messages.speech import spans_within
from tests.worlds import NOW, small_sheet


def typed(content: str, *said: tuple[int, int], quoted: bool = False) -> Message:
    spans = ((0, len(content)),) if quoted else ()
    return Message(index=0, role=Role.PLAYER, content=content, timestamp=NOW, said=said, quoted=spans)


def test_spans_are_cut_to_a_part_of_the_text_and_moved_to_its_beginning() -> None:
    assert spans_within([(0, 4), (6, 12), (20, 30)], 2, 10) == ((0, 2), (4, 8))


def test_what_was_read_as_said_is_said_and_nothing_else() -> None:
    sheet = small_sheet()
    assert words_aloud(typed("I nod. hello there", (7, 18)), sheet) == "hello there"
    assert words_aloud(typed("go east"), sheet) == ""
    assert words_aloud(typed("hello. I nod. bye", (0, 6), (14, 17)), sheet) == "hello. bye."
    assert words_aloud(typed("hello there", (0, 11), quoted=True), sheet) == ""


def test_an_order_to_promise_is_what_is_promised() -> None:
    assert words_aloud(typed("promise Mara to bring salt", (0, 26)), small_sheet()) == "I promise to bring salt"


def test_of_a_refused_deed_a_summarizer_sees_nothing_said() -> None:
    message = typed("say hello", (4, 9)).model_copy(update={"refused": True})
    assert message.for_summary().said == ()
