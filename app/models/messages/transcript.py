"""Lines of a conversation that was held elsewhere, as the engine takes them into a game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from app.models.messages.speech import Span, unquoted_spans

_TRIMMED = ' \t\n"“”„«»—–-'


@dataclass(frozen=True)
class TranscriptLine:
    """One line of a conversation.

    Args:
        text: What it says and tells, as it is shown.
        speaker_id: The person or player whose line it is; None for narration.
        is_player: Whether the speaker is a player.
        spoken: The spans of ``text`` that are said aloud, without quotation marks, in order; the rest is narration.
        minutes: Game minutes that pass before it.
        sent_at: When it was written; None where that is not known.
        present_ids: The people who are there and can hear it; None for all at the party's place.
        number: The line of the file that it comes from.
    """

    text: str
    speaker_id: str | None = None
    is_player: bool = False
    spoken: tuple[Span, ...] = ()
    minutes: int = 0
    sent_at: datetime | None = None
    present_ids: tuple[str, ...] | None = None
    number: int = 0

    @property
    def unspoken(self) -> tuple[Span, ...]:
        """The spans of the text that are not said aloud, in order."""
        return tuple((start, end) for start, end in unquoted_spans(self.spoken, len(self.text)) if start < end)

    @property
    def words(self) -> str:
        """What is said aloud, on one line."""
        return " ".join(self.text[start:end] for start, end in self.spoken)

    def parts(self) -> Iterator[tuple[str, bool]]:
        """Yield the parts of the text in order, each with whether it is said aloud; blank ones are left out."""
        cuts = sorted([*((span, True) for span in self.spoken), *((span, False) for span in self.unspoken)])
        for (start, end), is_spoken in cuts:
            part = self.text[start:end]
            part = part.strip() if is_spoken else part.strip(_TRIMMED)
            if any(sign.isalnum() for sign in part):
                yield part, is_spoken


def in_turns(lines: Sequence[TranscriptLine], most: int) -> Iterator[tuple[TranscriptLine, ...]]:
    """Group the lines in turns: one begins with each line of a player, and after ``most`` lines."""
    turn: list[TranscriptLine] = []
    for line in lines:
        if turn and (line.is_player or len(turn) >= most):
            yield tuple(turn)
            turn = []
        turn.append(line)
    if turn:
        yield tuple(turn)
