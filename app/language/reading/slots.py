"""What an act's clause says more: what, where, when, and the value of a claim or a correction."""

import re

from app.language.language import Language
from app.language.reading.rules import Rule, compiled
from app.language.reading.tokens import Sentence
from app.models.messages.speech import ActKind, Span

Slots = dict[str, Span | str]

_WITH_MATTER = frozenset(
    {ActKind.PROMISE, ActKind.KEPT, ActKind.WITHDRAWN, ActKind.INVITATION, ActKind.CONFIDENCE, ActKind.REQUEST}
)
_NAMED = ("subject", "value", "wrong", "what")


class SlotFinder:
    """Fills slots with spans of the text."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._values = language.lines("reader.values")

    def slots(self, rule: Rule, sentence: Sentence, found: re.Match[str], clause: Span) -> Slots:
        """The slots of what was found; ``clause`` are the first and last character of ``plain`` that belong to it."""
        slots: Slots = {}
        if rule.kind is ActKind.CORRECTION and not found.groupdict().get("value"):
            matches = (compiled(self._language, name).search(sentence.plain, *clause) for name in self._values)
            found = next(filter(None, matches), found)
        groups = found.groupdict()
        for name in _NAMED:
            if groups.get(name) and (span := sentence.source(*found.span(name))):
                slots[name] = span
        if rule.kind is ActKind.CLAIM:
            slots["attribute"] = groups.get("attribute") or rule.name.split("_")[1]
        if rule.kind in _WITH_MATTER:
            self._add_matter(slots, sentence, found, clause)
        return slots

    def _add_matter(self, slots: Slots, sentence: Sentence, found: re.Match[str], clause: Span) -> None:
        plain = sentence.plain
        when = compiled(self._language, "when").search(plain, *clause)
        if when is not None and (span := sentence.source(*when.span())):
            slots["when"] = span
        where = compiled(self._language, "where").search(plain, *clause)
        is_time = where and when and when.start() < where.end() and where.start() < when.end()
        if where is not None and not is_time and (span := sentence.source(*where.span("where"))):
            slots["where"] = span
        start = found.start("doing") if found.re.groupindex.get("doing") else found.end()
        end = clause[1]
        if when is not None and when.start() > start:
            end = when.start()
        if called := compiled(self._language, "called").search(plain, start, end):
            end = called.start()
        if "what" not in slots and start < end and (span := sentence.source(start, end)):
            slots["what"] = span
