"""Telling the story of one turn."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from app.models.command import Command, Outcome
from app.models.game_state import GameState, PlayerCharacter
from app.models.prompt import Prompt

Spans = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Scene:
    """One turn as a narrator gets it. The state may be read; it changes only through ``execute``.

    ``look_again`` builds the prompt for the state as it is now, after commands. ``execute`` carries out one command at
    once and returns its Outcome, or raises NotPossible, NotFound or InvalidInput, and then nothing has changed.
    ``show`` hands text to the player while it comes.
    """

    state: GameState
    text: str
    speaker: PlayerCharacter
    prompt: Prompt
    prompt_for_npc: Callable[[str], Prompt]
    look_again: Callable[[], Prompt]
    execute: Callable[[Command], Awaitable[Outcome]]
    show: Callable[[str], None]


@dataclass(frozen=True)
class Speech:
    """What a person says aloud; ``quoted`` are the spans of it that come from memory."""

    npc_id: str
    text: str
    quoted: Spans = ()


@dataclass(frozen=True)
class Narration:
    """The narrator's own text and what people said in the turn. ``degraded``: an offline text stood in."""

    text: str
    speeches: tuple[Speech, ...] = ()
    quoted: Spans = ()
    degraded: bool = False


class INarrator(Protocol):
    """Understands the player, gives the commands, tells what came of them.

    ``model`` and ``mode`` name it in the turn's record. ModelUnavailable and BudgetExhausted undo the turn; bad
    narration is the narrator's own to mend: it answers degraded.
    """

    @property
    def model(self) -> str: ...

    @property
    def mode(self) -> str: ...

    @property
    def tools_tokens(self) -> int:
        """What its tool schemas take of the prompt's budget."""

    async def narrate(self, scene: Scene) -> Narration: ...
