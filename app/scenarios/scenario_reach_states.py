"""An upper bound of the values that states can reach."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from app.models.sheets import effect as effects
from app.models.sheets.condition import StateCompared
from app.models.sheets.scenario import ScenarioSheet
from app.models.sheets.values import COUNT, LIT, MARKS, MONEY, OPEN, PARTY, WORN, StateKind, StateSheet, StateValue
from app.scenarios.scenario_scope import ActionScope
from app.scenarios.scenario_states import states_named

_Key = tuple[str, str]
_GENERIC_FLAGS = frozenset({OPEN, LIT, WORN, *MARKS})
"""Flags of things and details that generic actions set and clear."""


@dataclass
class StateReach:
    """The values that states can have: the first one, and those that effects or generic actions bring about.

    Attributes:
        sheet: The scenario.
        values: By owner and name the flags and words, and the lowest and the highest of the numbers.
    """

    sheet: ScenarioSheet
    values: dict[_Key, set[StateValue]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        trades = any(npc.sells or npc.buys for npc in self.sheet.npcs)
        eaten = {item.id for item in self.sheet.items if {"edible", "drinkable"}.intersection(item.tags)}
        for owner, states in self.sheet.index.states.items():
            for name, state in states.items():
                self._values(owner, state)
                if trades and name == MONEY and (owner == PARTY or owner in self.sheet.index.npcs):
                    self._reach_bounds(owner, state, up=True, down=True)
                if name == COUNT and owner in eaten:
                    self._reach_bounds(owner, state, up=False, down=True)

    @property
    def size(self) -> int:
        """How many values are reached."""
        return sum(map(len, self.values.values()))

    def _values(self, owner: str, state: StateSheet) -> set[StateValue]:
        key = (owner, state.name)
        if key not in self.values:
            is_generic = state.name in _GENERIC_FLAGS and state.kind is StateKind.FLAG
            is_thing = owner in self.sheet.index.items or owner in self.sheet.index.features
            self.values[key] = {True, False} if is_generic and is_thing else {state.start}
        return self.values[key]

    def add(self, effect: effects.SetState | effects.AddToState, scope: ActionScope) -> None:
        """Add the value that an effect brings about."""
        for owner, state in states_named(effect.of, effect.name, scope, self.sheet):
            if isinstance(effect, effects.AddToState):
                self._reach_bounds(owner, state, up=effect.by > 0, down=effect.by < 0)
            elif (value := state.fitting(effect.value)) is not None:
                self._values(owner, state).add(value)

    def lower(self, of: str, name: str, scope: ActionScope) -> None:
        """Let a number fall down to its lowest value."""
        for owner, state in states_named(of, name, scope, self.sheet):
            self._reach_bounds(owner, state, up=False, down=True)

    def raise_(self, of: str, name: str, scope: ActionScope) -> None:
        """Let a number rise up to its highest value."""
        for owner, state in states_named(of, name, scope, self.sheet):
            self._reach_bounds(owner, state, up=True, down=False)

    def _reach_bounds(self, owner: str, state: StateSheet, *, up: bool, down: bool) -> None:
        if state.kind is StateKind.NUMBER:
            self._values(owner, state).update([state.most] * up + [state.least] * down)

    def can_be(self, compared: StateCompared, scope: ActionScope) -> bool:
        """Return whether a comparison could hold."""
        return any(_can_be(compared, values) for values in self._compared(compared, scope))

    def can_differ(self, compared: StateCompared, scope: ActionScope) -> bool:
        """Return whether a comparison could fail to hold."""
        found = list(self._compared(compared, scope))
        return not found or any(not _fits(compared, value) for values in found for value in values)

    def _compared(self, compared: StateCompared, scope: ActionScope) -> Iterator[set[StateValue]]:
        for owner, state in states_named(compared.of, compared.name, scope, self.sheet):
            yield self._values(owner, state)


def _can_be(compared: StateCompared, values: set[StateValue]) -> bool:
    numbers = [value for value in values if isinstance(value, int) and not isinstance(value, bool)]
    if not numbers:
        return any(_fits(compared, value) for value in values)
    exact = compared.value if isinstance(compared.value, int) else None
    least = max(number for number in (min(numbers), compared.at_least, exact) if number is not None)
    most = min(number for number in (max(numbers), compared.at_most, exact) if number is not None)
    return least <= most


def _fits(compared: StateCompared, value: StateValue) -> bool:
    if compared.value is not None and value != compared.value:
        return False
    number = int(value) if isinstance(value, int) else 0
    least, most = compared.at_least, compared.at_most
    return (least is None or number >= least) and (most is None or number <= most)
