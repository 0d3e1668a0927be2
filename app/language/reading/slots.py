"""What an act's clause says more: what, where, when, and the value of a claim or a correction."""

import re
from collections.abc import Iterable

from app.language.language import Language
from app.language.reading.clauses import Act, Clauses, Slots
from app.language.reading.rules import compiled
from app.language.reading.tokens import Sentence
from app.models.messages.speech import ActKind, Span

_WITH_MATTER = frozenset(
    {ActKind.PROMISE, ActKind.KEPT, ActKind.WITHDRAWN, ActKind.INVITATION, ActKind.CONFIDENCE, ActKind.REQUEST}
)
_NAMED = ("subject", "value", "wrong", "what")


class SlotFinder:
    """Fills slots with spans of the text."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._values = language.lines("reader.values")

    def slots(self, act: Act, clauses: Clauses, reach: Span | None = None) -> Slots:
        """The slots of an act; ``reach`` are the first and last character of ``plain`` that belong to it."""
        slots: Slots = {}
        sentence, found = clauses.sentence, act.match
        reach = reach or clauses.reach(act.first, act.last)
        if act.kind is ActKind.CORRECTION and not (found and found.groupdict().get("value")):
            found = self._first(self._values, sentence, reach) or found
        if found is None and act.kind in _WITH_MATTER:
            found = self._first([f"matter_{act.kind.value}"], sentence, reach)
        groups = found.groupdict() if found else {}
        for name in _NAMED:
            if found and groups.get(name) and (span := sentence.source(*found.span(name))):
                slots[name] = span
        if act.kind is ActKind.CLAIM and act.rule is not None:
            slots["attribute"] = groups.get("attribute") or act.rule.name.split("_")[1]
        if act.kind in _WITH_MATTER:
            self._add_matter(slots, sentence, found, reach)
        return slots

    def _first(self, names: Iterable[str], sentence: Sentence, reach: Span) -> re.Match[str] | None:
        found = (compiled(self._language, name).search(sentence.plain, *reach) for name in names)
        return next(filter(None, found), None)

    def _add_matter(self, slots: Slots, sentence: Sentence, found: re.Match[str] | None, clause: Span) -> None:
        plain = sentence.plain
        when = compiled(self._language, "when").search(plain, *clause)
        if when is not None and (span := sentence.source(*when.span())):
            slots["when"] = span
        where = compiled(self._language, "where").search(plain, *clause)
        is_time = where and when and when.start() < where.end() and where.start() < when.end()
        if where is not None and not is_time and (span := sentence.source(*where.span("where"))):
            slots["where"] = span
        start = clause[0] if not found else found.start("doing") if "doing" in found.re.groupindex else found.end()
        end = clause[1]
        if when is not None and when.start() > start:
            end = when.start()
        if called := compiled(self._language, "called").search(plain, start, end):
            end = called.start()
        if "what" not in slots and start < end and (span := sentence.source(start, end)):
            slots["what"] = span
