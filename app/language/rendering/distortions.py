"""How a person's memory colours what it keeps: a filter adds a thought to a text (see `inner_voice`) or puts a paler
word in the place of a joyful one. The truth stays in the entry. English, but triggers are found in any script."""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from functools import partial

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


DistortionFilter = Callable[[str], str]
"""How a text is remembered by somebody to whom it does not seem as it was: coloured, at most half as long again and 200
characters; what is coloured already stays as it is."""

_Words = tuple[str, ...]


def filter_of(sheet: NPCSheet) -> DistortionFilter | None:
    """All distortions of a person, one after the other; None where there are none."""
    return partial(_coloured, filters_of(sheet)) if sheet.distortions else None


def filters_of(sheet: NPCSheet) -> list[DistortionFilter]:
    """Each distortion of a person by itself, in the sheet's order."""
    traumas = [one for one in sheet.distortions if one.kind is DistortionKind.TRAUMA]
    thoughts = _thoughts(tuple(thought for one in traumas if (thought := _brought_back(one.about))))
    return [_filter(one, sheet, thoughts) for one in sheet.distortions]


_thoughts = cached_by_language(64)(Thoughts)
"""Those of one person, cached: they are asked for with each memory that is shown."""


def shown(entry: MemoryEntry, distortion: DistortionFilter | None) -> tuple[str, bool]:
    """How a memory seems to its owner, and whether that differs from the truth (``entry.summary``)."""
    text, stored = entry.summary, entry.metadata.get(DISTORTED)
    if isinstance(stored, str) and stored.strip():
        text = stored
    elif distortion is not None and entry.kind not in _TRUE_AS_GIVEN:
        text = distortion(text)
    return text, text != entry.summary


def _coloured(filters: Sequence[DistortionFilter], text: str) -> str:
    """What one filter writes may be an occasion for one before it; the number of thoughts bounds the rounds."""
    for _ in range(MOST_THOUGHTS + 2):
        before = text
        for one in filters:
            text = one(text)
        if text == before:
            break
    return text


def _filter(one: DistortionSheet, person: NPCSheet, thoughts: Thoughts) -> DistortionFilter:
    match one.kind:
        case DistortionKind.PARANOID:
            names = (tuple(Passage(Folded.of(name).tidy).words) for name in (person.name, *person.aliases))
            return partial(_paranoid, own=[("i",), *names], thoughts=thoughts)
        case DistortionKind.DEPRESSED:
            return partial(_depressed, thoughts=thoughts)
        case DistortionKind.TRAUMA:
            triggers = [found for words in one.triggers if (found := _trigger(words))]
            unspaced = [folded for words in one.triggers if UNSPACED_SIGN.search(folded := Folded.of(words).folded)]
            memory = _brought_back(one.about)
            return partial(_trauma, triggers=triggers, unspaced=unspaced, memory=memory, thoughts=thoughts)


def _paranoid(text: str, own: Sequence[_Words], thoughts: Thoughts) -> str:
    """Finds a threat in what others do and say: a look, a laugh, a gift, a remark. One thought comes after the sentence
    that gives the strongest occasion, the first of equally strong ones. ``own`` are the person's names."""
    if not thoughts.may_follow(text, distortion_lines().suspicions):
        return text
    said = attribution(text)
    if said is not None:
        is_own = tuple(Passage(said.name).words) in own
        is_question = text.rstrip("\"'”’) ").endswith("?")
        thought = distortion_lines().doings[lemma("ask" if is_question else "say")].thought(text)
        return text if is_own else with_thought(text, thought, len(text))
    passage = Passage(thoughts.hidden(text))
    found = [(cue, at) for at in range(len(passage.words)) if (cue := _cue(passage, at, own)) is not None]
    if not found:
        return text
    cue, at = min(found, key=lambda one: one[0].rank)
    return with_thought(text, cue.thought(passage.text), passage.end_of(at))


def _cue(passage: Passage, at: int, own: Sequence[_Words]) -> Cue | None:
    """What a word gives occasion for, unless it is denied, or the person's own doing."""
    word = passage.lemmas[at]
    thing, doing = distortion_lines().things.get(word), distortion_lines().doings.get(word)
    if (thing is None and doing is None) or passage.is_denied(at):
        return None
    before = passage.words[at - 1] if at else ""
    is_noun = before in current_language().words("distortions.determiners") or before.endswith(("'s", "s'"))
    if is_noun or doing is None:
        return thing
    return None if passage.is_first(at) or _is_own_doing(passage, at, own) else doing


def _is_own_doing(passage: Passage, at: int, own: Sequence[_Words]) -> bool:
    """Whether the person itself stands before the verb, with no more than one word between."""
    ends = (passage.words[:at], passage.words[: max(0, at - 1)])
    return any(name and tuple(end[-len(name) :]) == name for end in ends for name in own)


def _depressed(text: str, thoughts: Thoughts) -> str:
    """Dampens joy: joyful words become paler and their exclamations calm; praise and feasts are doubted, with a thought
    after the first of them. Names, quotations and speech stay word for word: there only a thought is added."""
    changes = [] if attribution(text) is not None else list(_paler(text, thoughts))
    toned = replace_spans(text, changes)
    if len(toned) - len(text) > len(text) // 2 + _SLACK:
        return text
    if not thoughts.may_follow(toned, distortion_lines().doubts):
        return toned
    passage, lines = Passage(thoughts.hidden(toned)), distortion_lines()
    is_spoken = attribution(toned) is not None
    for at, word in enumerate(passage.lemmas):
        cue = lines.joys.get(word, lines.joyful_speech if is_spoken and word in lines.joyful else None)
        if cue is not None and not passage.is_denied(at):
            return with_thought(toned, cue.thought(passage.text), passage.end_of(at))
    return toned


def _paler(text: str, thoughts: Thoughts) -> Iterator[tuple[int, int, str]]:
    """(start, end, what is put there): paler words, the articles before them, stops for exclamation marks."""
    plain = mask_quotations(thoughts.hidden(text))
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


def _trauma(text: str, triggers: Sequence[_Words], unspaced: Sequence[str], memory: str, thoughts: Thoughts) -> str:
    """Where a trigger stands as a word, or as a part of what is written without blanks, ``memory`` comes back, in one
    thought after the sentence of the first. Triggers may be several words and of any script."""
    if not thoughts.may_follow(text, thoughts.memories):
        return text
    passage = Passage(thoughts.hidden(text))
    for at, word in enumerate(passage.words):
        is_whole = any(tuple(passage.lemmas[at : at + len(one)]) == one for one in triggers)
        if is_whole or any(trigger in word for trigger in unspaced):
            thought = memory or distortion_lines().wordless.thought(passage.text)
            return with_thought(text, thought, passage.end_of(at))
    return text


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
