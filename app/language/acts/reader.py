"""The reader of speech acts: which acts a text performs, by the scores of its sentences."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from app.language.acts.clauses import Act, Clauses
from app.language.acts.evidence import EvidenceReader
from app.language.acts.scorer import NO_WEIGHTS, ActScorer
from app.language.acts.slots import slots_of
from app.language.acts.tokens import Sentence, Spelling, sentences_of
from app.language.analysis.text import quote_spans
from app.language.language import Language
from app.models.messages.speech import ActKind, SpeechAct

_GOES_ON = frozenset({ActKind.CONFIDENCE, ActKind.CORRECTION, ActKind.INVITATION})
"""Acts that take several sentences, of which one is sure and the others are likely."""
_LIKELY = -1.5
"""Logits below its threshold down to which a sentence goes on with the act beside it."""
_MAY_THREATEN = -1.0
"""Logits below its threshold down to which a threat leaves no promise."""
_TELLING = frozenset({ActKind.STATEMENT, ActKind.CLAIM})
_ASKED = frozenset(
    {ActKind.REQUEST, ActKind.INVITATION, ActKind.CONFIDENCE, ActKind.CORRECTION, ActKind.PROMISE, ActKind.OFFER}
)
"""Acts that may be performed by a question."""
_EXCLUDES = {
    ActKind.THREAT: {ActKind.PROMISE, ActKind.OFFER},
    ActKind.PROMISE: {ActKind.OFFER},
    ActKind.INVITATION: {ActKind.OFFER, ActKind.REQUEST},
    ActKind.CONFIDENCE: {ActKind.REQUEST},
    ActKind.CORRECTION: {ActKind.CLAIM, ActKind.APOLOGY},
    ActKind.WITHDRAWN: {ActKind.PROMISE},
}
"""What a sentence does not do as well, of what it scores for."""
_FRAME = 4
"""Words up to which a promise only says that another sentence beside it is one."""
_LOOK_BACK = 40
"""Characters before a quotation in which a verb of saying may stand."""


class Reader:
    """Reads texts of one language. Pure, and linear in the length of the text: a sentence has an end
    (`tokens.LONGEST`), and is scored together with its two neighbours."""

    def __init__(self, language: Language, weights: Mapping[str, Any] | None = None) -> None:
        """``weights`` instead of the pack's; a pack that has none reads statements and marked questions alone."""
        self._language = language
        self._spelling = Spelling(language)
        self._scorer = ActScorer(weights or language.data("acts_weights") or NO_WEIGHTS)
        self._evidence = EvidenceReader(language)
        self._clauses = Clauses(language, self._evidence, self._scorer)

    def read(self, words: str) -> tuple[SpeechAct, ...]:
        """Return the acts of a speech, in order of their spans; a part that is not surely another act is a statement.
        Of prose only the words between quotation marks are read. Slots are spans; the caller, which knows the people
        present, fills in ids."""
        sentences = self.sentences(words)
        scores = [self._scorer.scores(evidence) for evidence in self._evidence.of_sentences(sentences)]
        read = [self._acts(sentence, each) for sentence, each in zip(sentences, scores, strict=True)]
        _go_on(read, scores)
        _join_vows(read, scores, sentences)
        acts = [act for each in read for act in each]
        if not acts and (plain := words.strip()):
            start = words.index(plain)
            return (SpeechAct(kind=ActKind.STATEMENT, span=(start, start + len(plain))),)
        starts, ends = ([sentence.span[side] for sentence in sentences] for side in (0, 1))
        found = list[SpeechAct]()
        for act in sorted(acts, key=lambda act: (act.span, act.kind)):
            own = sentences[bisect_right(ends, act.span[0]) : bisect_left(starts, act.span[1])]
            slots = slots_of(act.kind, act.span, own, words, self._language)
            found.append(SpeechAct(kind=act.kind, span=act.span, **slots))  # type: ignore[arg-type]  # spans by their names
        return tuple(found)

    def acts(self, words: str, *kinds: ActKind) -> list[str]:
        """Return what of a text performs acts of these kinds, as it is written there."""
        return [words[slice(*act.span)] for act in self.read(words) if act.kind in kinds]

    def sentences(self, words: str) -> list[Sentence]:
        """Return the sentences of the words between quotation marks; of all words where there are no marks."""
        language = self._language
        quoted = [(start + 1, end - 1) for start, end in quote_spans(words) if is_speech(words, start, end, language)]
        single = language.pattern("spoken.single")
        aloud = quoted or [found.span("words") for found in single.finditer(words)] or [(0, len(words))]
        return sentences_of(words, aloud, self._spelling)

    def _acts(self, sentence: Sentence, scores: Mapping[ActKind, float]) -> list[Act]:
        kinds = {kind: score for kind, score in scores.items() if score >= 0}
        if scores.get(ActKind.THREAT, _LIKELY) >= _MAY_THREATEN:
            kinds.pop(ActKind.PROMISE, None)
        for kind, others in _EXCLUDES.items():
            if kind in kinds:
                kinds = {one: score for one, score in kinds.items() if one not in others}
        if not _ASKED.isdisjoint(kinds):
            kinds.pop(ActKind.QUESTION, None)
        is_asked = sentence.is_asked and _ASKED.isdisjoint(kinds)
        return self._clauses.acts(sentence, kinds, ActKind.QUESTION if is_asked else ActKind.STATEMENT)


def _go_on(read: list[list[Act]], scores: Sequence[Mapping[ActKind, float]]) -> None:
    """Join sentences of which each performs the same act surely, or likely and nothing else."""
    for step in (1, -1):
        for at in range(len(read))[::step]:
            before = at - step
            if not (0 <= before < len(read)) or not read[before] or not read[at]:
                continue
            act = read[before][-1 if step > 0 else 0]
            if act.kind not in _GOES_ON:
                continue
            is_same = {each.kind for each in read[at]} == {act.kind}
            tells = all(each.kind in _TELLING for each in read[at])
            if is_same or (tells and scores[at].get(act.kind, _LIKELY - 1) >= _LIKELY):
                spans = [act.span, *(each.span for each in read[at])]
                joined = Act(act.kind, (min(span[0] for span in spans), max(span[1] for span in spans)))
                claims = [each for each in read[at] if each.kind is ActKind.CLAIM]
                read[before].remove(act)
                read[at] = [joined, *claims]


def _join_vows(read: list[list[Act]], scores: Sequence[Mapping[ActKind, float]], sentences: Sequence[Sentence]) -> None:
    """Join a sentence that only gives the speaker's word to a neighbouring one that promises something, surely or
    likely."""
    for at in range(1, len(read)):
        pair = (at - 1, at)
        if not all(_may_promise(read[n], scores[n]) for n in pair):
            continue
        is_sure = any(act.kind is ActKind.PROMISE for n in pair for act in read[n])
        if is_sure and min(len(sentences[n].words) for n in pair) <= _FRAME + 1:
            last, first = read[at - 1][-1], read[at][0]
            read[at - 1].remove(last)
            read[at][0] = Act(ActKind.PROMISE, (last.span[0], first.span[1]))


def _may_promise(acts: Sequence[Act], scores: Mapping[ActKind, float]) -> bool:
    is_likely = scores.get(ActKind.PROMISE, _LIKELY - 1) >= _LIKELY
    return len(acts) == 1 and acts[0].kind in (ActKind.PROMISE, *_TELLING) and is_likely


reader_of = lru_cache(maxsize=8)(Reader)
"""The reader of a language, made once."""


def is_speech(text: str, start: int, end: int, language: Language) -> bool:
    """Return whether a quotation is said aloud; not so: ``the password is "swordfish"``."""
    before = text[max(0, start - _LOOK_BACK) : start].rstrip()
    is_framed = not before or before[-1] in ",:.!?…" or text[end - 2] in ",.!?…—"
    return is_framed or language.pattern("spoken.say_end").search(before) is not None
