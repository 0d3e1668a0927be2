"""A person's day by rule: meals, work, company, home, some things of its own. A plan's day begins at 06:00."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.agents.mind.feelings import names_of
from app.agents.mind.wording import chance, fill, pick, plain
from app.interfaces.agents.mind import (
    LEAST_ITEMS,
    MOST_ITEMS,
    KnownPerson,
    KnownPlace,
    Occasion,
    PlannedItem,
    PlanRequest,
)
from app.language.analysis.names import unambiguous_names
from app.language.language import Language, language_of
from app.language.rendering.filling import capital
from app.language.rendering.phrases import listed, named_place
from app.language.times.when import named_span_of_day
from app.models.clock import MINUTES_PER_DAY, day_of
from app.models.minds.plan import PlanItem, Purpose

_LASTS = 90  # game minutes of an occasion
_DISLIKED = -2.0  # relationship at or below which a person does not come, or does not believe it
_STAYS_AWAY, _HAS_NO_TIME = 0.9, 0.15  # how often a person does not come: to one that it dislikes, and otherwise
PAUSE = 30  # minutes before the next item from which on the one whose time has passed is still worth taking up
_LIKED = 2.0

_NAMED_TIMES = {"at_0630": 6 * 60 + 30, "at_1130": 11 * 60 + 30, "at_1830": 18 * 60 + 30, "at_0000": 0}
"""Patterns of habits that name an hour, and the minute of the day."""
_PRIORITIES = {
    Purpose.MEAL: 4,
    Purpose.WORK: 5,
    Purpose.COMPANY: 3,
    Purpose.REST: 4,
    Purpose.SAFETY: 5,
    Purpose.GATHERING: 5,
    Purpose.ERRAND: 4,
}
_FREE = 15 * 60 + 30  # minute of the day from which on a person has free time
_VISITS_THAT_COUNT = 1 / 3
_HAUNTS = ("public", "shop", "restaurant", "sacred", "work", "road")
_NOWHERE = frozenset(("wild", "ruin"))


@dataclass(frozen=True)
class _Places:
    """The places where a person sleeps, works, eats and meets others; None where no place is known."""

    home: str | None
    work: str | None
    lunch: str | None
    company: str | None


def minute_of_plan_day(minutes: int, plan_hour: int) -> int:
    """Minutes since the plan's day began, of a game time or a time of day; it begins at the minute ``plan_hour``."""
    return (minutes - plan_hour) % MINUTES_PER_DAY


def from_now(items: Iterable[PlannedItem], now: int, plan_hour: int, *, takes_up: bool = True) -> list[PlannedItem]:
    """The items in order of time without those whose time has passed; ``takes_up``: the last of these begins now."""
    ordered = sorted(items, key=lambda item: minute_of_plan_day(item.minute, plan_hour))
    begin = minute_of_plan_day(now, plan_hour)
    coming = [item for item in ordered if minute_of_plan_day(item.minute, plan_hour) >= begin]
    passed = ordered[: len(ordered) - len(coming)]
    if takes_up and passed and not (coming and minute_of_plan_day(coming[0].minute, plan_hour) - begin <= PAUSE):
        coming.insert(0, passed[-1].model_copy(update={"minute": now % MINUTES_PER_DAY}))
    return coming


def plan_day(request: PlanRequest) -> tuple[PlannedItem, ...]:
    """The items of the day whose time has not passed, in order; with a surprise mostly none: nothing changes."""
    if not request.surprise:
        day = _with_questions(_whole_day(request), request)
        return tuple(from_now(with_occasions(day, request), request.now, request.plan_hour))
    if (first := _surprised(request)) is None:
        return _with_news(request)
    coming = from_now(_whole_day(request), request.now, request.plan_hour, takes_up=False)
    soon = minute_of_plan_day(request.now, request.plan_hour) + PAUSE
    later = [item for item in coming if minute_of_plan_day(item.minute, request.plan_hour) >= soon]
    return (first, *later[: MOST_ITEMS - 1])


# -- the day -------------------------------------------------------------------------------------------------------


def _whole_day(request: PlanRequest) -> list[PlannedItem]:
    language, at, friend, about = language_of(request.person), _places(request), _friend(request), _day(request)
    hints = [plain(hint, 120) for hint in request.hints]
    sleeps = language.pattern("minds.sleeps")
    spans = {hint: span for hint in hints if (span := _span_of(hint, language)) is not None}
    hints = [hint for hint in hints if hint not in spans]
    loose = [hint for hint in hints if hint and _time_of(hint, language) is None and not sleeps.search(hint)]

    def say(lines: str, what: str) -> str:
        return pick(language.lines(f"minds.plan_{lines}"), *about, what)

    idle = "idle_" if request.work is None else ""
    first = say(f"{idle}morning", "morning")
    if loose:
        first = language.render("minds.with-hint", what=first, hint=pick(loose, *about, "hint"))
    with_whom = fill(say("company_with", "company"), who=plain(friend.name, 80)) if friend else ""
    evening = say("evening" if request.home is not None else "shelter", "evening")
    day = [
        _item(say("breakfast", "breakfast"), 7 * 60, at.home, Purpose.MEAL),
        _item(first, 9 * 60, at.work, Purpose.WORK),
        _item(say("lunch", "lunch"), 12 * 60, at.lunch, Purpose.MEAL),
        _item(say(f"{idle}afternoon", "afternoon"), 13 * 60, at.work, Purpose.WORK),
        _item(with_whom or say("company", "company"), 17 * 60, at.company, Purpose.COMPANY, friend),
        _item(evening, 20 * 60, at.home, Purpose.REST),
    ]
    day += _of_its_own(request, at, hints, language)
    for hint, (begin, end) in spans.items():
        item = PlannedItem(description=capital(hint), minute=begin, place=_place_in(request, hint) or at.work)
        day = _with_span(day, item, end, request.plan_hour)
    if len(day) < LEAST_ITEMS:
        day = _with_errand(day, say("idle_afternoon", "errand"), at.company, request.plan_hour)
    return day


def _with_span(day: Sequence[PlannedItem], item: PlannedItem, end: int, plan_hour: int) -> list[PlannedItem]:
    """Put an item that lasts until a minute of the day among the others, and a meal that it takes the time of after it.

    Args:
        day: The other items, in any order.
        item: The one that lasts.
        end: The minute of the day at which it ends.
        plan_hour: The minute of the day at which the plan of a day begins.

    Returns:
        The items in order of time, nothing within the one that lasts.
    """
    begins, ends = minute_of_plan_day(item.minute, plan_hour), minute_of_plan_day(end, plan_hour)
    ordered = sorted(day, key=lambda each: minute_of_plan_day(each.minute, plan_hour))
    before = [each for each in ordered if minute_of_plan_day(each.minute, plan_hour) < begins]
    during = [each for each in ordered if begins <= minute_of_plan_day(each.minute, plan_hour) < ends]
    after = [each for each in ordered if minute_of_plan_day(each.minute, plan_hour) >= ends]
    is_soon = bool(after) and minute_of_plan_day(after[0].minute, plan_hour) - ends <= PAUSE
    missed = [each for each in during if each.purpose is Purpose.MEAL] or during
    resumed = [] if is_soon else [each.model_copy(update={"minute": end % MINUTES_PER_DAY}) for each in missed[-1:]]
    return [*before, item, *resumed, *after]


def _with_errand(day: Sequence[PlannedItem], what: str, place: str | None, plan_hour: int) -> list[PlannedItem]:
    """Put an errand between the company of the afternoon and the way home, half way in time."""
    *_, company, rest = sorted(day, key=lambda each: minute_of_plan_day(each.minute, plan_hour))
    minute = (company.minute + rest.minute) // 2
    return [*day, _item(what, minute, place, Purpose.ERRAND)]


def _day(request: PlanRequest) -> tuple[str, int]:
    """Whose day it is, and which."""
    return request.person.npc_id, day_of(request.now - request.plan_hour)


def _item(what: str, minute: int, place: str | None, purpose: Purpose, other: KnownPerson | None = None) -> PlannedItem:
    return PlannedItem(
        description=plain(what),
        minute=minute,
        place=place,
        with_ids=(other.id,) if other is not None else (),
        priority=_PRIORITIES[purpose],
        purpose=purpose,
    )


def _of_its_own(request: PlanRequest, at: _Places, hints: Sequence[str], language: Language) -> list[PlannedItem]:
    """At most two: what yesterday left, else something towards a goal; and a habit that has its hour."""
    about = _day(request)
    items: list[PlannedItem] = []
    left = filter(None, (plain(item.about or item.description) for item in request.left_undone if item.purpose is None))
    goals = [text for text in map(plain, request.person.goals) if text]
    if matter := next(left, ""):
        what = language.render("minds.left-undone", what=matter)
        items.append(PlannedItem(description=plain(what), minute=_FREE, place=at.work, about=matter))
    elif goals and chance(*about, "goal").random() < 1 / 2:
        matter = pick(goals, *about, "which")
        what = language.render("minds.towards-goal", what=matter)
        items.append(PlannedItem(description=plain(what), minute=_FREE, about=matter))
    timed = [(hint, minute) for hint in hints if (minute := _time_of(hint, language)) is not None]
    if timed:
        hint, minute = chance(*about, "habit").choice(timed)
        place = _place_in(request, hint) or (at.work if 9 * 60 <= minute < 17 * 60 else at.home)
        items.append(PlannedItem(description=capital(hint), minute=minute, place=place))
    return items


def _span_of(hint: str, language: Language) -> tuple[int, int] | None:
    """First and last minute of a habit that says from when until when."""
    found = language.pattern("minds.from_until").search(hint)
    return named_span_of_day(language, found["begin"], found["end"]) if found else None


def _time_of(hint: str, language: Language) -> int | None:
    if clock := language.pattern("minds.clock").search(hint):
        return int(clock["hour"]) * 60 + int(clock["minute"])
    return next((at for name, at in _NAMED_TIMES.items() if language.pattern(f"minds.{name}").search(hint)), None)


# -- occasions and errands -----------------------------------------------------------------------------------------


def _goes_to(request: PlanRequest, each: Occasion) -> bool:
    """Return whether a person means to come to an occasion: to each that it has agreed to, and to most that it has
    heard of, unless it dislikes the host or the person that spoke of it."""
    feelings, who = request.person.feelings, request.person.npc_id
    luck = chance(who, each.place_id, each.at, "occasion").random()
    disliked = min(feelings.get(each.host_id, 0.0), feelings.get(each.teller_id, 0.0)) <= _DISLIKED
    return each.is_bound or luck >= (_STAYS_AWAY if disliked else _HAS_NO_TIME)


def _attended(request: PlanRequest) -> list[Occasion]:
    """Those it means to come to, one at a time: what it is bound to first."""
    chosen: list[Occasion] = []
    for each in sorted(request.occasions, key=lambda each: (not each.is_bound, each.at)):
        if _goes_to(request, each) and all(abs(each.at - other.at) >= _LASTS for other in chosen):
            chosen.append(each)
    return sorted(chosen, key=lambda each: each.at)


def with_occasions(items: Sequence[PlannedItem], request: PlanRequest) -> list[PlannedItem]:
    """The items with the occasions of the day in their places; what lay there, and is not over by then, goes on."""
    day = sorted(items, key=lambda item: minute_of_plan_day(item.minute, request.plan_hour))
    for each in _attended(request):
        day = _with_occasion(day, request, each)
    return day


def _with_occasion(day: Sequence[PlannedItem], request: PlanRequest, each: Occasion) -> list[PlannedItem]:
    begin = minute_of_plan_day(each.at, request.plan_hour)
    end = begin + _LASTS
    before = [item for item in day if minute_of_plan_day(item.minute, request.plan_hour) <= begin - PAUSE]
    during = [item for item in day if begin - PAUSE < minute_of_plan_day(item.minute, request.plan_hour) < end]
    after = [item for item in day if minute_of_plan_day(item.minute, request.plan_hour) >= end]
    interrupted = [item for item in (*before[-1:], *during) if item.purpose is not Purpose.GATHERING]
    kept = [item for item in during if item.purpose is Purpose.GATHERING]
    resumed = []
    is_soon = bool(after) and minute_of_plan_day(after[0].minute, request.plan_hour) - end <= PAUSE
    if interrupted and end < MINUTES_PER_DAY and not is_soon:
        resumed = [interrupted[-1].model_copy(update={"minute": (each.at + _LASTS) % MINUTES_PER_DAY})]
    return [*before, *kept, _gathering(request, each), *resumed, *after]


def _gathering(request: PlanRequest, each: Occasion) -> PlannedItem:
    language, about = language_of(request.person), (request.person.npc_id, each.at)
    names = {person.id: person.name for person in request.people}
    others = [key for key in dict.fromkeys((*each.with_ids, each.host_id)) if key in names]
    where = next((place.name for place in request.places if place.id == each.place_id), "")
    lines = "plan_meet" if each.with_ids and others else "plan_gathering"
    who = listed(plain(names[key], 80) for key in others)
    what = fill(pick(language.lines(f"minds.{lines}"), *about), who=who, where=plain(named_place(where), 80))
    return PlannedItem(
        description=plain(what),
        minute=each.at % MINUTES_PER_DAY,
        place=each.place_id,
        with_ids=tuple(others),
        priority=_PRIORITIES[Purpose.GATHERING],
        purpose=Purpose.GATHERING,
        about=plain(each.words),
        because=each.because,
    )


def _with_questions(items: list[PlannedItem], request: PlanRequest) -> list[PlannedItem]:
    """Replace time for company with a visit to a person that a question is for, or about."""
    if not request.questions:
        return items
    question, place = request.questions[-1]
    whom = question.whom_id or question.about_id
    called = next((person.name for person in request.people if person.id == whom), "")
    lines = language_of(request.person).lines("minds.plan_look_in")
    errand = PlannedItem(
        description=plain(fill(pick(lines, *_day(request)), who=plain(called, 80))),
        minute=17 * 60,
        place=place,
        with_ids=(whom,) if called else (),
        priority=_PRIORITIES[Purpose.ERRAND],
        purpose=Purpose.ERRAND,
        because=question.because,
    )
    company = next((item for item in items if item.purpose is Purpose.COMPANY), None)
    return [errand if called and item is company else item for item in items]


def _with_news(request: PlanRequest) -> tuple[PlannedItem, ...]:
    """Return the rest of the day with what is new in it, an occasion or a person to ask; () without anything new."""
    planned = {(item.place, item.time) for item in request.remaining}
    is_news = any((each.place_id, each.at) not in planned for each in _attended(request))
    left = [
        PlannedItem(
            minute=item.time % MINUTES_PER_DAY,
            **item.model_dump(include=set(PlannedItem.model_fields) & set(PlanItem.model_fields)),
        )
        for item in request.remaining
    ]
    asking = _with_questions(left, request)
    if not is_news and asking == left:
        return ()
    asking = [item for item in asking if item.purpose is not Purpose.GATHERING]
    return tuple(with_occasions(asking, request)[:MOST_ITEMS])


# -- places and people ---------------------------------------------------------------------------------------------


def _places(request: PlanRequest) -> _Places:
    day = chance(*_day(request), "places")
    fit = [place for place in request.places if place.type not in _NOWHERE] or list(request.places)
    social = [place for place in fit if "social" in place.tags]
    meals = [place for place in fit if place.type == "restaurant"]
    public = [place for place in fit if place.type == "public"]
    haunts = [place for place in fit if place.type in _HAUNTS] or social or fit
    home = request.home or _first([*meals, *social, *fit])
    work = request.work or (day.choice(haunts).id if haunts else home)
    # The nearest come first among the known places: company is mostly looked for at one of the first few.
    company = day.choice(social[:3]).id if social else _first([*meals, *public]) or home
    return _Places(home, work, _first(meals) or home, company)


def _first(places: Sequence[KnownPlace]) -> str | None:
    return places[0].id if places else None


def _place_in(request: PlanRequest, hint: str) -> str | None:
    names = names_of([KnownPerson(place.id, place.name) for place in request.places], language_of(request.person))
    return next((found.ids[0] for found in unambiguous_names(hint, names)), None)


def _friend(request: PlanRequest) -> KnownPerson | None:
    """Return the person that is liked best; of several a different one each day."""
    liked = [person for person in request.people if person.relationship >= _LIKED]
    best = sorted(liked, key=lambda person: -person.relationship)[:3]
    return chance(*_day(request), "friend").choice(best) if best else None


# -- surprises -----------------------------------------------------------------------------------------------------


def _surprised(request: PlanRequest) -> PlannedItem | None:
    """What comes first now; None where a surprise changes nothing, which is the rule."""
    about = request.person.npc_id, request.now, "surprise"
    minute, language = request.now % MINUTES_PER_DAY, language_of(request.person)
    if request.is_danger:
        return _item(pick(language.lines("minds.plan_away"), *about), minute, _places(request).home, Purpose.SAFETY)
    visitor = next((person for person in request.people if person.id == request.visitor_id), None)
    if visitor is None or visitor.relationship < 0 or chance(*about).random() >= _VISITS_THAT_COUNT:
        return None
    what = fill(pick(language.lines("minds.plan_visit"), *about), who=plain(visitor.name, 80))
    return _item(what, minute, None, Purpose.COMPANY, visitor).model_copy(update={"priority": 5})
