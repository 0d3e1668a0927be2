"""Memories as their owner perceives them. Every adapter that shows a person its memories, or speaks from them, uses
this module; the stored memory is the truth and is unchanged."""

from typing import NamedTuple

from app.language.language import language_of
from app.language.reading.spoken_text import words_aloud
from app.language.rendering.distortions import DISTORTED, filter_of, perceived_summary, thoughts_on, toned
from app.memory.entries.markers import ASSOCIATION, type_of
from app.memory.stream.associations import RELATION, association_text
from app.memory.stream.stream import MemoryStream
from app.models.memory import MemoryEntry, Scope
from app.models.memory_id import parse_message_id
from app.models.messages.message import Role
from app.models.state.game_state import GameState

_LEFT_OUT = "… \n"


class Perceived(NamedTuple):
    """A memory as its owner perceives it.

    Attributes:
        text: Its text.
        is_distorted: Whether it differs from the truth.
        thought: The thought of the owner with which the text ends; "" where only words differ.
    """

    text: str
    is_distorted: bool
    thought: str


def perceive(state: GameState, npc_id: str, memory: MemoryEntry) -> Perceived:
    """Return a memory, or a message as one, as a person perceives it.

    Args:
        state: The game, which is not changed.
        npc_id: The person whose memory it is.
        memory: An entry of its stream, or a message that it heard.

    Returns:
        The text, speech as ``Mara said: …``, and whether it differs from the truth.
    """
    sheet = state.sheets.npc(npc_id)
    if type_of(memory) == ASSOCIATION:
        stream, relation = MemoryStream(state, Scope.npc(npc_id)), str(memory.metadata.get(RELATION))
        memory = memory.model_copy(update={"summary": association_text(stream, memory.evidence, relation)})
    memory = with_speaker(state, memory)
    text, is_distorted = perceived_summary(memory, filter_of(sheet))
    thought = thoughts_on(sheet, memory.summary) if is_distorted else ""
    return Perceived(text, is_distorted, thought if thought and text.rstrip(")").endswith(thought) else "")


def as_perceived(state: GameState, npc_id: str, memory: MemoryEntry) -> Perceived:
    """Return a memory like `perceive` if its owner's view differs from the truth, else as it is stored.

    Args:
        state: The game, which is not changed.
        npc_id: The person whose memory it is.
        memory: An entry of its stream, or a message that it heard.

    Returns:
        The text, whether it differs from the truth, and the owner's thought.
    """
    if not state.sheets.npc(npc_id).distortions and DISTORTED not in memory.metadata:
        return stored(memory)
    seen = perceive(state, npc_id, memory)
    return seen if seen.is_distorted else stored(memory)


def stored(memory: MemoryEntry) -> Perceived:
    """Return a memory as it is stored."""
    return Perceived(memory.summary, is_distorted=False, thought="")


def perceived_words(state: GameState, npc_id: str, memory: MemoryEntry, words: str) -> str:
    """Return what a person says of a memory as the person perceives it.

    Args:
        state: The game, which is not changed.
        npc_id: The person who speaks.
        memory: The memory.
        words: What the person says of it; "" for nothing.

    Returns:
        The words, distorted like the memory, followed by the person's thought on the whole memory.
    """
    seen = as_perceived(state, npc_id, memory)
    if not words or not seen.is_distorted:
        return words
    paler = words if is_message(memory) else toned(state.sheets.npc(npc_id), words)
    return f"{paler} {seen.thought}".rstrip()


def with_speaker(state: GameState, memory: MemoryEntry) -> MemoryEntry:
    """Return speech as ``Mara said: …`` and a player's actions as ``Élan: …``; other memories are unchanged."""
    if not is_message(memory):
        return memory
    message = state.conversation_history[memory.first_message_index or 0]
    words = message.fresh_content.strip(_LEFT_OUT)
    if not words or message.role is Role.NARRATOR or not message.speaker_name:
        return memory.model_copy(update={"summary": words or memory.summary})
    spoken = words if message.role is Role.NPC else words_aloud(message, state.sheet)
    template = "recall.line-said" if spoken else "recall.line-typed"
    line = language_of(state.sheet).render(template, who=message.speaker_name, words=spoken or words)
    return memory.model_copy(update={"summary": line})


def is_message(memory: MemoryEntry) -> bool:
    """Return whether this is a message and not an entry."""
    return memory.id is not None and parse_message_id(memory.id) is not None
