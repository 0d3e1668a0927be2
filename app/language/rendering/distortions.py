"""How a person's memory colours what it keeps: a thought behind a text that gives an occasion for it, a paler word for
a joyful one. The truth stays in the entry. English, but triggers are found in any script."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from unicodedata import normalize
from zlib import crc32

from app.language.analysis.lexicon import lexicon
from app.language.analysis.names import Folded
from app.language.analysis.terms import term_set
from app.language.analysis.text import UNSPACED_SIGN, mask_quotations, replace_spans, stems, words
from app.language.language import cached_by_language, current_language
from app.language.reading.reports import attribution
from app.language.rendering.filling import sentence, within
from app.models.base import on_one_line
from app.models.memory import MemoryEntry, MemoryKind
from app.models.sheets.person import DistortionKind, DistortionSheet, NPCSheet

DISTORTED = "distorted"  # key of an entry's metadata: its text as it was coloured when it was formed
MOST_THOUGHTS = 2  # behind one text, whatever their kinds
LONGEST_ABOUT = 130  # characters of what a trigger brings back that are shown
_TRUE_AS_GIVEN = {MemoryKind.GIFTED, MemoryKind.PLAN}  # no experience: who somebody is, what it means to do
_NEGATION_REACHES, _OWN_REACHES = 3, 2  # words before a verb among which a negation, or who does it, is looked for
_SLACK = 40  # characters by which paler words may lengthen any text; a longer one also by half of it

DistortionFilter = Callable[[str], str]
"""How a text is remembered by somebody to whom it does not seem as it was."""

_Cue = tuple[int, tuple[str, ...]]
"""What a word gives occasion for: the lower the number the stronger; the thoughts that fit it."""


def filter_of(sheet: NPCSheet) -> DistortionFilter | None:
    """All distortions of a person; None where there are none."""
    return partial(_coloured, sheet) if sheet.distortions else None


def shown(entry: MemoryEntry, distortion: DistortionFilter | None) -> tuple[str, bool]:
    """How a memory seems to its owner, and whether that differs from the truth (``entry.summary``)."""
    text, stored = entry.summary, entry.metadata.get(DISTORTED)
    if isinstance(stored, str) and stored.strip():
        text = stored
    elif distortion is not None and entry.kind not in _TRUE_AS_GIVEN:
        text = distortion(text)
    return text, text != entry.summary


def _coloured(person: NPCSheet, text: str) -> str:
    """Paler words, then the thoughts; those on what somebody says stand in brackets."""
    paler, thoughts = toned(person, text), thoughts_on(person, text)
    if not thoughts:
        return paler
    is_speech = attribution(text) is not None
    return f"{paler.rstrip()} ({thoughts})" if is_speech else f"{sentence(paler)} {thoughts}"


def thoughts_on(person: NPCSheet, text: str) -> str:
    """What a person thinks at a text: the first thoughts, by the order of the sheet; "" for none."""
    thoughts = dict[str, None]()
    for one in person.distortions:
        match one.kind:
            case DistortionKind.PARANOID:
                thoughts[_suspicion(text, person)] = None
            case DistortionKind.DEPRESSED:
                thoughts[_strongest(text, (cues("joys").get(word) for _, word in _undenied(text)))] = None
            case DistortionKind.TRAUMA:
                thoughts[_brought_back(text, one)] = None
    return " ".join(list(filter(None, thoughts))[:MOST_THOUGHTS])


def toned(person: NPCSheet, text: str) -> str:
    """A text in the paler words of a person who tones joy down; what somebody says stays word for word."""
    is_pale = any(one.kind is DistortionKind.DEPRESSED for one in person.distortions)
    return _paler(text) if is_pale and attribution(text) is None else text


@cached_by_language(8)
def cues(kind: str) -> Mapping[str, _Cue]:
    """By their lemmas the words that give occasion: for suspicion what others do (``verbs``) and what there is
    (``things``), for doubt ``joys``. One that stands in two lists belongs to the first."""
    data = current_language().data("distortions")
    rows = data["depressed"]["joys"] if kind == "joys" else data["paranoid"]
    found: dict[str, _Cue] = {}
    for rank, row in enumerate(rows):
        for word in row[kind]:
            found.setdefault(_lemma(word), (rank, tuple(row["clauses"])))
    return found


def _strongest(text: str, found: Iterable[_Cue | None]) -> str:
    """A thought on the strongest occasion, always the same for the same text; "" for none."""
    _, thoughts = min(filter(None, found), key=lambda cue: cue[0], default=(0, ("",)))
    return thoughts[crc32(text.encode("utf-8", "replace")) % len(thoughts)]


def _suspicion(text: str, person: NPCSheet) -> str:
    """A threat in what others do and say: a look, a laugh, a gift, a remark."""
    own = {"i", *(word for name in (person.name, *person.aliases) for word in _folded(name))}
    if (said := attribution(text)) is not None:
        asks = text.rstrip("\"'”’) ").endswith("?")
        spoken = cues("verbs")[_lemma("ask" if asks else "say")]
        return "" if own.issuperset(_folded(said.name)) else _strongest(text, [spoken])
    verbs, things, found = cues("verbs"), cues("things"), list[_Cue | None]()
    determiners = current_language().words("distortions.determiners")
    for before, word in _undenied(text):
        is_noun = bool(before) and (before[-1] in determiners or before[-1].endswith("'s"))
        if is_noun or word not in verbs:
            found.append(things.get(word))
        elif before and own.isdisjoint(before[-_OWN_REACHES:]):
            found.append(verbs[word])
    return _strongest(text, found)


def _undenied(text: str) -> Iterator[tuple[list[str], str]]:
    """The lemma of each word that no negation is meant for, after the words before it."""
    folded, denials = _folded(text), current_language().words("distortions.denials")
    for at, word in enumerate(folded):
        before = folded[max(0, at - _NEGATION_REACHES) : at]
        if not any(each in denials or each.endswith(lexicon().negating_ends) for each in before):
            yield before, _lemma(word)


def _paler(text: str) -> str:
    """Paler words for joyful ones; names and quotations stay word for word."""
    paler, changes = current_language().data("distortions")["depressed"]["toned"], list[tuple[int, int, str]]()
    for found in _joyful().finditer(mask_quotations(text)):
        other, article = paler[found["joy"]], found["article"]
        changes.append((*found.span("joy"), other))
        if article is not None:
            changes.append((*found.span("article"), article[0] + ("n" if other[0] in "aeiou" else "")))
    toned = replace_spans(text, changes)
    return toned if len(toned) - len(text) <= len(text) // 2 + _SLACK else text


@cached_by_language()
def _joyful() -> re.Pattern[str]:
    """A joyful word, with a small letter as no name has it, and the article before it."""
    joys = "|".join(map(re.escape, current_language().data("distortions")["depressed"]["toned"]))
    return re.compile(rf"\b(?:(?P<article>[Aa]n?) )?(?P<joy>{joys})(?![\w’'-])")


def _brought_back(text: str, trauma: DistortionSheet) -> str:
    """What comes back where a trigger stands in the text: its words, or what is written without blanks; else ""."""
    terms, folded = term_set(Folded.of(text).tidy), Folded.of(text).folded
    triggers = [Folded.of(each) for each in trauma.triggers]
    is_there = any((wanted := term_set(each.tidy)) and wanted <= terms for each in triggers)
    if not (is_there or any(UNSPACED_SIGN.search(each.folded) and each.folded in folded for each in triggers)):
        return ""
    lines, about = current_language().data("distortions")["trauma"], on_one_line(trauma.about)[:LONGEST_ABOUT]
    if not about:
        return _strongest(text, [(0, lines["wordless"])])
    told: str = lines["brings_back"].format(about=within(current_language(), about.rstrip(" .!?…")))
    return told


def _folded(text: str) -> list[str]:
    return [word.casefold().replace("’", "'") for word in words(text)]


@cached_by_language(20_000)
def _lemma(word: str) -> str:
    """The stem of a word's base form, also of the words that recall leaves out."""
    folded = normalize("NFKC", word).casefold().removesuffix(lexicon().possessive)
    base = lexicon().bases.get(folded, folded)
    return next(iter(stems(base)), base)
