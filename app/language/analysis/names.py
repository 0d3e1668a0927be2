"""Tables of names, which find authored names in a text as whole words in any script and case."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from app.language.analysis.lexicon import lexicon
from app.language.analysis.text import MARKS, UNSPACED, UNSPACED_SIGN
from app.language.language import Language, current_language

_APOSTROPHES = str.maketrans(dict.fromkeys("’‘ʼ＇", "'") | dict.fromkeys("\u00ad\u200b\u2060\ufeff"))
_NAME_WORD = re.compile(f"(?:[^\\W\\d_]|[{MARKS}])+(?:['\\-](?:[^\\W\\d_]|[{MARKS}])+)*")
_IS_WORD = re.compile(f"[^\\W_]|[{MARKS}]")
_OPEN_BEFORE = r"(?<![^\s\"“„«‘'(\[¡¿>—–-])"
_CLOSED_AFTER = r"(?![^\s\"”“»’'.,:;!?)\]<—–-])"
_IS_SPECIAL = re.compile(f"[{UNSPACED}{MARKS}]")
_NEVER = re.compile(r"(?!)")
_BLANKS = re.compile(r"[^\S\n]+")
_LINE_BREAKS = re.compile(r" ?\n[ \n]*")


class _Edges(NamedTuple):
    """Lookarounds before a name that begins with a letter or digit, after one that ends with one, and after any
    name."""

    before: str
    after: str
    after_any: str


_EDGES = _Edges(
    f"(?<![^\\W_{UNSPACED}])(?<![{MARKS}])",
    f"(?![^\\W_{UNSPACED}]|[{MARKS}])",
    f"(?:(?<=[{UNSPACED}])|(?<=[^\\W_]|[{MARKS}])(?![^\\W_{UNSPACED}]|[{MARKS}])"
    f"|(?<![^\\W_])(?<![{MARKS}]){_CLOSED_AFTER})",
)
_PLAIN_EDGES = _Edges(r"(?<![^\W_])", r"(?![^\W_])", rf"(?:(?<=[^\W_])(?![^\W_])|(?<![^\W_]){_CLOSED_AFTER})")
"""The same for texts without signs of unspaced scripts, whose large character classes take 8 ms to compile per
pattern."""


@dataclass(frozen=True)
class Folded:
    """A normalised text.

    Attributes:
        tidy: The text with compatible characters (NFKC), apostrophes and white space unified; line breaks remain.
        folded: The tidy text, case-folded.
        offsets: Positions in ``tidy`` by position in ``folded``, where folding made the text longer; None where both
            agree.
    """

    tidy: str
    folded: str
    offsets: tuple[int, ...] | None = None

    @classmethod
    @lru_cache(maxsize=256)
    def of(cls, text: str) -> "Folded":
        tidy = unicodedata.normalize("NFKC", text.translate(_APOSTROPHES)).translate(_APOSTROPHES)
        tidy = _BLANKS.sub(" ", tidy)
        tidy = _LINE_BREAKS.sub("\n", tidy).strip()
        folded = tidy.casefold()
        if len(folded) == len(tidy):
            return cls(tidy, folded)
        return cls(tidy, folded, (*(n for n, sign in enumerate(tidy) for _ in sign.casefold()), len(tidy)))

    def at(self, position: int) -> int:
        """Return the position in ``tidy`` of a position in ``folded``."""
        return position if self.offsets is None else self.offsets[position]


@dataclass(frozen=True)
class NameMatch:
    """A name in a text: its span in the tidy text, its written form there, the ids it may denote, and its folded
    form."""

    start: int
    end: int
    written: str
    ids: tuple[str, ...]
    name: str


class NameTable:
    """Names and the ids they may denote, as one compiled pattern; the longest name at a position wins. A name that is
    also a common word ("Will") matches only with a capital, unless it was given without one."""

    def __init__(self, names: Mapping[str, Sequence[str]]) -> None:
        self._ids: dict[str, tuple[str, ...]] = {}
        self._needs_capital: set[str] = set()
        stop_words = lexicon().stop
        for name, ids in names.items():
            key = Folded.of(name).folded.replace("\n", " ")
            if key:
                self._ids[key] = tuple(dict.fromkeys((*self._ids.get(key, ()), *ids)))
                if key in stop_words and name[:1].isupper():
                    self._needs_capital.add(key)
        self._names = tuple(sorted(self._ids, key=lambda name: (name[0], -len(name), name)))

    def prepare(self) -> None:
        """Compile the pattern that most texts need, in advance of the first one."""
        _ = self._plain_pattern

    @cached_property
    def _plain_pattern(self) -> re.Pattern[str]:
        return _compiled(self._names, _PLAIN_EDGES)

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return _compiled(self._names, _EDGES)

    def find(self, text: Folded) -> Iterator[NameMatch]:
        """Yield every name of the table in the text, in order, without overlaps."""
        is_plain = text.folded.isascii() or not _IS_SPECIAL.search(text.folded)
        for match in (self._plain_pattern if is_plain else self._pattern).finditer(text.folded):
            name = match.group().replace("\n", " ")
            start, end = text.at(match.start()), text.at(match.end())
            written = text.tidy[start:end]
            if name not in self._needs_capital or written[:1].isupper():
                yield NameMatch(start, end, written, self._ids[name], name)


def unambiguous_names(text: str, names: NameTable) -> list[NameMatch]:
    """Return the names in a text that denote one id only."""
    return [found for found in names.find(Folded.of(text)) if len(found.ids) == 1]


def ids_by_name(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Return the ids of each name, from pairs of (name, id)."""
    ids: dict[str, list[str]] = {}
    for name, any_id in pairs:
        ids.setdefault(name, []).append(any_id)
    return ids


@lru_cache(maxsize=256)
def _compiled(names: tuple[str, ...], edges: _Edges) -> re.Pattern[str]:
    """Compile one pattern for names sorted by first letter, longest first; lookarounds are shared, since compiling is
    slow."""
    if not names:
        return _NEVER
    escaped = ((name[0], re.escape(name).replace(r"\ ", r"[ \n]")) for name in names)
    firsts = {first: "|".join(name for _, name in alike) for first, alike in groupby(escaped, key=itemgetter(0))}
    befores = groupby(firsts, key=lambda first: _edge(first, edges.before, _OPEN_BEFORE))
    branches = [f"{before}(?:{'|'.join(firsts[first] for first in alike)})" for before, alike in befores]
    ends = {_edge(name[-1], edges.after, _CLOSED_AFTER) for name in names}
    after = ends.pop() if len(ends) == 1 else edges.after_any
    return re.compile(f"(?=[{''.join(map(re.escape, firsts))}])(?:{'|'.join(branches)}){after}")


def _edge(sign: str, of_word: str, of_other: str) -> str:
    """Return the lookaround for a name that begins or ends with this sign."""
    if UNSPACED_SIGN.match(sign):
        return ""
    return of_word if _IS_WORD.match(sign) else of_other


def parts_of_list(text: str, language: Language | None = None) -> list[str]:
    """Split ``lamp, rope and bag`` into three names; in the current language by default."""
    between = (language or current_language()).pattern("narrator.between_names")
    return [part.strip() for part in between.split(text) if part.strip()]


def without_article(name: str) -> str:
    """Return ``The Broken Oar`` as ``Broken Oar``; a name that is only an article is unchanged."""
    first, _, rest = name.strip().partition(" ")
    return rest.strip() if rest.strip() and first.casefold() in lexicon().articles else name


def short_forms(display_name: str) -> tuple[str, ...]:
    """Return the words that may abbreviate a full name: 3 letters or more, not in lower case, no titles; () for a
    single word."""
    parts, no_names = _NAME_WORD.findall(Folded.of(display_name).tidy), lexicon().titles | lexicon().stop
    if len(parts) < 2:
        return ()
    return tuple(word for word in parts if len(word) > 2 and not word[0].islower() and word.casefold() not in no_names)
