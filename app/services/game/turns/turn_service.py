"""Playing: turns, undo, retry, branches, and letting the game settle."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Unpack

from app.events.bus import CommandBus
from app.interfaces.agents.narrator import INarrator
from app.interfaces.cognition import ICognition
from app.interfaces.metering import Meter, metered
from app.interfaces.services.memory import IMemoryService
from app.language.language import language_of, using
from app.language.rendering.refusing import not_found, refused
from app.log import logger
from app.models.base import checked_name, checked_player_text
from app.models.command import Command
from app.models.prompt import Prompt, RecalledMemory
from app.models.records.record import Header, Journal, PromptRecipe, Record, RecordKind
from app.models.refusals.people import PlayerUnknown
from app.models.state.game_state import GameState, PlayerCharacter
from app.services.ai.context_service import NEWEST_LAYOUT, ContextService
from app.services.game.captures.recall_service import RecallService
from app.services.game.games.concurrency import from_journal, in_thread, logs_of, off_loop, release_memory
from app.services.game.games.game_library import GameLibrary
from app.services.game.games.session import Caps, GameSession, Request
from app.services.game.settler import Settler
from app.services.game.turns import past_turns as past
from app.services.game.turns.prompt_builder import PromptBuilder
from app.services.game.turns.scene_recorder import Show
from app.services.game.turns.speaking import Addressed, utterance
from app.services.game.turns.turn_result import TurnResult, UndoneTurn, result_of, undone_turn
from app.services.game.turns.turn_transaction import TurnTransaction
from app.services.game.turns.turn_tree import TurnTree, tree_of, with_branches

OnText = Show


@dataclass(kw_only=True, eq=False, repr=False)
class TurnService:
    """The use cases of playing. Turns of one game never overlap; a turn is done only once it is durable.

    See Settings for what each number means.
    """

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

    async def take_turn(
        self,
        game_id: str,
        text: str,
        *,
        speaker: str | None = None,
        on_text: OnText | None = None,
        narrator: INarrator | None = None,
        **request: Unpack[Request],
    ) -> TurnResult:
        """Play one input and all that follows from it. ``speaker`` is a player's id, the first player's by default; a
        known ``request_id`` returns the recorded result, Conflict if another ``request_hash`` is recorded with it;
        ``narrator`` tells this turn instead of the game's own. InvalidInput for text that breaks a limit;
        ModelUnavailable, BudgetExhausted and StorageFailed undo the turn."""
        text = checked_player_text(text)
        async with self.library.turn(game_id) as session:
            if (known := await session.requested(**request)) is not None:
                return result_of(game_id, known)
            await self._catch_up(session)
            player = speaking_player(session.state, speaker)
            return await self._play(session, text, player, narrator, on_text, **request)

    async def execute(
        self, game_id: str, *commands: Command, used: Sequence[RecalledMemory] = (), **request: Unpack[Request]
    ) -> TurnResult:
        """A turn without text: all of the commands or none. A move takes the minutes of its way, in which minds tick,
        as a typed one does, unless a command beside it moves the clock; nothing else adds time. ``used`` memories are
        marked as recalled. Requests are as for `take_turn`."""
        return await self.execute_with(game_id, lambda _: commands, used=used, **request)

    async def speak(
        self,
        game_id: str,
        npc_id: str,
        text: str,
        to: Sequence[str] = (),
        *,
        then: Sequence[Command] = (),
        used: Sequence[RecalledMemory] = (),
        **request: Unpack[Request],
    ) -> TurnResult:
        """A turn in which a person says something to those of ``to``, by id; all at its place hear it. It adds no time;
        ``then``, commands that follow from it, and ``used`` are as for `execute`. Errors as of `utterance`."""
        say = partial(utterance, npc_id=npc_id, text=text, to=to)
        return await self.execute_with(game_id, lambda _: then, used=used, say=say, **request)

    async def execute_with(
        self,
        game_id: str,
        choose: Callable[[GameState], Sequence[Command]],
        *,
        used: Sequence[RecalledMemory] = (),
        say: Callable[[GameState], Addressed] | None = None,
        **request: Unpack[Request],
    ) -> TurnResult:
        """As `execute`, with commands and words chosen from the game when the turn begins; choosing may refuse."""
        # A program that only executes lets the background work too. Not afterwards: between the commit and the answer
        # no other turn may come, for the caller reads in the game what came of its own.
        await asyncio.sleep(0)
        async with self.library.turn(game_id) as session:
            if (known := await session.requested(**request)) is not None:
                return result_of(game_id, known)
            await self._catch_up(session)
            speech, to = say(session.state) if say is not None else (None, ())
            commands = choose(session.state)
            async with self._transaction(session) as turn:
                if speech is not None:
                    turn.record_speech(speech, to)
                for command in commands:
                    await turn.execute(command)
                await turn.close(minutes_without_move=0)
                turn.mark_recalled(used)
                speaker_id = speech.speaker_id if speech is not None else None
                return await self._commit(session, turn, speaker_id=speaker_id, answered_from=tuple(used), **request)

    async def answered(self, game_id: str, **request: Unpack[Request]) -> TurnResult | None:
        """The recorded result of a request, after a turn in progress; None where it is not known. Conflict as of
        `take_turn`."""
        async with self.library.turn(game_id) as session:
            known = await session.requested(**request)
        return None if known is None else result_of(game_id, known)

    async def retry(
        self, game_id: str, *, own: str | None = None, on_text: OnText | None = None, **request: Unpack[Request]
    ) -> TurnResult:
        """The last turn's words again, from where that turn began, by default for its request.
        If it fails, the old turn stands. ``own`` is as for `undo`."""
        async with self.library.turn(game_id) as session:
            if (known := await session.requested(**request)) is not None:
                return result_of(game_id, known)
            last = (await self._past(session, 1, own))[0]
            if last.player_input is None:
                raise refused(session.state, "turn-without-words")
            request = request or {"request_id": last.request_id, "request_hash": last.request_hash}
            return await self._play_instead(session, last, last.player_input, on_text, **request)

    async def edit(
        self,
        game_id: str,
        turn: int,
        text: str,
        *,
        as_branch: bool = False,
        own: str | None = None,
        on_text: OnText | None = None,
        **request: Unpack[Request],
    ) -> TurnResult:
        """Another text of the same player in the place of a turn's: the turns that came after it are no more, nor what
        is remembered of them. ``as_branch``: in a new game, the result's, which is the same for the same request. If it
        fails, everything stands as before. NotFound for a turn never played, NotPossible for one without text; ``own``
        is as for `undo`, of all turns from the edited one on."""
        text = checked_player_text(text)
        async with self.library.turn(game_id) as session:
            if not as_branch and (known := await session.requested(**request)) is not None:
                return result_of(game_id, known)
            back = session.state.turn - turn + 1
            if not 1 <= back <= session.state.turn:
                raise not_found(session.state, "turn-unknown", turn=str(turn))
            edited = (await self._past(session, back, own))[-1]
            if edited.player_input is None:
                raise refused(session.state, "turn-without-text", turn=str(turn))
            if not as_branch:
                return await self._play_instead(session, edited, text, on_text, **request)
            new_id = await from_journal(session.read, partial(self.library.branch, at=edited.parent, **request))
        try:
            return await self.take_turn(new_id, text, speaker=edited.speaker_id, on_text=on_text, **request)
        except BaseException:
            made = self.library.in_memory().get(new_id)
            if made is not None and made.state.turn < edited.turn:
                await in_thread(partial(self.library.close, new_id))
                await in_thread(partial(self.library.store.delete, new_id))
            raise

    async def _play(
        self,
        session: GameSession,
        text: str,
        speaker: PlayerCharacter,
        narrator: INarrator | None,
        on_text: OnText | None,
        **request: Unpack[Request],
    ) -> TurnResult:
        """Play a player's turn in an open game, whose lock is held."""
        if narrator is None:
            work = await self.library.work_for(session.header)
            narrator = work.narrator if work else self.narrator
        show = self.library.feed.texts(session.header.game_id, session.state, on_text)
        meter = session.open_meter(self.caps)
        prompts = PromptBuilder(session.state, text, self._recipe(narrator), self.context, self.recall)
        with logger.contextualize(game_id=session.header.game_id, turn=session.state.turn + 1):
            try:
                async with self._transaction(session, show) as turn:
                    turn.hear(speaker, text)
                    with metered(meter):
                        narration = await turn.narrate(narrator, prompts, speaker)
                    await turn.close()
                    turn.mark_recalled(prompts.recalled(narration.recalled))
                    result = await self._commit(
                        session,
                        turn,
                        meter=meter,
                        player_input=text,
                        speaker_id=speaker.id,
                        prompt=prompts.recipe(narration.asked, narration.asked_npc_id),
                        answered_from=narration.recalled,
                        **request,
                    )
            finally:
                await session.close_meters(meter)
        return result.model_copy(update={"failure": narration.failure})

    def _transaction(self, session: GameSession, show: Show | None = None) -> TurnTransaction:
        return TurnTransaction(session, self.bus, self.library.now, self.cognition, show)

    async def _commit(
        self, session: GameSession, turn: TurnTransaction, *, meter: Meter | None = None, **fields: Any
    ) -> TurnResult:
        await turn.request_captures(self.memory_service, self.capture_after, self.piece_size)
        result = await turn.commit(meter=meter, **fields)
        self._settle_later(session)
        return result

    async def _play_instead(
        self, session: GameSession, old: Record, text: str, on_text: OnText | None, **request: Unpack[Request]
    ) -> TurnResult:
        """A turn from where an old one began, which stands until the commit."""
        await session.go_back(old.parent, for_good=False)
        try:
            speaker = speaking_player(session.state, old.speaker_id)
            return await self._play(session, text, speaker, None, on_text, **request)
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

    async def undo(
        self, game_id: str, turns: int = 1, *, own: str | None = None, **request: Unpack[Request]
    ) -> list[UndoneTurn]:
        """Take back the last turns, newest first, with everything that derives from them. NotPossible unless all of
        them were the player's whose ``own`` they are to be (None: anybody's). Requests are as for `take_turn`."""
        async with self.library.turn(game_id) as session:
            if (mark := await session.requested(**request, kind=RecordKind.MARK)) is not None:
                taken_back = await from_journal(session.read, partial(past.taken_back_by, mark=mark))
            else:
                taken_back = await self._past(session, turns, own)
                await session.go_back(taken_back[-1].parent, for_good=True, **request)
                self._settle_later(session)
            return [undone_turn(record) for record in taken_back]

    async def _past(self, session: GameSession, count: int, own: str | None) -> list[Record]:
        found = session.recent_turns(count)
        if not found:
            found = await from_journal(session.read, partial(past.last_turns, head=session.head, count=count))
        if own is not None and any(record.speaker_id != own for record in found):
            raise refused(session.state, "turn-not-own", player=session.state.name(own))
        return found

    async def branch(
        self,
        game_id: str,
        *,
        turn: int | None = None,
        label: str | None = None,
        seq: int | None = None,
        **request: Unpack[Request],
    ) -> str:
        """A new game that goes its own way from a turn (or a named turn, the turn of a record, or the present); its id,
        for a known request the same."""
        async with self.library.turn(game_id) as session:
            head = session.head

            def branched(journal: Journal) -> str:
                return self.library.branch(journal, past.place_of(journal, head, turn, label, seq), **request)

            return await from_journal(session.read, branched)

    async def label(
        self,
        game_id: str,
        name: str,
        *,
        turn: int | None = None,
        seq: int | None = None,
        **request: Unpack[Request],
    ) -> None:
        """Name a turn (or that of a record), by default the present one, so that one can branch from it later.
        InvalidInput for a name over 60 characters, NotFound for a turn never played."""
        async with self.library.turn(game_id) as session:
            if await session.requested(**request, kind=RecordKind.MARK) is None:
                name, of = checked_name(name, "turn"), None
                if turn is not None or seq is not None:
                    find = partial(past.place_of, head=session.head, turn=turn, seq=seq)
                    of = await from_journal(session.read, find)
                await session.label(name, of, **request)

    async def rename(self, game_id: str, title: str, **request: Unpack[Request]) -> None:
        """Give the game another title. InvalidInput for one over 60 characters."""
        async with self.library.turn(game_id) as session:
            if await session.requested(**request, kind=RecordKind.MARK) is None:
                await session.rename(checked_name(title, "game"), **request)

    async def tree(self, game_id: str) -> TurnTree:
        """Every turn that was played, also those that do not stand any more, and the games that branched off."""
        tree = await from_journal(partial(self.library.read, game_id), tree_of)
        return with_branches(tree, await in_thread(self.library.list))

    async def explain(self, game_id: str, turn: int) -> Prompt:
        """The prompt that was shown in a turn, built again from the journal."""
        read = partial(self.library.read, game_id)
        return await past.rebuild_prompt(read, turn, bus=self.bus, context=self.context, recall=self.recall)

    async def settle(self, game_id: str) -> None:
        await self.library.opened(game_id)
        await self.settler.settle(game_id)

    async def close(self, game_id: str) -> int:
        """Stop working on a game and let others write it; how many captures wait for the next time."""
        async with self.library.turn(game_id) as session:
            await self.settler.cancel(game_id)
            await session.record_spend()
            waiting = sum(len(queue) for queue in session.state.pending.values())
            await in_thread(partial(self.library.close, game_id))
        logs = logs_of(session.state)
        del session
        await asyncio.to_thread(release_memory, logs)
        return waiting

    def state(self, game_id: str) -> GameState:
        """The game as it is now, to be read only."""
        return self.library.open(game_id).state

    def speaking(self, game_id: str) -> AbstractContextManager[None]:
        """Inside the block texts are read and written in the game's language; a turn sees to that itself."""
        return using(language_of(self.state(game_id).sheet))

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
    """Find the player of an id, by default the first; NotPossible for no such player."""
    found = next((player for player in state.party.players if speaker in (None, player.id)), None)
    if found is None:
        raise refused(state, PlayerUnknown(player=speaker or ""))
    return found
