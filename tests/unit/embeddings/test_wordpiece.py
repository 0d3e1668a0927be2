"""The pieces of texts, each case checked by hand against the vocabulary and the rules of BERT (uncased)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.embeddings.wordpiece import MAX_WORD, UNK, basic_tokens, bert_uncased

CASES = {
    "Hello, World!": "hello , world !",
    "WORLD": "world",
    "unaffable": "una ##ffa ##ble",
    "embeddings": "em ##bed ##ding ##s",
    "Mara Ironhand": "mara iron ##hand",
    "don't": "don ' t",
    "state-of-the-art": "state - of - the - art",
    "3.14": "3 . 14",
    "$5.00": "$ 5 . 00",
    "#hash ##tag": "# hash # # tag",
    "a\tb\nc\rd": "a b c d",
    "a\u00a0b": "a b",
    "a\u2028b\u2029c": "a b c",
    "  ": "",
    "": "",
    # accents go, whether composed or not; letters that are no accented ones stay
    "café Café": "cafe cafe",
    "e\u0301": "e",
    "Ångström": "ang ##strom",
    "naïve": "naive",
    "naïveté’s": "naive ##te ’ s",
    "Élan": "el ##an",
    "İstanbul": "istanbul",
    "straße": "st ##raße",
    "¿qué?": "¿ que ?",
    # control signs, formats, private use and replacement signs are not there at all
    "x\0y": "x ##y",
    "a\x0bb\x1cc\x85d": "abc ##d",
    "a\u200bb": "ab",
    "soft\u00adhyphen": "soft ##hy ##ph ##en",
    "zero\ufeffwidth": "zero ##wi ##dt ##h",
    "\ufffd": "",
    "\ue000x": "x",
    # each ideograph stands alone; Kana and Hangul are words
    "日本語": "日 本 語",
    "漢字kanji": "漢 [UNK] kan ##ji",
    "東京タワー": "東 京 タ ##ワ ##ー",
    "カタカナ": "カ ##タ ##カ ##ナ",
    "한국어": "ᄒ ##ᅡ ##ᆫ ##ᄀ ##ᅮ ##ᆨ ##ᄋ ##ᅥ",
    # other scripts
    "привет мир": "п ##р ##и ##в ##е ##т м ##и ##р",
    "Ёлка": "е ##л ##ка",
    "γειά σου": "γ ##ε ##ια σ ##ου",
    "ΟΔΟΣ": "ο ##δ ##ο ##σ",
    "שלום": "ש ##ל ##ו ##ם",
    "مرحبا": "م ##ر ##ح ##ب ##ا",
    "हिन्दी": "ह ##ि ##न ##द ##ी",
    "ไทย": "[UNK]",
    # what the vocabulary has no piece for
    "😀": "[UNK]",
    "hi😀": "[UNK]",
    "🎉 party": "[UNK] party",
    "①": "[UNK]",
    "½": "½",
    "ﬁre": "ﬁ ##re",
    "µm": "µ ##m",
    # marks beyond ASCII stand alone too
    "“quoted”": "“ quoted ”",
    "—dash—": "— dash —",
    # what a text says is never a special piece
    "[CLS] [SEP]": "[ cl ##s ] [ sep ]",
    # long words
    "x" * MAX_WORD: " ".join(["xx", *["##xx"] * 49]),
    "x" * (MAX_WORD + 1): UNK,
    "日" * (MAX_WORD + 1): " ".join(["日"] * (MAX_WORD + 1)),
}


def pieces_of(text: str) -> list[str]:
    pieces = {number: piece for piece, number in bert_uncased()._id_of.items()}
    return [pieces[number] for number in bert_uncased().ids(text)]


@pytest.mark.parametrize("text", CASES, ids=ascii)
def test_pieces_are_those_of_bert(text: str) -> None:
    assert pieces_of(text) == CASES[text].split()


def test_ids_are_the_lines_of_the_vocabulary() -> None:
    tokenizer = bert_uncased()
    assert (tokenizer.cls_id, tokenizer.sep_id) == (101, 102)
    assert tokenizer.ids("hello world!") == [7592, 2088, 999]


@given(st.text(max_size=60))
def test_any_text_has_pieces_that_are_in_the_vocabulary(text: str) -> None:
    pieces = pieces_of(text)
    assert all(piece == UNK or piece.removeprefix("##") for piece in pieces)


@given(st.text(max_size=60))
def test_without_unknown_words_the_pieces_spell_the_text(text: str) -> None:
    pieces = pieces_of(text)
    if UNK not in pieces:
        assert "".join(piece.removeprefix("##") if len(piece) > 2 else piece for piece in pieces) == "".join(
            basic_tokens(text)
        )


@given(st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=80))
def test_plain_ascii_takes_a_shortcut_to_the_same_words(text: str) -> None:
    assert basic_tokens(text) == basic_tokens(f"{text} \u00a0")
