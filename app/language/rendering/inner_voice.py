"""What a person thinks beside what it remembers: fixed sentences in the first person, the occasions for them, and where
they go in a text. They are questions and doubts that name no one and state no deed."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from unicodedata import normalize
from zlib import crc32

from app.language.analysis.lexicon import lexicon
from app.language.analysis.text import MASK, sentences, stems, word_pattern
from app.language.language import cached_by_language, current_language
from app.language.reading.reports import attribution

MOST_THOUGHTS = 2  # thoughts that stand in one text, whatever their kinds
_CLOSERS = "\"'”’»)] "
_ENDS = ".!?…。！？"
_NEGATION_REACHES = 3  # words within which a negation before a word is meant for it


@dataclass(frozen=True)
class Cue:
    """An occasion: the lower its ``rank`` the stronger; the thoughts that fit it."""

    rank: int
    thoughts: tuple[str, ...]

    def thought(self, text: str) -> str:
        """One of them, always the same for the same text."""
        return self.thoughts[crc32(text.encode()) % len(self.thoughts)]


@dataclass(frozen=True)
class DistortionLines:
    """The file of words: cues by lemma (``doings`` as a verb, ``things`` as a noun), ``paler`` words by joyful ones."""

    doings: Mapping[str, Cue]
    things: Mapping[str, Cue]
    joys: Mapping[str, Cue]
    joyful_speech: Cue
    paler: Mapping[str, str]
    joyful: frozenset[str]
    brings_back: str
    wordless: Cue

    @cached_property
    def suspicions(self) -> frozenset[str]:
        return _thoughts_of((*self.doings.values(), *self.things.values()))

    @cached_property
    def doubts(self) -> frozenset[str]:
        return _thoughts_of(self.joys.values())


@cached_by_language()
def distortion_lines() -> DistortionLines:
    data = current_language().data("distortions")
    suspicions, low = data["paranoid"], data["depressed"]
    cues = [Cue(rank, tuple(one["clauses"])) for rank, one in enumerate(suspicions)]
    praise, joy = Cue(0, tuple(low["praise"]["clauses"])), Cue(1, tuple(low["joy"]["clauses"]))
    return DistortionLines(
        doings=_by_lemma((cue, one["does"]) for cue, one in zip(cues, suspicions, strict=True)),
        things=_by_lemma((cue, one["things"]) for cue, one in zip(cues, suspicions, strict=True)),
        joys=_by_lemma(((praise, low["praise"]["words"]), (joy, low["joy"]["words"]))),
        joyful_speech=joy,
        paler=low["toned"],
        joyful=frozenset(map(lemma, low["toned"])),
        brings_back=data["trauma"]["brings_back"],
        wordless=Cue(0, tuple(data["trauma"]["wordless"])),
    )


def _by_lemma(cues: Iterable[tuple[Cue, Any]]) -> dict[str, Cue]:
    """A word that stands in two lists belongs to the first."""
    found: dict[str, Cue] = {}
    for cue, listed in cues:
        for word in listed:
            found.setdefault(lemma(word), cue)
    return found


def _thoughts_of(cues: Iterable[Cue]) -> frozenset[str]:
    return frozenset(thought for cue in cues for thought in cue.thoughts)


@cached_by_language(20_000)
def lemma(word: str) -> str:
    """The stem of a word's base form, also of the words that recall leaves out."""
    known = lexicon()
    folded = normalize("NFKC", word).casefold().replace("’", "'").removesuffix(known.possessive)
    base = known.bases.get(folded, folded)
    return next(iter(stems(base)), base)


class Thoughts:
    """The thoughts that may stand in a text already; ``memories`` are those that this person's traumas bring back."""

    def __init__(self, memories: Collection[str] = ()) -> None:
        lines = distortion_lines()
        self.memories = frozenset(memories).union(lines.wordless.thoughts)
        known = lines.suspicions | lines.doubts | self.memories
        listed = sorted(known, key=lambda thought: (-len(thought), thought))
        self._pattern = re.compile("|".join(map(re.escape, listed)))

    def hidden(self, text: str) -> str:
        """The text with every thought blotted out, each character by one: a thought is no occasion for another."""
        return self._pattern.sub(lambda found: MASK * len(found.group()), text)

    def may_follow(self, text: str, own: Collection[str]) -> bool:
        """Whether one more may be added: there are few yet, and none of the ``own``."""
        there = self._pattern.findall(text)
        return len(there) < MOST_THOUGHTS and not any(thought in own for thought in there)


class Passage:
    """A text as words: ``words`` folded, ``lemmas``, and the ``spans`` where they stand."""

    def __init__(self, text: str) -> None:
        self.text = text
        found = list(word_pattern(text).finditer(text))
        self.spans = [match.span() for match in found]
        self.words = [match.group().casefold().replace("’", "'") for match in found]
        self.lemmas = list(map(lemma, self.words))

    def is_denied(self, at: int) -> bool:
        before = self.words[max(0, at - _NEGATION_REACHES) : at]
        denials, ends = current_language().words("distortions.denials"), lexicon().negating_ends
        return any(word in denials or word.endswith(ends) for word in before)

    def is_first(self, at: int) -> bool:
        before = self.text[: self.spans[at][0]].rstrip(" \n\"“„«‘'([" + MASK)
        return not before or before[-1] in _ENDS

    def end_of(self, at: int) -> int:
        """Where the sentence of a word ends; the end of the text where that cannot be told."""
        start, position = self.spans[at][0], 0
        for sentence in sentences(self.text):
            begin = self.text.find(sentence, position)
            if begin < 0:
                break
            position = begin + len(sentence)
            if start < position:
                return position
        return len(self.text)


def with_thought(text: str, thought: str, position: int) -> str:
    """The text with a thought after the sentence that ends there; beside what somebody says it stands in brackets."""
    if attribution(text) is not None:
        return f"{text.rstrip()} ({thought})"
    head, tail = text[:position].rstrip(), text[position:]
    stop = "" if head.rstrip(_CLOSERS)[-1:] in _ENDS else "."
    return f"{head}{stop} {thought}{tail}"
