"""The section of the players' sheets: for the narrator all of them, with the people present that know each; for a
person what it knows."""

from collections.abc import Iterator

from app.memory.prompt_data import clipped, data_line
from app.models.sheets.player import FIELDS, VISIBLE
from app.models.state.game_state import GameState, PlayerCharacter
from app.services.ai.context_builders.draft import Draft, DraftLine, PromptViewer

MAX_OF_FIELD = 300
"""Characters of a value that one line shows."""
HEADINGS = {"called": "goes by", "description": "looks", "home": "from", "occupation": "trade", "goals": "wants"}
"""What a field is called in a prompt, where it is not its own name."""


def build_players(state: GameState, viewer: PromptViewer) -> Draft:
    """List the players with what is known of them; nothing of players who have said nothing of themselves."""
    lines = tuple(line for player in state.party.players for line in _lines(state, viewer, player))
    return Draft("About the Players", lines, priority=94)


def _lines(state: GameState, viewer: PromptViewer, player: PlayerCharacter) -> Iterator[DraftLine]:
    known = player if viewer.npc_id is None else player.as_known_to(viewer.npc_id)
    told = [(field, value) for field in FIELDS for value in _values(getattr(known, field))]
    if told:
        yield DraftLine(f"{data_line(player.name)} [{player.id}]:")
    for field, value in told:
        text = f"- {HEADINGS.get(field, field)}: {data_line(clipped(value, MAX_OF_FIELD))}"
        yield DraftLine(text if viewer.npc_id is not None else text + _who_knows(state, player, field, value))


def _values(value: object) -> Iterator[str]:
    """Yield the texts of a field: of several values each, of skills each with its number."""
    match value:
        case str() if value:
            yield value
        case tuple():
            yield from value
        case dict():
            yield from (f"{name} {number}" for name, number in value.items())


def _who_knows(state: GameState, player: PlayerCharacter, field: str, value: str) -> str:
    """Return in brackets the people present who know a value; "" for what is seen."""
    if field in VISIBLE:
        return ""
    place_id = state.scenario.current_location_id
    present = [] if place_id is None else state.present(place_id)
    knowing = [npc.instance_id for npc in present if player.knows(npc.instance_id, field, value)]
    names = ", ".join(data_line(state.name(npc_id)) for npc_id in knowing)
    return f" (known to {names})" if names else " (nobody here was told)" if present else ""
