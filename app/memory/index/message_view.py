"""Messages as recall uses them: indexed text, subjects, and a message as a memory."""

from app.models.memory import MemoryEntry, MemoryKind, MemoryOrigin, Scope
from app.models.memory_id import make_message_id
from app.models.messages.message import Message, Role
from app.models.messages.payload import Utterance


def message_text(message: Message) -> str | None:
    """Return ``Mara: Take the key.`` without quotations from memory; None if no text remains."""
    content = message.fresh_content.strip("… \n")
    if message.role is Role.SYSTEM or not content:
        return None
    return f"{message.speaker_name}: {content}" if message.speaker_name else content


def message_subjects(message: Message) -> tuple[str, ...]:
    """Return the ids of the speaker, the addressees and the people named."""
    ids = (message.speaker_id, *message.addressee_ids, *message.npc_ids)
    return tuple(dict.fromkeys(key for key in ids if key is not None))


def message_entry(message: Message, scope: Scope) -> MemoryEntry:
    """Return a message as a read-only memory with the message's id; it is not stored."""
    return MemoryEntry(
        id=make_message_id(message.index),
        created_at=message.timestamp,
        source=scope.source,
        summary=message_text(message) or message.content or "…",
        kind=MemoryKind.CONVERSATION,
        origin=MemoryOrigin.DIALOGUE,
        origin_id=message.speaker_id,
        location_id=message.location_id,
        npc_ids=message.npc_ids,
        subjects=message_subjects(message),
        since_timestamp=message.timestamp,
        first_message_index=message.index,
        since_message_index=message.index,
        turn=message.turn,
        game_time=message.game_time,
        scene=message.scene,
        payload=utterance(message, message.fresh_content) if message.role is Role.NPC else None,
    )


def utterance(message: Message, words: str) -> Utterance | None:
    """Return the words of a player's or person's message as an utterance, else None. A player's line may contain more
    than speech, so ``words`` are given."""
    if message.role not in (Role.PLAYER, Role.NPC) or message.speaker_id is None:
        return None
    return Utterance(
        kind="utterance",
        speaker_id=message.speaker_id,
        words=words.strip("… \n"),
        addressee_ids=message.addressee_ids,
        acts=() if message.quoted else message.acts,
    )
