"""What a player says that gives its word, here and now: the one predicate for whoever asks that."""

from app.language.analysis.text import sentences
from app.language.language import current_language
from app.language.reading.reader import reader_of
from app.models.messages.speech import ActKind


def given_promise(text: str) -> bool:
    """Whether the text gives the speaker's word, also as an order to the game ("promise to find the whistle").

    Not a question, a report ("as I promised"), a refusal ("I can't promise"), a condition or a promise of nothing.
    """
    return bool(promises(text))


def promises(text: str) -> list[str]:
    """The sentences of a speech that give one's word."""
    reader = reader_of(current_language())
    return [sentence for sentence in sentences(text) if reader.acts(sentence, ActKind.PROMISE)]
