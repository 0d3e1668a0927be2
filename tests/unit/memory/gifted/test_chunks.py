"""Long texts in pieces that can be recalled by themselves."""

from hypothesis import given
from hypothesis import strategies as st

from app.language.long_texts import CHUNK, chunks, listed_chunks


def test_a_short_text_is_one_piece_with_its_beginning() -> None:
    assert chunks("Came by boat. Stayed.", "My background: ") == ["My background: Came by boat. Stayed."]


def test_a_text_that_says_nothing_has_no_pieces() -> None:
    assert chunks(" \n\t ", "My background: ") == []
    assert listed_chunks([], "My traits: ") == []


def test_pieces_end_where_sentences_end_and_each_has_the_beginning() -> None:
    sentence = "He counted the boats that went out and those that came home again, every evening of that year."
    pieces = chunks(" ".join([sentence] * 7), "I: ")
    assert len(pieces) == 3
    assert all(piece.startswith("I: He counted") and piece.endswith("that year.") for piece in pieces)


def test_no_piece_ends_at_an_abbreviation() -> None:
    """`Mr.` is followed by a name, not by another sentence."""
    text = "Long ago it was otherwise here, as people say. " * 5
    text += "On that day Mr. Harrow and Dr. Voss came by the St. Anne road to see it all with their own eyes."
    assert all(not piece.endswith(("Mr.", "Dr.", "St.")) for piece in chunks(text))
    assert any("Mr. Harrow and Dr. Voss came by the St. Anne road" in piece for piece in chunks(text))


def test_a_sentence_that_is_too_long_is_cut_between_words() -> None:
    text = " ".join(f"word{n}" for n in range(120)) + "."
    pieces = chunks(text)
    assert len(pieces) > 2
    assert " ".join(pieces) == text


def test_a_word_that_is_too_long_is_cut_where_it_must_be() -> None:
    assert chunks("x" * 700) == ["x" * 300, "x" * 300, "x" * 100]


def test_text_without_blanks_between_sentences_stays_as_it_is() -> None:
    text = "彼は船を数えた。" * 60
    assert "".join(chunks(text)) == text


def test_a_list_is_cut_between_items_and_each_piece_is_a_sentence() -> None:
    pieces = listed_chunks([f"the skill with number {n}" for n in range(30)], "What I am good at: ")
    assert len(pieces) > 2
    assert all(piece.startswith("What I am good at: the skill") and piece.endswith(".") for piece in pieces)
    assert sum(piece.count("the skill with number") for piece in pieces) == 30


PROSE = st.text(
    st.sampled_from("ab .!?\n\"“”'é漢。\u2028\x1c") | st.characters(exclude_categories=["Cs"]), max_size=1500
)


@given(PROSE, st.text(st.sampled_from("Mara: "), max_size=130))
def test_no_piece_is_too_long_and_nothing_of_the_text_is_lost(text: str, beginning: str) -> None:
    pieces = chunks(text, beginning)
    assert all(len(piece) <= CHUNK for piece in pieces)
    told = "".join(piece.removeprefix(beginning) for piece in pieces)
    assert "".join(told.split()) == "".join(text.split())


@given(st.lists(PROSE, max_size=8))
def test_no_piece_of_a_list_is_too_long(items: list[str]) -> None:
    assert all(len(piece) <= CHUNK for piece in listed_chunks(items, "My traits: "))
