"""What of a typed line is said aloud, where a model and no rule carries the line out."""

from collections.abc import Iterator, Sequence

from app.agents.narrator.reading.line_reader import ReadPart, VectorsOf, read_line
from app.agents.narrator.understanding.intents import SPEECH
from app.agents.narrator.understanding.typed_words import Phrase
from app.agents.narrator.understanding.verbs import intent_of
from app.language.analysis.mentions import MentionService, mentions_for
from app.language.kinds.kinds import Group
from app.language.reading.spoken_text import spoken_spans
from app.models.messages.speech import Span
from app.models.state.game_state import GameState


async def said_aloud(state: GameState, line: str, vectors_of: VectorsOf | None = None) -> tuple[Span, ...] | None:
    """Return the spans of a line that are said aloud: what its marks or its likeliest kinds make speech.

    Args:
        state: The game.
        line: The line, as it was typed.
        vectors_of: Gives the sentence vectors of the embedded model; None for words alone.

    Returns:
        The spans in order; None for an empty line, and in a language without a classifier of lines.
    """
    if not line.strip():
        return None
    mentions = mentions_for(state.sheet)
    parts = await read_line(state, mentions.with_strangers_joined(line), vectors_of)
    if not any(part.chances for part in parts):
        return None
    return tuple(span for part in parts for span in _said_in(part, line, parts, mentions))


def _said_in(part: ReadPart, line: str, parts: Sequence[ReadPart], mentions: MentionService) -> Iterator[Span]:
    words = Phrase.of(part.text)
    is_quoted_name = part.is_speech and len(words) == 1 and len(parts) > 1
    if part.group is not Group.SAID or is_quoted_name:
        return
    ordered = None if part.is_speech else intent_of(words)
    if ordered is None or ordered.wish not in SPEECH:
        yield part.start, part.end
        return
    for start, end in spoken_spans(line[part.start : part.end], mentions.after_name):  # "tell Mara that …"
        yield part.start + start, part.start + end
