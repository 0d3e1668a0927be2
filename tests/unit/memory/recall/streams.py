"""Streams for tests: a person of the small world, and memories drawn by hypothesis."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.memory import MemoryEntry, MemoryKind, MemoryOrigin, Scope
from app.models.state.game_state import GameState
from tests.worlds import NOW, new_game

MARA, GUARD = Scope.npc("mara"), Scope.npc("guard-1")
AXES = {
    "north": (1.0, 0.0, 0.0),
    "east": (0.0, 1.0, 0.0),
    "up": (0.0, 0.0, 1.0),
    "south": (-1.0, 0.0, 0.0),
    "northeast": (0.6, 0.8, 0.0),
    "eastnorth": (0.8, 0.6, 0.0),
    "skew": (0.48, 0.6, 0.64),
}
"""Directions by name: the vectors of tests."""

WORDS = ("key", "cellar", "lantern", "owl", "silver", "promise", "Tobin", "bridge", "rain", "forty", "important")


def context(content: str, **fields: Any) -> MemoryContext:
    """A memory to add."""
    return MemoryContext(content=content, created_at=NOW, **fields)


def observed(stream: MemoryStream, contexts: Sequence[MemoryContext]) -> list[MemoryEntry]:
    """Several observations, added in their order."""
    return [stream.add(MemoryKind.OBSERVATION, one) for one in contexts]


def mara_stream(state: GameState | None = None) -> MemoryStream:
    """Mara's stream in a new game."""
    return MemoryStream(state or new_game(), MARA)


def vector_of(text: str) -> NDArray[np.float64]:
    """A direction that depends on the text alone."""
    return np.random.default_rng(list(text.encode())).standard_normal(8)


def embed(texts: Sequence[str]) -> list[NDArray[np.float64]]:
    """A vector for each text."""
    return [vector_of(text) for text in texts]


def embed_all(
    stream: MemoryStream,
    limit: int | None = None,
    of: Callable[[Sequence[str]], Sequence[NDArray[np.float64]]] = embed,
) -> None:
    """Give every text of the stream that has no vector one, at most ``limit`` of them."""
    waiting = stream.unembedded(limit)
    stream.give_vectors(waiting, of(waiting))


texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join)
kinds = st.sampled_from(
    [
        MemoryKind.OBSERVATION,
        MemoryKind.REFLECTION,
        MemoryKind.PLAN,
        MemoryKind.CONVERSATION,
        MemoryKind.ARTIFACT,
        MemoryKind.GIFTED,
        MemoryKind.SUMMARY,
    ]
)


@st.composite
def contexts(draw: st.DrawFn) -> tuple[MemoryKind, MemoryContext]:
    """A kind, and a memory of it."""
    given_context = context(
        draw(texts),
        game_time=draw(st.integers(0, 5000)),
        location_id=draw(st.sampled_from([None, "inn", "market"])),
        subjects=tuple(draw(st.lists(st.sampled_from(["tobin", "guard-2", "player"]), max_size=2, unique=True))),
        origin=draw(st.sampled_from([None, *MemoryOrigin])),
        importance=draw(st.none() | st.integers(1, 10)),
        tags=tuple(draw(st.lists(st.sampled_from(["session", "location:inn", "debt"]), max_size=2, unique=True))),
        keywords=tuple(draw(st.lists(st.sampled_from(WORDS), max_size=2))),
        subject_key=draw(st.sampled_from([None, None, ("tobin", "job")])),
        metadata=draw(st.sampled_from([{}, {"type": "scene", "nested": {"list": [1, 2]}}])),
    )
    return draw(kinds), given_context


def fill(stream: MemoryStream, memories: Sequence[tuple[MemoryKind, MemoryContext]]) -> list[MemoryEntry]:
    """Add memories in order."""
    return [stream.add(kind, memory) for kind, memory in memories]
