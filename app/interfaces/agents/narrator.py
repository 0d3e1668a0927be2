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
    """A function that records a passage in the current scene of the turn, and shows it: ``tell(passage)``. With
    ``is_shown=True`` it only records the passage, whose text was shown piece by piece before. It returns nothing.

    The turn service makes it and gives it to the narrator, as `NarrationContext.tell`. In a test of a narrator any
    function with these arguments will do.
    """

    def __call__(self, passage: Passage, *, is_shown: bool = False) -> None:
        """Record a passage.

        Args:
            passage: The passage, whole.
            is_shown: Whether its text was shown already, piece by piece; it is not shown again then.
        """


def _no_new_part(words: str) -> None:
    """Begin no part: the player's whole line belongs to the scene in which the turn begins.

    Args:
        words: Ignored.
    """


def _no_part(any_id: str) -> str | None:
    """Describe nothing: there is no story to look into.

    Args:
        any_id: Ignored.

    Returns:
        None.
    """


def _no_limit(tokens: int) -> None:
    """Set no cap: prompts keep the budget of the settings.

    Args:
        tokens: Ignored.
    """


@dataclass(frozen=True)
class NarrationContext:
    """The turn that a narrator narrates, and the functions that the narrator may call in it.

    Args:
        state: The game, for reading; each command that is carried out changes it.
        text: The player's line; "" if a model is to go on without one.
        speaker: The player.
        prompt: Builds the narrator's prompt for the present state.
        prompt_for_npc: Builds the prompt of a person, given their id, for the present state. It raises NotFound if no
            person has the id.
        execute: Carries out a command and returns its Outcome. If the command is refused, it raises NotPossible,
            NotFound or InvalidInput (for an import of memories also Conflict); nothing has changed then.
        tell: Records a whole passage in the current scene and shows it.
        show: Shows a piece of a passage that is still being written; `tell` or the Narration records the whole.
        begin_part: Gets the next piece of the player's line, word for word, before it is carried out. The piece belongs
            to the current scene (the stretch of the turn in one place), and the people there hear it. Pieces of
            different scenes become messages of their own. A text that is not in the line is ignored. Without a call the
            whole line belongs to the first scene of the turn. The default does nothing.
        look: Gets the id of a place, person, thing, detail, topic, quest, secret, act, ending, rule or timer, and
            returns its description with secrets, as the author knows it; None if none has the id. The default always
            returns None.
        limit_prompt: Caps the prompts of this turn, from now on, at a number of tokens; a lower cap stays in force. The
            default does nothing.
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
        degraded: Whether rules narrated in place of a model that failed or gave a text that could not be used.
        failure: The failure of the model that made it degraded, as a text; "" if its text could not be used, or the
            narration is not degraded.
        asked: When the prompt that the model got was built, so that it can be built again: ``BEFORE`` the commands of
            the turn (the default, also without a prompt), or ``AFTER`` them.
        asked_npc_id: The id of the person whose prompt it was; None for the narrator's own.
        recalled: The memories from which people answered.
        understood: Whether the line was understood. A line that was not understood takes no time and has no addressee.
        asks_back: The choice that the player is asked to make; None for none.
        dialogue: The state of the player's talk with people after the turn; None if it is as before.
        said: The spans of the player's line (start, and end exclusive) that were read as said aloud, in order; None if
            the narrator did not look for them.
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
    """The narrator of a game: it interprets the player's line, gives commands, and narrates their outcomes. The turn
    service calls `narrate` once for each turn of a player, and reads the properties before it.

    Its members are the properties `model`, `mode` and `tools_tokens`, and the coroutine method `narrate`.
    `build_narrator` makes a narrator with a language model. `Container` has one for all games; your own replaces it by
    ``container.narrator.override(providers.Object(yours))`` (``providers`` of the package dependency_injector), or for
    one turn as the argument ``narrator`` of `TurnService.take_turn`.
    """

    @property
    def model(self) -> str:
        """The name of the model, which the turn's record holds; ``offline`` for a narrator by rules."""

    @property
    def mode(self) -> str:
        """The mode of narration, which the turn's record holds. It decides which prompt the turn builds.

        Returns:
            ``tools`` for a model that plays by calls of tools, and ``given`` for text that a program writes: the prompt
            is that of a game master, with the story's secrets and usually 24,000 tokens. ``guided`` for a model that
            fills a form, or a word of your own: the prompt is that of a narrator, usually with 6,000 tokens.
            ``offline`` for rules without a model: the answers of people are prepared between turns, and no prompt.
        """

    @property
    def tools_tokens(self) -> int:
        """How many tokens of the prompt's budget are reserved for tool schemas, further instructions and results of
        tools; 0 for none."""

    async def narrate(self, context: NarrationContext) -> Narration:
        """Carry out and narrate one turn.

        A model's text that cannot be used is no error: the narration is degraded then. Every error undoes the turn. So
        a narrator that has already shown text of the scenario's author raises no error: it narrates the rest by rules
        and returns a narration that is ``degraded``. If the player stops it, the call is cancelled, and the turn keeps
        what was shown so far.

        Args:
            context: The turn, and the functions that the narrator may call in it.

        Returns:
            The last passages of the turn, and how it was narrated.

        Raises:
            ModelUnavailable: The model did not answer.
            BudgetExhausted: A cap on model calls or tokens is reached.
            NotPossible: A command was refused, and the narrator lets the turn fail; it may narrate the refusal instead.
                NotFound and InvalidInput are raised in the same way.
        """


@runtime_checkable
class IGameTools(Protocol):
    """An `INarrator` whose tools depend on the game, and which therefore reserves tokens for each game. A narrator with
    this method is asked once in each turn, before its prompt is built; for a narrator without it
    `INarrator.tools_tokens` is reserved in every game.

    Only the method `tools_tokens_in` is added; the turn service recognises such a narrator by it. The narrator is given
    in the same way as any other `INarrator`.
    """

    def tools_tokens_in(self, state: GameState) -> int:
        """Return how many tokens of a prompt to reserve in a game for its tools, their results and further
        instructions, in place of `INarrator.tools_tokens`. In this game the budget of the prompt is larger (or smaller)
        by the difference between the two, so that the rest of the prompt has as many tokens as in every game.

        Args:
            state: The game, for reading.

        Returns:
            The number of tokens, 0 or more.
        """


class IOutcomeTeller(Protocol):
    """A renderer of outcomes (commands that were carried out) as passages: the author's words as written, the rest in
    the words of the language pack. A narrator may call it, and pass the result to `NarrationContext.tell`.

    The only method, `passages`, takes the `GameState` and a tuple of `Outcome`, and returns a list of `Passage`; it is
    not awaited. A narrator has the game as ``state`` of its `NarrationContext`, and the outcomes as results of its
    ``execute``. The narrator that plays given commands (`Container.scripted_narrator`) gets one as its argument
    ``teller``, and calls it after each command. The game's implementation is ``OutcomeTeller``, without arguments, in
    ``app.agents.narrator.turn.outcomes``; a narrator of your own can make one.
    """

    def passages(self, state: GameState, outcomes: tuple[Outcome, ...]) -> list[Passage]:
        """Render the outcomes of commands as passages.

        Args:
            state: The game right after the last command.
            outcomes: The outcomes, in order.

        Returns:
            The passages in the order of the outcomes; an empty list if there is nothing to say about them.
        """
