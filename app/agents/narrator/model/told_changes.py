"""What a sentence of a narrator says to have changed that has not, by a classifier of its clauses."""

from collections.abc import Awaitable, Callable, Collection, Iterator
from dataclasses import replace
from enum import StrEnum
from typing import NamedTuple

from app.agents.narrator.model.clauses import ProseClause
from app.agents.narrator.model.told_form import is_told_otherwise
from app.agents.narrator.understanding.naming import Thing, ThingKind
from app.interfaces.agents.narrator import NarrationContext
from app.language.analysis.terms import term_set
from app.language.kinds.told import told_classifier_of
from app.language.language import current_language
from app.models.command import Command, Outcome
from app.models.state.conditions import is_open
from app.models.state.game_state import GameState
from app.models.state.things import carried, container_of, is_open_container


class ToldChange(StrEnum):
    """What a clause says to have happened to what it names; a value of the data file ``told.npz``."""

    TAKEN = "taken"
    GONE = "gone"
    CAME = "came"
    LEFT = "left"
    DIED = "died"
    OPENED = "opened"
    ARRIVED = "arrived"
    DEPARTED = "departed"


_WILLED = "willed"
"""What a clause says where a player speaks or decides in it."""
_SHARE_TYPED = 0.3
"""The share of a clause's terms in the player's line from which on it only tells that line."""


class _Rule(NamedTuple):
    """Which things a change concerns, and whether the state has it otherwise."""

    change: ToldChange
    kinds: frozenset[ThingKind]
    is_untrue: Callable[[GameState, str], bool]


class CarriedItems:
    """What the party has carried in the course of a turn, after each of its commands.

    Args:
        state: The game.
        execute: Carries out a command of the turn.
    """

    def __init__(self, state: GameState, execute: Callable[[Command], Awaitable[Outcome]]) -> None:
        self._state = state
        self._execute = execute
        self._before: list[frozenset[str]] = []

    async def execute(self, command: Command) -> Outcome:
        """Carry out a command, and note what the party carries then."""
        outcome = await self._execute(command)
        self._before.append(frozenset(carried(self._state)))
        return outcome

    def never_had(self, change: ToldChange, item_id: str) -> bool:
        """Return whether an item was never so in the turn as a change would have it."""
        is_taken = change is ToldChange.TAKEN
        return all((item_id in held) is not is_taken for held in self._before)


def following(context: NarrationContext) -> tuple[NarrationContext, CarriedItems]:
    """Return a context whose commands are followed, and what the party carries after them."""
    items = CarriedItems(context.state, context.execute)
    return replace(context, execute=items.execute), items


def _is_closed(state: GameState, any_id: str) -> bool:
    way = state.sheets.exit(state.here.id, any_id)
    if way is not None:
        return not is_open(way, state)
    return container_of(state, any_id) is not None and not is_open_container(state, any_id)


def _is_here(state: GameState, npc_id: str) -> bool:
    return any(npc.instance_id == npc_id for npc in state.present())


_PERSON, _ITEM, _PLACE = frozenset({ThingKind.PERSON}), frozenset({ThingKind.ITEM}), frozenset({ThingKind.PLACE})
_HELD = frozenset({ThingKind.ITEM, ThingKind.FEATURE})
_RULES = (
    _Rule(ToldChange.TAKEN, _ITEM, lambda state, any_id: any_id not in carried(state)),
    _Rule(ToldChange.GONE, _ITEM, lambda state, any_id: any_id in state.party.items),
    _Rule(ToldChange.CAME, _PERSON, lambda state, any_id: not _is_here(state, any_id)),
    _Rule(ToldChange.LEFT, _PERSON, _is_here),
    _Rule(ToldChange.DIED, _PERSON, lambda state, any_id: not state.npc(any_id).dead),
    _Rule(ToldChange.OPENED, frozenset({ThingKind.ITEM, ThingKind.FEATURE, ThingKind.EXIT}), _is_closed),
    _Rule(ToldChange.ARRIVED, _PLACE, lambda state, any_id: any_id != state.scenario.current_location_id),
    _Rule(ToldChange.DEPARTED, _PLACE, lambda state, any_id: any_id == state.scenario.current_location_id),
)
_RULE_OF = {rule.change: rule for rule in _RULES}


def is_untrue(
    change: ToldChange,
    thing: Thing,
    state: GameState,
    items: CarriedItems | None = None,
    been: Collection[str | None] = (),
) -> bool:
    """Return whether the state has a change of a thing otherwise; False for a thing that the change cannot concern.

    Args:
        change: The change.
        thing: The thing.
        state: The game.
        items: What the party has carried in the turn; None where that is not known.
        been: The ids of the places where the party has been in the turn.
    """
    rule = _RULE_OF[change]
    if thing.kind not in rule.kinds or not rule.is_untrue(state, thing.id):
        return False
    if change is ToldChange.ARRIVED:
        return thing.id not in been
    if change is ToldChange.CAME:  # what is told may have been before a walk
        return all(npc.instance_id != thing.id for place in filter(None, been) for npc in state.present(place))
    return rule.kinds is not _ITEM or items is None or items.never_had(change, thing.id)


def untrue_changes(
    clauses: list[ProseClause],
    state: GameState,
    items: CarriedItems | None = None,
    been: Collection[str | None] = (),
) -> Iterator[tuple[ToldChange, Thing]]:
    """Yield what clauses say to have changed that has not, each with what it concerns; nothing in a language without a
    classifier.

    Args:
        clauses: The clauses of a sentence.
        state: The game.
        items: What the party has carried in the turn; None where that is not known.
        been: The ids of the places where the party has been in the turn.
    """
    classifier = told_classifier_of(current_language())
    if classifier is None:
        return
    you = min(current_language().words("checks.claims_you"))
    rules = [rule for rule in _RULES if rule.change is not ToldChange.CAME or not is_told_otherwise(state)]
    for clause in clauses:
        for named in clause.targets():
            for rule in rules:
                concerned = [thing for thing in named if thing.kind in rule.kinds]
                if not concerned or (clause.is_joined and rule.kinds is not _ITEM):
                    continue
                if rule.kinds is _PERSON and any(thing.kind in _HELD for thing in named):
                    continue  # "the letter", and who wrote it
                if rule.change is ToldChange.CAME and not clause.names(named):  # who is talked of may be anywhere
                    continue
                if rule.change is ToldChange.DIED and not _is_here(state, concerned[0].id):
                    continue
                if not all(is_untrue(rule.change, thing, state, items, been) for thing in concerned):
                    continue
                marked = clause.marked(named)
                if rule.change is ToldChange.CAME and classifier.claims(marked, ToldChange.LEFT.value, you):
                    continue  # who has left in this turn
                if classifier.claims(marked, rule.change.value, you):
                    yield rule.change, concerned[0]


def wills(clauses: list[ProseClause], said: str) -> bool:
    """Return whether a player speaks or decides in a clause, and not in the words that were typed.

    Args:
        clauses: The clauses of a sentence.
        said: The line that the player has typed.
    """
    classifier = told_classifier_of(current_language())
    if classifier is None:
        return False
    you = min(current_language().words("checks.claims_you"))
    typed = term_set(said)
    for clause in clauses:
        told = term_set(" ".join(token.word for token in clause.tokens)) if clause.is_of(you) else frozenset()
        if len(told & typed) < len(told) * _SHARE_TYPED and classifier.claims(clause.marked(), _WILLED, you):
            return True
    return False
