"""One turn of an open game, from its first message to its commit. All of it becomes durable, or none of it happens.

A turn of a player reads from top to bottom: `hear`, `narrate`, `close`, `request_captures`, `commit`. A turn of a
program has `execute` and `record_speech` in the place of the first two.
"""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import Any

from app.errors import TalekeeperError
from app.events.bus import CommandBus
from app.events.commands.play import AdvanceTimeCommand
from app.interfaces.agents.narrator import INarrator, Narration, NarrationContext
from app.interfaces.cognition import ICognition
from app.interfaces.metering import Meter
from app.interfaces.services.memory import IMemoryService
from app.memory.stream.stream import MemoryStream
from app.models.command import Command, Outcome
from app.models.events.play import TimeAdvanced
from app.models.memory import Scope
from app.models.messages.passage import Passage
from app.models.prompt import RecalledMemory
from app.models.records.record import Record, RecordKind
from app.models.state.game_state import PlayerCharacter
from app.scheduling import checkpoint
from app.services.game.captures.message_ranges import close_ranges, uncondensed
from app.services.game.games.concurrency import commit_threads, in_thread
from app.services.game.games.session import GameSession
from app.services.game.turns.command_runner import MINUTES_PER_TURN, CommandRunner
from app.services.game.turns.facts import write_facts
from app.services.game.turns.prompt_builder import PromptBuilder
from app.services.game.turns.scene_recorder import SceneRecorder, Show
from app.services.game.turns.speech_acts import annotate_speech_acts, settle_commitments
from app.services.game.turns.turn_result import TurnResult, result_of

LONG_LINES = 1000  # characters that are read in a thread: here it takes 6 ms


class TurnTransaction:
    """Carries out what happens in one turn, records it, and commits it.

    Used as a context manager that undoes everything, in memory, when its block raises.

    Args:
        session: The open game, whose lock is held.
        bus: Finds the handler of a command.
        now: The wall clock.
        cognition: What people do by themselves while time passes; None: nobody does anything.
        on_text: Shows what is told, a piece at a time.
    """

    def __init__(
        self,
        session: GameSession,
        bus: CommandBus,
        now: Callable[[], datetime],
        cognition: ICognition | None = None,
        on_text: Show | None = None,
    ) -> None:
        self._session = session
        self._state = session.state
        self._cognition = cognition
        self._state.open_turn(now())
        self._first_message = len(self._state.conversation_history)
        self._began_at = self._state.scenario.current_location_id
        self._recorder = SceneRecorder(self._state, now, on_text)
        self._runner = CommandRunner(self._state, bus, cognition)
        self._prompts: PromptBuilder | None = None
        self._narration = Narration()

    async def __aenter__(self) -> "TurnTransaction":
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            self._session.roll_back()

    def hear(self, speaker: PlayerCharacter, text: str) -> None:
        """Record what a player typed, before anything is known of what it does."""
        self._runner.acting = speaker
        self._recorder.hear_player(speaker, text)

    async def narrate(self, narrator: INarrator, prompts: PromptBuilder, speaker: PlayerCharacter) -> Narration:
        """Let the narrator carry out the player's words and tell what comes of them.

        Args:
            narrator: Who tells the turn.
            prompts: Builds the prompts that it asks for.
            speaker: The player.

        Returns:
            How it was told. Where the player stops it, what was shown so far is kept.

        Raises:
            ModelUnavailable: A model failed before anything of the author's was told.
            BudgetExhausted: A cap on calls or tokens is reached, before anything of the author's was told.
        """
        self._prompts = prompts
        context = NarrationContext(
            state=self._state,
            text=prompts.text,
            speaker=speaker,
            prompt=prompts.build,
            prompt_for_npc=prompts.build,
            execute=self.execute,
            tell=self._recorder.tell,
            show=self._recorder.show,
            begin_part=self._recorder.begin_part,
            limit_prompt=prompts.limit,
        )
        session = self._session
        session.stopped = False
        session.narration = asyncio.create_task(narrator.narrate(context))
        try:
            self._narration = await session.narration
        except asyncio.CancelledError:
            if not session.stopped:
                session.narration.cancel()
                with suppress(BaseException):
                    await session.narration
                raise
            moment, npc_id = prompts.first_asked
            self._narration = Narration(asked=moment, asked_npc_id=npc_id)
            self._recorder.keep_shown()
        finally:
            session.narration = None
        return self._narration

    async def execute(self, command: Command) -> Outcome:
        """Carry out a command, with the ticks of the time it takes.

        Raises:
            NotPossible, NotFound, InvalidInput: It is refused, and nothing has changed.
        """
        try:
            outcome = await self._runner.run(command)
        except TalekeeperError:
            self._recorder.note_refusal()
            raise
        if not isinstance(command, AdvanceTimeCommand):
            self._recorder.note_order(command)
        if self._prompts is not None:
            self._prompts.has_acted = True
        return outcome

    def record_speech(self, speech: Passage, to: tuple[str, ...]) -> None:
        """Record what a person says of its own accord, to those of ``to``, by id."""
        self._recorder.record_speech(speech, to)

    async def close(self, *, minutes_without_move: int = MINUTES_PER_TURN) -> None:
        """Let the time of the turn pass, and record what was told, what changed, what was promised and who saw it.

        Args:
            minutes_without_move: What the turn takes where the party did not move; after a move it is the minutes of
                the ways. A line that was not understood takes no time.
        """
        if self._narration.understood:
            await self._runner.let_time_pass(minutes_without_move)
        events = self._runner.events
        is_stopped = self._prompts is not None and self._session.stopped
        self._recorder.write_told(self._narration, events, interrupted=is_stopped)
        await checkpoint()
        annotate = partial(annotate_speech_acts, self._state, self._first_message, self._recorder.orders)
        length = sum(len(message.content) for message in self._recorder.messages)
        await in_thread(annotate, commit_threads()) if length > LONG_LINES else annotate()
        settle_commitments(self._state, self._first_message, events)
        is_heard = any(message.location_id == self._began_at for message in self._recorder.messages)
        has_time = any(isinstance(event, TimeAdvanced) for event in events)
        self._recorder.write_changes(events, is_worth_a_line=is_heard or has_time)
        await self._runner.write_observations()
        write_facts(self._state, events)
        if self._cognition is not None:
            self._cognition.surprise(self._state, events)
        self._state.close_turn()
        await checkpoint()

    def mark_recalled(self, used: Iterable[RecalledMemory]) -> None:
        """Mark the memories out of which somebody acts: part of this turn's commit."""
        by_scope: dict[Scope, list[str]] = {}
        for memory in used:
            by_scope.setdefault(memory.scope, []).append(memory.memory_id)
        for scope, ids in by_scope.items():
            MemoryStream(self._state, scope).mark_recalled(ids, self._state.clock.minutes)

    async def request_captures(self, memory_service: IMemoryService, after: int, piece_size: int) -> None:
        """Ask for summaries of the places where much was said, and fix what the turn's requests cover.

        Args:
            memory_service: What is asked.
            after: How many uncondensed messages a place holds when one is due.
            piece_size: How many messages one summary covers, about.
        """
        here = self._state.scenario.current_location_id
        spoken = (message.location_id for message in self._recorder.messages)
        for place in dict.fromkeys((here, *spoken)):
            if place is not None and uncondensed(self._state, place) >= after:
                await memory_service.on_location_exit(self._state, place)
        close_ranges(self._state, piece_size)

    async def commit(self, *, meter: Meter | None = None, **fields: Any) -> TurnResult:
        """Make the turn durable; only then anybody hears of it.

        Args:
            meter: What models cost.
            fields: What the record keeps of the request.

        Raises:
            StorageFailed: It could not be written, and did not happen.
        """
        session = self._session
        made: list[TurnResult] = []

        def recorded() -> Record:
            commands = self._runner.recorded_commands
            events = tuple(event.model_dump(mode="json") for event in self._runner.events)
            record = session.record(RecordKind.TURN, meter=meter, commands=commands, events=events, **fields)
            made.append(result_of(session.header.game_id, record))  # what could not be read again is not written
            return record

        try:
            await session.append(recorded, meter)
        except asyncio.CancelledError:
            if not made or session.head != made[0].seq:
                raise  # else it came too late: the turn is in the journal
        return made[0]
