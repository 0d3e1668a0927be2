"""Distortions of memory: a thought appended to a text that prompts it, a paler word for a joyful one. The truth remains
in the entry. The texts are English, but triggers match in any script."""

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
from app.language.rendering.filling import as_clause, sentence
from app.models.base import on_one_line
from app.models.memory import MemoryEntry, MemoryKind
from app.models.sheets.person import DistortionKind, DistortionSheet, NPCSheet

DISTORTED = "distorted"  # metadata key: the distorted text of an entry, made when it was formed
MOST_THOUGHTS = 2  # appended to one text, of whatever kinds
LONGEST_ABOUT = 130  # characters shown of the traumatic memory
_TRUE_AS_GIVEN = {MemoryKind.GIFTED, MemoryKind.PLAN}  # no experiences: a person's identity and its intentions
_NEGATION_REACHES, _OWN_REACHES = 3, 2  # words before a verb that are searched for a negation, and for its subject
_SLACK = 40  # characters by which paler words may lengthen any text, in addition to half of its length

DistortionFilter = Callable[[str], str]
"""Returns a text as a person with distortions remembers it."""

_Cue = tuple[int, tuple[str, ...]]
"""The rank of a word that prompts a thought, the lowest being the strongest; and the thoughts that fit it."""


def filter_of(sheet: NPCSheet) -> DistortionFilter | None:
    """Return the combined distortions of a person; None if it has none."""
    return partial(_coloured, sheet) if sheet.distortions else None


def perceived_summary(entry: MemoryEntry, distortion: DistortionFilter | None) -> tuple[str, bool]:
    """Return the text of a memory as its owner remembers it, and whether it differs from the truth
    (``entry.summary``)."""
    text, stored = entry.summary, entry.metadata.get(DISTORTED)
    if isinstance(stored, str) and stored.strip():
        text = stored
    elif distortion is not None and entry.kind not in _TRUE_AS_GIVEN:
        text = distortion(text)
    return text, text != entry.summary


def _coloured(person: NPCSheet, text: str) -> str:
    """Return a text with paler words and appended thoughts; thoughts on speech are in parentheses."""
    paler, thoughts = toned(person, text), thoughts_on(person, text)
    if not thoughts:
        return paler
    is_speech = attribution(text) is not None
    return f"{paler.rstrip()} ({thoughts})" if is_speech else f"{sentence(paler)} {thoughts}"


def thoughts_on(person: NPCSheet, text: str) -> str:
    """Return the first thoughts of a person on a text, in the order of its sheet; "" for none."""
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
    """Return a text in the paler words of a depressed person; reported speech is unchanged."""
    is_pale = any(one.kind is DistortionKind.DEPRESSED for one in person.distortions)
    return _paler(text) if is_pale and attribution(text) is None else text


@cached_by_language(8)
def cues(kind: str) -> Mapping[str, _Cue]:
    """Return the words that prompt thoughts, by lemma.

    Args:
        kind: ``verbs`` (what others do) or ``things`` for suspicion, ``joys`` for doubt.

    Returns:
        The cue of each lemma; a word of two lists belongs to the first.
    """
    data = current_language().data("distortions")
    rows = data["depressed"]["joys"] if kind == "joys" else data["paranoid"]
    cue_of: dict[str, _Cue] = {}
    for rank, row in enumerate(rows):
        for word in row[kind]:
            cue_of.setdefault(_lemma(word), (rank, tuple(row["clauses"])))
    return cue_of


def _strongest(text: str, prompting: Iterable[_Cue | None]) -> str:
    """Return a thought on the strongest cue, always the same for the same text; "" for none."""
    _, thoughts = min(filter(None, prompting), key=lambda cue: cue[0], default=(0, ("",)))
    return thoughts[crc32(text.encode("utf-8", "replace")) % len(thoughts)]


def _suspicion(text: str, person: NPCSheet) -> str:
    """Return a suspicious thought on what others do and say: a look, a laugh, a gift, a remark."""
    own = {"i", *(word for name in (person.name, *person.aliases) for word in _folded(name))}
    if (said := attribution(text)) is not None:
        asks = text.rstrip("\"'”’) ").endswith("?")
        spoken = cues("verbs")[_lemma("ask" if asks else "say")]
        return "" if own.issuperset(_folded(said.name)) else _strongest(text, [spoken])
    verbs, things, prompting = cues("verbs"), cues("things"), list[_Cue | None]()
    determiners = current_language().words("distortions.determiners")
    for before, word in _undenied(text):
        is_noun = bool(before) and (before[-1] in determiners or before[-1].endswith("'s"))
        if is_noun or word not in verbs:
            prompting.append(things.get(word))
        elif before and own.isdisjoint(before[-_OWN_REACHES:]):
            prompting.append(verbs[word])
    return _strongest(text, prompting)


def _undenied(text: str) -> Iterator[tuple[list[str], str]]:
    """Yield each word that is not negated: the words before it, and its lemma."""
    folded, denials = _folded(text), current_language().words("distortions.denials")
    for at, word in enumerate(folded):
        before = folded[max(0, at - _NEGATION_REACHES) : at]
        if not any(each in denials or each.endswith(lexicon().negating_ends) for each in before):
            yield before, _lemma(word)


def _paler(text: str) -> str:
    """Replace joyful words by paler ones, except in names and quotations."""
    paler, changes = current_language().data("distortions")["depressed"]["toned"], list[tuple[int, int, str]]()
    for match in _joyful().finditer(mask_quotations(text)):
        other, article = paler[match["joy"]], match["article"]
        changes.append((*match.span("joy"), other))
        if article is not None:
            changes.append((*match.span("article"), article[0] + ("n" if other[0] in "aeiou" else "")))
    toned = replace_spans(text, changes)
    return toned if len(toned) - len(text) <= len(text) // 2 + _SLACK else text


@cached_by_language()
def _joyful() -> re.Pattern[str]:
    """Return a pattern for a joyful word in lower case (so that it is no name) with the article before it."""
    joys = "|".join(map(re.escape, current_language().data("distortions")["depressed"]["toned"]))
    return re.compile(rf"\b(?:(?P<article>[Aa]n?) )?(?P<joy>{joys})(?![\w’'-])")


def _brought_back(text: str, trauma: DistortionSheet) -> str:
    """Return the traumatic memory if a trigger occurs in the text, as words or as a string of a script without spaces;
    else ""."""
    terms, folded = term_set(Folded.of(text).tidy), Folded.of(text).folded
    triggers = [Folded.of(each) for each in trauma.triggers]
    is_there = any((wanted := term_set(each.tidy)) and wanted <= terms for each in triggers)
    if not (is_there or any(UNSPACED_SIGN.search(each.folded) and each.folded in folded for each in triggers)):
        return ""
    lines, about = current_language().data("distortions")["trauma"], on_one_line(trauma.about)[:LONGEST_ABOUT]
    if not about:
        return _strongest(text, [(0, lines["wordless"])])
    thought: str = lines["brings_back"].format(about=as_clause(current_language(), about.rstrip(" .!?…")))
    return thought


def _folded(text: str) -> list[str]:
    return [word.casefold().replace("’", "'") for word in words(text)]


@cached_by_language(20_000)
def _lemma(word: str) -> str:
    """Return the stem of a word's base form, for stop words as well."""
    folded = normalize("NFKC", word).casefold().removesuffix(lexicon().possessive)
    base = lexicon().bases.get(folded, folded)
    return next(iter(stems(base)), base)
