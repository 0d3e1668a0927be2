"""Time expressions as a filter: "yesterday", "since noon", "day 3", "just now". It is stricter than `when`, which
treats them as preferences: parts of names ("the Last Night"), quotations, possessives ("yesterday's bread"), future
times and times before the game are ignored."""

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
JUST_NOW = 30  # minutes before now that "just now" covers
RECENTLY = 2 * MINUTES_PER_DAY
OTHER_DAY = 6  # days before today that "the other day" and "this week" cover
EVENING = 4 * 60  # minutes before 22:00 that "last night" covers, since a search means the evening as well
_PARTS = {"morning": (6, 12), "afternoon": (12, 18), "evening": (18, 24), "night": (18, 30)}
_SENTENCE_START = re.compile(r"(?:^|[.!?…:\n])[\s\"“„«'‘(]*$")
_pattern = patterns_of("time")


class _Named(NamedTuple):
    """A time in game minutes, both ends inclusive, and the span of its words in the text."""

    first: int
    last: int
    start: int
    end: int


@dataclass(frozen=True)
class TimeWords:
    """The game time that a text names, and the spans of the words that name it.

    Attributes:
        span: Game minutes, both ends inclusive; None if unknown.
        places: (start, end) of the words.
    """

    span: Span | None
    places: tuple[tuple[int, int], ...]


def without_spans(text: str, places: Sequence[tuple[int, int]]) -> str:
    """Return a text on one line without the words at each (start, end)."""
    for start, end in sorted(places, reverse=True):
        text = f"{text[:start]} {text[end:]}"
    return _BLANK_BEFORE_MARK.sub("", " ".join(text.split())).lstrip(" ,;:")


def time_words(text: str, now: int) -> TimeWords | None:
    """Return the time expressions of a text, from the first time to the last; None if there are none. ``now`` is in
    game minutes."""
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
    for match in _pattern("loose").finditer(text):
        if match["now"]:
            span = now - JUST_NOW, now
        elif match["lately"]:
            span = now - RECENTLY, now
        elif match["other"]:
            span = today - OTHER_DAY * MINUTES_PER_DAY, today - 1
        elif match["this_week"]:
            span = today - OTHER_DAY * MINUTES_PER_DAY, now
        elif match["some"]:
            back = parse_count(match["some"])
            span = now - back - max(10, back // 2), now - back + max(10, back // 2)
        else:
            many = parse_count(match["many"]) if match["many"] else 1
            span = now - many * UNITS[first_group(match, UNITS)], now
        yield _Named(*span, *match.span())


def _apart(times: Iterable[_Named]) -> Iterator[_Named]:
    """Yield those that are not contained in an earlier or longer one, in order."""
    position = 0
    for one in sorted(times, key=lambda one: (one.start, -one.end)):
        if one.start >= position:
            yield one
            position = one.end


def _means_otherwise(text: str, one: _Named, now: int) -> bool:
    """Return whether words name no past time: a part of a name, a possessive, a future time, or a time before the
    game."""
    is_to_come = one.first > now or (one.last >= now and _pattern("ahead").search(text) is not None)
    is_whose = _pattern("possessive").match(text, one.end) is not None
    return one.last < 0 or is_to_come or is_whose or _is_name(text, one.start, one.end)


def _is_name(text: str, start: int, end: int) -> bool:
    """Return whether words are written as a name: with an inner capital, or with an initial one that does not begin a
    sentence."""
    words = text[start:end]
    if _pattern("no_name").match(words) or text.isupper():
        return False
    if any(word[0].isupper() for word in words.split()[1:]):
        return True
    return words[0].isupper() and _SENTENCE_START.search(text[:start]) is None


def _around(text: str, one: _Named, now: int) -> TimeWords | None:
    """Return a time with the words before it: "since", "before", "the morning of" …"""
    first, last, start, end = one
    if match := _pattern("side").search(text, 0, start):
        side = next(side for side in _SIDES if match[side])
        return _within(relative_span((first, last), side, now), now, ((match.start(), end),))
    if match := _pattern("part_of").search(text, 0, start):
        begin, stop = _PARTS[first_group(match, _PARTS)]
        first, last = first + begin * 60, first + stop * 60 - 1
        return _within((first, last), now, ((match.start(), end),))
    lead = _pattern("leads").search(text, 0, start)
    return _within((first, last), now, ((lead.start() if lead else start, end),))


def _at_hour(text: str, match: re.Match[str], day: _Named | None, now: int) -> TimeWords | None:
    """Return the time of a named hour of the named day or of today; None for an hour alone ("at noon"), which is too
    vague."""
    side, minutes = first_group(match, _SIDES), 60 * current_language().numbers("time.hours")[match["hour"].lower()]
    places = [match.span()]
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
    """Return a time limited to the game's past; None for a time before the game or after now."""
    first, last = span
    if last < 0 or first > now or last < first:
        return None
    return TimeWords((max(first, 0), last), tuple(places))


@dataclass(frozen=True)
class FirstTime:
    """An expression for the first time of an event.

    Attributes:
        place: (start, end) of the words.
        side: The time relative to the first one that is meant, if any.
        is_meeting: Whether it is a meeting.
        tail: The rest of the clause, which may name the event.
        is_here: Whether the rest names the current place.
    """

    place: tuple[int, int]
    side: Side | None
    is_meeting: bool
    tail: str
    is_here: bool


def event_words(language: Language, text: str) -> Iterator[tuple[tuple[int, int], Side, str]]:
    """Yield expressions of a time relative to an event ("before the fire"): their span, the side, and the words for the
    event."""
    for match in language.pattern("recall.beside").finditer(mask_quotations(text)):
        side = next(side for side in _SIDES if match[side])
        if side == "since" or language.pattern("recall.beside_place").search(text, 0, match.start()) is None:
            yield (match.start(), match.start("event") + len(match["event"].rstrip())), side, match["event"]


def relative_span(span: Span, side: Side | None, now: int) -> Span:
    """Return the time on one side of another in game minutes; the other time itself without a side."""
    spans = {"since": (span[0], now), "after": (span[1] + 1, now), "before": (0, span[0] - 1)}
    return spans[side] if side else span


def first_time_words(language: Language, text: str) -> FirstTime | None:
    """Return the expression for a first time in a text; None if there is none."""
    if (match := language.pattern("recall.first").search(text)) is None:
        return None
    tail = _CLAUSE_END.split(text[match.end() :], maxsplit=1)[0]
    return FirstTime(
        place=match.span(),
        side=next((side for side in _SIDES if match[side]), None),
        is_meeting=language.pattern("recall.meeting").search(match.group()) is not None,
        tail=tail,
        is_here=language.pattern("recall.first_here").search(tail) is not None,
    )
