"""Quotation marks that lack their partner, in any of the usual styles; single ones count as apostrophes."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

MARKS = '"“”„«»「」『』'
_MARK = re.compile(f"[{MARKS}]")
_CLOSERS = {"“": "”", "„": "“”", "«": "»", "»": "«", "「": "」", "『": "』", '"': '"', "”": "”"}
"""The marks that close what a mark opens, the usual one first."""
_EITHER = '"”»'
"""Marks that open or close, by what stands before them."""
_OPENS_AFTER = "([{-–—:*_"
_PARAGRAPH = re.compile(r"\n\s*\n\s*|\n\s*(?=[^\sa-zß-öø-ÿ])")
"""Where a paragraph ends: at a blank line, or before a line that does not go on with a small letter."""


@dataclass(frozen=True)
class Quotation:
    """A quotation in a text: the positions of its marks; ``close`` is None for one that is not closed in its
    paragraph."""

    open: int
    close: int | None


def quotations(text: str) -> list[Quotation]:
    """Find the quotations of a text, without those inside of others."""
    return [found for begin, end in _paragraphs(text) for found in _in_paragraph(text, begin, end)[0]]


def unpaired(text: str) -> list[int]:
    """Return the positions of marks without a partner, in order.

    The mark of a speech that goes on in the next paragraph, which begins with a mark again, has its partner there.
    """
    found: list[int] = []
    paragraphs = list(_paragraphs(text))
    for number, (begin, end) in enumerate(paragraphs):
        spans, strays = _in_paragraph(text, begin, end)
        goes_on = number + 1 < len(paragraphs) and text[paragraphs[number + 1][0]] in _CLOSERS
        is_last = [span.open for span in spans if span.close is None]
        found += sorted([*strays, *([] if goes_on else is_last)])
    return found


def paired(text: str, *, is_whole: bool = True) -> str:
    """Return the text with the marks that lack: a mark that closes nothing is cut, a quotation that is not closed ends
    with its paragraph.

    Args:
        text: All of the text so far.
        is_whole: Whether nothing follows; otherwise the last paragraph may still be closed.
    """
    lacking = unpaired(text)
    if not lacking:
        return text
    paragraphs = list(_paragraphs(text))
    pieces, position = list[str](), 0
    for number, (begin, end) in enumerate(paragraphs):
        is_open = not is_whole and number == len(paragraphs) - 1
        still_open = next((each.open for each in _in_paragraph(text, begin, end)[0] if each.close is None), None)
        last = begin + len(text[begin:end].rstrip())
        for at in (each for each in lacking if begin <= each < end):
            if at != still_open or (at == last - 1 and not is_open):
                pieces.append(text[position:at])
                position = at + 1
        if still_open in lacking and not is_open and still_open < last - 1:
            pieces += [text[position:last], _CLOSERS[text[still_open]][0]]
            position = last
    return "".join((*pieces, text[position:]))


def _paragraphs(text: str) -> Iterator[tuple[int, int]]:
    """Yield the begin and end of each paragraph that is not empty."""
    begin = len(text) - len(text.lstrip())
    for gap in _PARAGRAPH.finditer(text, begin):
        if gap.start() > begin:
            yield begin, gap.start()
        begin = gap.end()
    if begin < len(text):
        yield begin, len(text)


def _in_paragraph(text: str, begin: int, end: int) -> tuple[list[Quotation], list[int]]:
    """Return the quotations of a paragraph, and the positions of marks that close nothing or open a quotation twice."""
    spans, strays, opened = list[Quotation](), list[int](), -1
    for match in _MARK.finditer(text, begin, end):
        at, mark = match.start(), match.group()
        before = text[at - 1] if at > begin else " "
        if opened >= 0 and mark in _CLOSERS[text[opened]]:
            spans.append(Quotation(opened, at))
            opened = -1
        elif opened >= 0:
            if mark == text[opened]:
                strays.append(opened)
                opened = at
        elif mark not in _CLOSERS or (mark in _EITHER and not before.isspace() and before not in _OPENS_AFTER):
            if not (mark == '"' and before.isdecimal()):  # inches
                strays.append(at)
        else:
            opened = at
    return spans + ([Quotation(opened, None)] if opened >= 0 else []), strays
