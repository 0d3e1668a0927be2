"""What memories say, sentence by sentence, and who said it: the news that people pass on."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from app.agents.mind.lines import NEWS_OPENINGS, is_stock
from app.agents.mind.thoughts import is_thought
from app.agents.mind.wording import plain, told
from app.agents.narrator.sayable import TELLS_OWN_WORDS, names_matter_only, says_nothing
from app.agents.narrator.spoken import asks
from app.interfaces.agents.mind import Recollection
from app.language.analysis.names import name_words
from app.language.analysis.text import UNSPACED, quote_spans, sentences, words
from app.language.en.words import STOP_WORDS
from app.language.rendering.perspective import in_own_words

_LONGEST = 240
_READ = 2_000
"""Characters of a memory that are looked through."""
_MOST_SENTENCES = 40
"""Of one memory."""
_DEPTH = 4
"""How often what somebody said that somebody said is unwrapped."""
_FEWEST_WORDS, _MOST_WORDS = 4, 40

_NAME = r"(?:[Tt]he\s)?[^\W\d_][\w'’.\-]*(?:\s[\w'’.\-]+){0,4}?"
_SAID = (
    r"(?:said|says|added|answered|replied|whispered|shouted|(?:told|tells|said to|answered)\s[\w'’.\- ]{1,60}?)"
    r"(?:\sthat)?"
)
_SPOKEN = re.compile(rf"(?P<who>{_NAME})\s{_SAID}\s*[:,]\s*")
_SPEAKER = re.compile(rf"(?P<who>{_NAME}):\s+")
_CLOSING = re.compile("[\"“”„«»‘’']+[.!?]?\\s*$")
_QUOTATION_MARKS = "\"“”„«»‘’' "
_SIGHTING = re.compile(
    r"^Saw (?P<who>.{1,120}?)"
    r" (?P<doing>standing around|walking by|having a conversation|engaged in an activity|resting)\.?$",
    re.IGNORECASE,
)
_ROUTINE = re.compile(
    r"^Arrived at\b|\broutine events?\b|^Plan(?:ned|s)?\b|^Made a plan\b|^Changed the plan\b"
    r"|^(?:Talked|Spoke|Chatted) (?:with|to)\b",
    re.IGNORECASE,
)
_MARKUP = re.compile(r"[*_#<>{}\[\]|`~\\=^@]|https?:|\ufffd")
_TO_A_MACHINE = re.compile(
    r"\b(?:ignore|disregard|forget)\b.{0,40}\b(?:instructions?|prompts?|rules)\b|\b(?:system|assistant|user)\s*:",
    re.IGNORECASE,
)
_WITHOUT_SUBJECT = re.compile(
    r"(?:Saw|Heard|Noticed|Arrived|Met|Found|Felt|Learned|Made|Took|Gave|Went|Helped|Watched)\b(?! by| from)"
)
_ADDRESSED = re.compile(r"\byou(?:rs?|rself)?\b", re.IGNORECASE)
"""Words to somebody, which mean somebody else when they are told on."""
_CAPITAL_WITHIN = re.compile(r"(?<=[^\W_,;] |[,;] )[^\W\d_]{2,}|^[^\W\d_]{3,}")
_UNSPACED = re.compile(f"[{UNSPACED}]")


@dataclass(frozen=True)
class Statement:
    """A sentence out of a memory; ``who`` said it, "" where the memory itself says so. ``weight``: its importance.

    ``by`` is who told it: another than ``who`` where somebody told what somebody said.
    """

    text: str
    who: str
    by: str
    memory_id: str
    weight: float


def sayings(memories: Iterable[Recollection]) -> Iterator[Statement]:
    """Every sentence of the memories, quotations unwrapped; of a report of a report the innermost speaker."""
    for memory in memories:
        weight = 5.0 if memory.importance is None else memory.importance
        text = memory.text[:_READ]
        whole = _SPEAKER.match(text)
        by = plain(whole["who"], 120) if whole is not None and _is_name(whole["who"]) else ""
        pieces = _said(text[whole.end() :], by, by, 1) if whole is not None and by else _said(text, "", "", 0)
        for who, teller, piece in islice(pieces, _MOST_SENTENCES):
            yield Statement(piece, who, teller, memory.id, weight)


def statements(memories: Iterable[Recollection]) -> list[Statement]:
    """What of it says something, in order, each sentence of a speaker once."""
    found: dict[tuple[str, str], Statement] = {}
    for each in sayings(memories):
        if _tells(each.text):
            found.setdefault((each.by, each.text.casefold()), each)
    return list(found.values())


def speakers(memories: Iterable[Recollection]) -> list[str]:
    """Whoever speaks in the memories, in order."""
    return list(dict.fromkeys(each.by for each in sayings(memories) if each.by))


def _said(text: str, who: str, by: str, depth: int) -> Iterator[tuple[str, str, str]]:
    """(who said it, who told it, a sentence of it)."""
    for piece in sentences(text):
        opening = _spoken_by(piece) if depth < _DEPTH else None
        if opening is not None:
            speaker, inner = opening
            if speaker not in ("I", "You"):
                yield from _said(inner, speaker, by or speaker, depth + 1)
        elif depth < _DEPTH and (spans := quote_spans(piece)) and spans[0][0] == 0:
            yield from _said(piece[1 : spans[0][1] - 1], who, by, depth + 1)
        else:
            yield who, by, told(NEWS_OPENINGS.sub("", piece), _LONGEST + 2)


def _spoken_by(piece: str) -> tuple[str, str] | None:
    """The speaker and the words of ``Tobin said: "…"``, ``Tobin told Mara: …`` or ``Tobin: …``."""
    found = _SPOKEN.match(piece)
    if found is None:
        found = _SPEAKER.match(piece)
        if found is None or not _is_name(found["who"]):
            return None
    inner = _CLOSING.sub("", piece[found.end() :]).lstrip(_QUOTATION_MARKS)
    return (plain(found["who"], 120), inner) if inner else None


def _is_name(written: str) -> bool:
    """Whether what stands before a colon is written as a name."""
    return all(not word[0].islower() for word in written.split() if word != "the")


def _tells(text: str) -> bool:
    size = len(words(text)) if not _UNSPACED.search(text) else len(text) // 2
    if not _FEWEST_WORDS <= size <= _MOST_WORDS or len(text) > _LONGEST or asks(text) or "…" in text:
        return False
    if _SIGHTING.match(text) or _ROUTINE.search(text) or _MARKUP.search(text) or _TO_A_MACHINE.search(text):
        return False
    if is_thought(text):
        return False
    return not (says_nothing(text) or names_matter_only(text, asking_counts=False) or is_stock(text))


def is_small_talk(memory: Recollection) -> bool:
    """Whether it is what somebody said, and nothing but lines that say nothing."""
    opening = _spoken_by(memory.text[:_READ])
    if opening is None:
        return False
    said = sentences(opening[1])
    return any(map(is_stock, said)) and all(is_stock(line) or len(words(line)) < _FEWEST_WORDS for line in said)


def sightings(memories: Iterable[Recollection], *but: str) -> list[tuple[str, str]]:
    """(whom it saw, doing what) of others than these, the newest first; memories come oldest first."""
    found = [match for memory in memories if (match := _SIGHTING.match(memory.text[:_READ]))]
    seen = dict.fromkeys((plain(match["who"], 120), match["doing"].lower()) for match in found[::-1])
    return [(who, doing) for who, doing in seen if who and who not in but]


@dataclass(frozen=True)
class News:
    """A statement in its teller's words to somebody; ``is_of_listener``: it speaks of the listener."""

    words: str
    source: Statement
    is_of_listener: bool
    weight: float


def news(memories: Iterable[Recollection], teller: str, listener: str, known: Sequence[str] = ()) -> list[News]:
    """What the teller can tell the listener, the weightiest first: nothing that either of them said itself.

    ``memories`` come oldest first; of equal weight the newer is told first. ``known`` are texts that the listener
    remembers: what stands in them is told last.
    """
    all_said = statements(tuple(memories)[::-1])
    # What it remembers to have said it has mostly said to this listener: memories of the talk with it.
    old = {each.text for each in all_said if is_same(each.by, teller) or is_same(each.by, listener)}
    found: list[News] = []
    for statement in all_said:
        is_of_both = is_same(statement.who, teller) or is_same(statement.who, listener)
        if is_of_both or statement.text in old or (statement.who and _ADDRESSED.search(statement.text)):
            continue
        words_told = as_told(statement, teller, listener)
        if not words_told:
            continue
        is_of_listener = not statement.who and words_told != as_told(statement, teller, "")
        is_known = any(statement.text.rstrip(".!… ") in text for text in known)
        others = set(_names(statement.text)) - {*teller.split(), *listener.split()}
        weight = statement.weight + min(2, len(others)) - 2 * is_of_listener - 4 * is_known
        found.append(News(words_told, statement, is_of_listener, weight))
    return sorted(found, key=lambda each: -each.weight)


def is_same(written: str, name: str) -> bool:
    """Whether a name as it was written means the one who is called so in full."""
    return bool(written) and (written == name or written in name_words(name))


def as_told(statement: Statement, teller: str, listener: str) -> str:
    """A statement in the teller's words to the listener; "" where it only repeats the teller's own words."""
    if is_same(statement.who, teller):
        return ""
    if is_same(statement.who, listener):
        return f"You said: {statement.text}"
    if statement.who:
        return f"{statement.who} said: {statement.text}"
    words_told = in_own_words(statement.text, (teller,), (listener,) if listener else ()).strip()
    if TELLS_OWN_WORDS.search(words_told):
        return ""
    return f"I {words_told[0].lower()}{words_told[1:]}" if _WITHOUT_SUBJECT.match(words_told) else words_told


def _names(text: str) -> Iterator[str]:
    """Words with a capital that are no common words at the beginning of a sentence."""
    for match in _CAPITAL_WITHIN.finditer(text):
        word = match.group()
        if word[0].isupper() and word.casefold() not in STOP_WORDS:
            yield word
