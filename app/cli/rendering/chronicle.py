"""The content and order of a chronicle page; ``report.html.j2`` draws it and escapes every text."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from app.cli.rendering.canon import canon_line, canon_rows
from app.language.rendering.phrases import time_text
from app.models.clock import hour_text
from app.models.state.game_state import GameState
from app.services.game.games.chronicle import Chronicle, Telling

_TOKENS = Path(__file__).parents[2] / "page" / "style" / "tokens.css"
_MOST_MET, _MOST_TIES, _MOST_DAYS, _MOST_FELT = 30, 60, 40, 12


def chronicle_page(state: GameState, told: Chronicle, costs: Sequence[Sequence[str]]) -> str:
    """Return the HTML page of a chronicle. ``costs`` is a header and rows, as `minds.cost_rows` returns them."""
    loader = FileSystemLoader(Path(__file__).parent)
    environment = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    environment.filters |= {"name": state.name, "time": time_text, "hour": hour_text, "tree": _tree}
    met = told.talks + told.gatherings
    often = Counter(each for pair in met.elements() for each in pair)
    people = sorted(state.npcs, key=lambda each: -often[each])[:_MOST_MET]
    turns = {npc_id: 2 * math.pi * at / len(people) for at, npc_id in enumerate(people)}
    pairs = sorted((pair for pair in met if turns.keys() >= set(pair)), key=lambda pair: (-met[pair], pair))
    last = {pair: felt[-1].value for pair, felt in told.feelings.items()}
    days = [(state.name(npc_id), number, day) for (npc_id, number), day in told.days.items() if day.items]
    busiest = sorted(days, key=lambda each: (-len(each[2].changes), each[1], each[0]))
    swing = {pair: max(abs(each.value) for each in felt) for pair, felt in told.feelings.items()}
    return environment.get_template("report.html.j2").render(
        state=state,
        told=told,
        met=met,
        spots={npc_id: (math.sin(turn), -math.cos(turn)) for npc_id, turn in turns.items()},
        ties=[(*pair, [last[each] for each in (pair, pair[::-1]) if each in last]) for pair in pairs[:_MOST_TIES]],
        days=sorted(busiest[:_MOST_DAYS], key=lambda each: each[:2]),
        planned=len(days),
        felt=sorted(swing, key=lambda pair: (-swing[pair], pair))[:_MOST_FELT],
        swing=max(swing.values(), default=0) or 1,
        costs=costs,
        canon=[canon_line(state, row) for row in canon_rows(state)],
        tokens=_TOKENS.read_text("utf-8").partition(":root")[2],
    )


def _tree(tellings: Sequence[Telling]) -> Iterable[tuple[int, Telling]]:
    """Order the retellings of a story as a tree, each with its depth: a listener comes below its teller."""
    ways = dict[str, tuple[int, ...]]()
    for number, telling in enumerate(tellings):
        ways[telling.listener] = (*ways.get(telling.teller, ()), number)
    return ((len(ways[each.listener]) - 1, each) for each in sorted(tellings, key=lambda each: ways[each.listener]))
