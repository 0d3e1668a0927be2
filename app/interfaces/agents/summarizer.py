"""The port of the summarizers, which condense messages into a memory."""

from collections.abc import Sequence
from typing import Protocol

from app.models.instances.npc_instance import NPCInstance
from app.models.memory import Related
from app.models.messages.message import Message
from app.models.state.game_state import GameState


class ISummarizer(Protocol):
    """A writer of summaries: it condenses messages into a few sentences in the past tense and the third person.

    A model is asked for 2 or 3 sentences. The game accepts a summary of at most 5 sentences and 600 characters in which
    every name and number comes from the messages or from the request. In place of any other summary, also of an empty
    one, it stores a summary that is made by rules. A call that takes longer than twice the setting ``summary_timeout``
    (usually twice 60 seconds, time for two attempts) is cancelled. If a call is cancelled so, or raises an error, the
    game asks again for the same messages when it next does its pending work. After as many failures in a row as the
    setting ``failed_settles`` says (usually 3) it stores a summary that is made by rules.

    Implementations read only the scenario's sheets and the names of the players from the state. An implementation may
    have an attribute ``model``: if it is ``offline``, the next turn waits for the summary; otherwise it does not.

    Its coroutine methods are `summarize_location_session`, `summarize_npc_interactions` and `summarize_world_update`;
    the background work of a game calls one for each pending summary. `build_summarizer` makes a summarizer with a
    language model. `Container` has one for all games; your own replaces it by
    ``container.summarizer.override(providers.Object(yours))`` (``providers`` of the package dependency_injector).
    """

    async def summarize_location_session(
        self, game_state: GameState, location_id: str, messages: Sequence[Message]
    ) -> str:
        """Summarize outcomes and changes at a place during one visit.

        Args:
            game_state: The game, for reading.
            location_id: The place.
            messages: The messages at the place since its last summary, oldest first.

        Returns:
            The summary; "" if the messages hold nothing to summarize, or if a model failed twice to write a good
            summary.

        Raises:
            ModelUnavailable: The model did not answer.
            BudgetExhausted: A cap on model calls or tokens is reached.
        """

    async def summarize_npc_interactions(
        self, game_state: GameState, npc: NPCInstance, messages: Sequence[Message]
    ) -> str:
        """Summarize relationships, promises, conflicts and outcomes that a person witnessed.

        Args:
            game_state: The game, for reading.
            npc: The person.
            messages: Messages that the person witnessed, oldest first: those since the last summary that the person
                spoke, was addressed in or was named in, each with the message before and the message after.

        Returns:
            The summary; "" if the messages hold nothing to summarize, or if a model failed twice to write a good
            summary.

        Raises:
            ModelUnavailable: The model did not answer.
            BudgetExhausted: A cap on model calls or tokens is reached.
        """

    async def summarize_world_update(
        self, game_state: GameState, event_kind: str, messages: Sequence[Message], related: Related
    ) -> str:
        """Summarize outcomes of quests, acts and encounters, and what they imply, since the last world update.

        Args:
            game_state: The game, for reading.
            event_kind: The kind of the event that causes the summary, such as ``quest_completed``.
            messages: The newest messages since the last world update, oldest first, without what was said in
                confidence. At most as many as the setting ``world_messages`` allows.
            related: What the event is about: a kind of part, such as ``quest_id``, to its id as a text, or to a list of
                ids.

        Returns:
            The summary; "" if the messages hold nothing to summarize, or if a model failed twice to write a good
            summary.

        Raises:
            ModelUnavailable: The model did not answer.
            BudgetExhausted: A cap on model calls or tokens is reached.
        """
