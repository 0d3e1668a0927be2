"""Choosing among ways to say the same thing: the same on every replay, and not the same soon again."""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from app.interfaces.agents.narrator import Spans
from app.language.rendering import filling
from app.models.prompt import RecalledMemory
from app.models.state.game_state import GameState

MEMORY = "memory"
APART = 6
"""Of somebody's texts, how many must have been others before it says a line again."""


@dataclass(frozen=True)
class Passage:
    """A piece of text; ``quoted`` are the spans of it that no summary sees: they repeat a memory, or are an aside
    (help, lists, stock lines, all that is no event of the story). ``recalled`` are the memories it was made of."""

    text: str
    quoted: Spans = ()
    recalled: tuple[RecalledMemory, ...] = ()

    def aside(self) -> "Passage":
        """The same as an aside from end to end."""
        return replace(aside(self.text), recalled=self.recalled)

    def __bool__(self) -> bool:
        return bool(self.text)


def aside(text: str) -> Passage:
    """Text that is no event of the story."""
    return Passage(text, ((0, len(text)),) if text else ())


def joined(passages: Sequence[Passage], between: str) -> Passage:
    """One text of several, their spans moved along; what stands between two asides belongs to them."""
    text = ""
    spans: list[tuple[int, int]] = []
    recalled: list[RecalledMemory] = []
    for passage in filter(None, passages):
        recalled += passage.recalled
        end_before = len(text)
        text += between if text else ""
        moved = [(start + len(text), end + len(text)) for start, end in passage.quoted]
        if moved and spans and spans[-1][1] == end_before and moved[0][0] == len(text):
            moved[0] = (spans.pop()[0], moved[0][1])
        spans += moved
        text += passage.text
    return Passage(text, tuple(spans), tuple(recalled))


def filled(template: str, slots: Mapping[str, str]) -> Passage:
    """The template with its slots filled; the filling of ``{memory}`` is marked as quoted."""
    text, spans = filling.filled(template, slots)
    return Passage(text, tuple((start, end) for slot, start, end in spans if slot == MEMORY))


def pick(state: GameState, purpose: str, variants: Sequence[str], said: Iterable[str] = ()) -> str:
    """One by seed, turn and purpose: not in the latest six texts of ``said`` (newest first), else heard longest ago."""
    lately = list(islice(said, APART))
    ages = [next((age for age, text in enumerate(lately) if is_heard(each, text)), APART) for each in variants]
    freshest = [variant for variant, age in zip(variants, ages, strict=True) if age == max(ages)]
    return random.Random(f"{state.seed}:{state.turn}:{purpose}").choice(freshest)


def is_heard(template: str, text: str) -> bool:
    """Whether the text holds the template's own words in order, whatever its slots were filled with."""
    pieces = [piece for piece in filling.SLOT.split(template)[::2] if any(char.isalnum() for char in piece)]
    position = 0
    for piece in pieces:
        position = text.find(piece, position)
        if position < 0:
            return False
        position += len(piece)
    return bool(pieces)
