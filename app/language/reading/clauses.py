"""A sentence as clauses, and which act takes which of them."""

import re
from bisect import bisect_right
from dataclasses import dataclass, field

from app.language.reading.rules import Rule
from app.language.reading.slots import Slots
from app.language.reading.tokens import Sentence, is_mark
from app.models.messages.speech import ActKind, Span, SpeechAct


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

    def made(self) -> SpeechAct:
        """The act as it is recorded."""
        return SpeechAct(kind=self.kind, span=self.span, **self.slots)  # type: ignore[arg-type]  # spans by their names

    @property
    def is_frame(self) -> bool:
        """Whether what it is about may stand beside it."""
        return self.rule is not None and self.rule.is_frame


class Clauses:
    """Where the clauses of a sentence begin; ``taken`` says what a clause performs, by its number."""

    def __init__(self, sentence: Sentence, pattern: re.Pattern[str]) -> None:
        self.sentence = sentence
        self.bounds = [0, *(found.end() - 1 for found in pattern.finditer(sentence.plain) if found.end() > 1)]
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
