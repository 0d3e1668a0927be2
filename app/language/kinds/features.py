"""The features of a typed line by which its kind is recognised: n-grams of its words and of their characters."""

from collections.abc import Iterator, Sequence

MASKS = ("PERSON", "THING", "PLACE", "WAY", "TOPIC", "TIME")
"""What stands for a recognised name in a masked line."""
_SIGNS = frozenset(".,?!;:")
_LONGEST_RUN = 3
_CHARACTERS = (3, 4)


def line_features(tokens: Sequence[str], *, company: bool | None) -> list[str]:
    """List the features of a line, with repeats.

    Args:
        tokens: Its folded words, masks and signs, in order.
        company: Whether another person is there; None where that is not known.
    """
    return [*_runs(tokens), *_pieces(tokens), *_of_company(tokens, company)]


def _runs(tokens: Sequence[str]) -> Iterator[str]:
    bounded = ["<", *tokens, ">"]
    for size in range(1, _LONGEST_RUN + 1):
        for at in range(len(bounded) - size + 1):
            yield " ".join(bounded[at : at + size])


def _pieces(tokens: Sequence[str]) -> Iterator[str]:
    for token in tokens:
        if token in MASKS or token in _SIGNS or len(token) < min(_CHARACTERS) - 1:
            continue
        bounded = f" {token} "
        for size in _CHARACTERS:
            for at in range(len(bounded) - size + 1):
                yield f"#{bounded[at : at + size]}"


def _of_company(tokens: Sequence[str], company: bool | None) -> Iterator[str]:
    if company is None:
        return
    side = "@company" if company else "@alone"
    yield from (side, f"{side} {' '.join(tokens[:1])}", f"{side} {' '.join(tokens[:2])}")
    yield f"{side} {'?' if '?' in tokens else '.'}"
