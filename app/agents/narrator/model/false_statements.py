"""What the state of a game makes false of all that a text names: the statements that a strict guard asks its model
about."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from app.agents.narrator.model.hidden_texts import hidden_texts, read_lately
from app.agents.narrator.understanding import naming
from app.agents.narrator.understanding.naming import Thing, ThingKind
from app.language.analysis.terms import term_set
from app.memory.prompt_data import clipped
from app.models.sheets.values import StateKind
from app.models.state.conditions import is_open
from app.models.state.game_state import GameState
from app.models.state.things import carried, container_of, is_open_container
from app.models.state.values import states_of
from app.package_data import package_data

MOST_STATEMENTS = 12
"""The most statements of one question."""
_LONGEST = 300
"""The most characters of a hidden text in a statement."""
_TEXTS: dict[str, str] = package_data(__package__, "false_statements")


class Untrue(StrEnum):
    """What a statement says that is not so."""

    HELD = "held"
    GONE = "gone"
    OPEN = "open"
    BECAME = "became"
    HERE = "here"
    LEFT = "left"
    DEAD = "dead"
    OVERCOME = "overcome"
    REACHED = "reached"
    LEFT_PLACE = "left_place"
    REVEALED = "revealed"


@dataclass(frozen=True)
class FalseStatement:
    """A statement that the state makes false.

    Args:
        kind: What it says.
        any_id: The id of its subject.
        words: The statement, in the language of the game.
        names: The terms by which a text speaks of it.
    """

    kind: Untrue
    any_id: str
    words: str
    names: frozenset[str]


def false_statements(state: GameState, text: str) -> list[FalseStatement]:
    """List what the state makes false of all that a text names, at most twelve: what it names most fully, then what
    lies here.

    Args:
        state: The game.
        text: The text of a narrator.

    Returns:
        The statements; none where the text names nothing.
    """
    told = term_set(text)
    shares = {thing: _share(thing, told) for thing in _known(state)}
    found = [(each, share) for thing, share in shares.items() if share > 0 for each in _of_thing(state, thing)]
    found += [
        (_of(Untrue.REVEALED, hidden.id, text=clipped(hidden.text, _LONGEST)), float(len(words)))
        for hidden in hidden_texts(state, read_lately(state))
        if (words := hidden.words & told)
    ]
    if not found:
        return []
    for thing in naming.items_here(state):  # what lies here may be meant by other words
        found += [(each, 0.0) for each in _of_thing(state, thing)]
    best: dict[FalseStatement, float] = {}
    for each, share in found:
        best[each] = max(share, best.get(each, 0.0))
    moved = _of(Untrue.LEFT_PLACE, state.here.id, name=state.here.name)
    best.pop(moved, None)
    ranked = sorted(best, key=lambda each: -best[each])
    return [moved, *ranked[: MOST_STATEMENTS - 1]]


def _of(kind: Untrue, any_id: str, **slots: str) -> FalseStatement:
    return FalseStatement(kind, any_id, _TEXTS[kind.value].format(**slots), term_set(" ".join(slots.values())))


def _known(state: GameState) -> Iterator[Thing]:
    """Yield all that is here, and people, places and things wherever they are; what is here comes first."""
    yield from naming.everything_here(state)
    yield from naming.everybody(state)
    yield from naming.places(state, state.sheets.locations)
    yield from naming.items(state, state.sheets.items)


def _share(thing: Thing, told: frozenset[str]) -> float:
    """Return the largest share of the words of one of its names that a text has."""
    names = (term_set(" ".join(name)) for name in thing.names)
    return max((len(words & told) / len(words) for words in names if words), default=0.0)


def _of_thing(state: GameState, thing: Thing) -> Iterator[FalseStatement]:
    """Yield what is not so of a thing."""
    any_id, name = thing.id, state.name(thing.id)
    match thing.kind:
        case ThingKind.PERSON:
            is_here = any(npc.instance_id == any_id for npc in state.present())
            yield _of(Untrue.LEFT if is_here else Untrue.HERE, any_id, name=name)
            if is_here and not state.npc(any_id).dead:
                yield _of(Untrue.DEAD, any_id, name=name)
        case ThingKind.ENCOUNTER:
            yield _of(Untrue.OVERCOME, any_id, name=name)
        case ThingKind.EXIT:
            way = state.sheets.exit(state.here.id, any_id)
            if way is not None and not is_open(way, state):
                yield _of(Untrue.OPEN, any_id, name=way.name)
        case ThingKind.PLACE:
            yield _of(Untrue.LEFT_PLACE if any_id == state.here.id else Untrue.REACHED, any_id, name=name)
        case ThingKind.ITEM | ThingKind.FEATURE:
            yield _of(Untrue.GONE if any_id in carried(state) else Untrue.HELD, any_id, name=name)
            if container_of(state, any_id) is not None and not is_open_container(state, any_id):
                yield _of(Untrue.OPEN, any_id, name=name)
            for sheet, value in states_of(state, any_id):
                if sheet.kind is StateKind.FLAG and value is False:
                    yield _of(Untrue.BECAME, any_id, text=str(sheet.texts.get("true") or f"{name}: {sheet.name}"))
