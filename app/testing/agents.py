"""Fakes of the narrator, the summarizer and the mind."""

import asyncio
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from app.errors import TalekeeperError
from app.interfaces.agents import mind
from app.interfaces.agents.narrator import Narration, NarrationContext
from app.models.command import Command
from app.models.instances.npc_instance import NPCInstance
from app.models.memory import Related, Scope
from app.models.messages.message import Message
from app.models.state.game_state import GameState

Answer = str | Exception | asyncio.Event
"""An answer of a `FakeSummarizer`: a summary (a str), an error to raise (an object), or an `asyncio.Event` to wait for
before the usual summary."""
USUAL_SUMMARY = "They talked for a while, and it was remembered."
"""A summary that passes the check of summaries for any messages: it holds no name and no number."""


@dataclass(frozen=True)
class SummarizerCall:
    """A recorded call of a `FakeSummarizer`.

    Args:
        scope: The key of the scope (the owner of the memory) as a text: ``location/<id>``, ``npc/<id>`` or ``world``.
        messages: The messages (`Message` objects) that were given, oldest first.
        event_kind: The kind of the event of a world update; "" for summaries of places and people.
        related: For a world update the subjects of the event: one id, as in ``{"quest_id": "light"}``, or several, as
            in ``{"npc_ids": ["mara", "guard-1"]}``; {} for none.
    """

    scope: str
    messages: tuple[Message, ...]
    event_kind: str = ""
    related: Related = field(default_factory=dict)

    @property
    def indexes(self) -> list[int]:
        """The positions of the messages in the conversation of the game, from 0, in order."""
        return [message.index for message in self.messages]


class FakeSummarizer:
    """An `ISummarizer` that answers from queues. A scope (an owner of memories) that has a queue of its own gets
    answers only from that queue, also when it is empty, and all others from the common queue. If the queue is empty,
    the answer is `USUAL_SUMMARY`. Each call takes one answer from its queue.

    Args:
        *answers: The common queue, first answer first: summaries, each a str; errors to raise, each an object of a
            subclass of Exception; or `asyncio.Event` objects, to wait for before the usual summary is returned. Without
            any the queue is empty.
        by_scope: By keyword: queues for single scopes, a mapping of the key of the scope, such as ``npc/mara``, to a
            sequence of such answers. None, the default, for no such queues.

    Attributes:
        history: The calls so far, a list of `SummarizerCall` objects, oldest first, including those that raised an
            error or still wait.
        answered: How many calls have returned a summary, a number.
    """

    def __init__(self, *answers: Answer, by_scope: Mapping[str, Sequence[Answer]] | None = None) -> None:
        self.history: list[SummarizerCall] = []
        self.answered = 0
        self._answers = deque(answers)
        self._by_scope = {key: deque(queue) for key, queue in (by_scope or {}).items()}

    def enqueue(self, *answers: Answer, scope: str | None = None) -> None:
        """Append answers to a queue.

        Args:
            *answers: Summaries, each a str; errors to raise, each an object of a subclass of Exception; or
                `asyncio.Event` objects, to wait for before the usual summary is returned.
            scope: By keyword: the key of a scope, such as ``npc/mara``, which gets a queue of its own if it has none;
                None, the default, for the common queue.
        """
        queue = self._answers if scope is None else self._by_scope.setdefault(scope, deque())
        queue.extend(answers)

    def asked_for(self, scope: str) -> list[SummarizerCall]:
        """Return the calls for the summaries of a scope (an owner of memories), oldest first; [] for none.

        Args:
            scope: The key of the scope, such as ``location/inn`` or ``world``.
        """
        return [call for call in self.history if call.scope == scope]

    async def summarize_location_session(
        self, game_state: GameState, location_id: str, messages: Sequence[Message]
    ) -> str:
        """Record a call for the summary of a visit to a place, and return the next answer.

        Args:
            game_state: Ignored.
            location_id: The place. The answer comes from the queue of the scope ``location/<id>`` if there is one, else
                from the common queue.
            messages: The messages, which are recorded.

        Returns:
            The next answer of the queue, if it is a summary. `USUAL_SUMMARY` if the queue is empty; or if its next
            answer is an event, after waiting for it.

        Raises:
            Exception: The next answer of the queue, if that is an error.
        """
        return await self._answer(SummarizerCall(Scope.location(location_id).key, tuple(messages)))

    async def summarize_npc_interactions(
        self, game_state: GameState, npc: NPCInstance, messages: Sequence[Message]
    ) -> str:
        """Record a call for the summary of a person's experience, and return the next answer.

        Args:
            game_state: Ignored.
            npc: The person. The answer comes from the queue of the scope ``npc/<id>`` if there is one, else from the
                common queue.
            messages: The messages, which are recorded.

        Returns:
            The next answer of the queue, if it is a summary. `USUAL_SUMMARY` if the queue is empty; or if its next
            answer is an event, after waiting for it.

        Raises:
            Exception: The next answer of the queue, if that is an error.
        """
        return await self._answer(SummarizerCall(Scope.npc(npc.instance_id).key, tuple(messages)))

    async def summarize_world_update(
        self, game_state: GameState, event_kind: str, messages: Sequence[Message], related: Related
    ) -> str:
        """Record a call for the summary of a world update, and return the next answer. It comes from the queue of the
        scope ``world`` if there is one, else from the common queue.

        Args:
            game_state: Ignored.
            event_kind: The kind of the event that causes the summary, such as ``quest_completed``; it is recorded.
            messages: The messages, which are recorded.
            related: The subjects of the event: a kind of part, such as ``quest_id``, to its id or ids; it is recorded.

        Returns:
            The next answer of the queue, if it is a summary. `USUAL_SUMMARY` if the queue is empty; or if its next
            answer is an event, after waiting for it.

        Raises:
            Exception: The next answer of the queue, if that is an error.
        """
        return await self._answer(SummarizerCall(Scope.world().key, tuple(messages), event_kind, dict(related)))

    async def _answer(self, call: SummarizerCall) -> str:
        self.history.append(call)
        queue = self._by_scope.get(call.scope, self._answers)
        answer = queue.popleft() if queue else USUAL_SUMMARY
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, asyncio.Event):
            await answer.wait()
            answer = USUAL_SUMMARY
        self.answered += 1
        return answer


class FakeNarrator:
    """An `INarrator` that answers from a queue of narrations and errors, and with "Nothing happens." when the queue is
    empty. Its ``model`` and ``mode`` are ``fake``, and its ``tools_tokens`` are 0.

    Args:
        *answers: The queue, one answer for each turn, first answer first: `Narration` objects to return (as made by
            ``Narration.of("text")``), or errors to raise, each an object of a subclass of TalekeeperError.
        commands: By keyword: the commands to execute for lines of players: a mapping of the exact line to a sequence of
            `Command` objects. For any other line, and by default, there are none.
        pieces: By keyword: pieces of text (each a str) to show in each turn, after the commands; none by default. They
            are shown only: the turn records the text of the narration, unless it is stopped.

    Attributes:
        heard: The lines of players so far, a list of str, oldest first; "" for a turn without a line.
        shown: An `asyncio.Event` that is set when the pieces of the first turn were shown (also if there are none), and
            stays set.
        go_on: An `asyncio.Event` that each turn waits for after that; None (the default) to wait for nothing. Assign it
            before the turn.
    """

    model = "fake"
    mode = "fake"
    tools_tokens = 0

    def __init__(
        self,
        *answers: Narration | TalekeeperError,
        commands: Mapping[str, Sequence[Command]] | None = None,
        pieces: Iterable[str] = (),
    ) -> None:
        self.heard: list[str] = []
        self.shown = asyncio.Event()
        self.go_on: asyncio.Event | None = None
        self._answers = deque(answers)
        self._commands = commands or {}
        self._pieces = tuple(pieces)

    def enqueue(self, *answers: Narration | TalekeeperError) -> None:
        """Append answers to the queue.

        Args:
            *answers: `Narration` objects to return, or errors to raise, each an object of a subclass of
                TalekeeperError; one for each turn to come.
        """
        self._answers.extend(answers)

    async def narrate(self, context: NarrationContext) -> Narration:
        """Execute the commands for the line, show the pieces, and return the next narration.

        Args:
            context: The turn.

        Returns:
            The next narration of the queue; "Nothing happens." if the queue is empty.

        Raises:
            TalekeeperError: The next element of the queue is an error, which is raised; or a command is refused
                (`NarrationContext.execute`), and the queue stays as it is.
        """
        self.heard.append(context.text)
        for command in self._commands.get(context.text, ()):
            await context.execute(command)
        for piece in self._pieces:
            context.show(piece)
        self.shown.set()
        if self.go_on is not None:
            await self.go_on.wait()
        answer = self._answers.popleft() if self._answers else Narration.of("Nothing happens.")
        if isinstance(answer, TalekeeperError):
            raise answer
        return answer


class FakeMind:
    """An `IMind` whose methods all raise BadAnswer, so that the heuristic mind (rules, no model) answers. In a
    subclass, override the coroutine methods that a test needs, with the request and the result of the method of
    `IMind`. Its ``model`` is ``fake``. The constructor has no arguments, and nothing is recorded."""

    model = "fake"

    async def score(self, request: mind.ScoreRequest) -> Mapping[str, float]:
        """Refuse to rate memories: override this method where a test needs it.

        Args:
            request: Ignored.

        Raises:
            BadAnswer: Always. The caller then uses the heuristic mind, if it has one.
        """
        raise mind.BadAnswer("no score")

    async def plan(self, request: mind.PlanRequest) -> tuple[mind.PlannedItem, ...]:
        """Refuse to plan a day: override this method where a test needs it.

        Args:
            request: Ignored.

        Raises:
            BadAnswer: Always. The caller then uses the heuristic mind, if it has one.
        """
        raise mind.BadAnswer("no plan")

    async def reflect(self, request: mind.ReflectRequest) -> mind.Reflection:
        """Refuse to draw conclusions: override this method where a test needs it.

        Args:
            request: Ignored.

        Raises:
            BadAnswer: Always. The caller then uses the heuristic mind, if it has one.
        """
        raise mind.BadAnswer("no reflection")

    async def decide(self, request: mind.DecideRequest) -> mind.Decision:
        """Refuse to choose an action: override this method where a test needs it.

        Args:
            request: Ignored.

        Raises:
            BadAnswer: Always. The caller then uses the heuristic mind, if it has one.
        """
        raise mind.BadAnswer("no decision")

    async def converse(self, request: mind.ConverseRequest) -> mind.Conversation:
        """Refuse to write a conversation: override this method where a test needs it.

        Args:
            request: Ignored.

        Raises:
            BadAnswer: Always. The caller then uses the heuristic mind, if it has one.
        """
        raise mind.BadAnswer("no conversation")

    async def condense(self, request: mind.CondenseRequest) -> str:
        """Refuse to condense memories: override this method where a test needs it.

        Args:
            request: Ignored.

        Raises:
            BadAnswer: Always. The caller then uses the heuristic mind, if it has one.
        """
        raise mind.BadAnswer("no summary")

    async def speak(self, request: mind.SpeakRequest) -> str:
        """Refuse to speak for a person: override this method where a test needs it.

        Args:
            request: Ignored.

        Raises:
            BadAnswer: Always. The caller then uses the heuristic mind, if it has one.
        """
        raise mind.BadAnswer("no words")

    async def interview(self, request: mind.InterviewRequest) -> Mapping[str, str | float]:
        """Refuse to answer an interview: override this method where a test needs it.

        Args:
            request: Ignored.

        Raises:
            BadAnswer: Always. The caller then uses the heuristic mind, if it has one.
        """
        raise mind.BadAnswer("no answer")
