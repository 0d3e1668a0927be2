"""A person's day by rule: meals, work, company, home, and one or two things of its own."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.agents.mind.feelings import named, names_of
from app.agents.mind.hours import PAUSE, from_now, of_day
from app.agents.mind.wording import chance, fill, pick, plain
from app.interfaces.agents.mind import KnownPerson, KnownPlace, PlanAsked, PlannedItem
from app.models.clock import MINUTES_PER_DAY, day_of
from app.models.plan import PLAN_HOUR

MOST_ITEMS = 8
_LIKED = 2.0

BREAKFAST = ("Have breakfast", "Eat something before the day begins", "Breakfast, and a look at the sky")
MORNING = ("Get to work", "Begin the day's work", "Work through the morning")
LUNCH = ("Have something to eat", "Take a midday meal", "Stop for lunch")
AFTERNOON = ("Go back to work", "Work through the afternoon", "Finish the day's work")
IDLE_MORNING = ("See what there is to do", "Find something useful to do", "Have a look round")
IDLE_AFTERNOON = ("Lend a hand where one is wanted", "Spend the afternoon out and about", "Go about one's errands")
COMPANY = ("Find some company", "Sit with others for a while", "Hear what people are saying")
COMPANY_WITH = ("Look for {who}", "Spend an hour with {who}", "See how {who} is getting on")
EVENING = ("Go home for the night", "Home, and early to bed", "Rest at home")
SHELTER = ("Look for a place for the night", "Find somewhere to rest", "Settle down for the night")
WITH_HINT = "{what} ({hint})"
LEFT_UNDONE = "Catch up on what was left: {what}"
TOWARDS = "Do something about a goal: {what}"
AWAY = ("Get away from the trouble", "Keep out of the fight", "See to it that nobody is hurt")
VISIT = ("Make time for {who}", "Talk with {who}", "Hear what {who} wants")
_EVERY_DAY = re.compile(
    "|".join(
        re.escape(text).replace(r"\{who\}", ".+")
        for texts in (
            (*BREAKFAST, *MORNING, *LUNCH, *AFTERNOON, *IDLE_MORNING, *IDLE_AFTERNOON),
            (*COMPANY, *COMPANY_WITH, *EVENING, *SHELTER, *AWAY, *VISIT),
        )
        for text in texts
    )
)
"""What comes back by rule and is therefore never left undone."""
_LEADS = tuple(text.partition("{")[0] for text in (LEFT_UNDONE, TOWARDS))

_TIMES = (
    (
        re.compile(r"\b(?:at|before|after|towards|from) (?:dawn|sunrise|first light)\b", re.IGNORECASE),
        6 * 60 + 30,
    ),
    (re.compile(r"\b(?:at|before|after|towards) (?:noon|midday)\b", re.IGNORECASE), 11 * 60 + 30),
    (re.compile(r"\b(?:at|before|after|towards) (?:dusk|sunset|nightfall)\b", re.IGNORECASE), 18 * 60 + 30),
    (re.compile(r"\b(?:at|before|after|towards) midnight\b", re.IGNORECASE), 0),
)
_SLEEPS = re.compile(r"\b(?:sleep|asleep|bed|up at)", re.IGNORECASE)
_CLOCK = re.compile(r"\b(?:at|from|after) (?P<hour>[01]?\d|2[0-3]):(?P<minute>[0-5]\d)\b")
_FIGHT = re.compile(r"\b(?:fight\w*|fought|attack\w*|brawl\w*|murder\w*|stabb\w*|bloodshed|on fire)\b", re.IGNORECASE)
_VISIT = re.compile(
    r"\b(?:visit\w*|came to see|arriv\w*|call\w* on|met|meets?|asks? for|speak\w* to|talk\w* to)\b", re.IGNORECASE
)
_VISITS_THAT_COUNT = 1 / 3
_HAUNTS = ("public", "shop", "restaurant", "sacred", "work", "road")
_NOWHERE = frozenset(("wild", "ruin"))


@dataclass(frozen=True)
class _Places:
    """Where somebody sleeps, works, eats and meets others; None where no place is known."""

    home: str | None
    work: str | None
    lunch: str | None
    company: str | None


def planned(asked: PlanAsked) -> tuple[PlannedItem, ...]:
    """The items of the day whose time has not passed, in order; with a surprise mostly none: nothing changes."""
    if asked.surprise:
        first = _surprised(asked)
        if first is None:
            return ()
        coming = from_now(_whole_day(asked), asked.now, takes_up=False)
        later = [item for item in coming if of_day(item.minute) - of_day(asked.now) >= PAUSE]
        return (first, *later[: MOST_ITEMS - 1])
    return tuple(from_now(_whole_day(asked), asked.now))


# -- the day -------------------------------------------------------------------------------------------------------


def _whole_day(asked: PlanAsked) -> list[PlannedItem]:
    at = _places(asked)
    friend = _friend(asked)
    about = asked.person.npc_id, day_of(asked.now - PLAN_HOUR)
    hints = [plain(hint, 120) for hint in asked.hints]
    loose = [hint for hint in hints if hint and _time_of(hint) is None and not _SLEEPS.search(hint)]
    evening = EVENING if asked.home is not None else SHELTER

    def say(options: Sequence[str], what: str) -> str:
        return pick(options, *about, what)

    morning, afternoon = (MORNING, AFTERNOON) if asked.work is not None else (IDLE_MORNING, IDLE_AFTERNOON)
    first = say(morning, "morning")
    if loose:
        first = fill(WITH_HINT, what=first, hint=pick(loose, *about, "hint"))
    company = fill(say(COMPANY_WITH, "company"), who=plain(friend.name, 80)) if friend else say(COMPANY, "company")
    day = [
        _item(say(BREAKFAST, "breakfast"), 7 * 60, at.home, 4),
        _item(first, 9 * 60, at.work, 5),
        _item(say(LUNCH, "lunch"), 12 * 60, at.lunch, 4),
        _item(say(afternoon, "afternoon"), 13 * 60, at.work, 5),
        _item(company, 17 * 60, at.company, 3, friend),
        _item(say(evening, "evening"), 20 * 60, at.home, 4),
    ]
    return [*day, *_of_its_own(asked, at, hints)]


def _item(what: str, minute: int, place: str | None, priority: int, other: KnownPerson | None = None) -> PlannedItem:
    return PlannedItem(
        description=plain(what) or "Something of one's own",
        minute=minute,
        place=place,
        with_ids=(other.id,) if other is not None else (),
        priority=priority,
    )


def _of_its_own(asked: PlanAsked, at: _Places, hints: Sequence[str]) -> list[PlannedItem]:
    """At most two: what yesterday left, else something towards a goal; and a habit that has its hour."""
    about = asked.person.npc_id, day_of(asked.now - PLAN_HOUR)
    items: list[PlannedItem] = []
    left = [_bare(text) for text in map(plain, asked.left_undone) if not _is_every_day(text)]
    goals = [text for text in map(plain, asked.person.goals) if text]
    if any(left):
        items.append(_item(fill(LEFT_UNDONE, what=next(filter(None, left))), 15 * 60 + 30, at.work, 3))
    elif goals and chance(*about, "goal").random() < 1 / 2:
        items.append(_item(fill(TOWARDS, what=pick(goals, *about, "which")), 15 * 60 + 30, None, 3))
    timed = [(hint, minute) for hint in hints if (minute := _time_of(hint)) is not None]
    if timed:
        hint, minute = chance(*about, "habit").choice(timed)
        items.append(_item(hint[:1].upper() + hint[1:], minute, _place_in(asked, hint) or _place_at(at, minute), 3))
    return items


def _is_every_day(text: str) -> bool:
    return _EVERY_DAY.fullmatch(text.partition(" (")[0]) is not None


def _bare(text: str) -> str:
    """What is left twice is not introduced twice."""
    while text.startswith(_LEADS):
        text = text.removeprefix(_LEADS[0]).removeprefix(_LEADS[1])
    return text


def _time_of(hint: str) -> int | None:
    """The minute of the day that a habit names, if it names one."""
    if clock := _CLOCK.search(hint):
        return int(clock["hour"]) * 60 + int(clock["minute"])
    return next((minute for pattern, minute in _TIMES if pattern.search(hint)), None)


# -- places and people ---------------------------------------------------------------------------------------------


def _places(asked: PlanAsked) -> _Places:
    day = chance(asked.person.npc_id, day_of(asked.now - PLAN_HOUR), "places")
    fit = [place for place in asked.places if place.type not in _NOWHERE] or list(asked.places)
    social = [place for place in fit if "social" in place.tags]
    meals = [place for place in fit if place.type == "restaurant"]
    public = [place for place in fit if place.type == "public"]
    haunts = [place for place in fit if place.type in _HAUNTS] or social or fit
    home = asked.home or _first([*meals, *social, *fit])
    work = asked.work or (day.choice(haunts).id if haunts else home)
    # The nearest come first among the known places: company is mostly looked for at one of the first few.
    company = day.choice(social[:3]).id if social else _first([*meals, *public]) or home
    return _Places(home, work, _first(meals) or home, company)


def _first(places: Sequence[KnownPlace]) -> str | None:
    return places[0].id if places else None


def _place_in(asked: PlanAsked, hint: str) -> str | None:
    """The place that a habit names."""
    table = names_of([KnownPerson(str(at), place.name) for at, place in enumerate(asked.places)])
    return next((asked.places[int(found.ids[0])].id for found in named(hint, table)), None)


def _place_at(at: _Places, minute: int) -> str | None:
    return at.work if 9 * 60 <= minute < 17 * 60 else at.home


def _friend(asked: PlanAsked) -> KnownPerson | None:
    """Whom somebody likes best, of several one a day."""
    liked = [person for person in asked.people if person.relationship >= _LIKED]
    best = sorted(liked, key=lambda person: -person.relationship)[:3]
    return chance(asked.person.npc_id, day_of(asked.now - PLAN_HOUR), "friend").choice(best) if best else None


# -- surprises -----------------------------------------------------------------------------------------------------


def _surprised(asked: PlanAsked) -> PlannedItem | None:
    """What comes first now; None where a surprise changes nothing, which is the rule."""
    surprise = asked.surprise[:1_000]
    about = asked.person.npc_id, asked.now, "surprise"
    minute = asked.now % MINUTES_PER_DAY
    if _FIGHT.search(surprise):
        home = _places(asked).home
        return _item(pick(AWAY, *about), minute, home, 5)
    if not _VISIT.search(surprise) or chance(*about).random() >= _VISITS_THAT_COUNT:
        return None
    table = names_of(asked.people)
    by_id = {person.id: person for person in asked.people}
    visitor = next((by_id[found.ids[0]] for found in named(surprise, table)), None)
    if visitor is None or visitor.relationship < 0:
        return None
    return _item(fill(pick(VISIT, *about), who=plain(visitor.name, 80)), minute, None, 5, visitor)
