"""Texts with parts blotted out, character by character: what is left keeps its place."""

from collections.abc import Iterable

from app.language.analysis.text import quote_spans

BLOT = "\0"
"""What stands there instead; part of no word."""


def blotted(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The text without what stands at (start, end); spans may lie in any order and overlap."""
    pieces, position = [], 0
    for start, end in sorted(spans):
        first = max(start, position)
        if first < end:
            pieces += [text[position:first], BLOT * (end - first)]
            position = end
    return "".join(pieces) + text[position:]


def without_quotations(text: str) -> str:
    """The text with its quotations blotted out."""
    return blotted(text, quote_spans(text))
