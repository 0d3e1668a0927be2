"""Words that say when something was, as a filter: "yesterday", "since noon", "day 3", "just now". Surer than `when`,
for which they are a preference: left alone are parts of names ("the Last Night"), quotations, whose something is
("yesterday's bread"), what is to come, and times before the game began."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from app.language.analysis.text import mask_quotations
from app.language.language import Language, current_language, patterns_of
from app.language.times.when import UNITS, Span, first_group, named_spans, parse_count
from app.models.clock import MINUTES_PER_DAY

Side = Literal["since", "before", "after"]

_SIDES: tuple[Side, ...] = ("since", "before", "after")
_CLAUSE_END = re.compile(r"[,.;:?!]")
_BLANK_BEFORE_MARK = re.compile(r" (?=[?.!,;:])")
JUST_NOW = 30  # minutes that "just now" reaches back
RECENTLY = 2 * MINUTES_PER_DAY
OTHER_DAY = 6  # days that "the other day" and "this week" reach back
EVENING = 4 * 60  # minutes before 22:00 that "last night" has too: who looks for something wants the evening with it
_PARTS = {"morning": (6, 12), "afternoon": (12, 18), "evening": (18, 24), "night": (18, 30)}
_SENTENCE_START = re.compile(r"(?:^|[.!?…:\n])[\s\"“„«'‘(]*$")
_pattern = patterns_of("time")


class _Named(NamedTuple):
    """A time, both ends included, and where the words for it start and end."""

    first: int
    last: int
    start: int
    end: int


@dataclass(frozen=True)
class TimeWords:
    """The game time that is meant (minutes, both ends included; None where that is not known), and the places of the
    words that say so."""

    span: Span | None
    places: tuple[tuple[int, int], ...]


def without_spans(text: str, places: Sequence[tuple[int, int]]) -> str:
    """A text without what stands at (start, end), on one line."""
    for start, end in sorted(places, reverse=True):
        text = f"{text[:start]} {text[end:]}"
    return _BLANK_BEFORE_MARK.sub("", " ".join(text.split())).lstrip(" ,;:")


def time_words(text: str, now: int) -> TimeWords | None:
    """The words that surely say when something was; all from the first time to the last. ``now`` in game minutes."""
    plain = mask_quotations(text)
    times = [one for one in _apart(_times_named(plain, now)) if not _means_otherwise(plain, one, now)]
    hour = _pattern("hour").search(plain)
    if hour is not None and not _is_name(plain, *hour.span("hour")):
        return _at_hour(plain, hour, times[0] if times else None, now)
    if len(times) > 1:
        span = min(one.first for one in times), max(one.last for one in times)
        return _within(span, now, [(one.start, one.end) for one in times])
    return _around(plain, times[0], now) if times else None


def _times_named(text: str, now: int) -> Iterator[_Named]:
    for (first, last), start, end in named_spans(text, now):
        is_night = first % MINUTES_PER_DAY == 22 * 60 and _pattern("night").search(text, start, end) is not None
        yield _Named(first - EVENING if is_night else first, last, start, end)
    today = now // MINUTES_PER_DAY * MINUTES_PER_DAY
    for found in _pattern("loose").finditer(text):
        if found["now"]:
            span = now - JUST_NOW, now
        elif found["lately"]:
            span = now - RECENTLY, now
        elif found["other"]:
            span = today - OTHER_DAY * MINUTES_PER_DAY, today - 1
        elif found["this_week"]:
            span = today - OTHER_DAY * MINUTES_PER_DAY, now
        elif found["some"]:
            back = parse_count(found["some"])
            span = now - back - max(10, back // 2), now - back + max(10, back // 2)
        else:
            many = parse_count(found["many"]) if found["many"] else 1
            span = now - many * UNITS[first_group(found, UNITS)], now
        yield _Named(*span, *found.span())


def _apart(times: Iterable[_Named]) -> Iterator[_Named]:
    """Those that stand in no earlier or longer one, in order."""
    position = 0
    for one in sorted(times, key=lambda one: (one.start, -one.end)):
        if one.start >= position:
            yield one
            position = one.end


def _means_otherwise(text: str, one: _Named, now: int) -> bool:
    """Whether words name no time that was: a part of a name, whose something is, what is to come, no time at all."""
    is_to_come = one.first > now or (one.last >= now and _pattern("ahead").search(text) is not None)
    is_whose = _pattern("possessive").match(text, one.end) is not None
    return one.last < 0 or is_to_come or is_whose or _is_name(text, one.start, one.end)


def _is_name(text: str, start: int, end: int) -> bool:
    """Whether words are written as a name: with a capital inside, or with one that no sentence begins with."""
    words = text[start:end]
    if _pattern("no_name").match(words) or text.isupper():
        return False
    if any(word[0].isupper() for word in words.split()[1:]):
        return True
    return words[0].isupper() and _SENTENCE_START.search(text[:start]) is None


def _around(text: str, one: _Named, now: int) -> TimeWords | None:
    """With what stands before the words: "since", "before", "the morning of" …"""
    first, last, start, end = one
    if found := _pattern("side").search(text, 0, start):
        side = next(side for side in _SIDES if found[side])
        return _within(beside((first, last), side, now), now, ((found.start(), end),))
    if found := _pattern("part_of").search(text, 0, start):
        begin, stop = _PARTS[first_group(found, _PARTS)]
        first, last = first + begin * 60, first + stop * 60 - 1
        return _within((first, last), now, ((found.start(), end),))
    lead = _pattern("leads").search(text, 0, start)
    return _within((first, last), now, ((lead.start() if lead else start, end),))


def _at_hour(text: str, found: re.Match[str], day: _Named | None, now: int) -> TimeWords | None:
    """An hour by its name, of the day that is named or of today; "at noon" of no day says too little."""
    side, minutes = first_group(found, _SIDES), 60 * current_language().numbers("time.hours")[found["hour"].lower()]
    places = [found.span()]
    begin = now // MINUTES_PER_DAY * MINUTES_PER_DAY
    if day is not None:
        begin = day.first // MINUTES_PER_DAY * MINUTES_PER_DAY
        lead = _pattern("leads").search(text, 0, day.start)
        places.append((lead.start() if lead else day.start, day.end))
    elif not side:
        return None
    mark = begin + minutes
    if day is None and side in ("after", "since") and mark > now:
        mark -= MINUTES_PER_DAY
    spans: dict[str, Span] = {
        "before": (begin if minutes else begin - MINUTES_PER_DAY, mark),
        "since": (mark, now),
        "after": (mark, mark - minutes + 30 * 60),
    }
    return _within(spans.get(side, (mark - 90, mark + 90)), now, places)


def _within(span: Span, now: int, places: Sequence[tuple[int, int]]) -> TimeWords | None:
    """None for a time before the game or after now."""
    first, last = span
    if last < 0 or first > now or last < first:
        return None
    return TimeWords((max(first, 0), last), tuple(places))


@dataclass(frozen=True)
class FirstTime:
    """``place`` is where the words stand, ``side`` the time beside the first one that is meant, if any; ``tail`` the
    rest of the clause, which may say of whom or what; ``is_here``: it says this place."""

    place: tuple[int, int]
    side: Side | None
    is_meeting: bool
    tail: str
    is_here: bool


def event_words(language: Language, text: str) -> Iterator[tuple[tuple[int, int], Side, str]]:
    """Where words stand that say a time beside an event ("before the fire"), the side, and what may name the event."""
    for found in language.pattern("recall.beside").finditer(mask_quotations(text)):
        side = next(side for side in _SIDES if found[side])
        if side == "since" or language.pattern("recall.beside_place").search(text, 0, found.start()) is None:
            yield (found.start(), found.start("event") + len(found["event"].rstrip())), side, found["event"]


def beside(span: Span, side: Side | None, now: int) -> Span:
    """The time on one side of another; that one itself for none."""
    spans = {"since": (span[0], now), "after": (span[1] + 1, now), "before": (0, span[0] - 1)}
    return spans[side] if side else span


def first_time_words(language: Language, text: str) -> FirstTime | None:
    if (found := language.pattern("recall.first").search(text)) is None:
        return None
    tail = _CLAUSE_END.split(text[found.end() :], maxsplit=1)[0]
    return FirstTime(
        place=found.span(),
        side=next((side for side in _SIDES if found[side]), None),
        is_meeting=language.pattern("recall.meeting").search(found.group()) is not None,
        tail=tail,
        is_here=language.pattern("recall.first_here").search(tail) is not None,
    )
