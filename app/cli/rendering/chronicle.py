"""A chronicle as one HTML file that loads nothing: four pictures, each with a table or list that says the same. It has
the page's colours; every text in it is escaped."""

import math
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from html import escape
from pathlib import Path
from string import Template

from app.language.rendering.phrases import time_text
from app.models.state.clock import MINUTES_PER_DAY, hour_text
from app.models.state.game_state import GameState
from app.models.state.plan import PLAN_HOUR
from app.services.game.games.chronicle import Chronicle, Day, Feeling, News, Telling, Tie

_HERE = Path(__file__).parent
_TOKENS = Path(__file__).parents[2] / "page" / "style" / "tokens.css"
_MOST_MET, _MOST_TIES, _MOST_NEWS, _MOST_TOLD, _MOST_DAYS, _MOST_FELT = 30, 60, 6, 40, 40, 12
_WIDTH = 900
_CLEAR = 2
"""From where on, up or down, a feeling is shown as warm or cold."""


def chronicle_page(state: GameState, told: Chronicle) -> str:
    sections = (_met(state, told), _news(state, told), _plans(state, told), _felt(state, told))
    return Template((_HERE / "chronicle.html").read_text("utf-8")).substitute(
        title=escape(state.sheet.title),
        subtitle=escape(f"{len(state.npcs)} people, from {time_text(state.sheet.start_minutes)} to {_when(told)}."),
        tokens=_tokens(),
        sections="\n".join(sections),
    )


@lru_cache(maxsize=1)
def _tokens() -> str:
    """The page's colours and sizes, without its fonts: a file on its own can load none."""
    return re.sub(r"@font-face\s*\{[^}]*\}", "", _TOKENS.read_text("utf-8")).strip()


def _when(told: Chronicle) -> str:
    return time_text(told.ends_at)


def _section(title: str, shown: int, of: int, what: str, body: str) -> str:
    left = f" Shown are {shown} of {of} {what}; {of - shown} are left out." if shown < of else ""
    note = f'<p class="note">{escape(left.strip())}</p>' if left else ""
    body = body if of else f"<p>There are no {escape(what)}.</p>"
    return f"<section><h2>{escape(title)}</h2>{note}{body}</section>"


def _svg(title: str, description: str, height: float, parts: Iterable[str]) -> str:
    return (
        f'<figure><svg role="img" aria-label="{escape(title)}" viewBox="0 0 {_WIDTH} {height:.0f}">'
        f"<title>{escape(title)}</title><desc>{escape(description)}</desc>{''.join(parts)}</svg></figure>"
    )


def _text(x: float, y: float, text: str, anchor: str = "start", most: int = 60) -> str:
    short = text if len(text) <= most else text[: most - 1] + "…"
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(short)}</text>'


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f'<th scope="col">{escape(each)}</th>' for each in heads)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _tone(value: float | None) -> str:
    return "even" if value is None or abs(value) < _CLEAR else "warm" if value > 0 else "cold"


def _met(state: GameState, told: Chronicle) -> str:
    """People in a circle, in the scenario's order; a line is as wide as two talked often."""

    def weight(tie: Tie) -> int:
        return tie.talks + tie.gatherings

    often = dict.fromkeys(state.npcs, 0)
    for pair, tie in told.ties.items():
        for each in pair:
            often[each] += weight(tie)
    chosen = set(sorted(often, key=lambda each: (-often[each], each))[:_MOST_MET])
    ties = [(pair, tie) for pair, tie in told.ties.items() if chosen.issuperset(pair)]
    ties = sorted(ties, key=lambda each: (-weight(each[1]), each[0]))[:_MOST_TIES]
    spots, parts = dict[str, tuple[float, float]](), list[str]()
    people = [each for each in state.npcs if each in chosen]
    for at, npc_id in enumerate(people):
        angle = 2 * math.pi * at / len(people)
        x, y = math.sin(angle), -math.cos(angle)
        spots[npc_id] = (_WIDTH / 2 + 230 * x, 270 + 230 * y)
        anchor = "middle" if abs(x) < 0.1 else "start" if x > 0 else "end"
        parts.append(f'<circle class="person" cx="{spots[npc_id][0]:.1f}" cy="{spots[npc_id][1]:.1f}" r="4"/>')
        parts.append(_text(_WIDTH / 2 + 242 * x, 274 + 246 * y, state.name(npc_id), anchor, 28))
    most = max((weight(tie) for _, tie in ties), default=1)
    lines = [
        f'<line class="{_tone(tie.feeling)}" x1="{spots[a][0]:.1f}" y1="{spots[a][1]:.1f}" x2="{spots[b][0]:.1f}" '
        f'y2="{spots[b][1]:.1f}" stroke-width="{1 + 5 * weight(tie) / most:.1f}" opacity=".7"/>'
        for (a, b), tie in reversed(ties)
    ]
    rows = (
        (state.name(a), state.name(b), str(tie.talks), str(tie.gatherings), _value(tie.feeling)) for (a, b), tie in ties
    )
    picture = _svg("Who met whom", "Wide lines: many talks. The table below says the same.", 540, [*lines, *parts])
    key = (
        '<p class="note">Lines: wide for many talks and gatherings; green for liking, red for disliking, else grey.</p>'
    )
    table = _table(("Who", "With", "Talks", "Gatherings", "Feeling"), rows)
    return _section("Who met whom", len(ties), len(told.ties), "pairs who met", picture + key + table)


def _value(value: float | None) -> str:
    return "" if value is None else f"{value:+.1f}"


def _news(state: GameState, told: Chronicle) -> str:
    shown = told.news[:_MOST_NEWS]
    body = "".join(_one_news(state, news) for news in shown)
    return _section("How news spread", len(shown), len(told.news), "things told on", body)


def _one_news(state: GameState, news: News) -> str:
    """A tree: each listener stands under the one by whom it was told first."""
    told = news.tellings[:_MOST_TOLD]
    parts, rows, at = list[str](), [(0, news.speaker, "")], {news.speaker: 0}
    waiting = list(told)
    under: dict[str, list[Telling]] = {}
    for telling in waiting:
        under.setdefault(telling.teller, []).append(telling)

    def grow(teller: str, depth: int) -> None:
        for telling in under.pop(teller, ()):
            rows.append((depth, telling.listener, time_text(telling.at)))
            at[telling.listener] = len(rows) - 1
            grow(telling.listener, depth + 1)

    grow(news.speaker, 1)
    while under:  # tellers of whom it is not known by whom they were told
        teller = next(iter(under))
        rows.append((0, teller, ""))
        at[teller] = len(rows) - 1
        grow(teller, 1)
    above = list[int]()
    for row, (depth, npc_id, when) in enumerate(rows):
        x, y = 16 + 32 * min(depth, 12), 22 + 22 * row
        del above[depth:]
        if above:
            parts.append(f'<path class="even line" d="M{x - 32} {28 + 22 * above[-1]}V{y - 4}H{x - 6}"/>')
        above.append(row)
        parts.append(_text(x, y, f"{state.name(npc_id)}  {when}"))
    said = f"{state.name(news.speaker)}: “{news.words}”"
    lines = (f"{state.name(each.teller)} to {state.name(each.listener)}, {time_text(each.at)}" for each in told)
    twin = "".join(f"<li>{escape(line)}</li>" for line in lines)
    left = len(news.tellings) - len(told)
    rest = f'<p class="note">{left} more were told.</p>' if left else ""
    picture = _svg("Who told whom", "The list below says the same.", 30 + 22 * len(rows), parts)
    return f"<h3>{escape(said)}</h3>{picture}<ul>{twin}</ul>{rest}"


def _plans(state: GameState, told: Chronicle) -> str:
    """A strip a day, from 06:00 to 06:00; above what was planned, below where somebody went."""
    days = [(key, day) for key, day in told.days.items() if day.items]
    busiest = sorted(days, key=lambda each: (-len(each[1].changes), each[0][1], each[0][0]))
    shown = sorted(busiest[:_MOST_DAYS], key=lambda each: (state.name(each[0][0]), each[0]))
    parts, rows = [_text(210 + 170 * at, 16, f"{6 + 6 * at:02d}:00") for at in range(4)], list[Sequence[str]]()
    for row, ((npc_id, number), day) in enumerate(shown):
        name, top = f"{state.name(npc_id)}, day {number}", 26 + 30 * row
        parts.append(_text(200, top + 14, name, "end", 30))
        parts.append(f'<path class="rule" d="M210 {top + 20}H890"/>')
        parts += _strip(number, day, top)
        rows.append((name, _planned(state, day), _gone(state, day), _changed(day)))
    key = (
        '<p class="note">Bars: what was planned; green if done, red if given up, grey if neither. '
        "Dots: going somewhere. Triangles: the plan was changed.</p>"
    )
    picture = _svg("Plans against what was done", "The table below says the same.", 40 + 30 * len(shown), parts)
    table = _table(("Whose day", "Planned", "Went to", "Changed, and why"), rows)
    return _section("Plans against what was done", len(shown), len(days), "days", picture + key + table)


def _strip(number: int, day: Day, top: float) -> Iterable[str]:
    def x(at: int) -> float:
        begun = (number - 1) * MINUTES_PER_DAY + PLAN_HOUR
        return 210 + 680 * min(1, max(0, (at - begun) / MINUTES_PER_DAY))

    for item in day.items.values():
        yield f'<rect class="{item.status.value}" x="{x(item.time):.1f}" y="{top + 3}" width="16" height="9" rx="2"/>'
    for at, _ in day.moves:
        yield f'<circle class="moved" cx="{x(at):.1f}" cy="{top + 20}" r="3"/>'
    for change in day.changes:
        yield f'<path class="change" d="M{x(change.at):.1f} {top + 2}l-4 -6h8z"/>'


def _planned(state: GameState, day: Day) -> str:
    items = sorted(day.items.values(), key=lambda each: (each.time, each.id))
    places = (f" ({state.name(each.place)})" if each.place else "" for each in items)
    told = (
        f"{hour_text(i.time)} {i.description}{place}: {i.status.value}" for i, place in zip(items, places, strict=True)
    )
    return "; ".join(told)


def _gone(state: GameState, day: Day) -> str:
    return "; ".join(f"{hour_text(at)} {state.name(place) if place else 'away'}" for at, place in day.moves)


def _changed(day: Day) -> str:
    return "; ".join(f"{hour_text(each.at)} {each.reason}" for each in day.changes)


def _felt(state: GameState, told: Chronicle) -> str:
    """A line for each pair, in a field of its own; the middle is indifference."""

    def swing(felt: Sequence[Feeling]) -> float:
        return max((abs(each.value) for each in felt), default=0)

    order = sorted(told.feelings, key=lambda pair: (-swing(told.feelings[pair]), pair))
    shown = [pair for pair in order if told.feelings[pair]][:_MOST_FELT]
    most = max((swing(told.feelings[pair]) for pair in shown), default=1) or 1
    begun, parts, rows = state.sheet.start_minutes, list[str](), list[Sequence[str]]()
    for row, pair in enumerate(shown):
        felt, middle = told.feelings[pair], 40 + 48 * row
        name = f"{state.name(pair[0])} for {state.name(pair[1])}"
        path, before = f"M300 {middle}", 0.0
        for each in felt:
            x = 300 + 540 * (each.at - begun) / max(1, told.ends_at - begun)
            path += f"H{x:.1f}V{middle - 20 * each.value / most:.1f}"
            rows.append((name, time_text(each.at), f"{each.value - before:+.1f}", _value(each.value), each.reason))
            before = each.value
        parts.append(_text(290, middle + 4, name, "end", 44) + f'<path class="rule" d="M300 {middle}H840"/>')
        parts.append(f'<path class="{_tone(felt[-1].value)} line" d="{path}H840"/>')
        parts.append(_text(846, middle + 4 - 20 * felt[-1].value / most, _value(felt[-1].value)))
    picture = _svg("Feelings over days", "The table below says the same.", 40 + 48 * len(shown), parts)
    table = _table(("Who for whom", "When", "Change", "Then", "Why"), rows)
    return _section("Feelings over days", len(shown), len(told.feelings), "feelings that changed", picture + table)
