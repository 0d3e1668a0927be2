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
from app.models.base import is_id, short_input
from app.models.command import Command
from app.models.messages.transcript import TranscriptLine, in_turns
from app.models.plain_reasons import ValueFault, ValueUnfit
from app.models.prompt import Prompt, RecalledMemory
from app.models.records.record import Header, Journal, PersonMemories, PromptRecipe, Record, RecordKind
from app.models.refusals import turns
from app.models.refusals.people import PlayerUnknown
from app.models.state.game_state import GameState, PlayerCharacter
from app.models.typed_text import checked_hint, checked_name, checked_player_text
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

    Turns of one game never overlap; a turn returns only when it is stored durably. Every method with ``request`` takes
    two optional keyword arguments, each a text or None: ``request_id``, of the caller's choice, and ``request_hash``,
    equal for equal requests, such as a hash of the arguments. If the id was used before, with the same hash or without
    one, nothing is done and the recorded result is returned; with another hash Conflict is raised. A request whose turn
    was undone counts as new. Where Conflict is listed, its subclass Moved (another server has the game open) may be
    raised, and for CorruptSave its subclass OtherFormat. A program gets the service from `Container.turns`, which joins
    its parts.

    Args:
        library: Opens, creates and branches games.
        bus: Carries out commands.
        narrator: Narrates the games that have no model of their own.
        context: Builds prompts.
        recall: Chooses the memories of a prompt.
        settler: Does the work in the background: summaries, and what people think.
        memory_service: Requests summaries at the end of a turn.
        cognition: The minds of people; None for games in which people do nothing on their own.
        capture_after: How many messages at a place that are not summarized yet make a turn request a summary; 30 by
            default.
        piece_size: About how many messages become one summary; 30 by default.
        prompt_budget: The most tokens of a prompt, its answer included; None: 24,000 if the narrator has tools, else
            6,000.
        answer_reserve: How many of these tokens are kept free for the answer; 800 by default.
        max_entries: The most summaries of the place, of each person present and of the world in a prompt; 3 by default.
        person_memories: Which of a person's memories the person's prompt shows: ``hybrid``, summaries; ``chronicle``,
            the last 50 memories and all reflections.
        caps: The caps on model calls and tokens.
        settle_in_background: Whether the background work begins after each turn; if False, only `settle` does it.
        moderation: A filter that may refuse lines, and texts before they are shown; None allows everything.
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
        """Play one line of a player, with all its consequences.

        Args:
            game_id: The game.
            text: What the player typed, 1 to 10,000 characters.
            speaker: The player's id; None for the first player.
            on_text: A plain function (no coroutine) that is called with each piece of the turn's text (a str) when it
                is shown; None for no calls. Joined, the pieces read as one text in paragraphs. An exception of it
                undoes the turn and reaches the caller.
            narrator: Narrates this turn; None for the game's own narrator. An exception of it undoes the turn and
                reaches the caller.
            request: Two optional keyword arguments, each a text or None: ``request_id``, of the caller's choice, and
                ``request_hash``, equal for equal requests, such as a hash of the arguments. If the id was used before,
                nothing is done and the recorded result is returned.

        Returns:
            The turn as it was committed. A model that fails after text of the scenario's author was shown (in the mode
            ``guided``: at any time) is no error: rules narrate the rest, and ``failure`` says why.

        Raises:
            InvalidInput: The text is blank or too long, or holds control characters other than line breaks and tabs; or
                ``game_id`` is not a valid `Id`.
            NotPossible: The party has no such player, or the moderation refuses the line or a text that was to be
                shown; the turn was undone.
            ModelUnavailable: A model failed before text of the scenario's author was shown, or the game's own model
                cannot be used here; the turn was undone.
            BudgetExhausted: A cap on model calls or tokens was reached before text of the scenario's author was shown;
                it was undone.
            NotFound: There is no such game.
            CorruptSave: The save of the game is damaged.
            Conflict: Another program, or another event loop of this one, has the game open, or ``request_id`` was used
                for another request.
            StorageFailed: Reading or writing the disk or the database failed; the turn did not happen.
        """
        text = await self.library.checked(game_id, checked_player_text, text)
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

        A move takes the minutes of its way, unless an `AdvanceTimeCommand` says how long the turn takes; an action
        takes the minutes that the scenario gives it; nothing else takes time. While time passes, people act by
        themselves.

        Args:
            game_id: The game.
            commands: The commands, in order. With no commands the turn changes nothing.
            owner_id: The id of the player to whom the turn belongs, who may then undo and edit it; None for no player.
                It need not be a player of the party.
            used: Memories of the game to mark as recalled (those that are recalled often fade more slowly); empty for
                none. Messages among them are ignored.
            request: Two optional keyword arguments, each a text or None: ``request_id``, of the caller's choice, and
                ``request_hash``, equal for equal requests, such as a hash of the arguments. If the id was used before,
                nothing is done and the recorded result is returned.

        Returns:
            The turn as it was committed.

        Raises:
            NotPossible: A command was refused, for a reason that its docstring lists, or the moderation refuses its
                texts. Nothing has changed.
            InvalidInput: A command was refused, for a reason that its docstring lists; or ``game_id`` or ``owner_id``
                is not a valid `Id`.
            NotFound: There is no such game; a command names an unknown person, place, thing or memory; or ``used`` has
                an unknown memory.
            CorruptSave: The save of the game is damaged.
            Conflict: Another program, or another event loop of this one, has the game open; ``request_id`` was used for
                another request; or an `ImportMemoriesCommand` was refused.
            StorageFailed: Reading or writing the disk or the database failed; the turn did not happen.
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
        """Let a person say something, as a turn that takes no time. Everyone at the person's place hears it.

        Args:
            game_id: The game.
            npc_id: The id of the speaker.
            text: The words, without quotation marks, 1 to 2,000 characters.
            to: The ids of the people or players who are addressed; empty for all who hear it.
            then: Commands to execute afterwards, in order and in the same turn; empty for none.
            used: Memories of the game to mark as recalled (those that are recalled often fade more slowly); empty for
                none. Messages among them are ignored.
            request: Two optional keyword arguments, each a text or None: ``request_id``, of the caller's choice, and
                ``request_hash``, equal for equal requests, such as a hash of the arguments. If the id was used before,
                nothing is done and the recorded result is returned.

        Returns:
            The turn as it was committed.

        Raises:
            NotPossible: The speaker is at no place or asleep; an addressee is at another place; the moderation refuses
                the words; or a command was refused.
            NotFound: There is no such game, speaker or addressee; an addressee is the speaker; a command names an
                unknown person, place, thing or memory; or ``used`` has an unknown memory.
            InvalidInput: The text is blank or too long, or holds control characters other than line breaks and tabs; a
                command was refused because of a value in it; or ``game_id`` is not a valid `Id`.
            CorruptSave: The save of the game is damaged.
            Conflict: Another program, or another event loop of this one, has the game open; ``request_id`` was used for
                another request; or an `ImportMemoriesCommand` was refused.
            StorageFailed: Reading or writing the disk or the database failed; the turn did not happen.
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
        """Execute commands and a speech that are chosen from the game when the turn begins. The speech comes first.

        Args:
            game_id: The game.
            choose: A plain function that gets the state before the speech, which it only reads, and returns the
                commands. If it raises an exception, nothing is done and the exception reaches the caller.
            owner_id: The id of the player to whom the turn belongs, who may then undo and edit it; None for no player.
                It need not be a player of the party.
                Ignored if there is a speech: the turn then belongs to its speaker.
            used: Memories of the game to mark as recalled (those that are recalled often fade more slowly); empty for
                none. Messages among them are ignored.
            say: A plain function that gets the present state, which it only reads, and returns a tuple: a speech
                (``Passage.speech(npc_id, words)``), and a tuple of the ids of its addressees, () for all who hear it.
                The rules of `speak` are not checked for it. If it raises an exception, nothing is done and the
                exception reaches the caller. None for no speech.
            request: Two optional keyword arguments, each a text or None: ``request_id``, of the caller's choice, and
                ``request_hash``, equal for equal requests, such as a hash of the arguments. If the id was used before,
                nothing is done and the recorded result is returned.

        Returns:
            The turn as it was committed.

        Raises:
            NotPossible: A command or the speech was refused, by a rule or by the moderation. Nothing has changed.
            InvalidInput: A command or the speech was refused because of a value in it; or ``game_id`` or ``owner_id``
                is not a valid `Id`.
            NotFound: There is no such game; a command names an unknown person, place, thing or memory; or ``used`` has
                an unknown memory.
            CorruptSave: The save of the game is damaged.
            Conflict: Another program, or another event loop of this one, has the game open; ``request_id`` was used for
                another request; or an `ImportMemoriesCommand` was refused.
            StorageFailed: Reading or writing the disk or the database failed; the turn did not happen.
        """
        if owner_id is not None:
            await self.library.checked(game_id, _checked_player_id, owner_id)
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
        """Record a conversation of another program as turns, in which only time passes and people talk.

        A turn begins with each line of a player. People do not act meanwhile, and no narrator is called. Summaries are
        made as for other turns.

        Args:
            game_id: The game. Its party and the people in the lines should be at the place where the conversation
                happens.
            lines: The lines, in order, as `import_chat` makes them. At most 20 lines become one turn. Speakers are not
                checked: an unknown one is recorded under its id, and one at another place does not hear the line.
            is_end: Whether the conversation ends here: summaries of the last messages are requested, too.
            request: Two optional keyword arguments, each a text or None: ``request_id``, of the caller's choice, and
                ``request_hash``, equal for equal requests, such as a hash of the arguments. A second call with the same
                two continues after the last turn that the first call recorded.

        Returns:
            How many turns this call recorded; 0 if all were recorded before. Without ``lines`` it is 0, too, and the
            game is not looked for.

        Raises:
            NotFound: There is no such game.
            CorruptSave: The save of the game is damaged.
            Conflict: Another program, or another event loop of this one, has the game open, or ``request_id`` was used
                for another request.
            StorageFailed: Reading or writing the disk or the database failed; the turns that were recorded so far are
                kept.
            InvalidInput: ``game_id`` is not a valid `Id`.
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
        """Find the recorded result of a request. If a turn is in progress, first wait until it ends.

        Args:
            game_id: The game.
            request: ``request_id`` and ``request_hash``, each a text or None, as they were given to the method that
                played the turn.

        Returns:
            The turn as it was committed. None if ``request_id`` is None, if no turn of the game has it, or if the turn
            that had it was undone.

        Raises:
            NotFound: There is no such game.
            CorruptSave: The save of the game is damaged.
            Conflict: Another program, or another event loop of this one, has the game open, or ``request_id`` was used
                for another request.
            InvalidInput: ``game_id`` is not a valid `Id`.
            StorageFailed: Reading or writing the disk or the database failed.
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
        """Let the model continue the narration, as a turn in which no player says or does anything.

        Args:
            game_id: The game.
            speaker: The id of the player who asks for it; None for the first player.
            narrator: Narrates this turn; None for the game's own narrator. An exception of it undoes the turn and
                reaches the caller.
            on_text: A plain function (no coroutine) that is called with each piece of the turn's text (a str) when it
                is shown; None for no calls. Joined, the pieces read as one text in paragraphs. An exception of it
                undoes the turn and reaches the caller.
            request: Two optional keyword arguments, each a text or None: ``request_id``, of the caller's choice, and
                ``request_hash``, equal for equal requests, such as a hash of the arguments. If the id was used before,
                nothing is done and the recorded result is returned.

        Returns:
            The turn as it was committed; its ``player_input`` is "". A model that fails after text of the scenario's
            author was shown is no error: rules narrate the rest, and ``failure`` says why.

        Raises:
            NotPossible: No model narrates the game; the party has no such player; or the moderation refuses a text that
                was to be shown. The turn was undone.
            ModelUnavailable: The model failed before text of the scenario's author was shown, or the game's own model
                cannot be used here; the turn was undone.
            BudgetExhausted: A cap on model calls or tokens was reached before text of the scenario's author was shown;
                it was undone.
            NotFound: There is no such game.
            CorruptSave: The save of the game is damaged.
            Conflict: Another program, or another event loop of this one, has the game open, or ``request_id`` was used
                for another request.
            StorageFailed: Reading or writing the disk or the database failed; the turn did not happen.
            InvalidInput: ``game_id`` is not a valid `Id`.
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
        """Play the line of the last turn again, from the state before that turn, and replace the turn.

        Notes and narration styles that were set after that turn stay in force, and are part of the new turn. The
        replaced turn stays in the journal, and `AnswerService.choose` brings it back.

        Args:
            game_id: The game.
            hint: A wish for the new answer, such as "shorter, and make her angry", 1 to 500 characters, which the model
                reads; None for none. A narrator by rules ignores it.
            owner_id: If given, the turn must belong to the player of this id; None for any turn.
            on_text: A plain function (no coroutine) that is called with each piece of the turn's text (a str) when it
                is shown; None for no calls. Joined, the pieces read as one text in paragraphs. An exception of it
                leaves the old turn as it was and reaches the caller.
            request: Two optional keyword arguments, each a text or None: ``request_id``, of the caller's choice, and
                ``request_hash``, equal for equal requests, such as a hash of the arguments. If the id was used before,
                nothing is done and the recorded result is returned. If neither is given, the new turn gets those of the
                old turn. The request ids of the old turn return the new turn from then on.

        Returns:
            The new turn as it was committed. A model that fails after text of the scenario's author was shown (in the
            mode ``guided``: at any time, unless the turn continues the narration) is no error: rules narrate the rest,
            and ``failure`` says why.

        Raises:
            NotPossible: There is no turn; the last turn (turns of notes alone not counted) has no line of a player, as
                a turn of commands has none, or belongs to another player than ``owner_id``; it continued the narration
                (`go_on`), and no model narrates the game any more; or the moderation refuses the hint or a text that
                was to be shown. The old turn is kept.
            InvalidInput: The hint is blank, too long or holds control characters; or ``game_id`` is not a valid `Id`.
            ModelUnavailable: A model failed before text of the scenario's author was shown, or the game's own model
                cannot be used here; the old turn is kept.
            BudgetExhausted: A cap on model calls or tokens was reached before text of the scenario's author was shown;
                the old turn is kept.
            NotFound: There is no such game.
            CorruptSave: The save of the game is damaged.
            Conflict: Another program, or another event loop of this one, has the game open, or ``request_id`` was used
                for another request.
            StorageFailed: Reading or writing the disk or the database failed; the old turn is kept.
        """
        hint = "" if hint is None else await self.library.checked(game_id, checked_hint, hint)
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
        """Replace the line of a turn and play it again. Later turns are undone, with everything that follows from them.

        If it fails, everything stays as before.

        Args:
            game_id: The game.
            turn: The number of the turn, from 1.
            text: The new line of the same player, 1 to 10,000 characters.
            as_branch: Whether to play the line in a new game and keep this one as it is. The same ``request_id`` gives
                the same new game.
            owner_id: If given, the edited turn and all later ones must belong to the player of this id, as their lines
                or their own commands; None for any turns.
            on_text: A plain function (no coroutine) that is called with each piece of the turn's text (a str) when it
                is shown; None for no calls. Joined, the pieces read as one text in paragraphs. An exception of it
                leaves everything as it was and reaches the caller.
            request: Two optional keyword arguments, each a text or None: ``request_id``, of the caller's choice, and
                ``request_hash``, equal for equal requests, such as a hash of the arguments. If the id was used before,
                nothing is done and the recorded result is returned. Unless it is a branch, the request ids of the
                edited turn return the new turn from then on.

        Returns:
            The new turn. For a branch its ``game_id`` is that of the new game. A model that fails after text of the
            scenario's author was shown (in the mode ``guided``: at any time) is no error: rules narrate the rest, and
            ``failure`` says why.

        Raises:
            NotFound: There is no such game or turn.
            NotPossible: The turn has no line of a player, as a turn of commands has none; it or a later turn belongs to
                another player than ``owner_id``; or the moderation refuses the line or a text that was to be shown.
            InvalidInput: The text is blank or too long, or holds control characters other than line breaks and tabs; or
                ``game_id`` is not a valid `Id`.
            ModelUnavailable: A model failed before text of the scenario's author was shown, or the game's own model
                cannot be used here.
            BudgetExhausted: A cap on model calls or tokens was reached before text of the scenario's author was shown.
            CorruptSave: The save of the game is damaged.
            Conflict: Another program, or another event loop of this one, has the game open, or ``request_id`` was used
                for another request.
            StorageFailed: Reading or writing the disk or the database failed; everything is as before.
        """
        text = await self.library.checked(game_id, checked_player_text, text)
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
        """Stop the narration in progress. The turn ends, and keeps everything that was shown and carried out so far. If
        text was shown, the turn is marked as interrupted (`TurnResult.interrupted`). The game is opened if needed.

        This does not wait: the turn has not ended yet when it returns. The call that plays the turn, such as
        `take_turn`, ends it and returns its `TurnResult`. Call this in the event loop of that call.

        Args:
            game_id: The game.
            owner_id: If given, the narration must belong to the player of this id; None for any narration.

        Returns:
            Whether there was such a narration; False also if it belongs to another player than ``owner_id``.

        Raises:
            NotFound: There is no such game.
            CorruptSave: The save of the game is damaged.
            Conflict: Another program, or another event loop of this one, has the game open.
            InvalidInput: ``game_id`` is not a valid `Id`.
            StorageFailed: Reading or writing the disk or the database failed.
        """
        session = self.library.open(game_id)
        if session.narration is None or session.narration.done() or owner_id not in (None, session.narrated_for):
            return False
        session.stopped = True
        return session.narration.cancel()

    async def undo(
        self, game_id: str, turns: int = 1, *, owner_id: str | None = None, **request: Unpack[Request]
    ) -> list[UndoneTurn]:
        """Undo the last turns with everything that follows from them, including memories.

        Args:
            game_id: The game.
            turns: How many turns, at least 1.
            owner_id: If given, all of these turns must belong to the player of this id, as their lines or their own
                commands; None for any turns.
            request: Two optional keyword arguments, each a text or None: ``request_id``, of the caller's choice, and
                ``request_hash``, equal for equal requests, such as a hash of the arguments. If the id was used before,
                nothing is done and the recorded result is returned.

        Returns:
            The undone turns, newest first.

        Raises:
            NotPossible: Fewer turns were played; ``turns`` is below 1; or one of the turns belongs to another player
                than ``owner_id``.
            NotFound: There is no such game.
            CorruptSave: The save of the game is damaged.
            Conflict: Another program, or another event loop of this one, has the game open, or ``request_id`` was used
                for another request.
            StorageFailed: Reading or writing the disk or the database failed; nothing has changed.
            InvalidInput: ``game_id`` is not a valid `Id`.
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
        """Create a game that continues from a turn of another game; from its present turn if no turn is chosen.

        Args:
            game_id: The game.
            turn: The number of a turn, 0 for the opening; None for the present turn. Ignored if ``label`` or ``seq`` is
                given.
            label: The name of a turn (see `label`); if several have it, the newest. None to choose by ``turn``. Ignored
                if ``seq`` is given.
            seq: The number of the record of a turn, which may be an undone one; None to choose by ``label`` or
                ``turn``.
            request: Two optional keyword arguments, each a text or None: ``request_id``, of the caller's choice, and
                ``request_hash``, equal for equal requests, such as a hash of the arguments. If the id was used before,
                no second game is created, and the id of the first is returned.

        Returns:
            The id of the new game.

        Raises:
            NotFound: There is no such game, turn, label or record.
            CorruptSave: The save of the game is damaged.
            Conflict: Another program, or another event loop of this one, has the game open, or ``request_id`` was used
                for another request.
            StorageFailed: Reading or writing the disk or the database failed; there is no new game.
            InvalidInput: ``game_id`` is not a valid `Id`.
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
        """Give a turn a name, by which `branch` can find it later.

        A turn keeps the names that it has. If several turns have the same name, `branch` finds the one named last.

        Args:
            game_id: The game.
            name: The name, 1 to 60 characters on one line.
            turn: The number of the turn, from 0 (the opening); None for the present turn. Ignored if ``seq`` is given.
            seq: The number of the record of the turn, which may be an undone one; None to choose by ``turn``.
            request: Two optional keyword arguments, each a text or None: ``request_id``, of the caller's choice, and
                ``request_hash``, equal for equal requests, such as a hash of the arguments. If the id was used before,
                nothing is done.

        Raises:
            InvalidInput: The name is blank or too long, or holds control characters; or ``game_id`` is not a valid
                `Id`.
            NotFound: There is no such game, turn or record of a turn.
            CorruptSave: The save of the game is damaged.
            Conflict: Another program, or another event loop of this one, has the game open, or ``request_id`` was used
                for another request.
            StorageFailed: Reading or writing the disk or the database failed; nothing has changed.
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
            request: Two optional keyword arguments, each a text or None: ``request_id``, of the caller's choice, and
                ``request_hash``, equal for equal requests, such as a hash of the arguments. If the id was used before,
                nothing is done.

        Raises:
            InvalidInput: The title is blank or too long, or holds control characters; or ``game_id`` is not a valid
                `Id`.
            NotFound: There is no such game.
            CorruptSave: The save of the game is damaged.
            Conflict: Another program, or another event loop of this one, has the game open, or ``request_id`` was used
                for another request.
            StorageFailed: Reading or writing the disk or the database failed; nothing has changed.
        """
        async with self.library.turn(game_id) as session:
            if await session.requested(**request, kind=RecordKind.MARK) is None:
                await session.rename(checked_name(title, "game"), **request)

    async def tree(self, game_id: str) -> TurnTree:
        """Return every turn that was played, including undone ones, and the games that branched off.

        Args:
            game_id: The game. It is not opened, so another program may have it open.

        Returns:
            The turns in the order in which they were played, each with the number of the record that it follows
            (``nodes``); the names that were given to the opening (``labels``); and the games that branched off
            (``branches``).

        Raises:
            NotFound: There is no such game.
            CorruptSave: The save of the game is damaged.
            InvalidInput: ``game_id`` is not a valid `Id`.
            StorageFailed: Reading or writing the disk or the database failed.
        """
        tree = await from_journal(partial(self.library.read, game_id), tree_of)
        return with_branches(tree, await in_thread(self.library.list))

    async def explain(self, game_id: str, turn: int) -> Prompt:
        """Build the prompt of a turn again from the journal. The game is not opened.

        Args:
            game_id: The game.
            turn: The number of the turn, from 1.

        Returns:
            The prompt as the model or the rules got it, with the reason why each line is there. It is the prompt of the
            narrator, or of the person who answered the player. If a program narrated the turn without reading a prompt,
            it is the prompt that the narrator would have got.

        Raises:
            NotFound: There is no such game or turn, or the turn was undone or replaced.
            NotPossible: The turn has no prompt, because it only carried out commands or came from an imported chat.
            CorruptSave: The save of the game is damaged.
            InvalidInput: ``game_id`` is not a valid `Id`.
            StorageFailed: Reading or writing the disk or the database failed.
        """
        read = partial(self.library.read, game_id)
        return await past.rebuild_prompt(read, turn, bus=self.bus, context=self.context, recall=self.recall)

    async def settle(self, game_id: str) -> None:
        """Do the pending work of a game now: summaries of events and talks, and the thinking of people.

        If a model fails, a summary stays pending, and rules think for people; neither is an error. If the game is
        closed meanwhile, the method ends early without an error.

        Args:
            game_id: The game.

        Raises:
            NotFound: There is no such game.
            CorruptSave: The save of the game is damaged.
            Conflict: Another program, or another event loop of this one, has the game open.
            ModelUnavailable: The game's own model cannot be used here.
            StorageFailed: Reading or writing the disk or the database failed; work that was not saved stays pending.
            InvalidInput: ``game_id`` is not a valid `Id`.
        """
        await self.library.opened(game_id)
        await self.settler.settle(game_id)

    async def close(self, game_id: str) -> int:
        """Stop the work on a game and close it, so that other processes can open it. A turn in progress ends first; a
        game that is not open is opened and closed.

        Args:
            game_id: The game.

        Returns:
            How many captures (summaries to be made) are still pending; they are made when the game is opened again.

        Raises:
            NotFound: There is no such game.
            CorruptSave: The save of the game is damaged.
            Conflict: Another program, or another event loop of this one, has the game open.
            InvalidInput: ``game_id`` is not a valid `Id`.
            StorageFailed: Reading or writing the disk or the database failed.
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
        """Return the present state of the game, which callers must not change. The game is opened if needed.

        Args:
            game_id: The game.

        Raises:
            NotFound: There is no such game.
            CorruptSave: The save of the game is damaged.
            Conflict: Another program, or another event loop of this one, has the game open.
            InvalidInput: ``game_id`` is not a valid `Id`.
            StorageFailed: Reading or writing the disk or the database failed.
        """
        return self.library.open(game_id).state

    def speaking(self, game_id: str) -> AbstractContextManager[None]:
        """Return a context manager in which texts are read and written in the game's language.

        An error with a typed reason that leaves it gets its sentence (``str(error)``) in that language; outside of it
        such an error has only the reason. Turns do this themselves: use it around other functions that read the state
        of a game. The call itself opens the game if needed, and raises the errors below.

        Args:
            game_id: The game.

        Raises:
            NotFound: There is no such game.
            CorruptSave: The save of the game is damaged.
            Conflict: Another program, or another event loop of this one, has the game open.
            InvalidInput: ``game_id`` is not a valid `Id`.
            StorageFailed: Reading or writing the disk or the database failed.
        """
        return worded(self.state(game_id))

    def narrator_of(self, header: Header) -> INarrator:
        """Return the narrator of a game: the one with the game's own model, or else the server's.

        Args:
            header: The header of the game's journal.

        Raises:
            ModelUnavailable: The game has a model of its own that cannot be used here.
            StorageFailed: The game's choice of a model could not be read from the disk or the database.
        """
        work = self.library.work_of(header)
        return work.narrator if work else self.narrator

    async def _catch_up(self, session: GameSession) -> None:
        if self.settle_in_background:
            await self.settler.catch_up(session)

    def settle_later(self, session: GameSession) -> None:
        """Begin the background work of a game; do nothing if only `settle` does it (``settle_in_background`` is False).

        Args:
            session: The open game, as `GameHost.using` yields it. Call the method in the event loop that opened it.
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


def _checked_player_id(text: str) -> str:
    if not is_id(text):
        raise InvalidInput(ValueUnfit(fault=ValueFault.PLAYER_ID, name=short_input(text)))
    return text


def speaking_player(state: GameState, speaker: str | None) -> PlayerCharacter:
    """Return the player of an id, by default the first.

    Raises:
        NotPossible: There is no such player.
    """
    player = next((one for one in state.party.players if speaker in (None, one.id)), None)
    if player is None:
        raise NotPossible(PlayerUnknown(player=speaker or ""))
    return player
