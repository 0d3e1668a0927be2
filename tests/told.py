"""What a narrator told in a turn, as a test reads it."""

from dataclasses import dataclass, fields

from app.interfaces.agents.narrator import INarrator, Narration, NarrationContext
from app.models.messages.mark import Mark
from app.models.messages.passage import Passage
from app.models.messages.piece import GAP, Piece
from app.models.messages.speech import Span
from app.models.state.game_state import GameState
from app.models.state.placing import placed
from app.services.game.turns.passage_joining import join_passages


class Teller:
    """Takes what a narrator tells and shows; ``passages`` holds what was told, ``shown`` all text as it was shown.

    Args:
        state: The game; without one passages are not placed.
    """

    def __init__(self, state: GameState | None = None) -> None:
        self.passages: list[Passage] = []
        self.shown: list[str] = []
        self._state = state
        self._gap = False

    def tell(self, passage: Passage, *, is_shown: bool = False) -> None:
        self.passages.append(passage if self._state is None else placed(self._state, passage))
        if not is_shown:
            speaker = passage.speaker_id
            name = self._state.name(speaker) if self._state is not None and speaker else ""
            self._gap = bool(self.shown)
            self.show(passage.text if speaker is None else Piece.speech(name, speaker, passage.text))
        self._gap = bool(self.shown)

    def show(self, text: str) -> None:
        self.shown.append(f"{GAP}{text}" if self._gap and not text.startswith(GAP) else text)
        self._gap = False


@dataclass(frozen=True)
class Told(Narration):
    """A narration with all that was told before its end."""

    @property
    def _narrated(self) -> Passage:
        whole = Passage("")
        for passage in self.passages:
            if passage.speaker_id is None:
                whole = join_passages(whole, passage) if whole.text else passage
        return whole

    @property
    def text(self) -> str:
        """The narration as one text."""
        return self._narrated.text

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The marks of the narration."""
        return self._narrated.marks

    @property
    def quoted(self) -> tuple[Span, ...]:
        """What of the narration is never condensed."""
        return self._narrated.quoted

    @property
    def speeches(self) -> tuple[Passage, ...]:
        """What each person said, as one speech."""
        said: dict[str, Passage] = {}
        for passage in self.passages:
            if (speaker := passage.speaker_id) is not None:
                said[speaker] = join_passages(said[speaker], passage) if speaker in said else passage
        return tuple(said.values())


def told_by(narration: Narration, teller: Teller) -> Told:
    """The narration with what the teller took."""
    given = {field.name: getattr(narration, field.name) for field in fields(Narration)}
    return Told(**{**given, "passages": (*teller.passages, *narration.passages)})


async def narrated(narrator: INarrator, context: NarrationContext, teller: Teller) -> Told:
    """Let a narrator tell a turn."""
    return told_by(await narrator.narrate(context), teller)
