"""What stands on the page of a chronicle, and in which order; ``report.html.j2`` draws it and escapes every text."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from app.cli.rendering.minds import COST_HEAD
from app.language.rendering.phrases import time_text
from app.models.state.clock import hour_text
from app.models.state.game_state import GameState
from app.services.game.games.chronicle import Chronicle, Telling

_HERE = Path(__file__).parent
_TOKENS = _HERE.parents[1] / "page" / "style" / "tokens.css"
_MOST_MET, _MOST_TIES, _MOST_DAYS, _MOST_FELT = 30, 60, 40, 12


def chronicle_page(state: GameState, told: Chronicle, costs: Sequence[Sequence[str]]) -> str:
    """``costs`` are rows as `minds.cost_rows` makes them."""
    made = Environment(loader=FileSystemLoader(_HERE), autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    made.filters |= {"name": state.name, "time": time_text, "hour": hour_text, "tree": _tree}
    met = told.talks + told.gatherings
    often = Counter(each for pair in met.elements() for each in pair)
    people = sorted(state.npcs, key=lambda each: -often[each])[:_MOST_MET]
    turns = {npc_id: 2 * math.pi * at / len(people) for at, npc_id in enumerate(people)}
    pairs = sorted((pair for pair in met if turns.keys() >= set(pair)), key=lambda pair: (-met[pair], pair))
    days = [(state.name(npc_id), number, day) for (npc_id, number), day in told.days.items() if day.items]
    busiest = sorted(days, key=lambda each: (-len(each[2].changes), each[1], each[0]))
    swing = {pair: max(abs(each.value) for each in felt) for pair, felt in told.feelings.items()}
    return made.get_template("report.html.j2").render(
        state=state,
        told=told,
        met=met,
        spots={npc_id: (math.sin(turn), -math.cos(turn)) for npc_id, turn in turns.items()},
        ties=[(*pair, _between(told, pair)) for pair in pairs[:_MOST_TIES]],
        days=sorted(busiest[:_MOST_DAYS], key=lambda each: each[:2]),
        planned=len(days),
        felt=sorted(swing, key=lambda pair: (-swing[pair], pair))[:_MOST_FELT],
        swing=max(swing.values(), default=0) or 1,
        costs=costs,
        cost_head=COST_HEAD,
        tokens=_TOKENS.read_text("utf-8").partition(":root")[2],
    )


def _between(told: Chronicle, pair: tuple[str, str]) -> float | None:
    """The mean of what two people last felt for each other."""
    felt = [told.feelings[each][-1].value for each in (pair, pair[::-1]) if each in told.feelings]
    return sum(felt) / len(felt) if felt else None


def _tree(tellings: Sequence[Telling], speaker: str) -> Iterator[tuple[int, Telling]]:
    """Each with its depth: whoever was told stands under the one who told it first."""
    under: dict[str, list[Telling]] = {}
    for telling in tellings:
        under.setdefault(telling.teller, []).append(telling)

    def grow(teller: str, depth: int) -> Iterator[tuple[int, Telling]]:
        for telling in under.pop(teller, ()):
            yield depth, telling
            yield from grow(telling.listener, depth + 1)

    yield from grow(speaker, 0)
    while under:
        yield from grow(next(iter(under)), 0)
