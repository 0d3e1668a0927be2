"""The one reader: which speech acts a text performs."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import groupby, pairwise
from typing import Any

from app.language.analysis.text import quote_spans
from app.language.language import Language
from app.language.reading.clauses import Act, Clauses, slots_of
from app.language.reading.joining import joined, states
from app.language.reading.likelihood import Likelihood
from app.language.reading.linear import NO_WEIGHTS
from app.language.reading.rules import Rule, Rules, compiled, rule_of
from app.language.reading.tokens import Sentence, Spelling, sentences_of
from app.models.messages.speech import ActKind, SpeechAct

_ASIDE = frozenset({ActKind.GREETING, ActKind.THANKS, ActKind.APOLOGY, ActKind.CLAIM, ActKind.QUESTION})
"""Acts of one clause; any other has the clauses beside it that perform nothing themselves."""
_ASKED = frozenset({ActKind.REQUEST, ActKind.INVITATION, ActKind.CONFIDENCE, ActKind.CORRECTION, ActKind.PROMISE})
"""Acts that may be performed by a question."""
_SHORT = 6
"""Words and marks of a question that only repeats something."""
_FEWEST_WORDS = 3
"""A clause of fewer words says nothing by itself."""
_LOOK_BACK = 40
"""Characters before a quotation in which a verb of saying may stand."""


class Reader:
    """Reads texts of one language. Pure, and linear in the length of the text: no rule looks beyond a sentence, which
    has an end (`tokens.LONGEST`)."""

    def __init__(self, language: Language, weights: Mapping[str, Any] | None = None) -> None:
        """``weights`` instead of the pack's; a pack that has none is read by its rules alone."""
        self._language = language
        self._spelling = Spelling(language)
        rules = [rule_of(language, row) for row in language.lines("reader.rules")]
        self._rules = Rules(rule for rule in rules if not rule.is_pair)
        self._pairs = Rules(rule for rule in rules if rule.is_pair)
        self.likelihood = Likelihood(language, weights or language.data("reader_weights") or NO_WEIGHTS)

    def prepare(self) -> None:
        """Compile all patterns, some .3 s of CPU, which the texts that first need them would take otherwise."""
        for name in self._language.sections["reader"].patterns:
            compiled(self._language, name)

    def read(self, words: str) -> tuple[SpeechAct, ...]:
        """The acts of what somebody says, in order of their spans; what cannot be read surely is a statement. Of prose
        only what is said aloud between quotation marks is read. Slots are spans; ids are filled in when the turn
        closes, by whoever knows who is there."""
        clauses, read = self.by_rules(words)
        self.likelihood.settle(clauses, read)
        for each, found in zip(clauses, read, strict=True):
            for act in found:
                if act.rule is None or not act.rule.is_pair:
                    act.slots = slots_of(act, each)
        acts = [act.made() for act in joined(clauses, read)]
        if not acts and (plain := words.strip()):
            start = words.index(plain)
            return (SpeechAct(kind=ActKind.STATEMENT, span=(start, start + len(plain))),)
        return tuple(sorted(acts, key=lambda act: (act.span, act.kind)))

    def acts(self, words: str, *kinds: ActKind) -> list[str]:
        """What of a text performs acts of these kinds, as it is written there. Most texts, like orders to the game,
        have no word that any of their rules wants, and are not read."""
        sentences = self._sentences(words)
        tried = (rules.for_sentence(each) for rules in (self._rules, self._pairs) for each in sentences)
        if not any(rule.kind in kinds for rules in tried for rule in rules):
            return []
        return [words[slice(*act.span)] for act in self.read(words) if act.kind in kinds]

    def _sentences(self, words: str) -> list[Sentence]:
        """The sentences of what is said aloud between quotation marks; of all the words where nothing is."""
        language = self._language
        quoted = [(start + 1, end - 1) for start, end in quote_spans(words) if is_speech(words, start, end, language)]
        single = language.pattern("reader.aloud_single")
        aloud = quoted or [found.span("words") for found in single.finditer(words)] or [(0, len(words))]
        return sentences_of(words, aloud, self._spelling)

    def by_rules(self, words: str) -> tuple[list[Clauses], list[list[Act]]]:
        """The sentences of a text, and the acts that rules read in each."""
        sentences = self._sentences(words)
        clauses = [Clauses(sentence, self._language) for sentence in sentences]
        read = [self._acts(each) for each in clauses]
        self._join_pairs(sentences, read)
        return clauses, read

    def _acts(self, clauses: Clauses) -> list[Act]:
        sentence = clauses.sentence
        found = [act for rule in self._rules.for_sentence(sentence) for act in self._found(rule, clauses)]
        if any(act.kind is ActKind.THREAT for act in found):
            found = [act for act in found if act.kind is not ActKind.PROMISE]
        self._spread(found, clauses)
        left = self._left(clauses)
        for act in found:
            act.span = clauses.span(act.first, act.last)
        return sorted(found + left, key=lambda act: act.first)

    def _join_pairs(self, sentences: list[Sentence], read: list[list[Act]]) -> None:
        """What only two sentences together do: "It is not a wolf. It is my dog"."""
        for number, (one, other) in enumerate(pairwise(sentences)):
            is_echo = one.is_asked and len(one.words) <= _SHORT
            if not ((is_echo or states(read[number])) and states(read[number + 1])):
                continue
            both = Sentence([*one.words, *other.words])
            for rule in self._pairs.for_sentence(both):
                if match := next(rule.find(both, (0,)), None):
                    act = Act(rule.kind, 0, 0, rule, match, (one.span[0], other.span[1]))
                    act.slots = slots_of(act, Clauses(both, self._language), match.span())
                    read[number] = [each for each in read[number] if each.kind is ActKind.CLAIM]
                    read[number + 1] = [act]
                    break

    def _found(self, rule: Rule, clauses: Clauses) -> list[Act]:
        found: list[Act] = []
        but = ActKind.CONFIDENCE if rule.kind is ActKind.CLAIM else None
        if len(clauses.taken) == len(clauses) and but not in clauses.taken.values():
            return found
        for match in rule.find(clauses.sentence, clauses.bounds):
            first, last = clauses.at(match.start()), clauses.at(match.end() - 1)
            if clauses.is_free(first, last, but):
                clauses.take(first, last, rule.kind)
                found.append(Act(rule.kind, first, last, rule, match))
        return found

    @staticmethod
    def _spread(found: list[Act], clauses: Clauses) -> None:
        """Give the clauses that perform nothing to the act beside them."""
        for act in sorted((act for act in found if act.kind not in _ASIDE), key=lambda act: act.first):
            while act.first > 0 and clauses.is_free(act.first - 1, act.first - 1):
                act.first -= 1
                clauses.take(act.first, act.first, act.kind)
            while act.last + 1 < len(clauses) and clauses.is_free(act.last + 1, act.last + 1):
                act.last += 1
                clauses.take(act.last, act.last, act.kind)

    @staticmethod
    def _left(clauses: Clauses) -> list[Act]:
        """What the clauses that perform nothing state or ask; all of a sentence where none performs anything."""
        is_asked = clauses.sentence.is_asked and _ASKED.isdisjoint(clauses.taken.values())
        kind = ActKind.QUESTION if is_asked else ActKind.STATEMENT
        found: list[Act] = []
        for is_free, run in groupby(range(len(clauses)), key=lambda number: clauses.is_free(number, number)):
            numbers = list(run)
            first, last = numbers[0], numbers[-1]
            if is_free and (not clauses.taken or clauses.size(first, last) >= _FEWEST_WORDS):
                found.append(Act(kind, first, last, span=clauses.span(first, last)))
        return found


reader_of = lru_cache(maxsize=8)(Reader)
"""The reader of a language, made once."""


def is_speech(text: str, start: int, end: int, language: Language) -> bool:
    """Not so: ``the password is "swordfish"``."""
    before = text[max(0, start - _LOOK_BACK) : start].rstrip()
    is_framed = not before or before[-1] in ",:.!?…" or text[end - 2] in ",.!?…—"
    return is_framed or language.pattern("reader.aloud_say_end").search(before) is not None
