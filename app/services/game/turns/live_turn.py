"""One turn in progress: what it has recorded and carried out so far."""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from typing import Any

from app.errors import TalekeeperError
from app.events.bus import CommandBus
from app.events.commands.play import AddNoteCommand, AdvanceTimeCommand
from app.events.event_table import line_events, message_events, visible_events
from app.interfaces.agents.narrator import Narration, Speech
from app.interfaces.cognition import ICognition, TickResult
from app.language.analysis.mentions import mentions_for
from app.log import logger
from app.memory.stream.remembering import remember
from app.memory.stream.routine import is_routine
from app.memory.stream.stream import MemoryStream
from app.models.clock import MINUTES_PER_DAY, GameClock
from app.models.command import Command, Event, Outcome
from app.models.events.play import LocationChanged, TimeAdvanced, TopicTold
from app.models.memory import Scope
from app.models.messages.mark import MarkKind
from app.models.messages.message import Message, Role
from app.models.messages.speech import SpeechAct
from app.models.minds.mind_state import TICK
from app.models.prompt import RecalledMemory
from app.models.records.record import RecordedCommand
from app.models.state.game_state import GameState, PlayerCharacter
from app.scheduling import checkpoint, giving_way, in_portions, in_slices
from app.services.game.games.off_loop import commit_threads, in_thread, to_its_end
from app.services.game.turns.closing import change_line, fix_acts, recorded_commands, settle_commitments
from app.services.game.turns.witnessing import REMEMBERED_AT_ONCE, Witnessing, write_facts

MINUTES_PER_TURN = 1
LONG_LINES = 1000  # characters that are read in a thread: here it takes 6 ms


def begin_turn(state: GameState, text: str, player_id: str) -> tuple[str, ...]:
    """Whom the player's words are addressed to; they stay its addressees until others are."""
    present = [npc.instance_id for npc in state.present()]
    addressees = mentions_for(state.sheet).addressed(text, present, state.party.addressees_of(player_id))
    state.party.address(player_id, addressees)
    return addressees


ROUTINE_FOR = 2 * MINUTES_PER_DAY
"""Game minutes before the end of a long turn from which on routine sights are written down."""


class LiveTurn:
    """Records messages and carries out commands; all of it in the state only, nothing is saved here."""

    def __init__(
        self, state: GameState, bus: CommandBus, now: Callable[[], datetime], cognition: ICognition | None = None
    ) -> None:
        """Without ``cognition`` no one acts by itself while time passes."""
        self._state = state
        self._bus = bus
        self._cognition = cognition
        self._now = now
        state.open_turn(now())
        self.began_at = state.scenario.current_location_id
        self._witnesses = [npc.instance_id for npc in state.present()]
        self._first_message = len(state.conversation_history)
        self.outcomes: list[Outcome] = []
        self._ordered: list[Command] = []
        """What was carried out because somebody ordered it, not because time passed."""
        self._own_time_from: int | None = None
        """Where the outcomes begin that the engine's own passing of time brought about."""
        self._seen = Witnessing(state)
        self._until = state.clock.minutes
        """When the time is over that passes in this turn, as far as it is known."""
        self._speaker: PlayerCharacter | None = None
        self._topics: tuple[TopicTold, ...] = ()
        """Those that a speech of this turn holds."""

    async def execute(self, command: Command) -> Outcome:
        """Carry out one command and the ticks of the time it takes; a refused one raises and has changed nothing."""
        before = len(self.outcomes)
        if isinstance(command, AdvanceTimeCommand) and self._cognition is not None:
            await self._pass_time(command.minutes)
        else:
            await self._carry_out(command, self._speaker)
            self._ordered.append(command)
        return self._as_one(command, self.outcomes[before:])

    async def _pass_time(self, minutes: int) -> None:
        """In steps that end with a tick, so that what people do is done at its time."""
        self._until = self._state.clock.minutes + minutes
        while True:
            step = min(minutes, TICK - self._state.clock.minutes % TICK)
            await self._carry_out(AdvanceTimeCommand(minutes=step), None)
            minutes -= step
            if not minutes:
                break
            with giving_way():  # once a tick: at each checkpoint a busy server would hold it up for minutes
                await checkpoint()

    async def _carry_out(self, command: Command, acting: PlayerCharacter | None) -> None:
        """One command, and the ticks of the time that has passed with it, whatever moved the clock."""
        then = self._state.clock.model_copy()
        await self._order(command, acting)
        ticks = range((then.minutes // TICK + 1) * TICK, self._state.clock.minutes + 1, TICK)
        if ticks and self._cognition is not None:
            await to_its_end(asyncio.create_task(self._tick(self._cognition, then, ticks)))

    async def _order(self, command: Command, acting: PlayerCharacter | None, *, at_tick: bool = False) -> None:
        outcome = await self._bus.execute(command, self._state)
        self.outcomes.append(outcome)
        self._seen.note(outcome, acting, own_time=self._own_time_from is not None, at_tick=at_tick)

    async def _tick(self, minds: ICognition, then: GameClock, ticks: Iterable[int]) -> None:
        """Ticks at their own game time, also where a command has moved the clock past them: people think as of then,
        but act and are recorded now, as in a replay. Time that they let pass themselves has no ticks: it might not
        end."""
        for minutes in ticks:
            then.advance(minutes - then.minutes)
            as_of = partial(self._as_of, then)
            with as_of():
                ticked = minds.tick(self._state)
            result = ticked if isinstance(ticked, TickResult) else await in_slices(ticked, as_of)
            async for observation in in_portions(result.observations, REMEMBERED_AT_ONCE):
                if not is_routine(observation.entry) or self._until - minutes <= ROUTINE_FOR:
                    with as_of():
                        remember(self._state, observation.scope, observation.entry)
            for command in result.commands:
                await checkpoint()
                try:
                    await self._order(command, None, at_tick=True)
                except TalekeeperError as error:
                    logger.debug("a person could not do what it meant to: {}", error)
            waits = True
            while waits:
                await checkpoint()
                with as_of():
                    waits = await minds.catch_up(self._state)

    @contextmanager
    def _as_of(self, then: GameClock) -> Iterator[None]:
        now, self._state.clock = self._state.clock, then
        try:
            yield
        finally:
            self._state.clock = now

    def _as_one(self, command: Command, passed: Sequence[Outcome]) -> Outcome:
        """What became of a command; of what people did meanwhile the party sees what is left of it in the end."""
        if len(passed) == 1:
            return passed[0]
        own: tuple[Event, ...] = passed[0].events
        others = [event for outcome in passed[1:] for event in outcome.events]
        if isinstance(command, AdvanceTimeCommand):
            own, others = (TimeAdvanced(minutes=command.minutes),), [*own, *others]
        happened = [event for event in others if not isinstance(event, TimeAdvanced)]
        return Outcome(
            command=command,
            derived=tuple(order for outcome in passed for order in outcome.derived),
            events=(*own, *(event for event, _ in visible_events(happened, self._state.scenario.current_location_id))),
        )

    async def let_time_pass(self, without_move: int = MINUTES_PER_TURN) -> None:
        """Let the time pass that the turn takes, unless one of its commands moved the clock, be it by no minute.

        Args:
            without_move: Minutes that it takes where the party did not move; after a move it is those of the ways.
        """
        if any(isinstance(event, TimeAdvanced) for event in self.events):
            return
        ways = [event.minutes for event in self.events if isinstance(event, LocationChanged)]
        if ways or without_move:
            self._own_time_from = len(self.outcomes)
            await self.execute(AdvanceTimeCommand(minutes=sum(ways) if ways else without_move))

    @property
    def events(self) -> list[Event]:
        return [event for outcome in self.outcomes for event in outcome.events]

    @property
    def recorded_commands(self) -> tuple[RecordedCommand, ...]:
        return recorded_commands(self.outcomes, self._own_time_from)

    def record_player(self, speaker: PlayerCharacter, text: str) -> None:
        self._speaker = speaker
        addressees = begin_turn(self._state, text, speaker.id)
        self._record(Role.PLAYER, text, speaker_id=speaker.id, speaker_name=speaker.name, addressee_ids=addressees)

    def record_narration(self, narration: Narration, speaker: PlayerCharacter, *, interrupted: bool = False) -> None:
        if not narration.understood:  # it was said to nobody
            typed = self._state.conversation_history[self._first_message]
            unsaid = typed.model_copy(update={"quoted": ((0, len(typed.content)),)})
            self._state.conversation_history[self._first_message] = unsaid
        speakers = [speech.npc_id for speech in narration.speeches]
        self._witnesses = list(dict.fromkeys((*self._witnesses, *speakers)))
        self._let_late_speakers_hear()
        present = {npc.instance_id for npc in self._state.present()}
        answering = [npc_id for npc_id in dict.fromkeys(speakers) if npc_id in present]
        if answering and not set(answering) & set(self._state.party.addressees_of(speaker.id)):
            # Those who have answered are being spoken to, also when only the narrator understood the name.
            self._state.party.address(speaker.id, answering)
        for speech in narration.speeches:
            events = self._told_by(speech.npc_id)
            self.record_speech(speech, (speaker.id,), events=events, interrupted=interrupted)
        if narration.text:
            moved = self._state.scenario.current_location_id != self.began_at
            self._record(
                Role.NARRATOR,
                narration.text,
                speaker_name="Narrator",
                arrived_location_id=self._state.scenario.current_location_id if moved else None,
                asks_back=narration.asks_back,
                quoted=narration.quoted,
                marks=narration.marks,
                interrupted=interrupted,
                degraded=narration.degraded,
                owner_id=speaker.id if any(mark.kind is MarkKind.NOTE for mark in narration.marks) else None,
            )
        orders = [order for order in self._ordered if not isinstance(order, AdvanceTimeCommand)]
        notes = [order for order in orders if isinstance(order, AddNoteCommand) and order.owner_id == speaker.id]
        if notes and notes == orders and not narration.speeches:
            self._keep_for(speaker.id)

    def _keep_for(self, player_id: str) -> None:
        """All that was ordered is to keep a line: nobody hears the turn's messages, and no other player reads them."""
        history = self._state.conversation_history
        for position, message in enumerate(history[self._first_message :], self._first_message):
            private = {"owner_id": player_id, "witness_ids": (), "npc_ids": (), "quoted": ((0, len(message.content)),)}
            history[position] = message.model_copy(update=private)

    def record_speech(self, speech: Speech, to: tuple[str, ...], **fields: Any) -> None:
        self._record(
            Role.NPC,
            speech.text,
            place=speech.location_id,
            heard=speech.witness_ids,
            speaker_id=speech.npc_id,
            speaker_name=self._state.name(speech.npc_id),
            addressee_ids=to,
            after=speech.after,
            quoted=speech.quoted,
            marks=speech.marks,
            degraded=speech.degraded,
            acts=_within(speech),
            **fields,
        )

    def mark_recalled(self, used: Iterable[RecalledMemory]) -> None:
        """Mark the memories out of which somebody acts: part of this turn's commit."""
        by_scope: dict[Scope, list[str]] = {}
        for memory in used:
            by_scope.setdefault(memory.scope, []).append(memory.memory_id)
        for scope, ids in by_scope.items():
            MemoryStream(self._state, scope).mark_recalled(ids, self._state.clock.minutes)

    @property
    def places(self) -> tuple[str, ...]:
        """Where something was said in this turn, and where the party is now."""
        spoken = (message.location_id for message in self._state.conversation_history[self._first_message :])
        found = dict.fromkeys((self._state.scenario.current_location_id, *spoken))
        return tuple(place for place in found if place is not None)

    async def record_changes(self) -> None:
        """Record acts, commitments, the engine's line, observations and facts. A turn of one mind alone has no line."""
        await checkpoint()
        fixing = partial(fix_acts, self._state, self._first_message, self._ordered)
        length = sum(len(message.content) for message in self._state.conversation_history[self._first_message :])
        await in_thread(fixing, commit_threads()) if length > LONG_LINES else fixing()
        settle_commitments(self._state, self._first_message, self.events)
        if self._is_worth_a_line:
            events = [event for event in self.events if event not in self._topics]
            line = change_line(self._state, events, self.began_at)
            self._record(Role.SYSTEM, line, events=message_events(events, self.began_at))
        await self._seen.write()
        write_facts(self._state, self.events)
        if self._cognition is not None:
            self._cognition.surprise(self._state, self.events)
        self._state.close_turn()

    @property
    def _is_worth_a_line(self) -> bool:
        """Whether somebody spoke where it stands, time passed, or anything changed that the line would tell of."""
        events, messages = self.events, self._state.conversation_history[self._first_message :]
        return (
            any(message.location_id == self.began_at for message in messages)
            or any(isinstance(event, TimeAdvanced) for event in events)
            or bool(line_events(events, self.began_at))
        )

    def _record(
        self, role: Role, content: str, *, place: str | None = None, heard: tuple[str, ...] = (), **fields: Any
    ) -> None:
        state = self._state
        witnesses = heard if place is not None and place != self.began_at else tuple(self._witnesses)
        state.conversation_history.append(
            Message(
                index=len(state.conversation_history),
                turn=state.turn,
                role=role,
                content=content,
                location_id=place or self.began_at,
                witness_ids=witnesses,
                npc_ids=mentions_for(state.sheet).people(content, witnesses),
                game_time=state.clock.minutes,
                scene=state.clock.scene_id,
                timestamp=self._now(),
                **fields,
            )
        )

    def _told_by(self, npc_id: str) -> tuple[Event, ...]:
        """What a person has told of its topics in this turn: its first words hold it, where there are any."""
        told = (event for event in self.events if isinstance(event, TopicTold) and event.npc_id == npc_id)
        fresh = tuple(event for event in told if event not in self._topics)
        self._topics += fresh
        return fresh

    def _let_late_speakers_hear(self) -> None:
        """All who speak in a turn have heard it, also what was said before it was known that they would speak."""
        history, witnesses = self._state.conversation_history, tuple(self._witnesses)
        for position in range(self._first_message, len(history)):
            if history[position].witness_ids != witnesses:
                named = mentions_for(self._state.sheet).people(history[position].content, witnesses)
                history[position] = history[position].model_copy(update={"witness_ids": witnesses, "npc_ids": named})


def _within(speech: Speech) -> tuple[SpeechAct, ...]:
    """The acts that came with a speech, if they are acts of it; none where it has to be read."""
    return speech.acts if all(0 <= act.span[0] < act.span[1] <= len(speech.text) for act in speech.acts) else ()
