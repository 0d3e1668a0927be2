"""Minds as paragraphs and tables: plans and their reasons, waiting jobs, and cost."""

from collections.abc import Iterable, Iterator, Sequence

from rich.table import Table
from rich.text import Text

from app.cli.rendering import turns as render
from app.cli.rendering.screen import Part, Title
from app.cli.rendering.text import count, one_line
from app.cli.rendering.turns import heading, indented
from app.cognition.budget import MindLimits
from app.cognition.portrait import liking, meter_words, name_of
from app.cognition.queue import PRIORITY, by_priority
from app.interfaces.services.location import PARTY
from app.language.language import language_of
from app.language.rendering.phrases import time_text
from app.memory.stream.goals import goals_of
from app.models.clock import MINUTES_PER_DAY, day_of, hour_text
from app.models.instances.npc_instance import NPCInstance
from app.models.memory import MemoryKind
from app.models.minds.activity import Activity
from app.models.minds.mind_state import Job, JobKind
from app.models.minds.plan import DONE, PlanStatus
from app.models.records.record import Journal
from app.models.spend import Spend
from app.models.state.cadence import Cadence
from app.models.state.game_state import GameState
from app.services.game.reports import (
    CAPTURE,
    OTHER,
    TURN,
    PersonReport,
    last_conclusions,
    person_days,
    spending,
    spent_by_minds,
)

ACTIVITIES = {
    Activity.IDLE: "idle",
    Activity.WALKING: "on the way",
    Activity.CONVERSING: "talking",
    Activity.ACTIVITY: "busy",
    Activity.SLEEPING: "asleep",
}
STATUSES = {
    PlanStatus.PENDING: "to come",
    PlanStatus.ACTIVE: "now",
    PlanStatus.COMPLETED: "done",
    PlanStatus.CANCELLED: "given up",
}
JOBS = {
    JobKind.SCORE: "weigh memories",
    JobKind.PLAN: "plan the day",
    JobKind.REFLECT: "reflect",
    JobKind.DECIDE: "decide what to do",
    JobKind.CONVERSE: "talk",
    JobKind.CONDENSE: "condense memories",
    JobKind.PRUNE: "forget",
}
OTHER_WORK = {TURN: "tell turns", CAPTURE: "condense what happened", OTHER: "what came to nothing"}
"""The work of models besides jobs."""
URGENCIES = ("first", "high", "normal", "low")
"""Names of the priorities of jobs, by priority."""

_CONCLUSIONS, _EVIDENCE, _FEELINGS = 3, 3, 12
_SHORT = 110  # characters of a memory that is only shown as the reason for another one
_BAR = 10  # signs of a goal's progress
_NARROWEST = 12  # cells that names have in a table, however narrow the screen is


def mind_parts(state: GameState, npc_id: str, limits: MindLimits) -> Iterator[Part]:
    npc = state.npc(npc_id)
    yield Title(f"{state.name(npc_id)} — {time_text(state.clock.minutes)}")
    yield from _present(state, npc)
    yield from _plan(state, npc)
    yield from _goals(state, npc_id)
    yield from _conclusions(state, npc_id)
    yield from _feelings(state, npc)
    yield from _due(state, npc)
    yield heading("Cost")
    today = npc.mind.calls.get(day_of(state.clock.minutes), 0)
    yield indented(f"{render.spend(npc.mind.spend)}; today {today} of at most {limits.calls_per_npc_day}")


def _present(state: GameState, npc: NPCInstance) -> Iterator[Part]:
    place = state.name(npc.current_location_id) if npc.current_location_id else "nowhere"
    yield indented(f"{place}, {ACTIVITIES[npc.activity]}. {npc.mind.reason}".rstrip(), by=0)
    levels = meter_words(npc, language_of(state.sheet))
    meters = f"energy {npc.energy:.0f}, well fed {npc.hunger:.0f}, mood {npc.mood:.0f} of 100"
    yield indented(f"{levels} ({meters}); {npc.attitude.value} towards {name_of(state, PARTY)}", "dim", by=0)


def _plan(state: GameState, npc: NPCInstance) -> Iterator[Part]:
    until = npc.mind.plan_until
    is_over = until is not None and until <= state.clock.minutes
    yield heading(
        "No plan yet" if until is None else f"Plan, {'over since' if is_over else 'until'} {time_text(until)}"
    )
    for item in sorted(npc.plan, key=lambda item: item.time):
        where = f" — {state.name(item.place)}" if item.place else ""
        company = f", with {', '.join(name_of(state, other) for other in item.with_ids)}" if item.with_ids else ""
        line = f"{STATUSES[item.status]:<9}{hour_text(item.time)}  {item.description}{where}{company}"
        yield indented(line, "bold" if item.status is PlanStatus.ACTIVE else "")


def _goals(state: GameState, npc_id: str) -> Iterator[Part]:
    goals = goals_of(state, npc_id)
    yield heading("Goals" if goals else "No goals")
    for goal in goals:
        bar = "#" * (goal.progress * _BAR // DONE)
        yield indented(f"[{bar:.<{_BAR}}] {goal.progress:>3}%  {goal.text}", "dim" if goal.progress >= DONE else "")
        if goal.note:
            yield indented(one_line(goal.note, _SHORT), "dim", by=4)


def _conclusions(state: GameState, npc_id: str) -> Iterator[Part]:
    found = last_conclusions(state, npc_id, _CONCLUSIONS)
    yield heading("Last conclusions" if found else "No conclusions yet")
    for conclusion in found:
        entry, evidence = conclusion.entry, conclusion.evidence
        when = time_text(entry.game_time) if entry.game_time is not None else "some time"
        weight = "" if entry.importance is None else f", importance {entry.importance:.0f}"
        yield indented(f"{when} — {entry.summary} [{entry.id}{weight}, depth {entry.depth}]")
        for known in evidence[:_EVIDENCE]:
            yield indented(f"because: {one_line(known.entry.summary, _SHORT)} [{known.entry.id}]", "dim", by=4)
        if len(evidence) > _EVIDENCE:
            yield indented(f"and {count(len(evidence) - _EVIDENCE, 'more memory', 'more memories')}", "dim", by=4)


def _feelings(state: GameState, npc: NPCInstance) -> Iterator[Part]:
    strongest = sorted(npc.relationships.items(), key=lambda pair: -abs(pair[1]))
    yield heading("Feelings" if strongest else "No feelings about anybody yet")
    for other, value in strongest[:_FEELINGS]:
        yield indented(f"{liking(value, language_of(state.sheet))} {name_of(state, other)} ({value:+.0f})")
    if len(strongest) > _FEELINGS:
        yield indented(f"and {count(len(strongest) - _FEELINGS, 'weaker one')}", "dim")


def _due(state: GameState, npc: NPCInstance) -> Iterator[Part]:
    yield heading("What is due")
    now, rules = state.clock.minutes, Cadence.of(state).reflections
    for number, job in enumerate(by_priority(state), start=1):
        if npc.instance_id in job.people:
            yield indented(f"{_job(state, job)} (number {number} of {len(state.minds.jobs)})")
    for intent in state.minds.intents:
        if intent.npc_id == npc.instance_id:
            yield indented(f"at the next tick: {intent.reason}")
    today = npc.mind.reflections.get(day_of(now), 0)
    heard = f"what it noticed since weighs {npc.importance_accumulator:.0f} of {rules.threshold:.0f}"
    if today >= rules.per_day:
        yield indented(f"reflects next: tomorrow ({today} of {rules.per_day} today; {heard})")
    elif npc.mind.reflected_at is None:
        yield indented("reflects next: as soon as it has enough to think of, and in the evening at the latest")
    else:
        latest = max(now, npc.mind.reflected_at + rules.interval)
        yield indented(f"reflects next: from {time_text(latest)} on, or sooner; {heard}")
    if npc.mind.plan_until is None or npc.mind.plan_until <= now:
        six = now - now % MINUTES_PER_DAY + Cadence.of(state).plan_hour
        yield indented("plans next: now" if now >= six else f"plans next: {time_text(six)}")
    else:
        surprised = " (something has surprised it: perhaps sooner)" if npc.mind.surprised_at is not None else ""
        yield indented(f"plans next: {time_text(npc.mind.plan_until)}{surprised}")


def queue(state: GameState) -> Iterator[Part]:
    jobs = by_priority(state)
    yield Title(f"What people have to think about — {time_text(state.clock.minutes)}")
    if not jobs:
        yield indented("Nothing waits.", "dim", by=0)
    for number, job in enumerate(jobs, start=1):
        yield indented(f"{number}. {_job(state, job)}", by=0)
    for intent in state.minds.intents:
        yield indented(f"at the next tick, {name_of(state, intent.npc_id)}: {intent.reason}", "dim", by=0)
    captures = sum(len(requests) for requests in state.pending.values())
    if captures:
        yield indented(f"{count(captures, 'capture')} beside that.", "dim", by=0)


def _job(state: GameState, job: Job) -> str:
    who = name_of(state, job.npc_id) if job.npc_id is not None else "places and the world"
    others = "".join(f" with {name_of(state, other)}" for other in job.with_ids)
    waited = state.clock.minutes - job.asked_at
    since = f"since {time_text(job.asked_at)}" + (f", {waited} minutes" if waited else "")
    return f"{who}: {JOBS[job.kind]}{others} — {URGENCIES[PRIORITY[job.kind]]}, {since}"


def budgets(state: GameState, limits: MindLimits, spent: Spend, *, is_offline: bool) -> Iterator[Part]:
    minds, day = state.minds, day_of(state.clock.minutes)
    yield heading("Budgets")
    if is_offline:
        yield indented("No model thinks for people: nothing is spent.", "dim")
    today = minds.calls_today if minds.day == day else 0
    yield indented(f"this tick: {minds.calls_this_tick} of {limits.calls_per_tick} model calls")
    yield indented(f"day {day}: {today} of {limits.calls_per_day}")
    calls = {npc_id: npc.mind.calls.get(day, 0) for npc_id, npc in state.npcs.items()}
    busiest = max(calls, key=lambda npc_id: calls[npc_id], default=None)
    whose = f"{state.name(busiest)} {calls[busiest]}" if busiest is not None and calls[busiest] else "nobody any"
    yield indented(f"each person a day: at most {limits.calls_per_npc_day}; today {whose}")
    yield heading("Cost")
    yield indented(f"minds: {render.spend(spent_by_minds(state))}")
    yield indented(f"the whole game: {render.spend(spent)}")


def tallies(state: GameState) -> Table:
    minds = state.minds
    waiting = [job.kind for job in minds.jobs]
    counts = (minds.done, minds.fallbacks, minds.dropped)
    rows = [
        [JOBS[kind], *(f"{n:,}" for n in (waiting.count(kind), *(tally.get(kind, 0) for tally in counts)))]
        for kind in sorted(JobKind, key=PRIORITY.__getitem__)
    ]
    return table(("", "waiting", "done", "by rule", "dropped"), rows)


def cost_rows(journal: Journal, state: GameState) -> list[Sequence[str]]:
    """Return a header, a row for each kind of model work, and a total; () if no model was called."""
    spent, days = spending(journal), person_days(journal, state)
    named = {**{str(kind): name for kind, name in JOBS.items()}, **OTHER_WORK}
    works = [(name, spent.by_work[work]) for work, name in named.items() if work in spent.by_work]
    rows = [
        [name, *(f"{n:,}" for n in counts), *(f"{n / days:,.1f}" if days else "-" for n in counts)]
        for name, counts in ((name, (cost.calls, cost.tokens)) for name, cost in (*works, ("all", spent.total)))
    ]
    return [("", "calls", "tokens", "calls a\nperson-day", "tokens a\nperson-day"), *rows] if works else []


LEGEND = (
    "seen, heard, drawn: what stands of observations, of what was said, of conclusions; other: plans, summaries and the"
    " rest; away: condensed or forgotten; kept: of what was planned and is over; refl.: times it reflected"
)
_OWN_COLUMN = (MemoryKind.OBSERVATION, MemoryKind.CONVERSATION, MemoryKind.REFLECTION)


def report_table(state: GameState, people: Sequence[PersonReport]) -> Table:
    header = ("", "seen", "heard", "drawn", "other", "away", "plans", "kept", "refl.", "talks", "calls", "tokens")
    return table(header, [*(_row(state.name(person.npc_id), [person]) for person in people), _row("all", people)])


def _row(name: str, people: Sequence[PersonReport]) -> list[str]:
    by_kind = {kind: sum(person.active.get(kind, 0) for person in people) for kind in MemoryKind}
    away = sum(sum(person.memories.values()) for person in people) - sum(by_kind.values())
    kept, given_up = (sum(tally) for tally in ([p.plans.kept for p in people], [p.plans.given_up for p in people]))
    memories = [by_kind.pop(kind) for kind in _OWN_COLUMN]
    return [
        name,
        *(f"{number:,}" for number in (*memories, sum(by_kind.values()), away)),
        f"{sum(person.plans.made for person in people):,}",
        f"{100 * kept // (kept + given_up)}%" if kept + given_up else "-",
        f"{sum(sum(person.reflections.values()) for person in people):,}",
        f"{sum(person.talks for person in people):,}",
        f"{sum(person.spend.calls for person in people):,}",
        f"{sum(person.spend.tokens for person in people):,}",
    ]


def table(header: Iterable[str], rows: Iterable[Iterable[str]]) -> Table:
    result = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="bold")
    first, *others = header
    result.add_column(first, min_width=_NARROWEST)
    for title in others:
        result.add_column(title, justify="right", no_wrap=True)
    for row in rows:
        result.add_row(*(Text(one_line(cell), no_wrap=True, overflow="ellipsis") for cell in row))
    return result
