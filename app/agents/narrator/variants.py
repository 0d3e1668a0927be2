"""Choosing among ways to say the same thing: the same on every replay, and not the same twice in a row."""

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.interfaces.agents.narrator import Spans
from app.models.game_state import GameState

_SLOT = re.compile(r"\{([a-z_]+)\}")
MEMORY = "memory"


@dataclass(frozen=True)
class Passage:
    """A piece of text; ``quoted`` are the spans of it that repeat a memory."""

    text: str
    quoted: Spans = ()

    def all_quoted(self) -> "Passage":
        """The same, quoted from end to end: what a person says around a memory is no news either."""
        return Passage(self.text, ((0, len(self.text)),))

    def __bool__(self) -> bool:
        return bool(self.text)


def joined(passages: Sequence[Passage], between: str) -> Passage:
    """One text of several, their spans moved along."""
    text, spans = "", []
    for passage in passages:
        if not passage.text:
            continue
        text += between if text else ""
        spans += [(start + len(text), end + len(text)) for start, end in passage.quoted]
        text += passage.text
    return Passage(text, tuple(spans))


def filled(template: str, slots: Mapping[str, str]) -> Passage:
    """The template with its slots filled, in one pass: what is filled in is never read as a template.

    A slot that is not known stays as it stands. The filling of ``{memory}`` is marked as quoted.
    """
    text, spans, position = "", [], 0
    for match in _SLOT.finditer(template):
        value = slots.get(match[1])
        if value is None:
            continue
        text += template[position : match.start()]
        if match[1] == MEMORY:
            spans.append((len(text), len(text) + len(value)))
        text += value
        position = match.end()
    return Passage(text + template[position:], tuple(spans))


def pick(state: GameState, purpose: str, variants: Sequence[str], said: Sequence[str] = ()) -> str:
    """One of the variants by seed, turn and purpose; not the one last heard in ``said`` (newest first)."""
    last = next((heard for text in said if (heard := [v for v in variants if is_heard(v, text)])), [])
    fresh = [variant for variant in variants if variant not in last] or list(variants)
    return random.Random(f"{state.seed}:{state.turn}:{purpose}").choice(fresh)


def is_heard(template: str, text: str) -> bool:
    """Whether the text holds the template's own words in order, whatever its slots were filled with."""
    pieces = [piece for piece in _SLOT.split(template)[::2] if any(char.isalnum() for char in piece)]
    position = 0
    for piece in pieces:
        position = text.find(piece, position)
        if position < 0:
            return False
        position += len(piece)
    return bool(pieces)
