"""A character card as the sheet of a player."""

from app.interchange.cards.character_card import Card
from app.interchange.cards.person import card_to_npc
from app.models.sheets.player import PlayerSheet
from app.models.typed_text import MAX_TYPED_NAME


def card_to_player(card: Card) -> PlayerSheet:
    """Return what a card says of a character that a player plays: its name, how it is described, its background.

    Args:
        card: The card; what it says of talk, of greetings and of lore is left out.

    Returns:
        The sheet. A name of more than 60 characters is cut.
    """
    person = card_to_npc(card)
    return PlayerSheet(
        name=person.name[:MAX_TYPED_NAME].strip(),
        description=person.description,
        background=person.background,
    )
