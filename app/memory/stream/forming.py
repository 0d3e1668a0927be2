"""Memories that a person forms on purpose: their subjects, importance and distortion."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from app.language.analysis.mentions import mentions_for
from app.language.emotions import feeling_of
from app.language.rendering.distortions import DISTORTED, filter_of
from app.memory.entries.speaker import known_name
from app.memory.stream.associations import similar_feelings
from app.memory.stream.importance import composed_importance, people_nearby
from app.memory.stream.owners import people_called
from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.base import visible_name
from app.models.memory import MemoryEntry, MemoryKind, MemoryOrigin
from app.models.messages.payload import Utterance
from app.models.state.game_state import GameState


class FormedText(NamedTuple):
    """A text that a person decides to remember. ``about`` holds names or ids; ``importance`` is from 1 to 10, None to
    compute it; ``tags`` its labels; ``because`` the ids of the memories that it follows from, its evidence; ``at`` and
    ``place_id`` when and where it happened, None for now and where the person is; ``said`` the utterance that it is."""

    text: str
    kind: MemoryKind
    about: Sequence[str] = ()
    importance: float | None = None
    tags: tuple[str, ...] = ()
    because: tuple[str, ...] = ()
    at: int | None = None
    place_id: str | None = None
    said: Utterance | None = None


def form(stream: MemoryStream, npc_id: str, formed: FormedText) -> tuple[MemoryEntry, float, list[str]]:
    """Add a memory that a person forms.

    Args:
        stream: The person's memories.
        npc_id: The person.
        formed: What to remember. People named in its text become subjects; without an importance it is computed from
            goals, feelings and novelty.

    Returns:
        The memory, its importance, and the ids of earlier feelings that it brings back.
    """
    state, text = stream.state, formed.text
    subjects = _about(state, npc_id, formed)
    parts = composed_importance(state, npc_id, text, kind=formed.kind, subjects=subjects)
    feeling = feeling_of(text)._replace(impact=parts.emotional_impact)
    resonates = similar_feelings(stream, text, feeling, subjects)
    worth = parts.importance if formed.importance is None else formed.importance
    context = MemoryContext(
        content=text,
        game_time=formed.at,
        location_id=formed.place_id or state.npc(npc_id).current_location_id,
        subjects=subjects,
        tags=tuple(dict.fromkeys((*formed.tags, *(key for key in subjects if not known_name(state, key))))),
        origin=MemoryOrigin.INTERNAL if formed.said is None else MemoryOrigin.DIALOGUE,
        origin_id=None if formed.said is None else formed.said.speaker_id,
        importance=worth,
        evidence=tuple(dict.fromkeys(formed.because)),
        payload=formed.said,
        metadata={**parts.as_metadata(), **coloured(state, npc_id, text)},
    )
    return stream.add(formed.kind, context), worth, resonates


def coloured(state: GameState, npc_id: str, text: str) -> dict[str, Any]:
    """Return the metadata of a text as a person with a distorting memory remembers it; {} where that is the text
    itself."""
    distortion = filter_of(state.sheets.npc(npc_id))
    seems = text if distortion is None else distortion(text)
    return {} if seems == text else {DISTORTED: seems}


def _about(state: GameState, npc_id: str, formed: FormedText) -> tuple[str, ...]:
    """Return the ids of a memory's subjects: the given ones, names as ids, then people named in its text. A feeling
    with given subjects is about these alone: "I like Hedda for her patience with Nils" is no feeling about Nils."""
    present = people_nearby(state, npc_id)
    ids = [key for subject in formed.about for key in _ids_of(state, subject, present)]
    if ids and formed.kind is MemoryKind.EMOTIONAL:
        return tuple(dict.fromkeys(ids))
    named = [other for other in mentions_for(state.sheet).people(formed.text, present) if other != npc_id]
    return tuple(dict.fromkeys((*ids, *named)))


def _ids_of(state: GameState, subject: str, present: list[str]) -> list[str]:
    """Return the ids of the people with a name, only those present if there are any; an unknown name as it is."""
    name = " ".join(visible_name(subject).split())
    folded = name.casefold()
    if name in state.npcs:
        return [name]
    players = [player.id for player in state.party.ever if folded in (player.id, player.name.casefold())]
    if players:
        return players
    people = people_called(state, name)
    return [npc_id for npc_id in people if npc_id in present] or people or [name]
