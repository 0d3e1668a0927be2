"""What a turn's words do: fixed when it closes, for only then are hearers and addressees known."""

from collections.abc import Sequence
from typing import Any

from app.events.commands.item import GiveItemCommand
from app.events.commands.npc import AskTopicCommand
from app.language.reading.hearing import Hearing, whole
from app.memory.stream.commitments import (
    is_item_promised,
    mark_due_commitments,
    mark_kept_commitments,
    record_commitments,
)
from app.models.command import Command, Event
from app.models.messages.message import Message, Role
from app.models.messages.payload import Utterance
from app.models.messages.speech import ActKind, SpeechAct
from app.models.state.game_state import GameState


def fix_acts(state: GameState, first: int, ordered: Sequence[Command]) -> None:
    """Give each thing said from message ``first`` on its acts; ``ordered`` are the commands the player's words became.

    A message that has acts already keeps them.
    """
    history = state.conversation_history
    for position in range(first, len(history)):
        message = history[position]
        if message.speaker_id is None or message.acts or message.role not in (Role.PLAYER, Role.NPC):
            continue
        if acts := _acts(state, message, ordered):
            history[position] = message.model_copy(update={"acts": acts})


def settle_commitments(state: GameState, first: int, events: Sequence[Event]) -> None:
    """What the messages from ``first`` on bind people to; what is kept by the events of the turn; what is due."""
    for message in state.conversation_history[first:]:
        if message.acts and message.speaker_id is not None:
            said = Utterance(
                kind="utterance",
                speaker_id=message.speaker_id,
                words=message.content,
                addressee_ids=message.addressee_ids,
                acts=message.acts,
            )
            record_commitments(
                state,
                said,
                hearers=message.witness_ids,
                message_index=message.index,
                at=message.game_time,
            )
    mark_kept_commitments(state, events)
    mark_due_commitments(state)


def _acts(state: GameState, message: Message, ordered: Sequence[Command]) -> tuple[SpeechAct, ...]:
    hearing = Hearing(state.sheet, message.witness_ids, message.addressee_ids, message.game_time)
    if message.role is Role.NPC:
        return hearing.read_speech(message.content, message.quoted)
    read = hearing.read_typed(message.content)
    became = [act for command in ordered if (act := _act_of(state, message, command)) is not None]
    if not became:
        return read
    kinds = {ActKind.STATEMENT, *(act.kind for act in became)}
    return (*became, *(act for act in read if act.kind not in kinds))


def _act_of(state: GameState, message: Message, command: Command) -> SpeechAct | None:
    """What a player does by words that became this command; None where that is no speech act."""
    by_id, slots = message.speaker_id or "", dict[str, Any]()
    if isinstance(command, AskTopicCommand):
        kind, slots = ActKind.QUESTION, {"to": (command.npc_id,), "subject_id": command.topic_id}
    elif (
        isinstance(command, GiveItemCommand)
        and not command.to_party
        and is_item_promised(state, by_id, command.npc_id, command.item_id)
    ):
        kind, slots = ActKind.KEPT, {"to": (command.npc_id,), "subject_id": command.item_id}
    else:
        return None
    return whole(message.content, kind, **slots)
