"""One turn of an open game, from its first message to its commit. All of it becomes durable, or none.

A player's turn calls, in order, `hear`, `narrate`, `close`, `request_captures`, `commit`, and before them `carry` if it
replaces another. A program's turn calls `record_speech` and `execute` instead of the first two, and one that takes in
lines that were said elsewhere `record_lines`."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import Any

from app.errors import TalekeeperError
from app.events.bus import CommandBus
from app.events.commands.play import AdvanceTimeCommand, EntrustMessageCommand
from app.interfaces.agents.narrator import INarrator, Narration, NarrationContext
from app.interfaces.cognition import ICognition
from app.interfaces.metering import Meter
from app.interfaces.services.memory import IMemoryService
from app.memory.stream.stream import MemoryStream
from app.models.command import Command, Event, Outcome
from app.models.events.actions import RuleApplied, StoryEnded, TimerDue
from app.models.events.play import TimeAdvanced
from app.models.memory import Scope
from app.models.messages.message import Role
from app.models.messages.passage import Passage, Source
from app.models.messages.transcript import TranscriptLine
from app.models.prompt import RecalledMemory
from app.models.records.record import Record, RecordKind
from app.models.state.game_state import PlayerCharacter
from app.scheduling import checkpoint
from app.services.ai.context_builders.master import described
from app.services.game.captures.message_ranges import close_ranges, uncondensed
from app.services.game.games.concurrency import commit_threads, in_thread
from app.services.game.games.session import GameSession
from app.services.game.turns.command_runner import MINUTES_PER_TURN, CommandRunner
from app.services.game.turns.facts import write_facts
from app.services.game.turns.later_notes import LaterNotes
from app.services.game.turns.open_matters import note_open_matters
from app.services.game.turns.prompt_builder import PromptBuilder
from app.services.game.turns.scene_recorder import SceneRecorder, Show
from app.services.game.turns.speech_acts import annotate_speech_acts, settle_commitments
from app.services.game.turns.told_of_players import learn_of_players
from app.services.game.turns.transcript_recorder import TranscriptRecorder
from app.services.game.turns.turn_result import TurnResult, result_of

LONG_LINES = 1000  # characters from which on texts are read in a thread, which takes 6 ms


class TurnTransaction:
    """Executes one turn, records it, and commits it.

    Used as a context manager that undoes everything, in memory, when its block raises.

    Args:
        session: The open game, whose lock is held.
        bus: Finds the handler of a command.
        now: The wall clock.
        cognition: Decides what people do by themselves while time passes; None: they do nothing.
        on_text: Shows the narration, a piece at a time.
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
        self._now = now
        self._is_read = False
        """Whether the speech acts of the messages are recorded with them."""

    async def __aenter__(self) -> "TurnTransaction":
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            self._session.roll_back()

    async def carry(self, later: LaterNotes) -> None:
        """Execute, before anything else, the notes that stay in force from turns that this one replaces."""
        await later.carry_out(self._runner.carry, self._state)

    def hear(self, speaker: PlayerCharacter, text: str) -> None:
        """Record what a player typed, before it is interpreted."""
        self._runner.acting = speaker
        self._recorder.hear_player(speaker, text)

    async def narrate(self, narrator: INarrator, prompts: PromptBuilder, speaker: PlayerCharacter) -> Narration:
        """Let the narrator carry out the player's text and narrate the result.

        Args:
            narrator: Narrates the turn.
            prompts: Builds the prompts that it requests.
            speaker: The player.

        Returns:
            The result of the narrator. If the player stops it, what was shown so far is kept.

        Raises:
            ModelUnavailable: A model failed before any text of the author was shown.
            BudgetExhausted: A cap on calls or tokens was reached before any text of the author was shown.
        """
        self._prompts = prompts
        prompts.count_commands = lambda: sum(item.is_own for item in self._runner.recorded_commands)
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
            look=lambda any_id: described(self._state, any_id),
        )
        session = self._session
        session.stopped, session.narrated_for = False, speaker.id
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
        """Execute a command, with the ticks of the time it takes.

        Raises:
            NotPossible, NotFound, InvalidInput: It is refused, and nothing has changed.
        """
        acting = self._runner.acting
        if isinstance(command, EntrustMessageCommand) and command.by_id is None and acting is not None:
            command = command.model_copy(update={"by_id": acting.id})  # a model does not say whose words they are
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
        """Record what a person says of its own accord to the people and players of these ids."""
        self._recorder.record_speech(speech, to)

    async def record_lines(self, lines: Sequence[TranscriptLine]) -> None:
        """Record lines that were said elsewhere, each after the time that passes before it."""
        recorder = TranscriptRecorder(self._state, self._now)
        self._is_read = True
        for line in lines:
            if line.minutes:
                await self.execute(AdvanceTimeCommand(minutes=line.minutes))
            recorder.record(line)
            await checkpoint()

    async def close(self, *, minutes_without_move: int = MINUTES_PER_TURN) -> None:
        """Let the time of the turn pass, and record the narration, changes, commitments and observations.

        Args:
            minutes_without_move: Minutes of a turn in which the party did not move; a move takes the minutes of
                its ways. A line that was not understood takes no other time.
        """
        self._recorder.note_speakers(self._narration.passages)
        without_move = minutes_without_move if self._narration.understood else 0
        await self._runner.let_time_pass(without_move, is_timed=self._prompts is None)
        events = self._runner.events
        is_stopped = self._prompts is not None and self._session.stopped
        afterwards = [] if is_stopped else _authored(self._runner.own_time_events)
        self._recorder.write_told(self._narration, events, afterwards=afterwards, interrupted=is_stopped)
        await checkpoint()
        if not self._is_read:
            annotate = partial(annotate_speech_acts, self._state, self._first_message, self._recorder.orders)
            length = sum(len(message.content) for message in self._recorder.messages)
            await in_thread(annotate, commit_threads()) if length > LONG_LINES else annotate()
        settle_commitments(self._state, self._first_message, events)
        learn_of_players(self._state, self._first_message)
        note_open_matters(self._state, self._first_message)
        is_heard = any(message.location_id == self._began_at for message in self._recorder.messages)
        has_time = any(isinstance(event, TimeAdvanced) for event in events)
        self._recorder.write_changes(events, is_worth_a_line=is_heard or has_time)
        await self._runner.write_observations()
        write_facts(self._state, events)
        if self._cognition is not None:
            self._cognition.surprise(self._state, events)
        self._state.close_turn()
        await checkpoint()

    @property
    def told(self) -> list[str]:
        """What narrator and people say in this turn, as it is recorded."""
        return [message.content for message in self._recorder.messages if message.role in (Role.NARRATOR, Role.NPC)]

    def mark_recalled(self, used: Iterable[RecalledMemory]) -> None:
        """Mark the memories that the turn was based on as recalled; part of this turn's commit."""
        by_scope: dict[Scope, list[str]] = {}
        for memory in used:
            by_scope.setdefault(memory.scope, []).append(memory.memory_id)
        for scope, ids in by_scope.items():
            MemoryStream(self._state, scope).mark_recalled(ids, self._state.clock.minutes)

    async def request_captures(self, memory_service: IMemoryService, after: int, piece_size: int) -> None:
        """Request captures of places with many uncondensed messages, and fix the ranges of the turn's requests.

        Args:
            memory_service: Takes the requests.
            after: The number of uncondensed messages at which a place is due.
            piece_size: About how many messages one summary covers.
        """
        here = self._state.scenario.current_location_id
        spoken = (message.location_id for message in self._recorder.messages)
        for place in dict.fromkeys((here, *spoken)):
            if place is not None and uncondensed(self._state, place) >= after:
                await memory_service.on_location_exit(self._state, place)
        close_ranges(self._state, piece_size)

    async def commit(self, *, meter: Meter | None = None, **fields: Any) -> TurnResult:
        """Make the turn durable; listeners are notified only then.

        Args:
            meter: The meter of the turn's model calls.
            fields: Further fields of the record.

        Raises:
            StorageFailed: The record could not be written, and the turn did not happen.
        """
        session = self._session
        results: list[TurnResult] = []

        def recorded() -> Record:
            commands = self._runner.recorded_commands
            happened = [*(event for outcome in self._runner.carried for event in outcome.events), *self._runner.events]
            events = tuple(event.model_dump(mode="json") for event in happened)
            record = session.record(RecordKind.TURN, meter=meter, commands=commands, events=events, **fields)
            results.append(result_of(session.header.game_id, record))  # raises if it could not be read again
            return record

        try:
            await session.append(recorded, meter)
        except asyncio.CancelledError:
            if not results or session.head != results[0].seq:
                raise  # else the cancellation came too late: the turn is in the journal
        return results[0]


def _authored(events: Iterable[Event]) -> list[Passage]:
    """Return the author's words for what happens by itself: timers, rules and the end of the story."""
    return [
        Passage(event.text, Source.AUTHOR)
        for event in events
        if isinstance(event, TimerDue | RuleApplied | StoryEnded) and event.text
    ]
