"""Lookup of past turns in a journal, and reconstruction of their prompts."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from app.errors import NotFound, NotPossible
from app.events.bus import CommandBus
from app.events.command_table import parse_command
from app.language.language import language_of, using
from app.language.rendering.refusing import worded
from app.models.messages.message import Role
from app.models.prompt import Agent, Prompt, PromptMoment, RecalledMemory
from app.models.records.folding import chain, fold_journal
from app.models.records.record import EarlierRequest, Journal, PromptRecipe, Record, RecordKind
from app.models.refusals import turns as refusals
from app.models.state.game_state import GameState
from app.services.ai.context_service import ContextService
from app.services.game.captures.recall_service import RecallService
from app.services.game.games.concurrency import from_journal, logs_of, release_memory
from app.services.game.games.session import GameSession, KeptRequests, Request
from app.services.game.turns.later_notes import LaterNotes, has_only_notes, is_of
from app.services.game.turns.speaking import address


def last_turns(journal: Journal, head: int, count: int) -> list[Record]:
    """Return the last ``count`` turns that lead to the head, newest first.

    Raises:
        NotPossible: There are none, or not so many.
    """
    turns = [record for record in chain(journal, head) if record.kind is RecordKind.TURN]
    if not turns:
        raise NotPossible(refusals.TurnNone())
    if not 1 <= count <= len(turns):
        raise NotPossible(refusals.TurnTooMany(most=len(turns)))
    return turns[: -count - 1 : -1]


async def turns_back(session: GameSession, count: int, owner_id: str | None = None) -> list[Record]:
    """Return the last turns of an open game, newest first.

    Raises:
        NotPossible: There are not so many, or one is not of the player ``owner_id``.
    """
    records = session.recent_turns(count)
    if not records:
        records = await from_journal(session.read, partial(last_turns, head=session.head, count=count))
    if owner_id is not None and not all(is_of(record, owner_id) for record in records):
        raise NotPossible(refusals.TurnNotOwn(player=owner_id))
    return records


async def last_line(session: GameSession, owner_id: str | None = None) -> tuple[Record, LaterNotes]:
    """Find the last turn of an open game, or that before it where turns with only notes came after.

    Returns:
        The turn, and what stays in force when it is replaced.

    Raises:
        NotPossible: There is no turn, or it is not of the player ``owner_id``.
    """
    found = await turns_back(session, 1)
    while has_only_notes(found[-1]) and len(found) < session.state.turn:
        found = await turns_back(session, len(found) + 1)
    last, *after = reversed(found)
    if owner_id not in (None, last.speaker_id):
        raise NotPossible(refusals.TurnNotOwn(player=owner_id))
    return last, LaterNotes.of(session.state, last, *after)


def requests_after(request: Request, *replaced: Record) -> KeptRequests:
    """Return the requests of a turn that replaces others, so that none of theirs is carried out once more.

    Args:
        request: Its own request; without an id and a hash that of the first replaced turn is kept.
        replaced: The turns that it replaces.
    """
    known = {key: kept for record in reversed(replaced) for key, kept in record.requests.items()}
    own = request.get("request_id")
    if own is None and request.get("request_hash") is None:
        own = replaced[0].request_id
        request = {"request_id": own, "request_hash": replaced[0].request_hash}
    earlier = [EarlierRequest(request_id=key, request_hash=kept) for key, kept in known.items() if key != own]
    return {**request, "earlier_requests": tuple(earlier)}


def taken_back_by(journal: Journal, mark: Record) -> list[Record]:
    """Return the turns that an undo took back, newest first."""
    gone = reversed(chain(journal, mark.parent))
    return [record for record in gone if record.kind is RecordKind.TURN and record.seq > mark.stands_at]


def turn_record(journal: Journal, head: int, turn: int) -> Record:
    """Return the record of a turn that leads to the head; NotFound for a turn never played."""
    for record in chain(journal, head):
        if record.kind is RecordKind.TURN and record.turn == turn:
            return record
    raise NotFound(refusals.TurnUnknown(turn=turn))


def find_seq(
    journal: Journal, head: int, turn: int | None = None, label: str | None = None, seq: int | None = None
) -> int:
    """Find the number of a record.

    Args:
        journal: The game's journal.
        head: The present record, which is returned if nothing else is given.
        turn: The number of a turn that leads to the head; 0 is the opening.
        label: The name of a turn; of several the newest.
        seq: The number of a turn's record.

    Raises:
        NotFound: There is no such turn or name.
    """
    if seq is not None:
        if not any(record.seq == seq and record.kind is RecordKind.TURN for record in journal.records):
            raise NotFound(refusals.RecordUnknown(seq=seq))
        return seq
    if label is not None:
        named = [record for record in journal.records if record.label == label]
        if not named:
            raise NotFound(refusals.TurnNotNamed(name=label))
        return named[-1].labelled
    return head if turn is None else 0 if turn == 0 else turn_record(journal, head, turn).seq


@dataclass(frozen=True)
class MemoryUse:
    """A turn that used a memory or message: recall offered it to the prompt, or a person answered from it
    (``answered``)."""

    record: Record
    recalled: RecalledMemory
    answered: bool


def turns_using_memory(journal: Journal, head: int, memory_id: str) -> list[MemoryUse]:
    """List the turns that lead to the head and used the memory, newest first."""
    uses_by_turn = []
    for record in reversed(chain(journal, head)):
        answers = [(memory, True) for memory in record.answered_from]
        offered = [(memory, False) for memory in (record.prompt and record.prompt.recalled) or ()]
        uses = [(memory, how) for memory, how in (*answers, *offered) if memory.memory_id == memory_id]
        uses_by_turn += [MemoryUse(record, *use) for use in uses[:1]]
    return uses_by_turn


def _before(journal: Journal, turn: int) -> tuple[GameState, Record, PromptRecipe, str]:
    with worded(journal.opening.state):
        record = turn_record(journal, journal.head, turn)
        if record.player_input is None or record.prompt is None:
            raise NotPossible(refusals.TurnWithoutText(turn=turn))
    state = fold_journal(journal, record.parent)
    _ = state.message_index
    return state, record, record.prompt, record.player_input


async def rebuild_prompt(
    read: Callable[[], Journal], turn: int, *, bus: CommandBus, context: ContextService, recall: RecallService
) -> Prompt:
    """Build the prompt of a past turn from the journal.

    Raises:
        NotFound: There is no such turn.
        NotPossible: The turn has no text.
    """
    state, record, recipe, text = await from_journal(read, partial(_before, turn=turn))
    with using(language_of(state.sheet)):
        state.open_turn(record.at)
        if text:
            address(state, text, record.speaker_id or state.party.players[0].id)
        typed = (message for message in record.messages[:1] if message.role is Role.PLAYER)
        state.conversation_history.extend(message.model_copy(update={"content": text}) for message in typed)
        npc_id = recipe.npc_id
        if recipe.moment is PromptMoment.AFTER or recipe.commands is not None:
            for command in record.own_commands[: recipe.commands]:
                await bus.execute(parse_command(command), state)
        if recipe.recalled is None:
            recipe = recipe.model_copy(update={"recalled": await recall.for_prompt(state, npc_id, text, aside=True)})
        agent = Agent.NARRATOR if npc_id is None else Agent.NPC
        prompt = await context.build(state, agent, text, recipe, npc_id=npc_id)
    logs = logs_of(state)
    del state
    await asyncio.to_thread(release_memory, logs)
    return prompt
