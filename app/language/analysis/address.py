"""Detection of addressees in a player's words: "ask X about …", "X, …", "Hello X" and "…, X?"."""

import re
from collections.abc import Sequence

from app.language.analysis.names import NameMatch
from app.language.analysis.text import quote_spans
from app.language.language import patterns_of

_LOOK_BACK = 200  # characters read before a name: a clause, not a speech
_MOST_NAMES = 64  # names read; a line does not address more people at once
_SENTENCE = re.compile(r"\A.*[.!?…\n;\"“”«»「」『』]", re.DOTALL)
_PAUSE = re.compile(r"\s*(?:$|[,!?:.…\n;\"”»」』]|[-–—]{1,2}\s)")
_END = re.compile(r"\s*(?:$|[.!?:…\n;\"”»」』])")
_pattern = patterns_of("address")


def calling(names: Sequence[str]) -> re.Pattern[str]:
    """Return a pattern that finds one of the names as a vocative at the begin of a text or quotation, with the letter
    after it."""
    called = "|".join(map(re.escape, names))
    return re.compile(rf"(^|[\"“])(?:{called})[,!]\s+(\w)", re.IGNORECASE)


def addressed_names(text: str, names: Sequence[NameMatch]) -> list[NameMatch]:
    """Find the names that the words are addressed to, in order, with names joined to one of them by "and".

    Args:
        text: The tidy text.
        names: The names in it, in order.

    Returns:
        Names after an order to speak ("ask X") if there are any, else vocatives.
    """
    names, quotes = names[:_MOST_NAMES], quote_spans(text)
    outside = [name for name in names if not any(start < name.start < end for start, end in quotes)]
    chosen = [name for name in outside if _is_ordered(text, name, quotes)]
    chosen = chosen or [name for n, name in enumerate(names) if _is_called(text, names, n)]
    result: list[NameMatch] = []
    for name in names:
        if name in chosen or (result and _are_joined(text, result[-1], name)):
            result.append(name)
    return result


def _are_joined(text: str, first: NameMatch, second: NameMatch) -> bool:
    return _pattern("and").fullmatch(text, first.end, second.start) is not None


def _is_ordered(text: str, name: NameMatch, quotes: Sequence[tuple[int, int]]) -> bool:
    """Return whether "ask", "talk to" and the like precede the name."""
    begin = max(0, name.start - _LOOK_BACK)
    before = text[begin : name.start]
    for start, end in reversed(quotes):
        if end <= name.start and end > begin:
            # A quotation between "say" and "to X" may be long and hold anything; it is skipped here.
            begin = max(0, start - _LOOK_BACK)
            before = text[begin:start] + before[end - name.start :]
            break
    clause = _pattern("clause").sub("", _SENTENCE.sub("", before).strip()).strip()
    if _pattern("asked").match(clause):
        return True
    return _pattern("spoken_to").match(clause) is not None


def _is_called(text: str, names: Sequence[NameMatch], n: int) -> bool:
    """Return whether the name is a vocative: "X, …", "Hello X", "…, X?" or "…, X, …"."""
    name = names[n]
    before = _SENTENCE.sub("", text[max(0, name.start - _LOOK_BACK) : name.start]).lstrip()
    if text.startswith("'", name.end):
        return False
    if _pattern("hello").search(before):
        return True
    last = n
    while last + 1 < len(names) and _are_joined(text, names[last], names[last + 1]):
        last += 1
    if _pattern("call").match(before):
        return _PAUSE.match(text, names[last].end) is not None
    after_name = n > 0 and not text[names[n - 1].end : name.start].strip(" ,")
    if after_name or not _pattern("aside").match(before):
        return False
    if _END.match(text, names[last].end):
        return True
    return text.startswith(",", name.end) and not _pattern("list_goes_on").match(text, name.end)
