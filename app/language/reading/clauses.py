"""A sentence as clauses, which act takes which of them, and what they say more of it: what, where, when, and the value
of a claim or a correction."""

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field

from app.language.language import Language
from app.language.reading.rules import Rule, compiled
from app.language.reading.tokens import Sentence, is_mark
from app.models.messages.speech import ActKind, Span, SpeechAct

Slots = dict[str, Span | str]

_WITH_MATTER = frozenset(
    {ActKind.PROMISE, ActKind.KEPT, ActKind.WITHDRAWN, ActKind.INVITATION, ActKind.CONFIDENCE, ActKind.REQUEST}
)
_NAMED = ("subject", "value", "wrong", "what")


@dataclass(slots=True)
class Act:
    """An act in the making: the numbers of its first and last clause in its sentence, and what found it."""

    kind: ActKind
    first: int
    last: int
    rule: Rule | None = None
    match: re.Match[str] | None = None
    span: Span = (0, 0)
    slots: Slots = field(default_factory=dict)

    def become(self, kind: ActKind) -> None:
        """Perform another kind, whatever found it."""
        self.kind, self.rule, self.match, self.slots = kind, None, None, {}

    def made(self) -> SpeechAct:
        """The act as it is recorded."""
        return SpeechAct(kind=self.kind, span=self.span, **self.slots)  # type: ignore[arg-type]  # spans by their names

    @property
    def is_frame(self) -> bool:
        """Whether what it is about may stand beside it."""
        return self.rule is not None and self.rule.is_frame


class Clauses:
    """Where the clauses of a sentence begin; ``taken`` says what a clause performs, by its number."""

    def __init__(self, sentence: Sentence, language: Language) -> None:
        self.sentence = sentence
        self.language = language
        begun = compiled(language, "clause").finditer(sentence.plain)
        self.bounds = [0, *(found.end() - 1 for found in begun if found.end() > 1)]
        self.taken: dict[int, ActKind] = {}

    def __len__(self) -> int:
        return len(self.bounds)

    def at(self, position: int) -> int:
        """The number of the clause that a position of the plain sentence stands in."""
        return bisect_right(self.bounds, position) - 1

    def is_free(self, first: int, last: int, but: ActKind | None = None) -> bool:
        """Whether no act has any of these clauses, but for acts of one kind."""
        return all(self.taken.get(number, but) is but for number in range(first, last + 1))

    def take(self, first: int, last: int, kind: ActKind) -> None:
        """Give clauses to an act."""
        for number in range(first, last + 1):
            self.taken.setdefault(number, kind)

    def reach(self, first: int, last: int) -> Span:
        """From where to where clauses reach in the plain sentence."""
        end = self.bounds[last + 1] if last + 1 < len(self.bounds) else len(self.sentence.plain)
        return self.bounds[first], end

    def span(self, first: int, last: int) -> Span:
        """Where clauses stand in the text, the mark that ends a sentence with them."""
        start, end = self.reach(first, last)
        inner = self.sentence.source(start, end) or self.sentence.span
        closing = self.sentence.words[-1]
        return (inner[0], closing.end) if last + 1 == len(self.bounds) and closing.plain in (".", "?") else inner

    def size(self, first: int, last: int) -> int:
        """How many words clauses have."""
        start, end = self.reach(first, last)
        return sum(not is_mark(word) for word in self.sentence.plain[start:end].split())


def slots_of(act: Act, clauses: Clauses, reach: Span | None = None) -> Slots:
    """The slots of an act, as spans of the text; ``reach`` is where what belongs to it stands in the plain sentence."""
    slots: Slots = {}
    sentence, language, found = clauses.sentence, clauses.language, act.match
    reach = reach or clauses.reach(act.first, act.last)
    if act.kind is ActKind.CORRECTION and not (found and found.groupdict().get("value")):
        found = _first(language.lines("reader.values"), sentence, reach, language) or found
    if found is None and act.kind in _WITH_MATTER:
        found = _first([f"matter_{act.kind.value}"], sentence, reach, language)
    groups = found.groupdict() if found else {}
    for name in _NAMED:
        if found and groups.get(name) and (span := sentence.source(*found.span(name))):
            slots[name] = span
    if act.kind is ActKind.CLAIM and act.rule is not None:
        slots["attribute"] = groups.get("attribute") or act.rule.name.split("_")[1]
    if act.kind in _WITH_MATTER:
        _add_matter(slots, sentence, found, reach, language)
    return slots


def _first(names: Iterable[str], sentence: Sentence, reach: Span, language: Language) -> re.Match[str] | None:
    found = (compiled(language, name).search(sentence.plain, *reach) for name in names)
    return next(filter(None, found), None)


def _add_matter(
    slots: Slots, sentence: Sentence, found: re.Match[str] | None, clause: Span, language: Language
) -> None:
    plain = sentence.plain
    when = compiled(language, "when").search(plain, *clause)
    if when is not None and (span := sentence.source(*when.span())):
        slots["when"] = span
    where = compiled(language, "where").search(plain, *clause)
    is_time = where and when and when.start() < where.end() and where.start() < when.end()
    if where is not None and not is_time and (span := sentence.source(*where.span("where"))):
        slots["where"] = span
    start = clause[0] if not found else found.start("doing") if "doing" in found.re.groupindex else found.end()
    end = clause[1]
    if when is not None and when.start() > start:
        end = when.start()
    if called := compiled(language, "called").search(plain, start, end):
        end = called.start()
    if "what" not in slots and start < end and (span := sentence.source(start, end)):
        slots["what"] = span
