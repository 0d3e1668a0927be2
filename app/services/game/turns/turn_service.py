"""Playing: turns, undo, retry, branches, and letting the game settle."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from app.events.bus import CommandBus
from app.interfaces.agents.narrator import INarrator
from app.interfaces.cognition import ICognition
from app.interfaces.metering import Meter, metered
from app.interfaces.services.memory import IMemoryService
from app.language.language import language_of, using
from app.language.rendering.refusing import refused
from app.log import logger
from app.models.base import checked_name, checked_player_text
from app.models.command import Command
from app.models.prompt import Prompt, RecalledMemory
from app.models.records.record import PromptRecipe, Record, RecordKind
from app.models.state.game_state import GameState, PlayerCharacter
from app.services.ai.context_service import NEWEST_LAYOUT, ContextService
from app.services.game.captures.ranges import fix_ranges, uncondensed
from app.services.game.captures.recall_service import RecallService
from app.services.game.captures.settler import Settler
from app.services.game.games.game_library import GameLibrary
from app.services.game.games.off_loop import free, from_journal, logs_of, off_loop
from app.services.game.games.session import Caps, GameSession
from app.services.game.turns.live_turn import LiveTurn
from app.services.game.turns.narrating import OnText, TurnPrompts, narrate_turn
from app.services.game.turns.past_turns import last_turns, place_of, rebuild_prompt
from app.services.game.turns.speaking import Utterance, utterance
from app.services.game.turns.turn_result import TurnResult, UndoneTurn, result_of, undone_turn


@dataclass(frozen=True)
class TurnLimits:
    """What a turn may take; see Settings for what each number means."""

    capture_after: int = 30
    piece_size: int = 30
    prompt_budget: int = 6000
    answer_reserve: int = 800
    caps: Caps = field(default_factory=Caps)


@dataclass(kw_only=True, eq=False, repr=False)
class TurnService:
    """The use cases of playing. Turns of one game never overlap; a turn is told as done only once it is durable."""

    library: GameLibrary
    bus: CommandBus
    narrator: INarrator
    context: ContextService
    recall: RecallService
    settler: Settler
    memory_service: IMemoryService
    cognition: ICognition | None = None
    limits: TurnLimits = field(default_factory=TurnLimits)
    settle_in_background: bool = True

    async def take_turn(
        self,
        game_id: str,
        text: str,
        *,
        speaker: str | None = None,
        request_id: str | None = None,
        on_text: OnText | None = None,
        narrator: INarrator | None = None,
    ) -> TurnResult:
        """Play one input and all that follows from it. ``speaker`` is a player's id, the first player's by default; a
        known ``request_id`` returns the recorded result; ``narrator`` tells this turn instead of the game's own.
        InvalidInput for text that breaks a limit; ModelUnavailable, BudgetExhausted and StorageFailed undo the turn."""
        text = checked_player_text(text)
        session = await self.library.opened(game_id)
        async with session.turn():
            if request_id is not None and request_id in session.requests:
                seq = session.requests[request_id]
                record = await from_journal(
                    session.read, lambda journal: next(record for record in journal.records if record.seq == seq)
                )
                return result_of(session.header.game_id, record)
            player = _player(session.state, speaker)
            return await self._play(session, text, player, narrator, request_id=request_id, on_text=on_text)

    async def execute(self, game_id: str, *commands: Command, used: Sequence[RecalledMemory] = ()) -> TurnResult:
        """A turn without text: all of the commands or none, no time added; ``used`` memories are marked as recalled."""
        return await self.execute_with(game_id, lambda _: commands, used=used)

    async def speak(
        self,
        game_id: str,
        npc_id: str,
        text: str,
        to: Sequence[str] = (),
        *,
        then: Sequence[Command] = (),
        used: Sequence[RecalledMemory] = (),
    ) -> TurnResult:
        """A turn in which a person says something to those of ``to``, by id; all at its place hear it. It adds no time;
        ``then``, commands that follow from it, and ``used`` are as for `execute`. Errors as of `utterance`."""
        say = partial(utterance, npc_id=npc_id, text=text, to=to)
        return await self.execute_with(game_id, lambda _: then, used=used, say=say)

    async def execute_with(
        self,
        game_id: str,
        choose: Callable[[GameState], Sequence[Command]],
        *,
        used: Sequence[RecalledMemory] = (),
        say: Callable[[GameState], Utterance] | None = None,
    ) -> TurnResult:
        """As `execute`, with commands and words chosen from the game when the turn begins; choosing may refuse."""
        # A program that only executes lets the background work too. Not afterwards: between the commit and the answer
        # no other turn may come, for the caller reads in the game what came of its own.
        await asyncio.sleep(0)
        session = await self.library.opened(game_id)
        async with session.turn():
            said = say(session.state) if say is not None else None
            commands = choose(session.state)
            turn = LiveTurn(session.state, self.bus, self.library.now, self.cognition)
            try:
                if said is not None:
                    turn.record_speech(said.speech, said.addressee_ids)
                for command in commands:
                    await turn.execute(command)
                turn.record_changes()
                await asyncio.sleep(0)
                turn.mark_recalled(used)
                speaker_id = said.speech.npc_id if said is not None else None
                return await self._finish(session, turn, speaker_id=speaker_id, answered_from=tuple(used))
            except BaseException:
                session.roll_back()
                raise

    async def retry(self, game_id: str, *, on_text: OnText | None = None) -> TurnResult:
        """The last turn's words again, from where that turn began. If it fails, the old turn stands."""
        session = await self.library.opened(game_id)
        async with session.turn():
            last = (await self._past(session, 1))[0]
            if last.player_input is None:
                raise refused(session.state, "turn-without-words")
            await session.go_back(last.parent, for_good=False)
            try:
                speaker, again = _player(session.state, last.speaker_id), last.request_id
                return await self._play(session, last.player_input, speaker, None, request_id=again, on_text=on_text)
            except BaseException:
                await off_loop(session.reload)
                raise

    def stop(self, game_id: str) -> bool:
        """Stop the narration in progress, keeping what it has shown, marked interrupted; False if there is none."""
        session = self.library.open(game_id)
        if session.narration is None or session.narration.done():
            return False
        session.stopped = True
        return session.narration.cancel()

    async def _play(
        self,
        session: GameSession,
        text: str,
        speaker: PlayerCharacter,
        narrator: INarrator | None,
        *,
        request_id: str | None,
        on_text: OnText | None,
    ) -> TurnResult:
        narrator = narrator or self.narrator
        meter = session.open_meter(self.limits.caps)
        with logger.contextualize(game_id=session.header.game_id, turn=session.state.turn + 1):
            try:
                turn = LiveTurn(session.state, self.bus, self.library.now, self.cognition)
                turn.record_player(speaker, text)
                prompts = TurnPrompts(session.state, text, self._recipe(narrator), turn, self.context, self.recall)
                with metered(meter):
                    narration = await narrate_turn(session, prompts, speaker, narrator=narrator, on_text=on_text)
                if narration.understood:
                    await turn.let_time_pass()
                turn.record_narration(narration, speaker, interrupted=session.stopped)
                turn.record_changes()
                await asyncio.sleep(0)
                prompts.mark_recalled(narration.recalled)
                result = await self._finish(
                    session,
                    turn,
                    player_input=text,
                    speaker_id=speaker.id,
                    request_id=request_id,
                    prompt=prompts.recipe(narration.asked, narration.asked_npc_id),
                    answered_from=narration.recalled,
                    meter=meter,
                )
                return result.model_copy(update={"failure": narration.failure})
            except BaseException:
                session.roll_back()
                raise
            finally:
                session.close_meter(meter)

    async def _finish(
        self, session: GameSession, turn: LiveTurn, *, meter: Meter | None = None, **fields: Any
    ) -> TurnResult:
        """Fix the ranges of what was requested, commit, and only then tell anybody."""
        state = session.state
        for place in turn.places:
            if uncondensed(state, place) >= self.limits.capture_after:
                await self.memory_service.on_location_exit(state, place)
        fix_ranges(state, self.limits.piece_size)
        commands, events = turn.recorded_commands, tuple(event.model_dump(mode="json") for event in turn.events)
        record = session.record(RecordKind.TURN, meter=meter, commands=commands, events=events, **fields)
        result = result_of(session.header.game_id, record)  # what could not be read again is not written
        session.append(record, meter)
        self._settle_later(session)
        return result

    def _settle_later(self, session: GameSession) -> None:
        if self.settle_in_background and self.settler.has_work(session.state):
            self.settler.settle_later(session.header.game_id)

    def _recipe(self, narrator: INarrator) -> PromptRecipe:
        return PromptRecipe(
            model=narrator.model,
            mode=narrator.mode,
            budget=self.limits.prompt_budget,
            reserve=self.limits.answer_reserve,
            layout=NEWEST_LAYOUT,
            tools_tokens=narrator.tools_tokens,
        )

    async def undo(self, game_id: str, turns: int = 1) -> list[UndoneTurn]:
        """Take back the last turns, newest first, with everything that derives from them."""
        session = await self.library.opened(game_id)
        async with session.turn():
            taken_back = await self._past(session, turns)
            await session.go_back(taken_back[-1].parent, for_good=True)
            self._settle_later(session)
            return [undone_turn(record) for record in taken_back]

    async def _past(self, session: GameSession, count: int) -> list[Record]:
        recent = session.recent_turns(count)
        return recent or await from_journal(session.read, partial(last_turns, head=session.head, count=count))

    async def branch(self, game_id: str, *, turn: int | None = None, label: str | None = None) -> str:
        """A new game that goes its own way from a turn (or a named turn, or the present); its id."""
        session = await self.library.opened(game_id)
        async with session.turn():
            return await from_journal(
                session.read, lambda journal: self.library.branch(journal, place_of(journal, session.head, turn, label))
            )

    async def label(self, game_id: str, name: str) -> None:
        """Name the present turn, so that one can branch from it later. InvalidInput for a name over 60 characters."""
        session = await self.library.opened(game_id)
        async with session.turn():
            session.label(checked_name(name, "turn"))

    async def explain(self, game_id: str, turn: int) -> Prompt:
        """The prompt that was shown in a turn, built again from the journal."""
        read = partial(self.library.read, game_id)
        return await rebuild_prompt(read, turn, bus=self.bus, context=self.context, recall=self.recall)

    async def settle(self, game_id: str) -> None:
        await self.library.opened(game_id)
        await self.settler.settle(game_id)

    async def close(self, game_id: str) -> int:
        """Stop working on a game and let others write it; how many captures wait for the next time."""
        session = await self.library.opened(game_id)
        async with session.turn():
            await self.settler.cancel(game_id)
            waiting = sum(len(queue) for queue in session.state.pending.values())
            self.library.close(game_id)
        logs = logs_of(session.state)
        del session
        await asyncio.to_thread(free, logs)
        return waiting

    def state(self, game_id: str) -> GameState:
        """The game as it is now, to be read only."""
        return self.library.open(game_id).state

    def speaking(self, game_id: str) -> AbstractContextManager[None]:
        """Inside the block texts are read and written in the game's language; a turn sees to that itself."""
        return using(language_of(self.state(game_id).sheet))


def _player(state: GameState, speaker: str | None) -> PlayerCharacter:
    found = next((player for player in state.party.players if speaker in (None, player.id)), None)
    if found is None:
        raise refused(state, "player-unknown", player=repr(speaker))
    return found
