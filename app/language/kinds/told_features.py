"""The features of a clause of a narrator by which what it says to have happened is recognised: n-grams of its words,
pairs of a word with its target or with "you", and n-grams of characters."""

from collections.abc import Iterator, Sequence

from app.language.analysis.lexicon import lexicon

TARGET = "X"
OTHERS = ("P", "T", "L", "W")
"""Marks in the place of the other persons, things, places and ways of a clause."""
POSSESSIVE = "'s"
SPEECH = "Q"
"""The mark in the place of words that are said aloud."""
_MARKS = frozenset((TARGET, *OTHERS, POSSESSIVE, SPEECH))
_LONGEST_RUN = 3
_CHARACTERS = (3, 4)
_NEAR = 5
"""How many words apart a pair may be."""


def told_features(tokens: Sequence[str], target: str, you: str) -> list[str]:
    """List the features of a clause, with repeats.

    Args:
        tokens: Its folded words, with marks in the place of names.
        target: What its target is, as a word; "" for a clause about the player alone.
        you: The word for the player.
    """
    stems = [each if each in _MARKS else lexicon().stem(each) for each in tokens]
    bounded = ["<", *stems, ">"]
    found = [*_runs(bounded), *_pairs(stems, (TARGET, you)), *_pieces(tokens)]
    return [f"{target}:{each}" for each in found]


def _runs(bounded: Sequence[str]) -> Iterator[str]:
    for size in range(1, _LONGEST_RUN + 1):
        for at in range(len(bounded) - size + 1):
            yield " ".join(bounded[at : at + size])


def _pairs(stems: Sequence[str], ends: tuple[str, ...]) -> Iterator[str]:
    for at, stem in enumerate(stems):
        if stem in ends:
            yield from (f"{other} ~ {stem}" for other in stems[max(0, at - _NEAR) : at])
            yield from (f"{stem} ~ {other}" for other in stems[at + 1 : at + 1 + _NEAR])


def _pieces(tokens: Sequence[str]) -> Iterator[str]:
    for token in tokens:
        if token not in _MARKS and len(token) >= min(_CHARACTERS):
            bounded = f" {token} "
            for size in _CHARACTERS:
                yield from (f"#{bounded[at : at + size]}" for at in range(len(bounded) - size + 1))
