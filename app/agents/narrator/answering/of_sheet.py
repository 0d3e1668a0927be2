"""What a person knows of a player's sheet, as it answers a player's question about itself."""

from app.agents.narrator.answering.exchange import Exchange
from app.agents.narrator.answering.questions import without_signs
from app.agents.narrator.answering.recalling import Recollection
from app.agents.narrator.understanding.typed_words import recall_pattern
from app.language.rendering.phrases import listed
from app.models.sheets.player import PlayerSheet

_ASKED = ("called", "pronouns", "occupation", "home", "likes", "description")
"""Fields that a player asks for by the expressions ``sheet_…`` of the section ``recollection``."""


def from_sheet(exchange: Exchange, question: str) -> Recollection | None:
    """Return the answer to a question for what the person knows of the player's sheet; None where it asks for nothing
    of it, or the person does not know it."""
    known, folded = _known(exchange), without_signs(question)
    field = next((name for name in _ASKED if recall_pattern(f"sheet_{name}").search(folded)), None)
    if field is None or known is None or not (value := getattr(known, field)):
        return None
    shown = value if isinstance(value, str) else listed(value)
    return Recollection(exchange.language.render(f"answers.sheet-{field}", value=shown.rstrip(".")), ())


def _known(exchange: Exchange) -> PlayerSheet | None:
    player = next((each for each in exchange.state.party.players if each.id == exchange.player_id), None)
    return None if player is None else player.as_known_to(exchange.npc_id)
