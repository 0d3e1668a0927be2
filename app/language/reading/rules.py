"""The rules by which acts are found: rows of patterns from a language's pack."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from app.language.language import Language
from app.language.reading.tokens import Sentence
from app.models.messages.speech import ActKind

Pattern = re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Rule:
    """What finds one kind of act in a sentence, and what forbids it: patterns, compiled when they are first tried. One
    of the ``cues`` must stand in the sentence, if there are any; ``before`` must not stand in the clause before what is
    found, ``after`` not right after it, ``about`` nowhere in the sentence. ``is_frame``: it says that an act is
    performed and not which ("you have my word"), for that stands beside it; ``is_capital``: its value must be written
    with a capital; ``is_pair``: it is tried on two sentences, one after the other."""

    name: str
    kind: ActKind
    cues: frozenset[str]
    before: tuple[str, ...]
    after: tuple[str, ...]
    about: tuple[str, ...]
    is_frame: bool
    is_capital: bool
    is_pair: bool
    language: Language

    def find(self, sentence: Sentence, bounds: Sequence[int]) -> Iterator[re.Match[str]]:
        """Where it applies; ``bounds`` are the places where clauses begin."""
        plain = sentence.plain
        for number, found in enumerate(compiled(self.language, self.name).finditer(plain)):
            if number == 0 and any(compiled(self.language, name).search(plain) for name in self.about):
                return
            begin = max(bound for bound in bounds if bound <= found.start())
            if any(compiled(self.language, name).search(plain, begin, found.start() + 1) for name in self.before):
                continue
            if any(compiled(self.language, name).match(plain, found.end()) for name in self.after):
                continue
            if not self.is_capital or sentence.words[sentence.at(found.start("value"))].is_capital:
                yield found


class Rules:
    """Rules in the order in which they are tried, found by the words of a sentence."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._rules = tuple(rules)
        self._by_cue: dict[str, list[int]] = {}
        self._always = [number for number, rule in enumerate(self._rules) if not rule.cues]
        for number, rule in enumerate(self._rules):
            for cue in rule.cues:
                self._by_cue.setdefault(cue, []).append(number)

    def for_sentence(self, sentence: Sentence) -> Iterator[Rule]:
        """Those that may apply."""
        numbers = set(self._always)
        for word in sentence.vocabulary:
            numbers.update(self._by_cue.get(word, ()))
        return (self._rules[number] for number in sorted(numbers))


@lru_cache(maxsize=4_096)
def compiled(language: Language, name: str) -> Pattern:
    """A pattern of the reader's: plain words are in lower case, and it is quicker where case counts."""
    return re.compile(language.expression(f"reader.{name}"))


def rule_of(language: Language, row: str) -> Rule:
    """A row of ``reader.rules``: kind and pattern : words of which one must stand there : vetoes and marks."""
    (kind, name), cues, marks = (part.split() for part in f"{row} ".split(" :"))
    before, after, about = (
        tuple(mark for mark in marks if mark.startswith(place)) for place in ("before_", "after_", "about_")
    )
    return Rule(
        name,
        ActKind(kind),
        frozenset(cues),
        before,
        after,
        about,
        is_frame="frame" in marks,
        is_capital="capital" in marks,
        is_pair="pair" in marks,
        language=language,
    )
