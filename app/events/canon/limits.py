"""How far a scenario lets a game master add to it, and how much."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from app.errors import NotPossible
from app.models.base import Tagged
from app.models.command import Command
from app.models.refusals import canon as refusals
from app.models.sheets import effect as effects
from app.models.sheets.canon import MADE, ForgottenNote, PersonEntry, ScenarioEntry
from app.models.sheets.scenario import CanonLevel
from app.models.sheets.values import ACTOR, GAME, HERE, PARTY, PERSON, PLAYER, TARGET, WITH
from app.models.state.game_state import GameState

_FREE = frozenset({ACTOR, GAME, HERE, PARTY, PERSON, PLAYER, TARGET, WITH})
_OF_PLOT = (
    effects.SetWay,
    effects.RevealSecret,
    effects.StartQuest,
    effects.CompleteObjective,
    effects.FailQuest,
    effects.SetDanger,
    effects.ClearEncounter,
    effects.StopTimer,
    effects.EndStory,
    effects.MoveParty,
)
_IDS = ("of", "item_id", "into_id", "npc_id", "timer_id", "to", "location_id")


@dataclass(frozen=True)
class CanonLimits:
    """How much can be added to a game.

    Attributes:
        per_turn: Additions and changes of one turn.
        people: People that were made in the game.
    """

    per_turn: int = 5
    people: int = 200

    @classmethod
    def of(cls, state: GameState) -> Self:
        """Return those that a program has set by ``state.derived.hold(limits)``, else the usual ones."""
        return state.derived.get(cls) or cls()


def check_allowed(command: Command, state: GameState, *, in_details: bool = True) -> None:
    """Refuse an order of canon that the scenario does not allow, or for which the turn has added enough.

    Args:
        command: The order.
        state: The game, for reading.
        in_details: Whether a scenario that allows details allows this order.

    Raises:
        NotPossible: It is not allowed.
    """
    level, limits = state.sheet.canon_level, CanonLimits.of(state)
    if level is CanonLevel.CLOSED:
        raise NotPossible(refusals.CanonClosed())
    if level is CanonLevel.DETAILS and not in_details:
        raise NotPossible(refusals.CanonDetailsOnly(what=command.kind))
    if len([*_added_in_this_turn(state)]) >= limits.per_turn:
        raise NotPossible(refusals.CanonTooMuch(limit=limits.per_turn))


def _added_in_this_turn(state: GameState) -> Iterator[object]:
    for entry in reversed(state.canon):
        if entry.turn != state.turn:
            break
        if not isinstance(entry.change, ForgottenNote | ScenarioEntry):
            yield entry


def check_people(state: GameState) -> None:
    """Refuse one more person where the game has enough that were made in it.

    Raises:
        NotPossible: It has.
    """
    most = CanonLimits.of(state).people
    made = {entry.change.sheet.id for entry in state.canon if isinstance(entry.change, PersonEntry)}
    if len(made) >= most:
        raise NotPossible(refusals.CanonPeopleFull(limit=most))


def only_details(state: GameState) -> bool:
    """Return whether the scenario allows details only."""
    return state.sheet.canon_level is CanonLevel.DETAILS


def check_untouched(state: GameState, any_id: str | None) -> None:
    """Refuse, where details only are allowed, to change a part that an author has made.

    Args:
        state: The game, for reading.
        any_id: The id of the part; None for a new one.

    Raises:
        NotPossible: The id is not of something that was made in the game.
    """
    if any_id is not None and only_details(state) and not any_id.startswith(MADE):
        raise NotPossible(refusals.CanonPlot(of=any_id))


def check_effects(state: GameState, parts: tuple[Tagged, ...]) -> None:
    """Refuse, where details only are allowed, effects on the plot or on what an author has made.

    Raises:
        NotPossible: There is one.
    """
    for part in parts if only_details(state) else ():
        if isinstance(part, effects.When):
            check_effects(state, (*part.then, *part.otherwise))
        named = [str(getattr(part, name)) for name in _IDS if getattr(part, name, None) is not None]
        authored = [any_id for any_id in named if any_id not in _FREE and not any_id.startswith(MADE)]
        moves = isinstance(part, effects.MoveItem | effects.MakeItem | effects.MovePerson)
        goals = state.sheets.locations if moves else ()
        if isinstance(part, _OF_PLOT) or any(any_id not in goals for any_id in authored):
            raise NotPossible(refusals.CanonPlot(of=next(iter(authored), part.kind.replace("_", "-"))))
