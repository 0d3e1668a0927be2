"""One turn, from its words to its commit."""

import asyncio
from dataclasses import dataclass, field
from typing import Any, Unpack

from app.events.bus import CommandBus
from app.interfaces.agents.narrator import INarrator
from app.interfaces.cognition import ICognition
from app.interfaces.metering import Meter, metered
from app.interfaces.services.memory import IMemoryService
from app.language.rendering.refusing import refused
from app.log import logger
from app.models.records.record import Header, PromptRecipe, Record, RecordKind
from app.models.refusals.people import PlayerUnknown
from app.models.state.game_state import GameState, PlayerCharacter
from app.scheduling import checkpoint
from app.services.ai.context_service import NEWEST_LAYOUT, ContextService
from app.services.game.captures.ranges import fix_ranges, uncondensed
from app.services.game.captures.recall_service import RecallService
from app.services.game.captures.settler import Settler
from app.services.game.games.game_library import GameLibrary
from app.services.game.games.off_loop import commit_threads, in_thread
from app.services.game.games.session import Caps, GameSession, Request
from app.services.game.turns.live_turn import LiveTurn
from app.services.game.turns.narrating import OnText, TurnPrompts, narrate_turn
from app.services.game.turns.turn_result import TurnResult, result_of


@dataclass(kw_only=True, eq=False, repr=False)
class Playing:
    """What plays one turn in an open game, from its words to its commit. See Settings for what each number means."""

    library: GameLibrary
    bus: CommandBus
    narrator: INarrator
    context: ContextService
    recall: RecallService
    settler: Settler
    memory_service: IMemoryService
    cognition: ICognition | None = None
    capture_after: int = 30
    piece_size: int = 30
    prompt_budget: int = 6000
    answer_reserve: int = 800
    max_entries: int = 3
    caps: Caps = field(default_factory=Caps)
    settle_in_background: bool = True

    async def _play(
        self,
        session: GameSession,
        text: str,
        speaker: PlayerCharacter,
        narrator: INarrator | None,
        on_text: OnText | None,
        **request: Unpack[Request],
    ) -> TurnResult:
        if narrator is None:
            work = await self.library.work_for(session.header)
            narrator = work.narrator if work else self.narrator
        told = self.library.feed.texts(session.header.game_id, session.state, on_text)
        meter = session.open_meter(self.caps)
        with logger.contextualize(game_id=session.header.game_id, turn=session.state.turn + 1):
            try:
                turn = LiveTurn(session.state, self.bus, self.library.now, self.cognition)
                turn.record_player(speaker, text)
                prompts = TurnPrompts(session.state, text, self._recipe(narrator), turn, self.context, self.recall)
                with metered(meter):
                    narration = await narrate_turn(session, prompts, speaker, narrator=narrator, on_text=told)
                if narration.understood:
                    await turn.let_time_pass()
                turn.record_narration(narration, speaker, interrupted=session.stopped)
                await turn.record_changes()
                await checkpoint()
                prompts.mark_recalled(narration.recalled)
                result = await self._finish(
                    session,
                    turn,
                    player_input=text,
                    speaker_id=speaker.id,
                    prompt=prompts.recipe(narration.asked, narration.asked_npc_id),
                    answered_from=narration.recalled,
                    meter=meter,
                    **request,
                )
                return result.model_copy(update={"failure": narration.failure})
            except BaseException:
                session.roll_back()
                raise
            finally:
                await session.close_meters(meter)

    async def _finish(
        self, session: GameSession, turn: LiveTurn, *, meter: Meter | None = None, **fields: Any
    ) -> TurnResult:
        """Fix the ranges of what was requested, commit, and only then tell anybody."""
        state = session.state
        for place in turn.places:
            if uncondensed(state, place) >= self.capture_after:
                await self.memory_service.on_location_exit(state, place)
        fix_ranges(state, self.piece_size)

        def recorded() -> tuple[Record, TurnResult]:
            commands, events = turn.recorded_commands, tuple(event.model_dump(mode="json") for event in turn.events)
            record = session.record(RecordKind.TURN, meter=meter, commands=commands, events=events, **fields)
            return record, result_of(session.header.game_id, record)  # what could not be read again is not written

        record, result = await in_thread(recorded, commit_threads())
        try:
            await session.append(record, meter)
        except asyncio.CancelledError:
            if session.head != record.seq:
                raise  # else it came too late: the turn stands
        self._settle_later(session)
        return result

    def narrator_of(self, header: Header) -> INarrator:
        """Who tells the turns of a game. ModelUnavailable as of `GameLibrary.work_of`."""
        work = self.library.work_of(header)
        return work.narrator if work else self.narrator

    async def _catch_up(self, session: GameSession) -> None:
        if self.settle_in_background:
            await self.settler.catch_up(session)

    def _settle_later(self, session: GameSession) -> None:
        if self.settle_in_background and self.settler.has_work(session.state):
            self.settler.settle_later(session.header.game_id)

    def _recipe(self, narrator: INarrator) -> PromptRecipe:
        return PromptRecipe(
            model=narrator.model,
            mode=narrator.mode,
            budget=self.prompt_budget,
            reserve=self.answer_reserve,
            layout=NEWEST_LAYOUT,
            max_entries=self.max_entries,
            tools_tokens=narrator.tools_tokens,
        )


def speaking_player(state: GameState, speaker: str | None) -> PlayerCharacter:
    """The player of an id, by default the first; NotPossible for no such player."""
    found = next((player for player in state.party.players if speaker in (None, player.id)), None)
    if found is None:
        raise refused(state, PlayerUnknown(player=speaker or ""))
    return found
