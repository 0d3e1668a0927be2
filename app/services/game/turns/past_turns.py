"""Finding past turns in a journal, and building their prompts again."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from app.events.bus import CommandBus
from app.events.command_table import parse_command
from app.language.language import language_of, using
from app.language.rendering.refusing import not_found, refused
from app.models.messages.message import Role
from app.models.prompt import Agent, Prompt, PromptMoment, RecalledMemory
from app.models.records.folding import chain, fold
from app.models.records.record import Journal, PromptRecipe, Record, RecordKind
from app.models.state.game_state import GameState
from app.services.ai.context_service import ContextService
from app.services.game.captures.recall_service import RecallService
from app.services.game.games.concurrency import from_journal, logs_of, release_memory
from app.services.game.turns.scene_recorder import address


def last_turns(journal: Journal, head: int, count: int) -> list[Record]:
    """The last turns that lead to the head, newest first."""
    turns = [record for record in chain(journal, head) if record.kind is RecordKind.TURN]
    if not turns:
        raise refused(journal.opening.state, "turn-none")
    if not 1 <= count <= len(turns):
        raise refused(journal.opening.state, "turn-too-many", most=str(len(turns)))
    return turns[: -count - 1 : -1]


def taken_back_by(journal: Journal, mark: Record) -> list[Record]:
    """The turns that an undo took back, newest first."""
    gone = reversed(chain(journal, mark.parent))
    return [record for record in gone if record.kind is RecordKind.TURN and record.seq > mark.stands_at]


def turn_record(journal: Journal, head: int, turn: int) -> Record:
    for record in chain(journal, head):
        if record.kind is RecordKind.TURN and record.turn == turn:
            return record
    raise not_found(journal.opening.state, "turn-unknown", turn=str(turn))


def place_of(
    journal: Journal, head: int, turn: int | None = None, label: str | None = None, seq: int | None = None
) -> int:
    """The record meant by its number, or a turn's number or name; the head for none of them."""
    if seq is not None:
        if not any(record.seq == seq and record.kind is RecordKind.TURN for record in journal.records):
            raise not_found(journal.opening.state, "turn-unknown", turn=str(turn))
        return seq
    if label is not None:
        named = [record for record in journal.records if record.label == label]
        if not named:
            raise not_found(journal.opening.state, "turn-not-named", name=repr(label))
        return named[-1].labelled
    return head if turn is None else 0 if turn == 0 else turn_record(journal, head, turn).seq


@dataclass(frozen=True)
class MemoryUse:
    """A turn in which a memory or message came to mind: recall offered it to the prompt, or a person's answer was made
    of it (``answered``)."""

    record: Record
    recalled: RecalledMemory
    answered: bool


def turns_using_memory(journal: Journal, head: int, memory_id: str) -> list[MemoryUse]:
    """The turns that lead to the head in which the memory came to mind, newest first."""
    found = []
    for record in reversed(chain(journal, head)):
        answers = [(each, True) for each in record.answered_from]
        offered = [(each, False) for each in (record.prompt and record.prompt.recalled) or ()]
        uses = [(each, how) for each, how in (*answers, *offered) if each.memory_id == memory_id]
        found += [MemoryUse(record, *use) for use in uses[:1]]
    return found


def _before(journal: Journal, turn: int) -> tuple[GameState, Record, PromptRecipe, str]:
    record = turn_record(journal, journal.head, turn)
    if record.player_input is None or record.prompt is None:
        raise refused(journal.opening.state, "turn-without-text", turn=str(turn))
    state = fold(journal, record.parent)
    _ = state.message_index
    return state, record, record.prompt, record.player_input


async def rebuild_prompt(
    read: Callable[[], Journal], turn: int, *, bus: CommandBus, context: ContextService, recall: RecallService
) -> Prompt:
    """Builds the prompt of a past turn from the journal; raises NotFound for a turn never played, NotPossible for
    one without text."""
    state, record, recipe, text = await from_journal(read, partial(_before, turn=turn))
    with using(language_of(state.sheet)):
        state.open_turn(record.at)
        address(state, text, record.speaker_id or state.party.players[0].id)
        typed = (message for message in record.messages[:1] if message.role is Role.PLAYER)
        state.conversation_history.extend(message.model_copy(update={"content": text}) for message in typed)
        npc_id = recipe.npc_id
        if recipe.moment is PromptMoment.AFTER:
            for item in record.commands:
                if not item.derived and not item.clock:
                    await bus.execute(parse_command(item.command), state)
        if recipe.recalled is None:
            recipe = recipe.model_copy(update={"recalled": await recall.for_prompt(state, npc_id, text, aside=True)})
        agent = Agent.NARRATOR if npc_id is None else Agent.NPC
        prompt = await context.build(state, agent, text, recipe, npc_id=npc_id)
    logs = logs_of(state)
    del state
    await asyncio.to_thread(release_memory, logs)
    return prompt
