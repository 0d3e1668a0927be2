"""Telling the story of one turn."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from app.models.command import Command, Outcome
from app.models.messages.speech import SpeechAct
from app.models.prompt import Prompt, PromptMoment, RecalledMemory
from app.models.state.game_state import GameState, PlayerCharacter

Spans = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Scene:
    """One turn as a narrator gets it. The state may be read; it changes only through ``execute``. ``prompt`` builds the
    narrator's prompt for the state as it is now, ``prompt_for_npc`` a person's; whoever reads none asks for none.
    ``execute`` carries out one command at once and returns its Outcome, or raises NotPossible, NotFound or
    InvalidInput, and then nothing has changed. ``show`` hands text to the player while it comes."""

    state: GameState
    text: str
    speaker: PlayerCharacter
    prompt: Callable[[], Awaitable[Prompt]]
    prompt_for_npc: Callable[[str], Awaitable[Prompt]]
    execute: Callable[[Command], Awaitable[Outcome]]
    show: Callable[[str], None]


@dataclass(frozen=True)
class Speech:
    """What a person says aloud, and where and before whom: both may have moved before the turn ends. ``quoted`` are the
    spans of it that come from memory; ``after`` is how many characters of the narration were told before it, None for
    all of them. ``acts`` are those of the text, where a model supplies them; without them it is read."""

    npc_id: str
    text: str
    quoted: Spans = ()
    after: int | None = None
    location_id: str | None = None
    witness_ids: tuple[str, ...] = ()
    acts: tuple[SpeechAct, ...] = ()

    @classmethod
    def now(cls, state: GameState, npc_id: str, text: str, quoted: Spans = ()) -> "Speech":
        """Said at this moment of the turn, heard by those who are there."""
        place = state.npc(npc_id).current_location_id
        heard = tuple(npc.instance_id for npc in state.present(place)) if place is not None else (npc_id,)
        return cls(npc_id, text, quoted, location_id=place, witness_ids=heard)


@dataclass(frozen=True)
class Narration:
    """The narrator's own text and what people said in the turn. ``degraded``: an offline text stood in. ``asked`` says
    which prompt a model was given, so that it can be rebuilt. ``recalled`` are the memories that people's answers were
    made of."""

    text: str
    speeches: tuple[Speech, ...] = ()
    quoted: Spans = ()
    degraded: bool = False
    asked: PromptMoment = PromptMoment.BEFORE
    asked_npc_id: str | None = None
    recalled: tuple[RecalledMemory, ...] = ()


class INarrator(Protocol):
    """Understands the player, gives the commands, tells what came of them. ``model`` and ``mode`` name it in the turn's
    record. ModelUnavailable and BudgetExhausted undo the turn; bad narration is the narrator's own to mend: it answers
    degraded."""

    @property
    def model(self) -> str: ...

    @property
    def mode(self) -> str: ...

    @property
    def tools_tokens(self) -> int:
        """What its tool schemas take of the prompt's budget."""

    async def narrate(self, scene: Scene) -> Narration: ...
