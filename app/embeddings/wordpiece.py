"""WordPiece tokenization of BERT uncased (Devlin et al. 2018) by greedy longest match (Wu et al. 2016)."""

import re
import unicodedata
from functools import cache, lru_cache

from app.language.language import default_language

CLS, SEP, UNK = "[CLS]", "[SEP]", "[UNK]"
MAX_WORD = 100  # most characters of a word; a longer one is unknown

_HAN = (
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002a6df\U0002a700-\U0002b73f\U0002b740-\U0002b81f"
    "\U0002b820-\U0002ceaf\U0002f800-\U0002fa1f"
)
_SPLIT_HAN = re.compile(f"([{_HAN}])")
_PLAIN = re.compile(r"[a-z0-9]+|[!-/:-@\[-`{-~]")


def basic_tokens(text: str) -> list[str]:
    """Return the words and punctuation marks of a text, in lower case and without accents; each CJK ideograph is a
    token."""
    if text.isascii() and text.isprintable():
        return _PLAIN.findall(text.lower())
    cleaned = _SPLIT_HAN.sub(r" \1 ", "".join(map(_clean, text)))
    bare = "".join(char for char in unicodedata.normalize("NFD", cleaned) if unicodedata.category(char) != "Mn")
    lowered = "".join(map(str.lower, bare))  # by character like the reference: a final sigma remains a sigma
    return "".join(f" {char} " if _is_mark(char) else char for char in lowered).split()


@lru_cache(maxsize=4096)
def _clean(char: str) -> str:
    category = unicodedata.category(char)
    if char in "\t\n\r" or category.startswith("Z"):
        return " "
    return "" if char in "\0\ufffd" or category in {"Cc", "Cf", "Co", "Cs"} else char


@lru_cache(maxsize=4096)
def _is_mark(char: str) -> bool:
    """Return whether a character is a token by itself: punctuation, or an ASCII character that is no letter, digit or
    space."""
    is_ascii_mark = char.isascii() and not char.isalnum() and not char.isspace()
    return is_ascii_mark or unicodedata.category(char).startswith("P")


class WordPiece:
    """A tokenizer that maps texts to token ids of a vocabulary. Text is never parsed as a special token."""

    def __init__(self, vocabulary: list[str]) -> None:
        self._id_of = {piece: number for number, piece in enumerate(vocabulary)}
        self._unknown = self._id_of[UNK]
        self._of_word = lru_cache(maxsize=20_000)(self._match)
        self.cls_id, self.sep_id = self._id_of[CLS], self._id_of[SEP]

    def ids(self, text: str) -> list[int]:
        """Return the token ids of a text, without [CLS] and [SEP]."""
        return [number for word in basic_tokens(text) for number in self._of_word(word)]

    def _match(self, word: str) -> tuple[int, ...]:
        """Return the tokens of a word by greedy longest match; [UNK] for a word that cannot be composed."""
        if len(word) > MAX_WORD:
            return (self._unknown,)
        ids: list[int] = []
        start = 0
        while start < len(word):
            prefix = "##" if start else ""
            end = len(word)
            while end > start and prefix + word[start:end] not in self._id_of:
                end -= 1
            if end == start:
                return (self._unknown,)
            ids.append(self._id_of[prefix + word[start:end]])
            start = end
        return tuple(ids)


@cache
def bert_uncased() -> WordPiece:
    """Return the tokenizer of BERT-Base, Uncased; its vocabulary is read at the first call."""
    return WordPiece(default_language().data("vocabulary"))
