"""Time expressions as a filter: "yesterday", "since noon", "day 3", "just now". It is stricter than `when`, which
treats them as preferences: parts of names ("the Last Night"), quotations, future times and times before the game are
ignored."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.language.analysis.text import mask_quotations
from app.language.language import Language, patterns_of
from app.language.times.time import Side, Span, Time
from app.language.times.tokens import NIGHT_ENDS, PARTS
from app.language.times.when import past_times
from app.models.clock import MINUTES_PER_DAY

_SIDES: tuple[Side, ...] = ("since", "before", "after")
_CLAUSE_END = re.compile(r"[,.;:?!]")
_BLANK_BEFORE_MARK = re.compile(r" (?=[?.!,;:])")
_EVENING = 4 * 60  # minutes before 22:00 that "last night" covers, since a search means the evening as well
_pattern = patterns_of("time")


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
    is_ahead = _pattern("ahead").search(plain) is not None
    found = [(time, _wanted(time, span, now)) for time, span in past_times(plain, now) if not time.is_name]
    spans = [
        (time, first, last)
        for time, (first, last) in ((time, span) for time, span in found if span is not None)
        if not (last < 0 or first > now or (last >= now and is_ahead))
    ]
    if len(spans) == 1:
        time, first, last = spans[0]
        if time.side is not None and not time.is_point:
            first, last = relative_span((first, last), time.side, now)
        return _within((first, last), now, time.places)
    if not spans:
        return None
    span = min(first for _, first, _ in spans), max(last for _, _, last in spans)
    return _within(span, now, [place for time, _, _ in spans for place in time.places])


def _wanted(time: Time, span: Span | None, now: int) -> Span | None:
    """Return the game time to search, on the side that is meant of a clock time; None for an hour alone ("at noon"),
    which is too vague."""
    if span is not None and not (time.is_point and time.side):
        is_night = time.day is not None and time.part == PARTS["night"] and time.minute is None
        return (span[0] - _EVENING, span[1]) if is_night else span
    if not time.is_point or time.side is None:
        return None
    minute = time.part.at if time.clock is None and time.part else time.clock
    begin = (now // MINUTES_PER_DAY if time.day is None else time.day) * MINUTES_PER_DAY
    mark = begin + (minute or 0)
    if time.day is None and (mark == begin + MINUTES_PER_DAY or (mark > now and time.side != "before")):
        mark, begin = mark - MINUTES_PER_DAY, begin - MINUTES_PER_DAY
    spans: dict[Side, Span] = {"before": (begin, mark), "since": (mark, now), "after": (mark, begin + NIGHT_ENDS)}
    return spans[time.side]


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
