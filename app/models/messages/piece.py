"""Text on its way to a reader, piece by piece, before the message exists that will hold it."""

from app.models.messages.mark import Mark


class Piece(str):
    """A piece of a turn's text as it reads in one text, paragraphs apart. A plain text is narration without marks."""

    words: str
    """The piece without the gap before it; of a speech without the speaker's name and quotation marks."""
    speaker_id: str | None
    """Who says it, None for narration."""
    speaker_name: str
    marks: tuple[Mark, ...]
    """What parts of its ``words`` are."""

    def __new__(
        cls,
        text: str,
        words: str | None = None,
        *,
        speaker_id: str | None = None,
        speaker_name: str = "",
        marks: tuple[Mark, ...] = (),
    ) -> "Piece":
        made = super().__new__(cls, text)
        made.words = text.removeprefix(GAP) if words is None else words
        made.speaker_id, made.speaker_name, made.marks = speaker_id, speaker_name, marks
        return made

    @classmethod
    def of(cls, text: str) -> "Piece":
        """The text itself where it is a piece already, else as narration."""
        return text if isinstance(text, Piece) else cls(text)

    @classmethod
    def speech(cls, name: str, speaker_id: str, words: str, marks: tuple[Mark, ...] = ()) -> "Piece":
        """Make a whole speech, or one line of it, as it is shown: ``Mara: “…”``."""
        return cls(f"{name}: “{words}”", words, speaker_id=speaker_id, speaker_name=name, marks=marks)

    @property
    def begins(self) -> bool:
        """Whether a paragraph begins with it, where something was told before."""
        return self.startswith(GAP)

    def apart(self) -> "Piece":
        """The same as the beginning of a paragraph."""
        name, text = self.speaker_name, f"{GAP}{self}"
        return Piece(text, self.words, speaker_id=self.speaker_id, speaker_name=name, marks=self.marks)


GAP = "\n\n"
"""What stands between paragraphs."""
