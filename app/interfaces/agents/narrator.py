"""Narrating one turn of a game."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from app.models.command import Command, Outcome
from app.models.messages.message import AskedBack
from app.models.messages.passage import Passage
from app.models.prompt import Prompt, PromptMoment, RecalledMemory
from app.models.state.game_state import GameState, PlayerCharacter


class Tell(Protocol):
    """Records a passage in the scene in which the turn is now, and shows it unless it was shown while it came."""

    def __call__(self, passage: Passage, *, is_shown: bool = False) -> None: ...


@dataclass(frozen=True)
class NarrationContext:
    """One turn as a narrator gets it.

    Args:
        state: The game, for reading.
        text: What the player typed.
        speaker: The player.
        prompt: Builds the prompt for the state as it is now.
        prompt_for_npc: Builds the prompt of a person, by id.
        execute: Carries out a command and returns its Outcome. NotPossible, NotFound or InvalidInput where it is
            refused, and nothing has changed.
        tell: Tells a passage.
        show: Shows text of a passage that is still coming; `tell` or the Narration holds it when it is whole.
        begin_part: Says that the player now does the next part of what it typed, in the words given: a deed or speech
            belongs to the scene in which it happens. Without it all of the line belongs to where the turn began.
        limit_prompt: Lets the prompts of this turn take at most so many tokens from now on.
    """

    state: GameState
    text: str
    speaker: PlayerCharacter
    prompt: Callable[[], Awaitable[Prompt]]
    prompt_for_npc: Callable[[str], Awaitable[Prompt]]
    execute: Callable[[Command], Awaitable[Outcome]]
    tell: Tell
    show: Callable[[str], None]
    begin_part: Callable[[str], None] = lambda _: None
    limit_prompt: Callable[[int], None] = lambda _: None


@dataclass(frozen=True)
class Narration:
    """How a turn was told.

    Args:
        passages: What is told last, in order, after all that `NarrationContext.tell` was given. It is not shown again.
        degraded: Whether an offline text stood in for the model's.
        failure: Which failure of the model was to blame; "" where its words could not be used.
        asked: Which prompt the model was given, to rebuild it.
        asked_npc_id: Whose prompt it was; None for the narrator's own.
        recalled: The memories that people's answers were made of.
        understood: Whether the line was understood; otherwise it takes no time and was said to nobody.
        asks_back: What the player has to choose.
    """

    passages: tuple[Passage, ...] = ()
    degraded: bool = False
    failure: str = ""
    asked: PromptMoment = PromptMoment.BEFORE
    asked_npc_id: str | None = None
    recalled: tuple[RecalledMemory, ...] = ()
    understood: bool = True
    asks_back: AskedBack | None = None

    @classmethod
    def of(cls, text: str, *more: Passage) -> "Narration":
        """Make a narration of a text, if there is any, and further passages, as what people say."""
        return cls((Passage(text), *more) if text else more)


class INarrator(Protocol):
    """Understands the player, gives the commands, tells what came of them; a turn's record holds its ``model`` and
    ``mode``. ModelUnavailable and BudgetExhausted undo the turn unless words of the author were told; instead of bad
    narration it answers degraded."""

    @property
    def model(self) -> str: ...

    @property
    def mode(self) -> str: ...

    @property
    def tools_tokens(self) -> int:
        """What its tool schemas take of the prompt's budget."""

    async def narrate(self, context: NarrationContext) -> Narration: ...


class IOutcomeTeller(Protocol):
    """Puts outcomes into passages: the author's words as written, the rest in the engine's."""

    def passages(self, state: GameState, outcomes: tuple[Outcome, ...]) -> list[Passage]:
        """Tell outcomes in the order in which they came.

        Args:
            state: The game right after the last of them.
            outcomes: What commands brought about.
        """
