"""The one reader: which speech acts a text performs."""

from app.language.language import Language
from app.models.speech import SpeechAct


class Reader:
    """Reads texts of one language. Pure and linear in the length of the text."""

    def __init__(self, language: Language) -> None:
        self._language = language

    def read(self, words: str) -> tuple[SpeechAct, ...]:
        """The acts of what somebody says, in order of their spans; what cannot be read surely is a statement.

        ``words`` is what is said aloud, without the orders and gestures around it. Slots are spans; ids are filled in
        when the turn closes, by whoever knows who is there.
        """
        raise NotImplementedError
