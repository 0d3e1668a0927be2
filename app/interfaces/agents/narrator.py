"""The ports of the narrator: it carries out one turn of a game and narrates the outcome."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from app.models.command import Command, Outcome
from app.models.messages.message import AskedBack
from app.models.messages.passage import Passage
from app.models.messages.speech import Span
from app.models.prompt import Prompt, PromptMoment, RecalledMemory
from app.models.state.dialogue import Dialogue
from app.models.state.game_state import GameState, PlayerCharacter

SaidAloud = Callable[[GameState, str], Awaitable[tuple[Span, ...] | None]]
"""Returns the spans of a player's line that are said aloud, in order; None where nobody can read that."""


class Tell(Protocol):
    """A function that records a passage in the current scene of the turn, and shows it: ``tell(passage)``; with
    ``is_shown=True`` for one whose text was shown piece by piece, and is not shown again. It returns nothing."""

    def __call__(self, passage: Passage, *, is_shown: bool = False) -> None:
        """Record a passage.

        Args:
            passage: The passage, whole.
            is_shown: Whether its text was shown already, piece by piece; it is not shown again then.
        """


def _no_new_part(words: str) -> None:
    """Begin no part: the player's whole line belongs to the scene in which the turn begins.

    Args:
        words: Without effect.
    """


def _no_part(any_id: str) -> str | None:
    """Describe nothing: there is no story to look into.

    Args:
        any_id: Without effect.

    Returns:
        None.
    """


def _no_limit(tokens: int) -> None:
    """Set no cap: prompts keep the budget of the settings.

    Args:
        tokens: Without effect.
    """


@dataclass(frozen=True)
class NarrationContext:
    """The turn that a narrator narrates, and what it may do in it.

    Args:
        state: The game, for reading.
        text: The player's line; "" where the narrator goes on without one, which is a model then.
        speaker: The player.
        prompt: Builds the narrator's prompt for the present state.
        prompt_for_npc: Builds the prompt of a person, by id, for the present state. It raises NotFound for another id.
        execute: Carries out a command and returns its Outcome. It raises NotPossible, NotFound or InvalidInput (or
            Conflict, for an import of memories) where the command is refused; nothing has changed then.
        tell: Records a whole passage in the current scene and shows it.
        show: Shows a piece of a passage that is still being written; `tell` or the Narration records the whole.
        begin_part: Marks that the part of the player's line with these words begins: an action or a speech belongs to
            the scene in which it happens. Words that are not in the line do nothing. Without a call the whole line
            belongs to the first scene; so it does by default, which does nothing.
        look: Describes a part of the story by its id as its author knows it, secrets included; None where there is
            none. The default knows nothing.
        limit_prompt: Caps the prompts of this turn, from now on, at a number of tokens; a lower cap stays. The default
            does nothing.
    """

    state: GameState
    text: str
    speaker: PlayerCharacter
    prompt: Callable[[], Awaitable[Prompt]]
    prompt_for_npc: Callable[[str], Awaitable[Prompt]]
    execute: Callable[[Command], Awaitable[Outcome]]
    tell: Tell
    show: Callable[[str], None]
    begin_part: Callable[[str], None] = _no_new_part
    limit_prompt: Callable[[int], None] = _no_limit
    look: Callable[[str], str | None] = _no_part


@dataclass(frozen=True)
class Narration:
    """The result of narrating a turn.

    Args:
        passages: The last passages of the turn, in order, after those given to `NarrationContext.tell`. They are not
            shown again.
        degraded: Whether rules replaced a model that failed, or whose text could not be used.
        failure: The failure of the model that made it degraded; "" where the model's words could not be used.
        asked: Which prompt the model got, so that it can be rebuilt: one built ``BEFORE`` the commands of the turn or
            ``AFTER`` them.
        asked_npc_id: The person of that prompt; None for the narrator's own.
        recalled: The memories that people's answers were made from.
        understood: Whether the line was understood; a line that was not takes no time and has no addressee.
        asks_back: The choice that the player has to make; None for none.
        dialogue: The state of the player's talk after the turn; None where it is as before.
        said: The spans of the player's line that were read as said aloud, in order; None where it was not read so.
    """

    passages: tuple[Passage, ...] = ()
    degraded: bool = False
    failure: str = ""
    asked: PromptMoment = PromptMoment.BEFORE
    asked_npc_id: str | None = None
    recalled: tuple[RecalledMemory, ...] = ()
    understood: bool = True
    asks_back: AskedBack | None = None
    dialogue: Dialogue | None = None
    said: tuple[Span, ...] | None = None

    @classmethod
    def of(cls, text: str, *more: Passage) -> "Narration":
        """Make a narration of a text and further passages.

        Args:
            text: The narration; "" for none.
            *more: Passages that follow, such as speeches.

        Returns:
            A narration that is understood and not degraded.
        """
        return cls((Passage(text), *more) if text else more)


class INarrator(Protocol):
    """The narrator of a game: it interprets the player's line, gives commands, and narrates their outcomes."""

    @property
    def model(self) -> str:
        """The name of the model, which the turn's record holds; ``offline`` for rules."""

    @property
    def mode(self) -> str:
        """The mode of narration, which the turn's record holds. ``tools`` and ``given`` get the prompt of a game
        master, with the story's secrets and usually 24,000 tokens; any other, as ``guided``, that of a narrator,
        usually 6,000. With ``offline`` less is prepared between turns."""

    @property
    def tools_tokens(self) -> int:
        """How many tokens of the prompt's budget are reserved for what is no prompt: tool schemas, further instructions
        and results; 0 for none."""

    async def narrate(self, context: NarrationContext) -> Narration:
        """Carry out and narrate one turn.

        A model's text that cannot be used is no error: the narration is degraded then. Every error undoes the turn, so
        a narrator that has already shown text of the author raises none: it narrates the rest by rules and returns a
        narration that is `degraded`.

        Args:
            context: The turn, and what the narrator may do in it.

        Returns:
            The last passages of the turn, and how it was narrated.

        Raises:
            ModelUnavailable: The model did not answer.
            BudgetExhausted: A cap on model calls or tokens is reached.
            NotPossible: A command was refused, and the narrator lets the turn fail; it may narrate the refusal instead.
                NotFound and InvalidInput likewise.
        """


@runtime_checkable
class IGameTools(Protocol):
    """An `INarrator` that has other tools in other games, and so reserves tokens for each game. For a narrator without
    this method `INarrator.tools_tokens` is reserved in every game."""

    def tools_tokens_in(self, state: GameState) -> int:
        """Return the tokens to reserve of the prompt's budget in a game, for its tools, their results and further
        instructions.

        Args:
            state: The game, for reading.

        Returns:
            The number of tokens, 0 or more.
        """


class IOutcomeTeller(Protocol):
    """A renderer of outcomes (commands that were carried out) as passages: the author's words as written, the rest in
    the words of the language pack."""

    def passages(self, state: GameState, outcomes: tuple[Outcome, ...]) -> list[Passage]:
        """Render the outcomes of commands.

        Args:
            state: The game right after the last command.
            outcomes: The outcomes, in order.

        Returns:
            The passages in the order of the outcomes.
        """
