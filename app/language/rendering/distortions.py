"""How a person's memory colours what it keeps: a filter adds a thought to a text (see `inner_voice`) or puts a paler
word in the place of a joyful one. The truth stays in the entry. English, but triggers are found in any script."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Protocol

from app.language.analysis.lexicon import lexicon
from app.language.analysis.names import Folded
from app.language.analysis.text import UNSPACED_SIGN, mask_quotations, replace_spans
from app.language.language import cached_by_language, current_language
from app.language.reading.reports import attribution
from app.language.rendering.inner_voice import (
    MOST_THOUGHTS,
    Cue,
    Passage,
    Thoughts,
    distortion_lines,
    lemma,
    with_thought,
)
from app.models.memory import MemoryEntry, MemoryKind
from app.models.sheets.scenario import DistortionKind, DistortionSheet, NPCSheet

DISTORTED = "distorted"  # key of an entry's metadata: its text as it was coloured when it was formed
LONGEST_ABOUT = 130  # characters of what a trigger brings back that are shown
_TRUE_AS_GIVEN = {MemoryKind.GIFTED, MemoryKind.PLAN}  # no experience: who somebody is, what it means to do
_ARTICLE_BEFORE = re.compile(r"\b(?P<article>an?) $", re.IGNORECASE)
_STOPS = re.compile(r"[.!?…]+")
_SLACK = 40  # characters by which paler words may lengthen any text; a longer one also by half of it


class DistortionFilter(Protocol):
    """The extension point: how a text is remembered by somebody to whom it does not seem as it was."""

    def apply(self, text: str) -> str:
        """The coloured text, at most half as long again and 200 characters; applied twice it adds nothing."""


def filter_of(sheet: NPCSheet) -> DistortionFilter | None:
    """All distortions of a person, in the sheet's order; None where there are none."""
    if not sheet.distortions:
        return None
    names = (sheet.name, *sheet.aliases)
    traumas = [one for one in sheet.distortions if one.kind is DistortionKind.TRAUMA]
    thoughts = _thoughts(tuple(thought for one in traumas if (thought := _brought_back(one.about))))
    return Chain([_filter(one, names, thoughts) for one in sheet.distortions])


_thoughts = cached_by_language(64)(Thoughts)
"""Those of one person, cached: they are asked for with each memory that is shown."""


def shown(entry: MemoryEntry, distortion: DistortionFilter | None) -> tuple[str, bool]:
    """How a memory seems to its owner, and whether that differs from the truth (``entry.summary``)."""
    text, stored = entry.summary, entry.metadata.get(DISTORTED)
    if isinstance(stored, str) and stored.strip():
        text = stored
    elif distortion is not None and entry.kind not in _TRUE_AS_GIVEN:
        text = distortion.apply(text)
    return text, text != entry.summary


def _filter(sheet: DistortionSheet, names: Sequence[str], thoughts: Thoughts) -> DistortionFilter:
    match sheet.kind:
        case DistortionKind.PARANOID:
            return Paranoid(names, thoughts)
        case DistortionKind.DEPRESSED:
            return Depressed(thoughts)
        case DistortionKind.TRAUMA:
            return Trauma(sheet.triggers, sheet.about, thoughts)


class Chain:
    """Several filters, one after the other, until none has anything to add."""

    def __init__(self, filters: Sequence[DistortionFilter]) -> None:
        self._filters = tuple(filters)

    def apply(self, text: str) -> str:
        """What one filter writes may be an occasion for one before it; the number of thoughts bounds the rounds."""
        for _ in range(MOST_THOUGHTS + 2):
            before = text
            for one in self._filters:
                text = one.apply(text)
            if text == before:
                break
        return text


class Paranoid:
    """Finds a threat in what others do and say: a look, a laugh, a gift, a remark. ``names`` are the person's own."""

    def __init__(self, names: Sequence[str] = (), thoughts: Thoughts | None = None) -> None:
        self._own = [("i",), *(tuple(Passage(Folded.of(name).tidy).words) for name in names)]
        self._thoughts = thoughts or _thoughts(())

    def apply(self, text: str) -> str:
        """With one thought after the sentence that gives the strongest occasion, the first of equally strong ones."""
        if not self._thoughts.may_follow(text, distortion_lines().suspicions):
            return text
        said = attribution(text)
        if said is not None:
            is_own = tuple(Passage(said.name).words) in self._own
            is_question = text.rstrip("\"'”’) ").endswith("?")
            thought = distortion_lines().doings[lemma("ask" if is_question else "say")].thought(text)
            return text if is_own else with_thought(text, thought, len(text))
        passage = Passage(self._thoughts.hidden(text))
        found = [(cue, at) for at in range(len(passage.words)) if (cue := self._cue(passage, at)) is not None]
        if not found:
            return text
        cue, at = min(found, key=lambda one: one[0].rank)
        return with_thought(text, cue.thought(passage.text), passage.end_of(at))

    def _cue(self, passage: Passage, at: int) -> Cue | None:
        """What a word gives occasion for, unless it is denied, or the person's own doing."""
        word = passage.lemmas[at]
        thing, doing = distortion_lines().things.get(word), distortion_lines().doings.get(word)
        if (thing is None and doing is None) or passage.is_denied(at):
            return None
        before = passage.words[at - 1] if at else ""
        if before in current_language().words("distortions.determiners") or before.endswith(("'s", "s'")):
            return thing
        if doing is None:
            return thing
        return None if passage.is_first(at) or self._is_own_doing(passage, at) else doing

    def _is_own_doing(self, passage: Passage, at: int) -> bool:
        """Whether the person itself stands before the verb, with no more than one word between."""
        ends = (passage.words[:at], passage.words[: max(0, at - 1)])
        return any(own and tuple(end[-len(own) :]) == own for end in ends for own in self._own)


class Depressed:
    """Dampens joy: joyful words become paler and their exclamations calm; praise and feasts are doubted. Names,
    quotations and speech stay word for word: there only a thought is added."""

    def __init__(self, thoughts: Thoughts | None = None) -> None:
        self._thoughts = thoughts or _thoughts(())

    def apply(self, text: str) -> str:
        """With paler words, and a thought after the first occasion for one."""
        changes = [] if attribution(text) is not None else list(self._changes(text))
        toned = replace_spans(text, changes)
        if len(toned) - len(text) > len(text) // 2 + _SLACK:
            return text
        if not self._thoughts.may_follow(toned, distortion_lines().doubts):
            return toned
        passage, lines = Passage(self._thoughts.hidden(toned)), distortion_lines()
        is_spoken = attribution(toned) is not None
        for at, word in enumerate(passage.lemmas):
            cue = lines.joys.get(word, lines.joyful_speech if is_spoken and word in lines.joyful else None)
            if cue is not None and not passage.is_denied(at):
                return with_thought(toned, cue.thought(passage.text), passage.end_of(at))
        return toned

    def _changes(self, text: str) -> Iterator[tuple[int, int, str]]:
        """(start, end, what is put there): paler words, the articles before them, stops for exclamation marks."""
        plain = mask_quotations(self._thoughts.hidden(text))
        passage, paler = Passage(plain), distortion_lines().paler
        reflexives = current_language().words("distortions.reflexives")
        stops = list(_STOPS.finditer(plain))
        ends = [stop.start() for stop in stops]
        calmed: set[int] = set()
        for at, (start, end) in enumerate(passage.spans):
            if passage.words[at] not in paler or passage.is_denied(at):
                continue
            following_stop = bisect_left(ends, end)
            if following_stop < len(stops) and following_stop not in calmed:
                calmed.add(following_stop)
                if set(stops[following_stop].group()) == {"!"}:
                    yield *stops[following_stop].span(), "."
            other = paler.get(plain[start:end])  # with a capital it may be a name
            following = passage.words[at + 1] if at + 1 < len(passage.words) else ""
            if other is None or following in reflexives:
                continue
            yield start, end, other
            if article := _ARTICLE_BEFORE.search(plain, max(0, start - 4), start):
                yield *article.span("article"), article["article"][0] + ("n" if other[0] in "aeiou" else "")


class Trauma:
    """Where a trigger stands as a word, ``about`` comes back. Triggers may be several words and of any script."""

    def __init__(self, triggers: Sequence[str], about: str = "", thoughts: Thoughts | None = None) -> None:
        self._memory = _brought_back(about)
        self._thoughts = thoughts or Thoughts([self._memory] if self._memory else [])
        self._lemmas = [found for one in triggers if (found := _trigger(one))]
        self._unspaced = [folded for one in triggers if UNSPACED_SIGN.search(folded := Folded.of(one).folded)]

    def apply(self, text: str) -> str:
        """With one thought after the sentence of the first trigger."""
        if not self._thoughts.may_follow(text, self._thoughts.memories):
            return text
        passage = Passage(self._thoughts.hidden(text))
        if (at := self._first(passage)) is None:
            return text
        return with_thought(text, self._memory or distortion_lines().wordless.thought(passage.text), passage.end_of(at))

    def _first(self, passage: Passage) -> int | None:
        for at in range(len(passage.lemmas)):
            if any(tuple(passage.lemmas[at : at + len(one)]) == one for one in self._lemmas):
                return at
            if any(trigger in passage.words[at] for trigger in self._unspaced):  # written without blanks
                return at
        return None


def _trigger(words: str) -> tuple[str, ...]:
    passage = Passage(Folded.of(words).tidy)
    skip = len(passage.words) > 1 and passage.words[0] in lexicon().articles
    return tuple(passage.lemmas[skip:])


def _brought_back(about: str) -> str:
    """The sentence in which an author's words come back; "" for none."""
    plain = " ".join("".join(sign if sign.isprintable() else " " for sign in about).split()).rstrip(" .!?…")
    if len(plain) > LONGEST_ABOUT:
        cut = plain[:LONGEST_ABOUT]
        plain = f"{cut.rpartition(' ')[0] or cut}…"
    first, _, rest = plain.partition(" ")
    if first.casefold() in lexicon().articles and rest:
        plain = f"{first.casefold()} {rest}"
    return distortion_lines().brings_back.format(about=plain) if plain else ""
