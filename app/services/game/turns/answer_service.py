"""The use cases of turns that were recorded: several answers of one turn, other words for one, and redoing one."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, Unpack

from app.errors import NotFound, NotPossible
from app.language.analysis.mentions import mentions_for
from app.language.reading.hearing import Hearing
from app.language.reading.replying import asked_last
from app.models.command import Command, Outcome
from app.models.memory_id import make_message_id
from app.models.messages.message import Message, Role
from app.models.messages.passage import Source
from app.models.messages.speech import SpeechAct
from app.models.records.folding import play_again
from app.models.records.record import Journal, Record, RecordKind, is_played
from app.models.refusals.turns import AnswerUnknown, MessageUnknown, TurnNotOwn, TurnNotUndone, WordsFixed
from app.models.state.commitment import Commitment
from app.models.state.game_state import GameState
from app.models.typed_text import checked_words
from app.services.game.games.concurrency import from_journal, off_loop
from app.services.game.games.game_library import GameLibrary
from app.services.game.games.session import GameSession, KeptRequests, Request
from app.services.game.turns import past_turns as past
from app.services.game.turns.command_runner import carried_commands
from app.services.game.turns.later_notes import NO_NOTES, LaterNotes
from app.services.game.turns.moderating import check_line
from app.services.game.turns.open_matters import note_open_matters
from app.services.game.turns.speech_acts import settle_commitments
from app.services.game.turns.turn_result import TurnResult, result_of
from app.services.game.turns.turn_service import TurnService


class TurnAnswers(NamedTuple):
    """The answers to one line, oldest first, and the ``seq`` of the chosen one."""

    turns: tuple[TurnResult, ...]
    chosen: int


@dataclass(kw_only=True, eq=False, repr=False)
class AnswerService:
    """The use cases of a model's answers: listing those of the last turn, choosing one, and editing the words.

    Every method with ``request`` takes ``request_id`` and ``request_hash``, as the methods of `TurnService` do. A
    program gets the service from `Container.answers`.

    Args:
        library: Opens games.
        turns: Plays turns.
    """

    library: GameLibrary
    turns: TurnService

    async def answers(self, game_id: str, *, owner_id: str | None = None) -> TurnAnswers:
        """List the answers to the line of the last turn: each time it was played from the same state, oldest first.

        Args:
            game_id: The game.
            owner_id: The player whose turn it must be; None for any turn.

        Returns:
            The turns, and which of them the present one is. Continuations of the narration without a line are listed in
            the same way; any other turn without a line, such as one of commands, is listed alone.

        Raises:
            NotPossible: No turn was played, or the last one is not this player's.
            NotFound: There is no such game.
            CorruptSave: The save of the game is damaged.
            Conflict: Another program, or another event loop of this one, has the game open.
            InvalidInput: ``game_id`` is not a valid `Id`.
            StorageFailed: Reading or writing the disk or the database failed.
        """
        async with self.library.turn(game_id) as session:
            last, _ = await past.last_line(session, owner_id)
            records = await from_journal(session.read, partial(_answers_to, last=last))
            chosen = last.seq if last.copy_of is None else last.copy_of
            return TurnAnswers(tuple(result_of(game_id, record) for record in records), chosen)

    async def choose(
        self, game_id: str, seq: int, *, owner_id: str | None = None, **request: Unpack[Request]
    ) -> TurnResult:
        """Bring back another answer to the line of the last turn, with all that it changed; the present one stays
        among the answers.

        Args:
            game_id: The game.
            seq: The number of the answer's record, as `answers` lists it.
            owner_id: The player whose turn it must be; None for any turn.
            request: Two optional keyword arguments, each a text or None: ``request_id``, of the caller's choice, and
                ``request_hash``, equal for equal requests, such as a hash of the arguments. If the id was used before,
                nothing is done and the recorded result is returned.

        Returns:
            The turn as it is now, with a ``seq`` of its own; nothing changes if it was chosen already. Notes and ways
            of telling that were given after the line stay in force.

        Raises:
            NotPossible: No turn was played, or the last one is not this player's.
            NotFound: There is no such game or answer.
            CorruptSave: The save of the game is damaged.
            Conflict: Another program, or another event loop of this one, has the game open, or ``request_id`` was used
                for another request.
            StorageFailed: Reading or writing the disk or the database failed; everything is as before.
            InvalidInput: ``game_id`` is not a valid `Id`.
        """
        async with self.library.turn(game_id) as session:
            if (known := await session.requested(**request)) is not None:
                return result_of(game_id, known)
            last, later = await past.last_line(session, owner_id)
            if seq in (last.seq, last.copy_of):
                return result_of(game_id, last)
            records = await from_journal(session.read, partial(_answers_to, last=last))
            chosen = next((record for record in records if record.seq == seq), None)
            if chosen is None:
                raise NotFound(AnswerUnknown(seq=seq))
            requests = past.requests_after(request, chosen, last)
            later = later.without(chosen)
            return await self._replace(session, chosen, copy_of=seq, later=later, requests=requests)

    async def redo(self, game_id: str, *, owner_id: str | None = None, **request: Unpack[Request]) -> TurnResult:
        """Bring back the turn that was undone last, with all that it changed. Any new turn leaves it undone for good.

        Args:
            game_id: The game.
            owner_id: The player whose turn it must be; None for any turn.
            request: Two optional keyword arguments, each a text or None: ``request_id``, of the caller's choice, and
                ``request_hash``, equal for equal requests, such as a hash of the arguments. If the id was used before,
                nothing is done and the recorded result is returned.

        Returns:
            The turn as it is now, with a ``seq`` of its own.

        Raises:
            NotPossible: No turn was undone after the present one, or it is not this player's.
            NotFound: There is no such game.
            CorruptSave: The save of the game is damaged.
            Conflict: Another program, or another event loop of this one, has the game open, or ``request_id`` was used
                for another request.
            StorageFailed: Reading or writing the disk or the database failed; everything is as before.
            InvalidInput: ``game_id`` is not a valid `Id`.
        """
        async with self.library.turn(game_id) as session:
            if (known := await session.requested(**request)) is not None:
                return result_of(game_id, known)
            undone = await from_journal(session.read, partial(_undone_after, head=session.head))
            if undone is None:
                raise NotPossible(TurnNotUndone())
            if owner_id is not None and undone.speaker_id != owner_id:
                raise NotPossible(TurnNotOwn(player=owner_id))
            first = undone.seq if undone.copy_of is None else undone.copy_of
            result = await self._replace(session, undone, copy_of=first, requests=past.requests_after(request, undone))
            await session.index_turns()  # it follows the turn before it as that was first played
            return result

    async def rewrite(
        self, game_id: str, message: int, text: str, *, owner_id: str | None = None, **request: Unpack[Request]
    ) -> TurnResult:
        """Replace the words of a model in a message. The turn keeps all that it changed; later turns, and the summaries
        of this one, are discarded, and summaries are made again.

        Args:
            game_id: The game.
            message: The index of the message, of the narrator or of a person.
            text: The new words, 1 to 10,000 characters; of a person's speech without quotation marks.
            owner_id: The player whose turns all from this one on must be; None for any turns.
            request: Two optional keyword arguments, each a text or None: ``request_id``, of the caller's choice, and
                ``request_hash``, equal for equal requests, such as a hash of the arguments. If the id was used before,
                nothing is done and the recorded result is returned.

        Returns:
            The turn with the new words; the message is marked as ``edited``.

        Raises:
            NotFound: There is no such game or message.
            NotPossible: The words are a player's, the author's or the engine's, the turn or a later one is not this
                player's, or the moderation refuses the new words.
            InvalidInput: The text is blank or longer, or holds control characters other than line breaks and tabs; or
                ``game_id`` is not a valid `Id`.
            CorruptSave: The save of the game is damaged.
            Conflict: Another program, or another event loop of this one, has the game open, or ``request_id`` was used
                for another request.
            StorageFailed: Reading or writing the disk or the database failed; everything is as before.
        """
        text = await self.library.checked(game_id, checked_words, text)
        async with self.library.turn(game_id) as session:
            if (known := await session.requested(**request)) is not None:
                return result_of(game_id, known)
            old = next(iter(session.state.conversation_history[message : message + 1]), None) if message >= 0 else None
            if old is None:
                raise NotFound(MessageUnknown(message_id=make_message_id(message)))
            if old.source is not Source.MODEL or old.role not in (Role.NARRATOR, Role.NPC):
                raise NotPossible(WordsFixed(message_id=make_message_id(message)))
            await check_line(self.turns.moderation, game_id, text, owner_id)
            turn = (await past.turns_back(session, session.state.turn - old.turn + 1, owner_id))[-1]
            whole = await from_journal(session.read, partial(past.turn_record, head=session.head, turn=turn.turn))
            requests = past.requests_after(request, whole)
            return await self._replace(session, whole, edit=_Edit(old, text), requests=requests)

    async def _replace(
        self,
        session: GameSession,
        record: Record,
        *,
        copy_of: int | None = None,
        edit: "_Edit | None" = None,
        later: LaterNotes = NO_NOTES,
        requests: KeptRequests,
    ) -> TurnResult:
        """Commit a recorded turn once more, in place of the turns after its parent; ``later`` stays in force."""
        await session.go_back(record.parent, for_good=False)
        try:
            if edit is None:
                play_again(session.state, record)
            elif edit.old.role is Role.NPC:
                elsewhere = _commitments_elsewhere(session.state, record)
                session.roll_back()
                edit.speech(session.state, record, elsewhere)
            else:
                edit.narration(session.state, record)
            record = await self._with(later, session.state, record)
            fields = {"commands", "events", "player_input", "speaker_id", "prompt", "answered_from"}
            kept = {name: getattr(record, name) for name in fields}
            new = session.record(RecordKind.TURN, copy_of=copy_of, **kept, **requests)
            result = result_of(session.header.game_id, new)
            await session.append(new)
        except BaseException:
            await off_loop(session.reload)
            raise
        self.turns.settle_later(session)
        return result

    async def _with(self, later: LaterNotes, state: GameState, record: Record) -> Record:
        """Execute what stays in force, and return the record with it."""
        outcomes: list[Outcome] = []

        async def carry(command: Command) -> None:
            outcomes.append(await self.turns.bus.execute(command, state))

        await later.carry_out(carry, state)
        events = (event.model_dump(mode="json") for outcome in outcomes for event in outcome.events)
        more = {"commands": carried_commands(outcomes), "events": tuple(events)}
        return record.model_copy(update={name: getattr(record, name) + added for name, added in more.items()})


def _answers_to(journal: Journal, last: Record) -> list[Record]:
    """Return the turns in which the line of the last one was played from the same state, oldest first."""
    if last.player_input is None:
        return [last]
    same = (last.parent, last.player_input, last.speaker_id)
    return [
        record
        for record in journal.records
        if is_played(record) and (record.parent, record.player_input, record.speaker_id) == same
    ]


def _undone_after(journal: Journal, head: int) -> Record | None:
    """Return the newest turn that was played after the present one, or after the turn that this is a copy of; None for
    none."""
    last_turns = {0: 0}  # by record the last turn that leads to it, of a copy the turn as it was first played
    for record in journal.records:
        is_turn = record.kind is RecordKind.TURN
        last_turns[record.seq] = (record.copy_of or record.seq) if is_turn else last_turns.get(record.parent, 0)
    turns = (record for record in reversed(journal.records) if record.kind is RecordKind.TURN)
    return next((record for record in turns if last_turns.get(record.parent, 0) == last_turns.get(head, 0)), None)


@dataclass(frozen=True)
class _Edit:
    """Other words for a message of a model."""

    old: Message
    text: str

    def narration(self, state: GameState, record: Record) -> None:
        """Play a record again with the words in a message of the narrator."""
        play_again(state, record)
        self._put(state)

    def speech(self, state: GameState, record: Record, elsewhere: Sequence[Commitment]) -> None:
        """Play a record again with the words in a speech: the promises and open questions of its messages are read
        again, other commitments stay.

        Args:
            state: The state at the record's parent, which is changed.
            record: The record.
            elsewhere: The commitments of the record that come of no message of its own.
        """
        first = len(state.conversation_history)
        play_again(state, record.model_copy(update={"commitments": {}}))
        new = self._put(state)
        for each in elsewhere:
            is_known = each.id in state.commitments
            state.set_commitment(each if is_known else each.model_copy(update={"id": state.next_commitment_id()}))
        settle_commitments(state, first, result_of("", record).events)
        _reopen(state, first, self.old, new)

    def _put(self, state: GameState) -> Message:
        """Put the words into the message of a state that has it, with what is read in them."""
        old, text, acts = self.old, self.text, tuple[SpeechAct, ...]()
        if old.role is Role.NPC:
            acts = Hearing(state.sheet, old.witness_ids, old.addressee_ids, old.game_time).read_speech(text)
        changes = {
            "content": text,
            "npc_ids": mentions_for(state.sheet).people(text, old.witness_ids),
            "acts": acts,
            "quoted": (),
            "marks": (),
            "interrupted": False,
            "degraded": False,
            "edited": True,
        }
        state.conversation_history[old.index] = new = old.model_copy(update=changes)
        return new


def _commitments_elsewhere(state: GameState, record: Record) -> list[Commitment]:
    """Play a record again on the state at its parent, and return those of its commitments that do not come of its
    messages, such as the promise in a message that was passed on."""
    first, seen = len(state.conversation_history), len(state.commitment_log)
    play_again(state, record.model_copy(update={"commitments": {}}))
    settle_commitments(state, first, result_of("", record).events)
    of_messages = [_without_id(state.commitments[key]) for key in dict.fromkeys(state.commitment_log[seen:])]
    return [each for each in record.commitments.values() if _without_id(each) not in of_messages]


def _without_id(commitment: Commitment) -> Commitment:
    return commitment.model_copy(update={"id": "c-0"})


def _reopen(state: GameState, first: int, old: Message, new: Message) -> None:
    """Note again what people asked and offered in a turn, without what the old words asked or offered."""
    closed = {asked_last(old.content), *(old.content[slice(*act.span)] for act in old.acts)}
    for player_id, talk in list(state.dialogues.items()):
        gone = [name for name in ("question", "offer") if (m := getattr(talk, name)) is not None and m.words in closed]
        answer = new.content if talk.answer == old.content else talk.answer
        state.dialogues[player_id] = talk.model_copy(update={"answer": answer, **dict.fromkeys(gone)})
    note_open_matters(state, first)
