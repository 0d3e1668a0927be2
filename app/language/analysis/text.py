"""Sentences, words, keywords, stems and numbers of a text, each in time linear in its length."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from app.language.analysis.lexicon import lexicon
from app.language.language import cached_by_language

UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u19e0-\u19ff\u3005-\u3007\u3040-\u30ff\u3130-\u318f"
    "\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uaa60-\uaa7f\uac00-\ud7ff\uf900-\ufaff"
    "\U00020000-\U0003ffff"
)
"""Body of a character class: scripts written without spaces (Thai, Lao, Myanmar, Khmer, Kana, Han) and Hangul."""
UNSPACED_SIGN = re.compile(f"[{UNSPACED}]")


def _mark_class() -> str:
    """Return the body of a character class of combining marks, which are parts of words although ``\\w`` excludes
    them."""
    marks = [c for c in map(chr, range(0x10000)) if unicodedata.category(c)[0] == "M" and not UNSPACED_SIGN.match(c)]
    ranges = (list(run) for _, run in groupby(enumerate(marks), key=lambda pair: ord(pair[1]) - pair[0]))
    return "".join(f"{run[0][1]}-{run[-1][1]}" for run in ranges)


MARKS = _mark_class()
NO_BREAK = "\u00a0"
"""The no-break space, which joins the words of one name."""

_LETTERS = f"(?:[^\\W_]|[{MARKS}])+"
_WORD = re.compile(f"{_LETTERS}(?:['’\\-]{_LETTERS})*")
_ASCII_WORD = re.compile(r"[A-Za-z0-9]+(?:['\-][A-Za-z0-9]+)*")
_ASCII_TYPED = re.compile(r"[A-Za-z0-9]+(?:'[A-Za-z0-9]+)*")
_SHORT = 2000
"""Characters of a text up to which its sentences are kept: those of an author are looked through for each question."""
_UNSPACED_RUN = re.compile(f"[{UNSPACED}]+")
_NO_WORD = re.compile(r"[^\w]+")
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+")
_QUOTE = re.compile('["“”„«»「」『』]')
_CLOSERS = {'"': '"', "“": "”", "„": "“”", "«": "»", "「": "」", "『": "』"}
_STOP = re.compile(r"[.!?…]+[\"'”’»)\]]*(?=\s|$)|[。！？｡।॥؟۔։።។။།]+[\"”’»」』）》)]*")
_SENTENCE = re.compile(r"\w.*[.!?…。！？][\"'”’)]*$", re.DOTALL)
_LAST_WORD = re.compile(r"[^\W_]+(?:\.[^\W_]+)*$")


def quote_spans(text: str, *, open_ended: bool = False) -> list[tuple[int, int]]:
    """Find the quotations in a text; single quotation marks count as apostrophes.

    Args:
        text: The text.
        open_ended: Whether a mark that is never closed opens a quotation up to the end of the text.

    Returns:
        (start, end) of each quotation with its marks, in order.
    """
    spans: list[tuple[int, int]] = []
    if _QUOTE.search(text) is None:
        return spans
    last = {mark: text.rfind(mark) for closers in _CLOSERS.values() for mark in closers}
    opened, closers = -1, ""
    for match in _QUOTE.finditer(text):
        mark, at = match.group(), match.start()
        if opened >= 0:
            if mark in closers:
                spans.append((opened, at + 1))
                opened = -1
            continue
        wanted = _CLOSERS.get(mark, "")
        is_opening = mark != '"' or not (at > 0 and text[at - 1].isalnum())
        if wanted and is_opening and (open_ended or max(last[closer] for closer in wanted) > at):
            opened, closers = at, wanted
    if opened >= 0 and open_ended:
        spans.append((opened, len(text)))
    return spans


def without_quotes(text: str) -> str:
    """Return the text with each quotation replaced by an empty one."""
    return replace_spans(text, [(start, end, text[start] + text[end - 1]) for start, end in quote_spans(text)])


def replace_spans(text: str, changes: Iterable[tuple[int, int, str]]) -> str:
    """Return the text with other words at each (start, end), which must not overlap."""
    pieces, position = [], 0
    for start, end, other in sorted(changes):
        pieces += [text[position:start], other]
        position = end
    return "".join(pieces) + text[position:]


def with_other_words(text: str, others: Mapping[str, str]) -> str:
    """Return the text on one line with words replaced by others, matched as written; "" removes a word."""
    return " ".join(_WORD.sub(lambda found: others.get(found.group(), found.group()), text).split())


def is_sentence(text: str) -> bool:
    return _SENTENCE.fullmatch(text) is not None


def sentences(text: str) -> list[str]:
    """Split a text into its sentences, trimmed and without empty ones. Quotations are not split; lines that continue a
    sentence are joined."""
    return list(_sentences(text)) if len(text) <= _SHORT else list(_divided(text))


def ascii_spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield where each word of an ASCII text begins and ends; one with an apostrophe is one, with a hyphen two."""
    return (match.span() for match in _ASCII_TYPED.finditer(text))


def _divided(text: str) -> Iterator[str]:
    return (sentence for block in _blocks(text) for sentence in _split(block))


@cached_by_language(2048)
def _sentences(text: str) -> tuple[str, ...]:
    return tuple(_divided(text))


def _blocks(text: str) -> Iterator[str]:
    lines, current = text.splitlines(), list[str]()
    if len(lines) == 1:
        yield from filter(None, (" ".join(lines[0].split()),))
        return
    for raw in lines:
        line = " ".join(raw.split())
        goes_on = bool(current and line) and line[0].islower() and not _STOP.search(current[-1][-3:])
        if current and not goes_on:
            yield " ".join(current)
            current = []
        if line:
            current.append(line)
    if current:
        yield " ".join(current)


def _split(block: str) -> Iterator[str]:
    quotes = iter(quote_spans(block))
    quote = next(quotes, None)
    begin = 0
    for stop in _STOP.finditer(block):
        while quote is not None and quote[1] <= stop.start():
            quote = next(quotes, None)
        inside = quote is not None and quote[0] < stop.start() and stop.end() < quote[1]
        if inside or not _ends_sentence(block, stop):
            continue
        if sentence := block[begin : stop.end()].strip():
            yield sentence
        begin = stop.end()
    if rest := block[begin:].strip():
        yield rest


def _ends_sentence(block: str, stop: re.Match[str]) -> bool:
    following = block[stop.end() : stop.end() + 2].strip()
    if following and following[0].islower():
        return False
    if stop.group() != "." or not following:
        return True
    if (word := _LAST_WORD.search(block, max(0, stop.start() - 12), stop.start())) is None:
        return True
    is_initial = len(word.group()) == 1 and word.group().isupper() and word.group() not in lexicon().lone_letters
    return not is_initial and word.group().lower() not in lexicon().abbreviations


def words(text: str) -> list[str]:
    """Return the words of a text as written, with inner apostrophes and hyphens."""
    return word_pattern(text).findall(text)


def count_words(text: str) -> int:
    """Return the number of words; two signs count as a word in scripts without spaces."""
    return len(text) // 2 if UNSPACED_SIGN.search(text) else len(words(text))


def word_pattern(text: str) -> re.Pattern[str]:
    """Return the pattern for the words of this text; the one for ASCII texts is three times as fast."""
    return _ASCII_WORD if text.isascii() else _WORD


def _tokens(text: str) -> Iterator[str]:
    """Yield lower-case content words; of scripts without spaces, overlapping pairs of characters."""
    stop_words, possessive = lexicon().stop, lexicon().possessive
    for word in words(text):
        folded = word.casefold().replace("’", "'")
        if run := _UNSPACED_RUN.search(folded):
            signs = run.group()
            yield from (signs[n : n + 2] for n in range(max(1, len(signs) - 1)))
        elif len(folded) > 2 and folded not in stop_words:
            yield folded.removesuffix(possessive)


def keywords(text: str) -> tuple[str, ...]:
    """Return lower-case words of more than 2 characters without stop words, each once, in order."""
    return tuple(dict.fromkeys(_tokens(text)))


def stems(text: str) -> list[str]:
    """Return the stems of the text's content words, in order, with repeats."""
    return list(map(lexicon().stem, _tokens(text)))


def numbers(text: str) -> frozenset[str]:
    """Return every number of a text in ASCII digits, so that "three" equals "3"; times remain whole ("14:20")."""
    return frozenset(_spelled(text)).union(*(_digits(match.group()) for match in _NUMBER.finditer(text)))


def _digits(written: str) -> Iterator[str]:
    plain = "".join(str(unicodedata.digit(c)) if c.isdecimal() else c for c in written)
    if _THOUSANDS.fullmatch(plain):
        plain = plain.replace(",", "")
    for part in plain.split(","):
        yield part.lstrip("0") if part.strip("0") and not part.lstrip("0").startswith((".", ":")) else part[-1:]


def _spelled(text: str) -> Iterator[str]:
    values, scales, joints = lexicon().numbers, lexicon().scales, lexicon().number_joints
    written = _NO_WORD.split(text.lower())
    if values.keys().isdisjoint(written) and scales.keys().isdisjoint(written):
        return
    total: int | None = None
    previous = 0
    for word in (*written, ""):  # "" ends an open number
        value, scale = values.get(word), scales.get(word)
        if scale is not None:
            total, previous = (total or 1) * scale, scale
        elif value is not None:
            joins = total is not None and (previous in (100, 1000) or (previous >= 20 and 0 < value < 10))
            if total is not None and not joins:
                yield str(total)
            total, previous = (total or 0) + value if joins else value, value
        elif word not in joints or previous not in (100, 1000):
            if total is not None:
                yield str(total)
            total, previous = None, 0


MASK = "\0"
"""Replacement of a masked character; no part of a word."""


def mask_spans(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """Return the text with `MASK` for each character at (start, end); spans may be unordered and overlap."""
    masked = list(text)
    for start, end in spans:
        masked[start:end] = MASK * (end - start)
    return "".join(masked)


def mask_quotations(text: str) -> str:
    return mask_spans(text, quote_spans(text))
