"""Telling the story of one turn."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from app.models.command import Command, Outcome
from app.models.messages.mark import Mark, quoted_spans
from app.models.messages.message import AskedBack
from app.models.messages.speech import Span, SpeechAct
from app.models.prompt import Prompt, PromptMoment, RecalledMemory
from app.models.state.game_state import GameState, PlayerCharacter


@dataclass(frozen=True)
class Scene:
    """One turn as a narrator gets it. ``state`` is for reading; ``execute`` carries out one command and returns its
    Outcome, or raises NotPossible, NotFound or InvalidInput, and nothing has changed. ``prompt`` builds the prompt for
    the state as it is now, ``prompt_for_npc`` a person's; ``limit_prompt`` lets those of this turn take at most so many
    tokens from now on. ``show`` hands text to the player while it comes."""

    state: GameState
    text: str
    speaker: PlayerCharacter
    prompt: Callable[[], Awaitable[Prompt]]
    prompt_for_npc: Callable[[str], Awaitable[Prompt]]
    execute: Callable[[Command], Awaitable[Outcome]]
    show: Callable[[str], None]
    limit_prompt: Callable[[int], None] = lambda _: None


@dataclass(frozen=True)
class Speech:
    """What a person says aloud, where and before whom. ``marks`` are what its parts are, ``after`` the characters of
    narration before it (None: all). ``acts`` are a model's, else the text is read; ``degraded``: it is no model's."""

    npc_id: str
    text: str
    marks: tuple[Mark, ...] = ()
    after: int | None = None
    location_id: str | None = None
    witness_ids: tuple[str, ...] = ()
    acts: tuple[SpeechAct, ...] = ()
    degraded: bool = False

    @property
    def quoted(self) -> tuple[Span, ...]:
        """What of it is never condensed."""
        return quoted_spans(self.text, self.marks)

    @classmethod
    def now(cls, state: GameState, npc_id: str, text: str, marks: tuple[Mark, ...] = ()) -> "Speech":
        """Said at this moment of the turn, heard by those who are there."""
        place = state.npc(npc_id).current_location_id
        heard = tuple(npc.instance_id for npc in state.present(place)) if place is not None else (npc_id,)
        return cls(npc_id, text, marks, location_id=place, witness_ids=heard)


@dataclass(frozen=True)
class Narration:
    """The narrator's text and people's speeches. ``degraded``: an offline text stood in, ``failure`` which failure of
    the model was to blame ("": its words could not be used). ``asked``: which prompt a model was given, to rebuild it;
    ``recalled``: the memories that people's answers were made of; ``asks_back``: what the player has to choose. A line
    not ``understood`` takes no time."""

    text: str
    speeches: tuple[Speech, ...] = ()
    marks: tuple[Mark, ...] = ()
    degraded: bool = False
    failure: str = ""
    asked: PromptMoment = PromptMoment.BEFORE
    asked_npc_id: str | None = None
    recalled: tuple[RecalledMemory, ...] = ()
    understood: bool = True
    asks_back: AskedBack | None = None

    @property
    def quoted(self) -> tuple[Span, ...]:
        """What of its text is never condensed."""
        return quoted_spans(self.text, self.marks)


class INarrator(Protocol):
    """Understands the player, gives the commands, tells what came of them; a turn's record holds its ``model`` and
    ``mode``. ModelUnavailable and BudgetExhausted undo the turn; instead of bad narration it answers degraded."""

    @property
    def model(self) -> str: ...

    @property
    def mode(self) -> str: ...

    @property
    def tools_tokens(self) -> int:
        """What its tool schemas take of the prompt's budget."""

    async def narrate(self, scene: Scene) -> Narration: ...
