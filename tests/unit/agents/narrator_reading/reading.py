"""Readings made by hand, and turns of the offline narrator without a recorded game."""

from collections.abc import Mapping, Sequence

from app.agents.narrator.reading.line_reader import ReadPart
from app.agents.narrator.turn.turn_builder import TurnBuilder
from app.agents.narrator.understanding.masking import mentions_in
from app.agents.narrator.understanding.typed_words import Phrase
from app.interfaces.embeddings import Vector
from app.language.kinds.classifier import classifier_of
from app.language.language import default_language
from app.models.state.game_state import GameState
from tests.unit.agents.narrator_offline.playing import Play


def turn_of(state: GameState, line: str) -> TurnBuilder:
    """A turn in which a line was typed, and nothing has been done yet."""
    return Play(state).turn(line)


def part_of(state: GameState, text: str, chances: Mapping[str, float], *, is_speech: bool | None = None) -> ReadPart:
    """A part whose kinds have these chances; the rest is nonsense. With no chances there is no classifier."""
    classifier = classifier_of(default_language())
    assert classifier is not None
    kinds = dict.fromkeys(classifier.kinds, 0.0) | {"nonsense": 1.0 - sum(chances.values())} if chances else {}
    return ReadPart(text, 0, is_speech, tuple(mentions_in(state, Phrase.of(text))), {**kinds, **chances})


async def no_vectors(_texts: Sequence[str]) -> Sequence[Vector]:
    """Lines that are exact commands are never embedded."""
    raise AssertionError("an exact command was embedded")
