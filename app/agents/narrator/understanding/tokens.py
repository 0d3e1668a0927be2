"""The tokens of a typed text for the classifier of kinds: folded words, masks of names, and signs."""

from collections.abc import Iterator

from app.agents.narrator.understanding.typed_words import Phrase
from app.language.kinds.features import MASKS

_SIGNS = frozenset(".,?!;:")


def tokens_of(text: str) -> list[str]:
    """List the tokens of a text.

    Args:
        text: The text; a mask in it (``PERSON``) stays as it is.
    """
    phrase = Phrase.of(text)
    return [*_tokens(phrase), *_signs(text[phrase.words[-1].end :])[:1]] if phrase else _signs(text)[:1]


def _tokens(phrase: Phrase) -> Iterator[str]:
    for at, word in enumerate(phrase.words):
        if at and phrase.words[at - 1].end <= word.start:
            yield from _signs(phrase.gap_before(at))
        typed = phrase.source[word.start : word.end]
        yield typed if typed in MASKS else word.norm


def _signs(text: str) -> list[str]:
    return [sign for sign in text if sign in _SIGNS]
