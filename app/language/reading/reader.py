"""The one reader: which speech acts a text performs."""

from functools import lru_cache, partial
from itertools import pairwise

from app.language.language import Language
from app.language.reading.clauses import Act, Clauses
from app.language.reading.joining import joined, states
from app.language.reading.quoted import quoted_aloud
from app.language.reading.rules import Rule, Rules, compiled, rules_of
from app.language.reading.slots import SlotFinder
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


class Reader:
    """Reads texts of one language. Pure, and linear in the length of the text: no rule looks beyond a sentence, and
    a sentence has an end (`tokens.LONGEST`).
    """

    def __init__(self, language: Language) -> None:
        self._language = language
        self._spelling = Spelling(language)
        rules = rules_of(language)
        self._rules = Rules(rule for rule in rules if not rule.is_pair)
        self._pairs = Rules(rule for rule in rules if rule.is_pair)
        self._slots = SlotFinder(language)
        self._clause = compiled(language, "clause")

    def read(self, words: str) -> tuple[SpeechAct, ...]:
        """The acts of what somebody says, in order of their spans; what cannot be read surely is a statement.

        ``words`` is what is said aloud, or prose with what is said aloud between quotation marks, of which nothing
        else is read. Slots are spans; ids are filled in when the turn closes, by whoever knows who is there.
        """
        sentences = self._sentences(words)
        read = [self._acts(sentence) for sentence in sentences]
        self._join_pairs(sentences, read)
        acts = [act.made() for act in joined(sentences, read, partial(compiled, self._language, "value_given"))]
        if not acts and (plain := words.strip()):
            start = words.index(plain)
            return (SpeechAct(kind=ActKind.STATEMENT, span=(start, start + len(plain))),)
        return tuple(sorted(acts, key=lambda act: (act.span, act.kind)))

    def acts(self, words: str, *kinds: ActKind) -> list[str]:
        """What of a text performs acts of these kinds, which rules find, as it is written there.

        Most texts have no word that any of their rules wants, and are not read.
        """
        sentences = self._sentences(words)
        tried = (
            rule for rules in (self._rules, self._pairs) for each in sentences for rule in rules.for_sentence(each)
        )
        if not any(rule.kind in kinds for rule in tried):
            return []
        return [words[slice(*act.span)] for act in self.read(words) if act.kind in kinds]

    def _sentences(self, words: str) -> list[Sentence]:
        return sentences_of(words, quoted_aloud(words, self._language) or [(0, len(words))], self._spelling)

    def _acts(self, sentence: Sentence) -> list[Act]:
        clauses = Clauses(sentence, self._clause)
        found = [act for rule in self._rules.for_sentence(sentence) for act in self._found(rule, clauses)]
        if any(act.kind is ActKind.THREAT for act in found):
            found = [act for act in found if act.kind is not ActKind.PROMISE]
        self._spread(found, clauses)
        left = self._left(clauses)
        for act in found:
            act.span = clauses.span(act.first, act.last)
            if act.match is not None and act.rule is not None:
                act.slots = self._slots.slots(act.rule, sentence, act.match, clauses.reach(act.first, act.last))
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
                    act.slots = self._slots.slots(rule, both, match, match.span())
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
        first = 0
        while first < len(clauses):
            last = first
            if clauses.is_free(first, first):
                while last + 1 < len(clauses) and clauses.is_free(last + 1, last + 1):
                    last += 1
                if not clauses.taken or clauses.size(first, last) >= _FEWEST_WORDS:
                    found.append(Act(kind, first, last, span=clauses.span(first, last)))
            first = last + 1
        return found


@lru_cache(maxsize=8)
def reader_of(language: Language) -> Reader:
    """The reader of a language, made once."""
    return Reader(language)
