"""Sentences, words, keywords, stems and numbers."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from snowballstemmer.english_stemmer import EnglishStemmer  # type: ignore[import-untyped]  # the package ships no types

from app.language.analysis.lexicon import lexicon
from app.language.analysis.text import keywords, numbers, quote_spans, sentences, stems, without_quotes, words
from app.language.language import default_language
from tests.examples import IS_LONG


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Mara nods. She leaves! Why?", ["Mara nods.", "She leaves!", "Why?"]),
        ('He said "I will go. I will return." Then he left.', ['He said "I will go. I will return."', "Then he left."]),
        ('"Stop!" she cried. “No. Never.”', ['"Stop!" she cried.', "“No. Never.”"]),
        ("Mr. Smith met Dr. Jones and J. R. Hale.", ["Mr. Smith met Dr. Jones and J. R. Hale."]),
        ("She waited... and then came. Well… Perhaps.", ["She waited... and then came.", "Well…", "Perhaps."]),
        ("No. I will not.", ["No.", "I will not."]),
        ("你好。我是玛拉！走吧", ["你好。", "我是玛拉！", "走吧"]),
        ("राम आया। वह गया।", ["राम आया।", "वह गया।"]),
        ("ما اسمك؟ أنا مارا.", ["ما اسمك؟", "أنا مارا."]),
        ("She came\nhome late.\n\nThe end", ["She came home late.", "The end"]),
        ('An "open quote. And more.', ['An "open quote.', "And more."]),
        ("", []),
        (" \n ", []),
    ],
)
def test_sentences_end_where_a_reader_would_end_them(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


@settings(deadline=None)
@given(st.text(max_size=300))
def test_no_word_is_lost_between_sentences(text: str) -> None:
    found = sentences(text)
    assert "".join("".join(found).split()) == "".join(text.split())
    assert all(sentence.strip() for sentence in found)


@pytest.mark.parametrize("text", ['"' * 10_000, "“" * 10_000, ". " * 5_000, "a.b." * 2_500, "„“" * 5_000, "?!" * 5_000])
def test_hostile_texts_are_split_without_trouble(text: str) -> None:
    assert "".join("".join(sentences(text)).split()) == "".join(text.split())


def test_quotations_are_found_and_can_be_emptied() -> None:
    assert quote_spans('a "b" c “d” „e“ «f» 「g」') == [(2, 5), (8, 11), (12, 15), (16, 19), (20, 23)]
    assert without_quotes('He said "go" and “stay”.') == 'He said "" and “”.'
    assert quote_spans('six" boards') == []
    assert quote_spans('he said "go', open_ended=True) == [(8, 11)]


def test_words_keep_inner_apostrophes_hyphens_and_marks() -> None:
    assert words("O'Brien’s well-kept राम, isn't it?") == ["O'Brien’s", "well-kept", "राम", "isn't", "it"]


def test_keywords_are_lower_case_long_enough_and_no_stop_words() -> None:
    assert keywords("The old Lantern isn’t lit; Mara's lantern, an ox.") == ("old", "lantern", "lit", "mara")


def test_texts_without_blanks_give_pairs_of_characters() -> None:
    assert keywords("我是玛拉") == ("我是", "是玛", "玛拉")


def test_stems_agree_between_forms_and_keep_repeats() -> None:
    assert stems("She promised promises") == ["promis", "promis"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("three 3", {"3"}),
        ("twelve and twenty-five", {"12", "25"}),
        ("two hundred and six", {"206"}),
        ("three thousand", {"3000"}),
        ("a dozen eggs, two dozen", {"12", "24"}),
        ("one two three", {"1", "2", "3"}),
        ("at 14:20, or 08:05", {"14:20", "8:05"}),
        ("1,000 coins, 10,20", {"1000", "10", "20"}),
        ("007 and 0 and 3rd", {"7", "0", "3"}),
        ("٣ and ３", {"3"}),
        ("nobody", set()),
    ],
)
def test_numbers_agree_however_they_are_written(text: str, expected: set[str]) -> None:
    assert numbers(text) == expected


def test_a_number_of_ten_thousand_digits_is_one_number() -> None:
    assert numbers("9" * 10_000) == {"9" * 10_000}


@settings(deadline=None)
@given(st.text(max_size=12))
def test_stems_are_the_same_with_and_without_the_stemmer_in_c(text: str) -> None:
    for word in text.casefold().split():
        assert lexicon().stem(word) == EnglishStemmer().stemWord(word)


def test_stems_of_all_words_that_the_pack_knows_are_the_same_with_and_without_the_stemmer_in_c() -> None:
    in_python = EnglishStemmer()
    known = default_language().data("vocabulary")
    assert len(known) > 5_000
    tried = sorted(known)[:: 1 if IS_LONG else 4]
    assert [word for word in tried if lexicon().stem(word) != in_python.stemWord(word)] == []
