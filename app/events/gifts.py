"""What people take from the party, and what they hand over again."""

from app.models.sheets.condition import ItemGivenTo
from app.models.state.game_state import GameState
from app.scenarios.scenario_rules import walk


class _Gifts(tuple[ItemGivenTo, ...]):
    """The conditions of a scenario that expect a gift; cached, as finding them walks through the whole scenario."""


def wanted_by(state: GameState, npc_id: str) -> set[str]:
    """Return the ids of the things that a person wants: those of its sheet, and gifts that a condition expects.

    Args:
        state: The game, for reading.
        npc_id: The person.

    Raises:
        NotFound: The scenario has no such person.
    """
    if (gifts := state.sheet.derived.get(_Gifts)) is None:
        given = (part for _, part in walk(state.sheet) if isinstance(part, ItemGivenTo))
        gifts = state.sheet.derived.hold(_Gifts(given))
    return {gift.item_id for gift in gifts if gift.npc_id == npc_id} | set(state.sheets.npc(npc_id).wants)


def accepted_by(state: GameState, npc_id: str) -> set[str]:
    """Return the ids of the things that a person takes from the party: those that it wants, those that were its own
    when the game began, and those that it has given the party.

    Args:
        state: The game, for reading.
        npc_id: The person.

    Raises:
        NotFound: The scenario has no such person.
    """
    own = state.sheets.npc(npc_id).items
    return wanted_by(state, npc_id) | set(own) | set(state.npc(npc_id).items_parted_with)


def lent_back(state: GameState, npc_id: str) -> list[str]:
    """Return the ids of the things that a person has from the party and does not want for itself: it hands them over
    whenever it is asked, so that giving a thing back closes nothing.

    Args:
        state: The game, for reading.
        npc_id: The person.

    Raises:
        NotFound: The scenario has no such person.
    """
    npc, wanted = state.npc(npc_id), wanted_by(state, npc_id)
    return [item for item in npc.items if item in npc.items_received and item not in wanted]
