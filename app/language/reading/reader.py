"""The one reader: which speech acts a text performs."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from typing import Any

from app.language.analysis.text import quote_spans
from app.language.language import Language
from app.language.reading.clauses import Act, Clauses, slots_of
from app.language.reading.likelihood import Likelihood
from app.language.reading.linear import NO_WEIGHTS
from app.language.reading.rules import Rule, Rules, compiled, rule_of
from app.language.reading.tokens import Sentence, Spelling, is_mark, sentences_of
from app.models.messages.speech import ActKind, SpeechAct
from app.scheduling import Slices, run_to_completion

_TELLING = frozenset({ActKind.STATEMENT, ActKind.CLAIM, ActKind.CORRECTION})
_CONTENT = 3
"""Words beside a frame from which on it has its content with it."""
_FULL = 10
"""Words and marks of a sentence from which on it has its content with it, where no rule says which is its frame."""
_GOING_ON = frozenset({ActKind.CONFIDENCE, ActKind.CORRECTION})


def joined(clauses: Sequence[Clauses], read: list[list[Act]]) -> Iterator[Act]:
    """The acts of all sentences, those that belong together as one."""
    _correct(clauses, read)
    _confide(clauses, read)
    _promise(read)
    _go_on(read)
    for acts in read:
        yield from acts


def _correct(clauses: Sequence[Clauses], read: list[list[Act]]) -> None:
    for number, acts in enumerate(read[:-1]):
        following, value = clauses[number + 1].sentence, compiled(clauses[number].language, "value_given")
        for act in acts:
            is_open = act.kind is ActKind.CORRECTION and "value" not in act.slots
            if is_open and states(read[number + 1]) and not following.is_asked and value.search(following.plain):
                _extend(act, read, number + 1)


def _confide(clauses: Sequence[Clauses], read: list[list[Act]]) -> None:
    for number, acts in enumerate(read):
        for act in [act for act in acts if act.kind is ActKind.CONFIDENCE and (act.rule is None or act.is_frame)]:
            if _has_content(act, clauses[number].sentence):
                continue
            if number + 1 < len(read) and _tells(read[number + 1]):
                _extend(act, read, number + 1)
            elif number > 0 and _tells(read[number - 1]):
                before = read[number - 1][0]
                act.slots["what"] = before.span[0], read[number - 1][-1].span[1]
                act.span = before.span[0], act.span[1]
                read[number - 1][:] = [each for each in read[number - 1] if each.kind is ActKind.CLAIM]


def _promise(read: list[list[Act]]) -> None:
    """A frame and the promise in the sentence beside it, or in the same, are one."""
    last: Act | None = None
    previous = -2
    for number, acts in enumerate(read):
        for act in list(acts):
            if act.kind is not ActKind.PROMISE:
                last = None if act.kind is not ActKind.STATEMENT else last
                continue
            if last is not None and number - previous <= 1 and (last.is_frame or act.is_frame):
                last.span = last.span[0], act.span[1]
                last.slots = act.slots if last.is_frame and not act.is_frame else last.slots
                last.rule = act.rule if last.is_frame else last.rule
                acts.remove(act)
            else:
                last = act
            previous = number


def _go_on(read: list[list[Act]]) -> None:
    """Sentences of which each tells the same secret, puts the same right, or gives reasons to accept, are one act."""
    last: Act | None = None
    for acts in read:
        first = acts[0] if acts else None
        if last is not None and first is not None and _is_same(last, first):
            last.span = last.span[0], max(last.span[1], first.span[1])
            last.slots = first.slots | last.slots
            acts.remove(first)
        last = acts[-1] if acts else last


def _is_same(last: Act, act: Act) -> bool:
    """Whether an act goes on with that of the sentence before; invitations that rules read are each one."""
    is_by_rules = last.rule is not None and act.rule is not None
    return act.kind is last.kind and (act.kind in _GOING_ON or (act.kind is ActKind.INVITATION and not is_by_rules))


def _extend(act: Act, read: list[list[Act]], number: int) -> None:
    """Let an act reach to the end of another sentence, which states what it is about."""
    following = read[number]
    for each in following:
        act.slots |= each.slots if each.kind is act.kind else {}
    act.slots["what"] = following[0].span[0], following[-1].span[1]
    act.span = act.span[0], following[-1].span[1]
    keeps = ActKind.CLAIM if act.kind is ActKind.CONFIDENCE else None
    following[:] = [each for each in following if each.kind is keeps]


def states(acts: list[Act]) -> bool:
    """Whether a sentence does nothing but say something."""
    return bool(acts) and all(act.kind in _TELLING for act in acts)


def _tells(acts: list[Act]) -> bool:
    """Whether a sentence may be what is confided."""
    return bool(acts) and all(act.kind in _TELLING or (act.kind is ActKind.CONFIDENCE and not act.rule) for act in acts)


def _has_content(act: Act, sentence: Sentence) -> bool:
    """Whether words enough stand beside what was found."""
    if act.match is None:
        return len(sentence.words) > _FULL
    rest = sentence.plain[act.match.end() :].split()
    before = sentence.plain[: act.match.start()].split()
    return max(sum(not is_mark(word) for word in part) for part in (rest, before)) >= _CONTENT + 1


_ASIDE = frozenset({ActKind.GREETING, ActKind.THANKS, ActKind.APOLOGY, ActKind.CLAIM, ActKind.QUESTION})
"""Acts of one clause; any other has the clauses beside it that perform nothing themselves."""
_ASKED = frozenset({ActKind.REQUEST, ActKind.INVITATION, ActKind.CONFIDENCE, ActKind.CORRECTION, ActKind.PROMISE})
"""Acts that may be performed by a question."""
_SHORT = 6
"""Words and marks of a question that only repeats something."""
_FEWEST_WORDS = 3
"""A clause of fewer words says nothing by itself."""
ALOUD = "aloud_"
"""How the patterns begin that find what is said aloud: they are tried on the text as it is written."""
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
        run_to_completion(self.preparing())

    def preparing(self) -> Slices[None]:
        """The same, pattern by pattern."""
        for name in self._language.sections["reader"].patterns:
            if name.startswith(ALOUD):
                self._language.pattern(f"reader.{name}")
            else:
                compiled(self._language, name)
            yield

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
