"""Memories that a person forms on purpose: what they are about, what they are worth, how they seem to it."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from app.language.analysis.emotions import feeling_of
from app.language.analysis.mentions import mentions_for
from app.language.rendering.distortions import DISTORTED, filter_of
from app.memory.stream.associations import similar_feelings
from app.memory.stream.importance import composed_importance, people_nearby
from app.memory.stream.owners import people_called
from app.memory.stream.remembering import known_name
from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.base import visible
from app.models.memory import MemoryEntry, MemoryKind, MemoryOrigin
from app.models.state.game_state import GameState


class FormedText(NamedTuple):
    """What a person means to keep: ``about`` are names or ids, ``importance`` is from 1 to 10 (None: as it comes)."""

    text: str
    kind: MemoryKind
    about: Sequence[str] = ()
    importance: float | None = None


def form(stream: MemoryStream, npc_id: str, kept: FormedText) -> tuple[MemoryEntry, float, list[str]]:
    """Add a memory that a person forms.

    Args:
        stream: The person's memories.
        npc_id: The person.
        kept: What is kept; who is named in its text is a subject, too, and goals, feelings and novelty give an
            importance where it has none.

    Returns:
        The memory, its importance, and the ids of earlier feelings that it brings back.
    """
    state, text = stream.state, kept.text
    subjects = _about(state, npc_id, kept)
    parts = composed_importance(state, npc_id, text, kind=kept.kind, subjects=subjects)
    feeling = feeling_of(text)._replace(impact=parts.emotional_impact)
    resonates = similar_feelings(stream, text, feeling, subjects)
    worth = parts.importance if kept.importance is None else kept.importance
    context = MemoryContext(
        content=text,
        location_id=state.npc(npc_id).current_location_id,
        subjects=subjects,
        tags=tuple(key for key in subjects if not known_name(state, key)),
        origin=MemoryOrigin.INTERNAL,
        importance=worth,
        metadata={**parts.as_metadata(), **coloured(state, npc_id, text)},
    )
    return stream.add(kept.kind, context), worth, resonates


def coloured(state: GameState, npc_id: str, text: str) -> dict[str, Any]:
    """Make the metadata of how a text seems to a person whose memory colours what it keeps; {} for the truth."""
    distortion = filter_of(state.sheets.npc(npc_id))
    seems = text if distortion is None else distortion(text)
    return {} if seems == text else {DISTORTED: seems}


def _about(state: GameState, npc_id: str, kept: FormedText) -> tuple[str, ...]:
    """The ids that a memory is about: those it was given, names as ids, then the others named in it. A feeling that was
    given some is about these alone: "I like Hedda for her patience with Nils" is no feeling about Nils."""
    present = people_nearby(state, npc_id)
    ids = [found for subject in kept.about for found in _ids_of(state, subject, present)]
    if ids and kept.kind is MemoryKind.EMOTIONAL:
        return tuple(dict.fromkeys(ids))
    named = [other for other in mentions_for(state.sheet).people(kept.text, present) if other != npc_id]
    return tuple(dict.fromkeys((*ids, *named)))


def _ids_of(state: GameState, subject: str, present: list[str]) -> list[str]:
    """The ids of those who bear a name, those present before all others; a name of no one as it is."""
    name = " ".join(visible(subject).split())
    folded = name.casefold()
    if name in state.npcs:
        return [name]
    players = [player.id for player in state.party.ever if folded in (player.id, player.name.casefold())]
    if players:
        return players
    people = people_called(state, name)
    return [npc_id for npc_id in people if npc_id in present] or people or [name]
