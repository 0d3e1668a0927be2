"""The use cases of playing: turns, undo, retry, edits, branches and settling."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Unpack

from app.errors import InvalidInput, NotFound, NotPossible
from app.events.bus import CommandBus
from app.interfaces.agents.narrator import IGameTools, INarrator, Narration
from app.interfaces.cognition import ICognition
from app.interfaces.metering import Meter, metered
from app.interfaces.moderation import IModeration
from app.interfaces.services.memory import IMemoryService
from app.language.rendering.refusing import worded
from app.log import logger
from app.models.base import checked_hint, checked_name, checked_player_text, is_id, short_input
from app.models.command import Command
from app.models.messages.transcript import TranscriptLine, in_turns
from app.models.prompt import Prompt, RecalledMemory
from app.models.records.record import Header, Journal, PersonMemories, PromptRecipe, Record, RecordKind
from app.models.refusals import turns
from app.models.refusals.people import PlayerUnknown
from app.models.state.game_state import GameState, PlayerCharacter
from app.services.ai.context_service import NEWEST_LAYOUT, ContextService, budget_of
from app.services.game.captures.recall_service import RecallService
from app.services.game.games.concurrency import from_journal, in_thread, logs_of, off_loop, release_memory
from app.services.game.games.game_library import GameLibrary
from app.services.game.games.session import Caps, GameSession, KeptRequests, Request
from app.services.game.settler import Settler
from app.services.game.turns import past_turns as past
from app.services.game.turns.later_notes import NO_NOTES, LaterNotes
from app.services.game.turns.moderating import ModeratedShow, check_line, check_orders
from app.services.game.turns.prompt_builder import PromptBuilder
from app.services.game.turns.scene_recorder import Show
from app.services.game.turns.speaking import Addressed, make_speech
from app.services.game.turns.turn_result import TurnResult, UndoneTurn, result_of, undone_turn
from app.services.game.turns.turn_transaction import TurnTransaction
from app.services.game.turns.turn_tree import TurnTree, tree_of, with_branches

OnText = Show
LINES_OF_A_TURN = 20
"""The most lines of a conversation held elsewhere that are one turn."""


@dataclass(kw_only=True, eq=False, repr=False)
class TurnService:
    """The use cases of playing: turns, commands, undo, edits, branches, and the work in the background.

    Turns of one game never overlap; a turn returns only once it is durable. Every method with ``request`` takes
    ``request_id`` and ``request_hash``, texts, or None for none: a known id returns the recorded result instead of
    doing the work again. Moved, which means that another server has the game, counts as Conflict, and OtherFormat as
    CorruptSave. A program gets the service from `Container.turns`, which joins its parts.

    Args:
        library: Opens, creates and branches games.
        bus: Carries out commands.
        narrator: Narrates the games that have no model of their own.
        context: Builds prompts.
        recall: Chooses the memories of a prompt.
        settler: Does the work in the background: summaries, and what people think.
        memory_service: Requests summaries at the end of a turn.
        cognition: The minds of people; None for games in which no person acts by itself.
        capture_after: How many messages at a place, not summarized yet, make a turn request a summary; 30 by default.
        piece_size: About how many messages become one summary; 30 by default.
        prompt_budget: The tokens of a prompt, its answer included; None: as `budget_of` says.
        answer_reserve: The tokens of these that are kept free for the answer; 800 by default.
        max_entries: The most summaries of the place, of each person present and of the world in a prompt; 3 by default.
        person_memories: A person's own memories in its prompt: ``hybrid`` shows summaries, ``chronicle`` the last 50
            and all reflections.
        caps: The caps on model calls and tokens.
        settle_in_background: Whether the work in the background begins after each turn; else `settle` does it.
        moderation: May refuse lines, and texts before they are shown; None allows everything.
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
    prompt_budget: int | None = None
    answer_reserve: int = 800
    max_entries: int = 3
    person_memories: PersonMemories = "hybrid"
    caps: Caps = field(default_factory=Caps)
    settle_in_background: bool = True
    moderation: IModeration | None = None

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
        """Play one input of a player and all its consequences.

        Args:
            game_id: The game.
            text: What the player typed, 1 to 10,000 characters.
            speaker: The player's id; the first player by default.
            on_text: Called with the text of the turn, a piece at a time; None for no calls.
            narrator: Narrates this turn; None for the game's own narrator. An error that it raises undoes the turn and
                reaches the caller.
            request: ``request_id``, a text of the caller's choice, and ``request_hash``, which ties it to one request:
                a known id does nothing and returns what is recorded.

        Returns:
            The turn as it was committed.

        Raises:
            InvalidInput: The text is blank or longer, or holds control characters other than line breaks and tabs; or
                ``game_id`` is no `Id`.
            NotPossible: There is no such player, or the moderation refuses the line or what was to be shown; the turn
                was undone.
            ModelUnavailable: A model failed before the turn had a result, or the game's own model cannot be used here;
                the turn was undone.
            BudgetExhausted: A cap on calls or tokens was reached before the turn had a result; it was undone.
            NotFound: There is no such game.
            CorruptSave: The save of the game is damaged.
            Conflict: Another program, or another event loop of this one, has the game, or ``request_id`` was used for
                another request.
            StorageFailed: The disk or the database refused; the turn did not happen.
        """
        text = checked_player_text(text)
        async with self.library.turn(game_id) as session:
            if (known := await session.requested(**request)) is not None:
                return result_of(game_id, known)
            await self._catch_up(session)
            player = speaking_player(session.state, speaker)
            return await self._play(session, text, player, narrator=narrator, on_text=on_text, **request)

    async def execute(
        self,
        game_id: str,
        *commands: Command,
        owner_id: str | None = None,
        used: Sequence[RecalledMemory] = (),
        **request: Unpack[Request],
    ) -> TurnResult:
        """Execute commands as a turn without text: all of them or none.

        A move takes the minutes of its way, with their ticks, unless an `AdvanceTimeCommand` says how long the turn
        takes; an action takes the minutes that the scenario gives it; nothing else takes time.

        Args:
            game_id: The game.
            commands: The commands, in order. Without any the turn changes nothing.
            owner_id: The id of the player whose turn it is, as for `undo` and `edit`; None for no player's.
            used: Memories to mark as recalled; empty for none.
            request: ``request_id``, a text of the caller's choice, and ``request_hash``, which ties it to one request:
                a known id does nothing and returns what is recorded.

        Returns:
            The turn as it was committed.

        Raises:
            NotPossible: A command was refused, for a reason that its docstring lists, or the moderation refuses its
                texts; nothing has changed.
            InvalidInput: A command was refused likewise, or ``game_id`` or ``owner_id`` is no `Id`.
            NotFound: There is no such game, or a command names an unknown person, place, thing or memory.
            CorruptSave: The save of the game is damaged.
            Conflict: Another program, or another event loop of this one, has the game; ``request_id`` was used for
                another request; or an `ImportMemoriesCommand` was refused.
            StorageFailed: The disk or the database refused; the turn did not happen.
        """
        return await self.execute_with(game_id, lambda _: commands, owner_id=owner_id, used=used, **request)

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
        """Let a person say something, as a turn that takes no time; all at its place hear it.

        Args:
            game_id: The game.
            npc_id: The speaker.
            text: What it says, without quotation marks, 1 to 2,000 characters.
            to: The ids of its addressees, people or players; empty for all who hear it.
            then: Commands to execute afterwards, in order and in the same turn; empty for none.
            used: Memories to mark as recalled; empty for none.
            request: ``request_id``, a text of the caller's choice, and ``request_hash``, which ties it to one request:
                a known id does nothing and returns what is recorded.

        Returns:
            The turn as it was committed.

        Raises:
            NotPossible: The speaker is at no place or asleep, an addressee is elsewhere, the moderation refuses the
                words, or a command was refused.
            NotFound: The game, the speaker or an addressee does not exist, an addressee is the speaker, or a command
                names an unknown person, place, thing or memory.
            InvalidInput: The text is blank or longer, or holds control characters other than line breaks and tabs; a
                command was refused with it; or ``game_id`` is no `Id`.
            CorruptSave: The save of the game is damaged.
            Conflict: Another program, or another event loop of this one, has the game; ``request_id`` was used for
                another request; or an `ImportMemoriesCommand` was refused.
            StorageFailed: The disk or the database refused; the turn did not happen.
        """
        say = partial(make_speech, npc_id=npc_id, text=text, to=to)
        return await self.execute_with(game_id, lambda _: then, used=used, say=say, **request)

    async def execute_with(
        self,
        game_id: str,
        choose: Callable[[GameState], Sequence[Command]],
        *,
        owner_id: str | None = None,
        used: Sequence[RecalledMemory] = (),
        say: Callable[[GameState], Addressed] | None = None,
        **request: Unpack[Request],
    ) -> TurnResult:
        """Execute commands and a speech that are chosen from the game when the turn begins.

        Args:
            game_id: The game.
            choose: Returns the commands for the present state, which it only reads; a `TalekeeperError` that it raises
                refuses the turn.
            owner_id: The id of the player whose turn it is, as for `undo` and `edit`; None for no player's.
                Without effect with a speech, whose speaker's turn it is.
            used: Memories to mark as recalled; empty for none.
            say: Returns for the present state a speech, as a passage, and the ids of its addressees; None for no
                speech. A `TalekeeperError` that it raises refuses the turn.
            request: ``request_id``, a text of the caller's choice, and ``request_hash``, which ties it to one request:
                a known id does nothing and returns what is recorded.

        Returns:
            The turn as it was committed.

        Raises:
            NotPossible: A command or the speech was refused, also by the moderation; nothing has changed.
            InvalidInput: A command or the speech was refused likewise, or ``game_id`` or ``owner_id`` is no `Id`.
            NotFound: There is no such game, or a command names an unknown person, place, thing or memory.
            CorruptSave: The save of the game is damaged.
            Conflict: Another program, or another event loop of this one, has the game; ``request_id`` was used for
                another request; or an `ImportMemoriesCommand` was refused.
            StorageFailed: The disk or the database refused; the turn did not happen.
        """
        if owner_id is not None and not is_id(owner_id):
            raise InvalidInput(f"{short_input(owner_id)} is no id of a player.")
        # A program that only executes lets the background work too. Not afterwards: between the commit and the answer
        # no other turn may come, for the caller reads the results of its own turn in the game.
        await asyncio.sleep(0)
        async with self.library.turn(game_id) as session:
            if (known := await session.requested(**request)) is not None:
                return result_of(game_id, known)
            await self._catch_up(session)
            speech, to = say(session.state) if say is not None else (None, ())
            if speech is not None:
                await check_line(self.moderation, game_id, speech.text, speech.speaker_id)
            commands = choose(session.state)
            await check_orders(self.moderation, game_id, commands, owner_id)
            async with self._transaction(session) as turn:
                if speech is not None:
                    turn.record_speech(speech, to)
                for command in commands:
                    await turn.execute(command)
                await turn.close(minutes_without_move=0)
                turn.mark_recalled(used)
                speaker_id = speech.speaker_id if speech is not None else owner_id
                return await self._commit(session, turn, speaker_id=speaker_id, answered_from=tuple(used), **request)

    async def take_in(
        self, game_id: str, lines: Sequence[TranscriptLine], *, is_end: bool = True, **request: Unpack[Request]
    ) -> int:
        """Record a conversation that was held elsewhere, as turns in which nothing but time and talk happens.

        A turn begins with each line of a player. No person acts by itself meanwhile, and no narrator is called.
        Summaries are made as of other turns.

        Args:
            game_id: The game. The people of the lines are where the party is.
            lines: The lines, in order; at most 20 become one turn. `import_chat` makes them.
            is_end: Whether to request summaries of the last messages, too, at the end.
            request: ``request_id``, a text of the caller's choice, and ``request_hash``: with the same ones a call goes
                on after the last turn of the one before.

        Returns:
            How many turns were recorded by this call; 0 where all were recorded before.

        Raises:
            NotFound: There is no such game.
            CorruptSave: The save of the game is damaged.
            Conflict: Another program, or another event loop of this one, has the game, or ``request_id`` was used for
                another request.
            StorageFailed: The disk or the database refused; the turns before this one are kept.
            InvalidInput: ``game_id`` is no `Id`.
        """
        turns = list(in_turns(lines, LINES_OF_A_TURN))
        recorded = 0
        for number, said in enumerate(turns, 1):
            key: Request = {**request}
            if request.get("request_id") is not None:
                key["request_id"] = f"{request['request_id']}:{number}"
            await asyncio.sleep(0)
            async with self.library.turn(game_id) as session:
                if await session.requested(**key) is not None:
                    continue
                await self._catch_up(session)
                async with TurnTransaction(session, self.bus, self.library.now) as turn:
                    await turn.record_lines(said)
                    await turn.close(minutes_without_move=0)
                    if is_end and number == len(turns):
                        await turn.request_captures(self.memory_service, 1, self.piece_size)
                    typed, speaker_id = (said[0].text, said[0].speaker_id) if said[0].is_player else (None, None)
                    await self._commit(session, turn, player_input=typed, speaker_id=speaker_id, **key)
                    recorded += 1
        return recorded

    async def answered(self, game_id: str, **request: Unpack[Request]) -> TurnResult | None:
        """Find the recorded result of a request; a turn in progress is waited for first.

        Args:
            game_id: The game.
            request: ``request_id`` and ``request_hash``, as they were given to the method that played the turn.

        Returns:
            The turn as it was committed; None if no turn of the game has this request id, if the one that had it was
            undone, or without a ``request_id``.

        Raises:
            NotFound: There is no such game.
            CorruptSave: The save of the game is damaged.
            Conflict: Another program, or another event loop of this one, has the game, or ``request_id`` was used for
                another request.
            InvalidInput: ``game_id`` is no `Id`.
            StorageFailed: The disk or the database refused.
        """
        async with self.library.turn(game_id) as session:
            known = await session.requested(**request)
        return None if known is None else result_of(game_id, known)

    async def go_on(
        self,
        game_id: str,
        *,
        speaker: str | None = None,
        on_text: OnText | None = None,
        narrator: INarrator | None = None,
        **request: Unpack[Request],
    ) -> TurnResult:
        """Let the model narrate on, as a turn in which no player says or does anything.

        Args:
            game_id: The game.
            speaker: The id of the player who asks for it; the first player by default.
            narrator: Tells the turn; None for the game's own narrator.
            on_text: Called with the text of the turn, a piece at a time; None for no calls.
            request: ``request_id``, a text of the caller's choice, and ``request_hash``, which ties it to one request:
                a known id does nothing and returns what is recorded.

        Returns:
            The turn as it was committed; its ``player_input`` is "".

        Raises:
            NotPossible: No model narrates the game, there is no such player, or the moderation refuses what was to be
                shown.
            ModelUnavailable: The model failed before the turn had a result; it was undone.
            BudgetExhausted: A cap on calls or tokens was reached before the turn had a result; it was undone.
            NotFound: There is no such game.
            CorruptSave: The save of the game is damaged.
            Conflict: Another program, or another event loop of this one, has the game, or ``request_id`` was used for
                another request.
            StorageFailed: The disk or the database refused; the turn did not happen.
            InvalidInput: ``game_id`` is no `Id`.
        """
        async with self.library.turn(game_id) as session:
            if (known := await session.requested(**request)) is not None:
                return result_of(game_id, known)
            await self._catch_up(session)
            player = speaking_player(session.state, speaker)
            return await self._play(session, "", player, narrator=narrator, on_text=on_text, **request)

    async def retry(
        self,
        game_id: str,
        *,
        hint: str | None = None,
        owner_id: str | None = None,
        on_text: OnText | None = None,
        **request: Unpack[Request],
    ) -> TurnResult:
        """Play the text of the last turn again, from the state before that turn, and replace it.

        Notes and ways of telling that were given after it stay in force, and are part of the new turn. The replaced
        turn stays in the journal, and `AnswerService.choose` brings it back.

        Args:
            game_id: The game.
            hint: A wish for the new answer, as "shorter, and let her be angry", 1 to 500 characters, which the model
                reads; None for none. Rules do not read it.
            owner_id: The player whose turn it must be; None for any turn.
            on_text: Called with the text of the turn, a piece at a time; None for no calls.
            request: ``request_id`` and ``request_hash`` of the request; those of the old turn by default. The requests
                of the old turn get the new one from then on.

        Returns:
            The new turn as it was committed.

        Raises:
            NotPossible: There is no turn, the last one but for notes has no text, it is not this player's, or the
                moderation refuses the hint or what was to be shown; the old turn is kept.
            InvalidInput: The hint is blank or longer or holds control characters, or ``game_id`` is no `Id`.
            ModelUnavailable: A model failed before the new turn had a result, or the game's own model cannot be used
                here; the old turn is kept.
            BudgetExhausted: A cap on calls or tokens was reached before the new turn had a result; the old turn is
                kept.
            NotFound: There is no such game.
            CorruptSave: The save of the game is damaged.
            Conflict: Another program, or another event loop of this one, has the game, or ``request_id`` was used for
                another request.
            StorageFailed: The disk or the database refused; the old turn is kept.
        """
        hint = "" if hint is None else checked_hint(hint)
        async with self.library.turn(game_id) as session:
            if (known := await session.requested(**request)) is not None:
                return result_of(game_id, known)
            last, later = await past.last_line(session, owner_id)
            if last.player_input is None:
                raise NotPossible(turns.TurnWithoutWords())
            kept = past.requests_after(request, last)
            text = last.player_input
            return await self._play_instead(session, last, text, on_text=on_text, hint=hint, later=later, **kept)

    async def edit(
        self,
        game_id: str,
        turn: int,
        text: str,
        *,
        as_branch: bool = False,
        owner_id: str | None = None,
        on_text: OnText | None = None,
        **request: Unpack[Request],
    ) -> TurnResult:
        """Replace the text of a turn and play it again; later turns and everything that derives from them are
        discarded.

        If it fails, everything stays as before.

        Args:
            game_id: The game.
            turn: The number of the turn, from 1.
            text: The new text of the same player, 1 to 10,000 characters.
            as_branch: Whether to play it in a new game and keep this one; the same request gives the same game.
            owner_id: The player whose turns all from the edited one on must be, lines or its own commands; None for any
                turns.
            on_text: Called with the text of the turn, a piece at a time; None for no calls.
            request: ``request_id``, a text of the caller's choice, and ``request_hash``, which ties it to one request:
                a known id does nothing and returns what is recorded. The requests of the edited turn get the new one
                from then on, unless it is a branch.

        Returns:
            The new turn, whose ``game_id`` is the new game's if it is a branch.

        Raises:
            NotFound: There is no such game or turn.
            NotPossible: The turn has no text, it or a later one is not this player's, or the moderation refuses the
                text or what was to be shown.
            InvalidInput: The text is blank or longer, or holds control characters other than line breaks and tabs; or
                ``game_id`` is no `Id`.
            ModelUnavailable: A model failed before the turn had a result, or the game's own model cannot be used here.
            BudgetExhausted: A cap on calls or tokens was reached before the turn had a result.
            CorruptSave: The save of the game is damaged.
            Conflict: Another program, or another event loop of this one, has the game, or ``request_id`` was used for
                another request.
            StorageFailed: The disk or the database refused; everything is as before.
        """
        text = checked_player_text(text)
        async with self.library.turn(game_id) as session:
            if not as_branch and (known := await session.requested(**request)) is not None:
                return result_of(game_id, known)
            back = session.state.turn - turn + 1
            if not 1 <= back <= session.state.turn:
                raise NotFound(turns.TurnUnknown(turn=turn))
            edited = (await past.turns_back(session, back, owner_id))[-1]
            if edited.player_input is None:
                raise NotPossible(turns.TurnWithoutText(turn=turn))
            if not as_branch:
                later, kept = LaterNotes.of(session.state, edited), past.requests_after(request, edited)
                return await self._play_instead(session, edited, text, on_text=on_text, later=later, **kept)
            new_id = await from_journal(session.read, partial(self.library.branch, at=edited.parent, **request))
        try:
            return await self.take_turn(new_id, text, speaker=edited.speaker_id, on_text=on_text, **request)
        except BaseException:
            branch = self.library.in_memory().get(new_id)
            if branch is not None and branch.state.turn < edited.turn:
                await in_thread(partial(self.library.close, new_id))
                await in_thread(partial(self.library.store.delete, new_id))
            raise

    async def _play(
        self,
        session: GameSession,
        text: str,
        speaker: PlayerCharacter,
        *,
        narrator: INarrator | None = None,
        on_text: OnText | None = None,
        hint: str = "",
        later: LaterNotes = NO_NOTES,
        **request: Unpack[KeptRequests],
    ) -> TurnResult:
        """Play a player's turn in an open game, whose lock is held; with the text "" the narrator goes on by itself."""
        budget = self.prompt_budget
        if narrator is None:
            work = await self.library.work_for(session.header)
            narrator, budget = (work.narrator, work.prompt_budget) if work else (self.narrator, budget)
        if not text and narrator.mode == "offline":
            raise NotPossible(turns.NarratorMissing())
        for written in (text, hint):
            await check_line(self.moderation, session.header.game_id, written, speaker.id)
        show, gate = self._show(session, on_text)
        meter = session.open_meter(self.caps)
        with logger.contextualize(game_id=session.header.game_id, turn=session.state.turn + 1):
            try:
                async with self._transaction(session, show) as turn:
                    await turn.carry(later)
                    recipe = self._recipe(narrator, session.state, budget).model_copy(update={"hint": hint})
                    prompts = PromptBuilder(session.state, text, recipe, self.context, self.recall)
                    turn.hear(speaker, text)
                    with metered(meter):
                        narration = await self._narrated(turn.narrate(narrator, prompts, speaker), gate)
                    await turn.close()
                    if gate is not None:
                        await gate.finish(turn.told)
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
                if gate is not None:
                    gate.close()
                await session.close_meters(meter)
        return result.model_copy(update={"failure": narration.failure})

    def _show(self, session: GameSession, on_text: OnText | None) -> tuple[Show, ModeratedShow | None]:
        """Return what shows the text of the turn that begins, and its moderation, if there is one."""
        game_id = session.header.game_id
        show = self.library.feed.texts(game_id, session.state, on_text)
        if self.moderation is None:
            return show, None

        def stop() -> None:
            if session.narration is not None:
                session.narration.cancel()

        gate = ModeratedShow(self.moderation, game_id, show, stop)
        return gate, gate

    async def _narrated(self, narrating: Awaitable[Narration], gate: ModeratedShow | None) -> Narration:
        """Return the narration, after all its text was allowed.

        Raises:
            NotPossible: A text was refused.
        """
        try:
            narration = await narrating
        except asyncio.CancelledError:
            if gate is None or gate.error is None:
                raise
            raise gate.error from None
        if gate is not None:
            await gate.finish()
        return narration

    def _transaction(self, session: GameSession, show: Show | None = None) -> TurnTransaction:
        return TurnTransaction(session, self.bus, self.library.now, self.cognition, show)

    async def _commit(
        self, session: GameSession, turn: TurnTransaction, *, meter: Meter | None = None, **fields: Any
    ) -> TurnResult:
        await turn.request_captures(self.memory_service, self.capture_after, self.piece_size)
        result = await turn.commit(meter=meter, **fields)
        self.settle_later(session)
        return result

    async def _play_instead(
        self,
        session: GameSession,
        old: Record,
        text: str,
        *,
        on_text: OnText | None,
        hint: str = "",
        later: LaterNotes = NO_NOTES,
        **request: Unpack[KeptRequests],
    ) -> TurnResult:
        """Play a turn from where an old one began, which is kept until the commit."""
        await session.go_back(old.parent, for_good=False)
        try:
            speaker = speaking_player(session.state, old.speaker_id)
            return await self._play(session, text, speaker, on_text=on_text, hint=hint, later=later, **request)
        except BaseException:
            await off_loop(session.reload)
            raise

    def stop(self, game_id: str, *, owner_id: str | None = None) -> bool:
        """Stop the narration in progress. The turn ends with all that was shown and done so far, and is marked as
        interrupted (`TurnResult.interrupted`) if text was shown.

        Args:
            game_id: The game.
            owner_id: The player whose turn it must be; None for any turn.

        Returns:
            Whether there was such a narration to stop.

        Raises:
            NotFound: There is no such game.
            CorruptSave: The save of the game is damaged.
            Conflict: Another program, or another event loop of this one, has the game.
            InvalidInput: ``game_id`` is no `Id`.
            StorageFailed: The disk or the database refused.
        """
        session = self.library.open(game_id)
        if session.narration is None or session.narration.done() or owner_id not in (None, session.narrated_for):
            return False
        session.stopped = True
        return session.narration.cancel()

    async def undo(
        self, game_id: str, turns: int = 1, *, owner_id: str | None = None, **request: Unpack[Request]
    ) -> list[UndoneTurn]:
        """Undo the last turns, with everything that derives from them, memories included.

        Args:
            game_id: The game.
            turns: How many turns, at least 1.
            owner_id: The player whose turns all of them must be, lines or its own commands; None for any turns.
            request: ``request_id``, a text of the caller's choice, and ``request_hash``, which ties it to one request:
                a known id does nothing and returns what is recorded.

        Returns:
            The undone turns, newest first.

        Raises:
            NotPossible: There are not so many turns, ``turns`` is below 1, or one is not this player's.
            NotFound: There is no such game.
            CorruptSave: The save of the game is damaged.
            Conflict: Another program, or another event loop of this one, has the game, or ``request_id`` was used for
                another request.
            StorageFailed: The disk or the database refused; nothing has changed.
            InvalidInput: ``game_id`` is no `Id`.
        """
        async with self.library.turn(game_id) as session:
            if (mark := await session.requested(**request, kind=RecordKind.MARK)) is not None:
                taken_back = await from_journal(session.read, partial(past.taken_back_by, mark=mark))
            else:
                taken_back = await past.turns_back(session, turns, owner_id)
                await session.go_back(taken_back[-1].parent, for_good=True, **request)
                self.settle_later(session)
            return [undone_turn(record) for record in taken_back]

    async def branch(
        self,
        game_id: str,
        *,
        turn: int | None = None,
        label: str | None = None,
        seq: int | None = None,
        **request: Unpack[Request],
    ) -> str:
        """Create a game that continues from a turn of another; from its present if no turn is chosen.

        Args:
            game_id: The game.
            turn: The number of a turn, 0 for the opening; None for the present one. Without effect with ``label`` or
                ``seq``.
            label: The name of a turn; of several the newest. None to choose by ``turn``. Without effect with ``seq``.
            seq: The number of a turn's record, which may be an undone one; None to choose by the others.
            request: ``request_id``, a text of the caller's choice, and ``request_hash``, which ties it to one request:
                a known id creates no second game and returns the first.

        Returns:
            The id of the new game, for the same request the same.

        Raises:
            NotFound: There is no such game, turn, name or record.
            CorruptSave: The save of the game is damaged.
            Conflict: Another program, or another event loop of this one, has the game, or ``request_id`` was used for
                another request.
            StorageFailed: The disk or the database refused; there is no new game.
            InvalidInput: ``game_id`` is no `Id`.
        """
        async with self.library.turn(game_id) as session:
            head = session.head

            def branched(journal: Journal) -> str:
                return self.library.branch(journal, past.find_seq(journal, head, turn, label, seq), **request)

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
        """Name a turn, by default the present one, so that a game can branch from it later.

        Args:
            game_id: The game.
            name: The name, 1 to 60 characters on one line.
            turn: The number of the turn; None for the present one. Without effect with ``seq``.
            seq: The number of the turn's record, which may be an undone one; None to choose by ``turn``.
            request: ``request_id``, a text of the caller's choice, and ``request_hash``, which ties it to one request:
                a known id does nothing.

        Raises:
            InvalidInput: The name is blank or longer, or holds control characters; or ``game_id`` is no `Id`.
            NotFound: There is no such game, turn or record of a turn.
            CorruptSave: The save of the game is damaged.
            Conflict: Another program, or another event loop of this one, has the game, or ``request_id`` was used for
                another request.
            StorageFailed: The disk or the database refused; nothing has changed.
        """
        async with self.library.turn(game_id) as session:
            if await session.requested(**request, kind=RecordKind.MARK) is None:
                name, of = checked_name(name, "turn"), None
                if turn is not None or seq is not None:
                    find = partial(past.find_seq, head=session.head, turn=turn, seq=seq)
                    of = await from_journal(session.read, find)
                await session.label(name, of, **request)

    async def rename(self, game_id: str, title: str, **request: Unpack[Request]) -> None:
        """Give the game another title.

        Args:
            game_id: The game.
            title: The title, 1 to 60 characters on one line.
            request: ``request_id``, a text of the caller's choice, and ``request_hash``, which ties it to one request:
                a known id does nothing.

        Raises:
            InvalidInput: The title is blank or longer, or holds control characters; or ``game_id`` is no `Id`.
            NotFound: There is no such game.
            CorruptSave: The save of the game is damaged.
            Conflict: Another program, or another event loop of this one, has the game, or ``request_id`` was used for
                another request.
            StorageFailed: The disk or the database refused; nothing has changed.
        """
        async with self.library.turn(game_id) as session:
            if await session.requested(**request, kind=RecordKind.MARK) is None:
                await session.rename(checked_name(title, "game"), **request)

    async def tree(self, game_id: str) -> TurnTree:
        """Return every turn that was played, undone ones included, and the games that branched off.

        Args:
            game_id: The game. It is not opened, so another program may have it.

        Returns:
            The turns in the order in which they were played, each with the record before it, the names of the opening,
            and the branches.

        Raises:
            NotFound: There is no such game.
            CorruptSave: The save of the game is damaged.
            InvalidInput: ``game_id`` is no `Id`.
            StorageFailed: The disk or the database refused.
        """
        tree = await from_journal(partial(self.library.read, game_id), tree_of)
        return with_branches(tree, await in_thread(self.library.list))

    async def explain(self, game_id: str, turn: int) -> Prompt:
        """Build the prompt of a turn again from the journal.

        Args:
            game_id: The game.
            turn: The number of the turn, from 1.

        Returns:
            The prompt as the model or the rules got it, with the reason for each line: that of the narrator, or of the
            person who answered the player. Of a turn that a program narrated without reading a prompt, the one that the
            narrator would have got.

        Raises:
            NotFound: There is no such game, or no such turn that leads to its present (undone ones do not).
            NotPossible: The turn is one of commands or of an imported chat, and so it has no prompt.
            CorruptSave: The save of the game is damaged.
            InvalidInput: ``game_id`` is no `Id`.
            StorageFailed: The disk or the database refused.
        """
        read = partial(self.library.read, game_id)
        return await past.rebuild_prompt(read, turn, bus=self.bus, context=self.context, recall=self.recall)

    async def settle(self, game_id: str) -> None:
        """Do the pending work of a game now: summaries of events and talks, and the thinking of people.

        A summary that a model fails at stays pending, and rules think in place of a model that fails. Neither is an
        error. It ends early, without an error, if the game is closed meanwhile.

        Args:
            game_id: The game.

        Raises:
            NotFound: There is no such game.
            CorruptSave: The save of the game is damaged.
            Conflict: Another program, or another event loop of this one, has the game.
            ModelUnavailable: The game's own model cannot be used here.
            StorageFailed: The disk or the database refused; what is not saved stays pending.
            InvalidInput: ``game_id`` is no `Id`.
        """
        await self.library.opened(game_id)
        await self.settler.settle(game_id)

    async def close(self, game_id: str) -> int:
        """Stop work on a game and let other processes write it.

        Args:
            game_id: The game.

        Returns:
            How many captures (summaries to be made) stay pending; they are made when the game is opened again.

        Raises:
            NotFound: There is no such game.
            CorruptSave: The save of the game is damaged.
            Conflict: Another program, or another event loop of this one, has the game.
            InvalidInput: ``game_id`` is no `Id`.
            StorageFailed: The disk or the database refused.
        """
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
        """Return the present state of the game, to be read only; the game is opened if needed.

        Args:
            game_id: The game.

        Raises:
            NotFound: There is no such game.
            CorruptSave: The save of the game is damaged.
            Conflict: Another program, or another event loop of this one, has the game.
            InvalidInput: ``game_id`` is no `Id`.
            StorageFailed: The disk or the database refused.
        """
        return self.library.open(game_id).state

    def speaking(self, game_id: str) -> AbstractContextManager[None]:
        """Return a context in which texts are read and written in the game's language, and refusals that leave it get
        their sentences; a turn does so itself.

        Args:
            game_id: The game.

        Raises:
            NotFound: There is no such game.
            CorruptSave: The save of the game is damaged.
            Conflict: Another program, or another event loop of this one, has the game.
            InvalidInput: ``game_id`` is no `Id`.
            StorageFailed: The disk or the database refused.
        """
        return worded(self.state(game_id))

    def narrator_of(self, header: Header) -> INarrator:
        """Return the narrator of a game: that of its own model, else the server's.

        Args:
            header: The header of the game's journal.

        Raises:
            ModelUnavailable: The game has a model of its own that cannot be used here.
            StorageFailed: The disk or the database refused to read the game's choice of a model.
        """
        work = self.library.work_of(header)
        return work.narrator if work else self.narrator

    async def _catch_up(self, session: GameSession) -> None:
        if self.settle_in_background:
            await self.settler.catch_up(session)

    def settle_later(self, session: GameSession) -> None:
        """Begin the work in the background, unless only `settle` does it.

        Args:
            session: The game, open.
        """
        if self.settle_in_background and self.settler.has_work(session.state):
            self.settler.settle_later(session.header.game_id)

    def _recipe(self, narrator: INarrator, state: GameState, budget: int | None) -> PromptRecipe:
        """Return how the prompts of a turn are made, with a budget in tokens or, for None, the usual one. Tools that
        this game alone needs come on top of it, so that its prompts hold as much as those of others."""
        own = narrator.tools_tokens_in(state) if isinstance(narrator, IGameTools) else narrator.tools_tokens
        whole = budget or budget_of(narrator.mode)
        return PromptRecipe(
            model=narrator.model,
            mode=narrator.mode,
            budget=whole + own - narrator.tools_tokens,
            reserve=min(self.answer_reserve, whole // 3),
            layout=NEWEST_LAYOUT,
            max_entries=self.max_entries,
            memories=self.person_memories,
            tools_tokens=own,
        )


def speaking_player(state: GameState, speaker: str | None) -> PlayerCharacter:
    """Return the player of an id, by default the first.

    Raises:
        NotPossible: There is no such player.
    """
    player = next((one for one in state.party.players if speaker in (None, one.id)), None)
    if player is None:
        raise NotPossible(PlayerUnknown(player=speaker or ""))
    return player
