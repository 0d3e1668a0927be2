"""Whether simulated days mean something: what people remember, conclude, say, plan and keep, beside what is wanted.

Everything is counted by payload: kinds, ids, times and quotations, never by how it is worded. `benchmarks.minds
--quality` prints the table; benchmarks/results/2026-11-27-minds.md says what the rows mean.
"""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from typing import NamedTuple

from app.models.clock import MINUTES_PER_DAY, day_of, hour_text
from app.models.messages.payload import Utterance
from app.models.messages.speech import SLOTS, ActKind, SpeechAct
from app.models.minds.plan import PLAN_HOUR, plan_end
from app.models.state.commitment import CommitmentStatus
from benchmarks.lived_days import Conclusion, Lived, Said, Talk

EVENING = 17 * 60
ON_TIME = 60
"""Minutes after its time from which on what was agreed is missed."""
BINDING = frozenset({ActKind.INVITATION, ActKind.REQUEST, ActKind.PROMISE, ActKind.KEPT, ActKind.WITHDRAWN})
ASIDE = frozenset({ActKind.GREETING, ActKind.THANKS})
_FOUND_FROM = {"where": "place_id", "when": "at", "subject": "subject_id"}
_ITEMS = range(5, 9)

Matter = tuple[Hashable, ...]


# -- conclusions -----------------------------------------------------------------------------------------------------


def matter_of(conclusion: Conclusion) -> Matter:
    """What is concluded, of whom, about what; whoever concludes it."""
    return conclusion.means.of, tuple(sorted(conclusion.means.about)), conclusion.means.value


def is_late(conclusion: Conclusion) -> bool:
    """Whether it was made after 17:00 of a day, which ends at 06:00."""
    minute = (conclusion.entry.game_time or 0) % MINUTES_PER_DAY
    return minute >= EVENING or minute < PLAN_HOUR


def deep_thinkers(lived: Lived) -> set[str]:
    """Who concluded something from its own conclusions."""
    return {each.owner_id for each in lived.conclusions if each.entry.depth >= 2}


def changed_something(lived: Lived) -> list[Conclusion]:
    """Conclusions that a change names: of a feeling, a goal, a plan, a question to ask."""
    return [each for each in lived.conclusions if each.entry.id in lived.causes]


# -- talks -----------------------------------------------------------------------------------------------------------


def is_news(said: Utterance) -> bool:
    return bool(said.chain) or said.original_id is not None


def reasons_of(lived: Lived, talk: Talk) -> set[str]:
    """What a talk was good for; empty for one that brought nothing."""
    kinds = {act.kind for line in talk.lines for act in line.utterance.acts}
    found = {
        "news": any(is_news(line.utterance) for line in talk.lines),
        "commitment": not kinds.isdisjoint(BINDING),
        "question": ActKind.QUESTION in kinds,
        "feeling": bool(lived.feelings_of(talk)),
    }
    return {reason for reason, is_so in found.items() if is_so}


def matters_of(line: Said) -> Iterator[Matter]:
    """What a line says, act by act, greetings and thanks aside: hearsay by its first speaker and words, all else by its
    slots, as ids where these are known, and by its words where it has none. Nothing for a stock line."""
    said = line.utterance
    if said.is_stock:
        return
    if is_news(said):
        yield "news", said.speaker_id or said.speaker_name, said.words.casefold()
        return
    for act in said.acts:
        if act.kind not in ASIDE:
            yield act.kind, *_slots(act, said.words)
    if not said.acts:
        yield ActKind.STATEMENT, said.words.casefold()


def _slots(act: SpeechAct, words: str) -> Iterator[Hashable]:
    ids = {name: getattr(act, name) for name in ("place_id", "at", "subject_id", "attribute")}
    spans = {name: getattr(act, name) for name in SLOTS if ids.get(_FOUND_FROM.get(name, "")) is None}
    slots = {name: value for name, value in ids.items() if value is not None}
    slots |= {name: words[slice(*span)].casefold() for name, span in spans.items() if span is not None}
    yield from sorted(slots.items()) or [("words", words[slice(*act.span)].casefold())]


def said_again(lived: Lived) -> int:
    """How often somebody said to somebody what it had said to it before."""
    return _again((line.speaker_id, line.other_id, matter) for line in lines(lived) for matter in matters_of(line))


def stock_again(lived: Lived) -> int:
    """How often a line that says nothing was said again to the same person; of these no payload tells which it was."""
    return _again((line.speaker_id, line.other_id) for line in stock_lines(lived))


def stock_lines(lived: Lived) -> list[Said]:
    """Lines without words of their own that are no greetings or thanks."""
    stock = (line for line in lines(lived) if line.utterance.is_stock)
    return [line for line in stock if not line.utterance.acts or {act.kind for act in line.utterance.acts} - ASIDE]


def lines(lived: Lived) -> Iterator[Said]:
    return (line for talk in lived.talks for line in talk.lines)


def distinct_lines(lived: Lived) -> int:
    """Lines that mean something else than any other, whoever says them to whomever."""
    return len({tuple(matters_of(line)) for line in lines(lived)} - {()})


def _again(keys: Iterable[Hashable]) -> int:
    return sum(times - 1 for times in Counter(keys).values())


# -- plans and commitments -------------------------------------------------------------------------------------------


def full_days(lived: Lived) -> tuple[int, int]:
    """Plans of 5 to 8 items, and all plans for a whole day."""
    part_day = plan_end(lived.began) if lived.began % MINUTES_PER_DAY > PLAN_HOUR else None
    plans = [plan for plan in lived.first_plans if plan["until"] != part_day]
    return sum(plan["items"] in _ITEMS for plan in plans), len(plans)


def items_that_are(lived: Lived, status: str) -> int:
    return sum(event["status"] == status for _, event in lived.events_of("plan_item_updated"))


def commitments_that_are(lived: Lived, *statuses: CommitmentStatus) -> int:
    return sum(each.status in statuses for each in lived.state.commitments.values())


def missed(lived: Lived) -> int:
    """Commitments whose time is over, and which were neither kept nor taken back."""
    now = lived.state.clock.minutes
    return sum(
        each.is_open and each.at is not None and each.at + ON_TIME < now for each in lived.state.commitments.values()
    )


# -- the table -------------------------------------------------------------------------------------------------------


class Row(NamedTuple):
    name: str
    target: str
    value: Callable[[Lived], str]


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "none"


def _number(count: Callable[[Lived], float], *, a_day: bool = False) -> Callable[[Lived], str]:
    return lambda lived: f"{count(lived) / (lived.days if a_day else 1):,.0f}"


def _of(part: Callable[[Lived], int], whole: Callable[[Lived], Collection[object]]) -> Callable[[Lived], str]:
    return lambda lived: _share(part(lived), len(whole(lived)))


def _with(reason: str | None) -> Callable[[Lived], str]:
    def value(lived: Lived) -> str:
        reasons = [reasons_of(lived, talk) for talk in lived.talks]
        return _share(sum(bool(each) if reason is None else reason in each for each in reasons), len(reasons))

    return value


ROWS = (
    Row("memories a day", "< 3,000", _number(lambda lived: len(lived.remembered), a_day=True)),
    Row("journal a day, KB", "< 2,000", _number(lambda lived: lived.kilobytes, a_day=True)),
    Row(
        "routine sights of what stands, day by day",
        "< 15 %",
        lambda lived: " / ".join(f"{100 * share:.0f}" for share in lived.routine) + " %",
    ),
    Row("conclusions", "", _number(lambda lived: len(lived.conclusions))),
    Row(
        "distinct by kind, persons, value",
        ">= 60 %",
        _of(lambda lived: len({*map(matter_of, lived.conclusions)}), lambda lived: lived.conclusions),
    ),
    Row(
        "distinct with who concluded it",
        "",
        _of(
            lambda lived: len({(each.owner_id, matter_of(each)) for each in lived.conclusions}),
            lambda lived: lived.conclusions,
        ),
    ),
    Row(
        "made after 17:00",
        ">= 30 %",
        _of(lambda lived: sum(map(is_late, lived.conclusions)), lambda lived: lived.conclusions),
    ),
    Row(
        "people with one of depth 2",
        ">= 50 %",
        _of(lambda lived: len(deep_thinkers(lived)), lambda lived: lived.state.npcs),
    ),
    Row(
        "caused a change that names it",
        ">= 50 %",
        _of(lambda lived: len(changed_something(lived)), lambda lived: lived.conclusions),
    ),
    Row("talks a day", "", _number(lambda lived: len(lived.talks), a_day=True)),
    Row("talks with a matter", ">= 80 %", _with(None)),
    Row("- with news", "", _with("news")),
    Row("- with a commitment", "", _with("commitment")),
    Row("- with a question", "", _with("question")),
    Row("- with a change of feeling", "", _with("feeling")),
    Row("lines", "", _number(lambda lived: sum(1 for _ in lines(lived)))),
    Row("distinct lines", "", _number(distinct_lines)),
    Row("said again to the same", "0", _number(said_again)),
    Row("stock lines", "", _number(lambda lived: len(stock_lines(lived)))),
    Row("stock lines again to the same", "0", _number(stock_again)),
    Row(
        "people whose plan was changed with a reason",
        ">= 50 %",
        _of(lambda lived: len({plan["npc_id"] for plan in lived.changed_plans}), lambda lived: lived.state.npcs),
    ),
    Row("plans changed with a reason", "", _number(lambda lived: len(lived.changed_plans))),
    Row("days of 5 to 8 items", "100 %", lambda lived: _share(*full_days(lived))),
    Row("items kept", "", _number(lambda lived: items_that_are(lived, "completed"))),
    Row("items cancelled", "", _number(lambda lived: items_that_are(lived, "cancelled"))),
    Row("commitments made", "", _number(lambda lived: len(lived.state.commitments))),
    Row("- kept", "", _number(lambda lived: commitments_that_are(lived, CommitmentStatus.KEPT))),
    Row("- missed", "", _number(missed)),
    Row("gatherings", "", _number(lambda lived: len(lived.gatherings))),
    Row(
        "- people who came to one, mean", "", lambda lived: _mean([len(each.present_ids) for each in lived.gatherings])
    ),
)


def _mean(numbers: Sequence[int]) -> str:
    return f"{sum(numbers) / len(numbers):.1f}" if numbers else "none"


def table(columns: dict[str, Lived]) -> Iterator[str]:
    """The rows, with what is wanted and a column for each run."""
    yield "| " + " | ".join(("", "wanted", *columns)) + " |"
    yield "| --- " * (len(columns) + 2) + "|"
    for row in ROWS:
        yield "| " + " | ".join((row.name, row.target, *map(row.value, columns.values()))) + " |"


def told_gatherings(lived: Lived) -> Iterator[str]:
    """Each occasion with who came and who did not, and what it was."""
    name = lived.state.name
    for each in lived.gatherings:
        when = f"day {day_of(each.at)}, {hour_text(each.at)}, {name(each.location_id)}"
        came, stayed = (", ".join(map(name, ids)) or "nobody" for ids in (each.present_ids, each.missing_ids))
        yield f"{when}, called by {name(each.host_id)}: came {came}; missing {stayed}; “{each.words}”"
