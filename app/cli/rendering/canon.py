"""The canon of a game as lines: what was added to its world and changed in it, and who said so."""

from collections import Counter
from collections.abc import Iterator

from app.cli.rendering.screen import Paragraph, Part
from app.cli.rendering.text import count, one_line
from app.models.sheets.canon import CanonSource
from app.models.state.canon_index import CanonIndex, CanonMark
from app.models.state.canon_rows import CanonRow, canon_row
from app.models.state.game_state import GameState

_KINDS = {
    "person": "person",
    "item": "thing",
    "place": "place",
    "action": "action",
    "state": "state",
    "timer": "timer",
    "fact": "fact",
    "description": "description",
    "name": "name",
    "forgotten_note": "forgotten note",
    "scenario": "edited scenario",
}
_MAKERS = {CanonSource.AUTHOR: "the author", CanonSource.GAME_MASTER: "the game master", CanonSource.PLAYER: "a player"}


def canon_rows(state: GameState) -> list[CanonRow]:
    """Return the entries of the canon, newest first."""
    return [canon_row(state, number) for number in reversed(range(len(state.canon)))]


def canon_lines(state: GameState) -> Iterator[Part]:
    """Yield a line for each entry of the canon, newest first; what does not hold any more is dim."""
    for row in canon_rows(state):
        yield Paragraph(canon_line(state, row), "dim" if row.holds is False else "")


def canon_line(state: GameState, row: CanonRow) -> str:
    """Return an entry as a line: ``turn 3, fact: Mara, mother: Ottilie (said by the game master)``."""
    what = row.name if row.attribute is None else f"{row.name}, {row.attribute}"
    value = f": {row.value}" if row.value and row.value != row.name else ""
    how = "added" if row.is_new else "said" if row.kind == "fact" else "changed"
    if row.by is CanonSource.PLAYER:
        how = "claimed"
    ended = ", does not hold any more" if row.holds is False else ""
    line = f"turn {row.turn}, {_KINDS[row.kind]}: {what}{value} ({how} by {_maker(state, row)}{ended})"
    return one_line(line, 400)


def canon_summary(state: GameState) -> str:
    """Return how many parts were added and changed and how many facts hold; empty where there is no canon."""
    rows = canon_rows(state)
    added = Counter(_KINDS[row.kind] for row in rows if row.is_new)
    new = [count(number, kind, "people" if kind == "person" else f"{kind}s") for kind, number in added.items()]
    held = sum(row.holds is True for row in rows)
    changed = sum(not row.is_new and row.holds is None for row in rows)
    parts = [f"{', '.join(new)} added"] if new else []
    parts += [f"{count(changed, 'change')}"] if changed else []
    parts += [f"{count(held, 'fact or claim', 'facts and claims')}"] if held else []
    return "; ".join(parts)


def provenance(state: GameState, any_id: str) -> str:
    """Return who has added a part and who has last changed it: ``added by the game master, turn 12``; empty for what is
    as the first scenario has it."""
    index = CanonIndex.of(state)
    marks = (("added", index.added(any_id)), ("changed", index.changed(any_id)))
    return "; ".join(f"{how} by {_maker(state, mark)}, turn {mark.turn}" for how, mark in marks if mark is not None)


def _maker(state: GameState, said: CanonRow | CanonMark) -> str:
    return state.name(said.player_id) if said.player_id is not None else _MAKERS[said.by]
