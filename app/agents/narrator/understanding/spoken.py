"""What a player said aloud in what it typed, and which sentences of a speech say something."""

from app.language.analysis.mentions import mentions_for
from app.language.analysis.text import sentences
from app.language.reading.sayable import asks
from app.language.reading.spoken_text import spoken_text
from app.language.rendering.quotation import quotable
from app.models.state.game_state import GameState

_FEWEST_WORDS = 3
_MOST = 2000
LONGEST = 200
"""Characters of a sentence that are repeated."""


def spoken(state: GameState, typed: str) -> str:
    """The words alone, without "tell Mara that"; "" for an order to the game, or for the mere name of a matter."""
    return spoken_text(typed[:_MOST], mentions_for(state.sheet))


def statements(speech: str) -> list[str]:
    """The sentences that say something: no questions, and no cries of a word or two."""
    return [line for line in sentences(speech) if not asks(line) and len(line.split()) >= _FEWEST_WORDS]


def quotation(*lines: str) -> str:
    """Sentences between quotation marks, each a sentence of its own and not endless."""
    return f"“{' '.join(quotable(line, LONGEST) for line in lines)}”"
