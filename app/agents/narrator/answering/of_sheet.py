"""What is known of a player's sheet, as the game and people answer a player's question about itself."""

from app.agents.narrator.company import addressee
from app.agents.narrator.knowledge.exchange import Exchange
from app.agents.narrator.knowledge.questions import without_signs
from app.agents.narrator.knowledge.recalling import Recollection
from app.agents.narrator.turn.turn_builder import TurnBuilder
from app.agents.narrator.understanding.typed_words import Phrase, recall_pattern
from app.language.language import Language, language_of
from app.language.rendering.phrases import listed
from app.models.sheets.player import PlayerSheet

_ASKED = (
    *("called", "pronouns", "occupation", "home", "likes", "description"),
    *("goals", "skills", "notes", "background"),
)
"""Fields that a player asks for by the expressions ``sheet_…`` of the section ``recollection``."""
_OWN = frozenset({"goals", "skills", "notes", "background"})
"""Fields that the game answers for where the person spoken to knows nothing of them."""


def asked_field(question: str) -> str | None:
    """Return the field of its sheet that a player asks for; None for none.

    Args:
        question: The question.
    """
    folded = without_signs(question)
    return next((name for name in _ASKED if recall_pattern(f"sheet_{name}").search(folded)), None)


def from_sheet(exchange: Exchange, question: str) -> Recollection | None:
    """Return the answer to a question for what the person knows of the player's sheet; None where it asks for nothing
    of it, or the person does not know it."""
    field, known = asked_field(question), _known(exchange)
    words = "" if field is None or known is None else _worded(exchange.language, known, field, question)
    return Recollection(words, ()) if words else None


def from_own_sheet(turn: TurnBuilder, question: str) -> str:
    """Return what the game answers of the player's own sheet and notes; "" for nothing, and where the question
    is for a person who is here: one who knows it, or may know.

    Args:
        turn: The turn.
        question: The question.
    """
    player, field = turn.context.speaker, asked_field(question)
    listener = addressee(turn.state)
    if field is None or (turn.state.present() and field not in _OWN):
        return ""
    if listener is not None and from_sheet(turn.voice(listener).exchange, question) is not None:
        return ""
    lines = [_worded(language_of(turn.state.sheet), player, field, question)]
    if field == "notes":
        lines += [turn.keeps_private(note.text) for note in turn.state.notes_for(player.id) if note.owner_id]
    return "\n".join(filter(None, lines))


def _worded(language: Language, sheet: PlayerSheet, field: str, question: str) -> str:
    """Return a field of a sheet as a sentence; of several skills those that are named, if any; "" for an empty one."""
    value = getattr(sheet, field)
    if field == "skills":
        asked = " ".join(Phrase.of(question).norms)
        named = {skill: number for skill, number in value.items() if skill.casefold() in asked}
        value = [f"{skill} ({number})" for skill, number in (named or value).items()]
    if not value:
        return ""
    shown = value if isinstance(value, str) else listed(value)
    return language.render(f"answers.sheet-{field}", value=shown.rstrip("."))


def _known(exchange: Exchange) -> PlayerSheet | None:
    player = next((each for each in exchange.state.party.players if each.id == exchange.player_id), None)
    return None if player is None else player.as_known_to(exchange.npc_id)
