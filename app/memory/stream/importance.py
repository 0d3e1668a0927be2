"""Importance of a text to a person: goals, feelings and novelty."""

from collections.abc import Collection

import numpy as np

from app.interfaces.services.location import PARTY
from app.language.analysis.mentions import mentions_for
from app.language.analysis.terms import keywords_of
from app.language.analysis.text import words
from app.language.emotions import feeling_of, noisy_or
from app.memory.entries.ageing import FELT, ImportanceParts
from app.memory.index.stream_index import StreamIndex
from app.memory.stream.goals import goal_relevance, open_goals
from app.models.memory import MemoryEntry, MemoryKind, Scope
from app.models.state.game_state import GameState

STRONG = 3.0
"""Absolute relationship (-10 to 10) from which on the mention of a person has emotional impact."""

_MOST_LIKED = 10.0
_BY_NAME = 0.5  # emotional impact of the bare name of a person with a relationship of -10 or 10


def composed_importance(
    state: GameState,
    npc_id: str,
    text: str,
    *,
    kind: MemoryKind = MemoryKind.OBSERVATION,
    subjects: Collection[str] = (),
    known: int | None = None,
) -> ImportanceParts:
    """Compute the importance of a text to a person, by component.

    Goal relevance is the largest share of an open goal's terms. Emotional impact combines the words with the names of
    people with a strong relationship to the person. Novelty is 1 minus the greatest keyword overlap (Jaccard) with an
    active memory, 0 for a text without keywords.

    Args:
        state: The game.
        npc_id: The person.
        text: The text.
        kind: Kind of the memory; a feeling has an impact of at least `FELT`.
        subjects: Ids of its subjects.
        known: How many memories, the first ones, novelty is measured against; None for all.
    """
    return ImportanceParts(
        goal_relevance=max((goal_relevance(text, goal) for goal in open_goals(state, npc_id)), default=0.0),
        emotional_impact=_emotional_impact(state, npc_id, text, kind, subjects),
        novelty=_novelty(state, npc_id, text, known),
    )


def composed_importance_of(state: GameState, npc_id: str, entry: MemoryEntry) -> float:
    """Return the importance, from 1 to 10, that a memory had when it was added."""
    position = StreamIndex.of(state, Scope.npc(npc_id)).entries.position_of.get(entry.id or "")
    parts = composed_importance(state, npc_id, entry.summary, kind=entry.kind, subjects=entry.subjects, known=position)
    return parts.importance


def _emotional_impact(state: GameState, npc_id: str, text: str, kind: MemoryKind, subjects: Collection[str]) -> float:
    liked = state.npc(npc_id).relationships
    strong = {other: abs(value) / _MOST_LIKED for other, value in liked.items() if abs(value) >= STRONG}
    impact = feeling_of(text).impact
    if strong:
        named = _people_named(state, npc_id, text, subjects)
        impact = noisy_or([impact, _BY_NAME * max((strong[other] for other in named if other in strong), default=0.0)])
    return max(impact, FELT) if kind is MemoryKind.EMOTIONAL else impact


def _people_named(state: GameState, npc_id: str, text: str, subjects: Collection[str]) -> set[str]:
    """Return the ids of the people a text is about, with that of the party for any player."""
    named = {*subjects, *mentions_for(state.sheet).people(text, people_nearby(state, npc_id))}
    said = _casefolded_words(text)
    players = ((player.id, _casefolded_words(player.name)) for player in state.party.players)
    is_party = any(player_id in named or (name and name <= said) for player_id, name in players)
    return named | {PARTY} if is_party else named


def people_nearby(state: GameState, npc_id: str) -> list[str]:
    """Return the ids of the people at a person's place, the person included; [] without a place."""
    place = state.npc(npc_id).current_location_id
    return [] if place is None else [npc.instance_id for npc in state.present(place)]


def _casefolded_words(text: str) -> set[str]:
    return {word.casefold() for word in words(text)}


def _novelty(state: GameState, npc_id: str, text: str, known: int | None) -> float:
    keywords = keywords_of(text)
    if not keywords:
        return 0.0
    entries = StreamIndex.of(state, Scope.npc(npc_id)).entries
    overlaps = entries.keywords.overlaps(keywords)[:known]
    return float(1 - np.max(overlaps[~entries.columns["inactive"][: len(overlaps)]], initial=0.0))
