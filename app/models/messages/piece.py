"""Pieces of streamed text, shown before the message exists that will hold them."""

from app.models.messages.mark import Mark


class Piece(str):
    """A piece of a turn's text; the pieces, joined, read as one text in paragraphs. A plain text is narration."""

    words: str
    """The piece without the gap before it; for a speech without the speaker's name and quotation marks."""
    speaker_id: str | None
    """The person who speaks; None for narration."""
    speaker_name: str
    marks: tuple[Mark, ...]
    """The kinds of parts of its ``words``."""

    def __new__(
        cls,
        text: str,
        words: str | None = None,
        *,
        speaker_id: str | None = None,
        speaker_name: str = "",
        marks: tuple[Mark, ...] = (),
    ) -> "Piece":
        piece = super().__new__(cls, text)
        piece.words = text.removeprefix(GAP) if words is None else words
        piece.speaker_id, piece.speaker_name, piece.marks = speaker_id, speaker_name, marks
        return piece

    @classmethod
    def of(cls, text: str) -> "Piece":
        """Return a text as a piece: itself if it is one, else as narration."""
        return text if isinstance(text, Piece) else cls(text)

    @classmethod
    def speech(cls, name: str, speaker_id: str, words: str, marks: tuple[Mark, ...] = ()) -> "Piece":
        """Make a piece of a speech, or of one line of it, which is shown as ``Mara: “…”``."""
        return cls(f"{name}: “{words}”", words, speaker_id=speaker_id, speaker_name=name, marks=marks)

    @property
    def begins(self) -> bool:
        """Whether it begins a paragraph after earlier text."""
        return self.startswith(GAP)

    def apart(self) -> "Piece":
        """Return the same piece as the beginning of a paragraph."""
        name, text = self.speaker_name, f"{GAP}{self}"
        return Piece(text, self.words, speaker_id=self.speaker_id, speaker_name=name, marks=self.marks)


GAP = "\n\n"
"""The text between paragraphs."""
