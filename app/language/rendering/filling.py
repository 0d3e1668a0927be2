"""Filling the slots of stock lines, and sentences as they begin and end."""

import re
from collections.abc import Mapping

from app.language.language import Language

SLOT = re.compile(r"\{([A-Za-z_]+)\}")
_NAMES = frozenset({"player", "name", "place"})
_ENDS = (".", "!", "?", "…")


def filled(template: str, slots: Mapping[str, str]) -> tuple[str, list[tuple[str, int, int]]]:
    """The template with its slots filled in one pass, and where each (slot, start, end) of them stands. Unknown slots
    stay. What begins a sentence begins with a capital, but names stay as they are."""
    text, spans, position = "", list[tuple[str, int, int]](), 0
    for match in SLOT.finditer(template):
        value = slots.get(match[1])
        if value is None:
            continue
        text += template[position : match.start()]
        if match[1] not in _NAMES and (not text.strip() or text.rstrip().endswith(_ENDS)):
            value = capital(value)
        spans.append((match[1], len(text), len(text) + len(value)))
        text += value
        position = match.end()
    return text + template[position:], spans


def sentence(text: str) -> str:
    """With a capital at the beginning and a full stop at the end, if it lacks one."""
    text = text.strip()
    if not text:
        return ""
    return capital(text if text[-1] in ".!?…”\"'’»)。！？" else f"{text}.")


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def within(language: Language, text: str) -> str:
    """A sentence as the end of another one: without its capital, unless that belongs to a name."""
    first = text.partition(" ")[0].casefold()
    if language.pattern("minds.keeps_capital").match(text) or first not in language.words("minds.opens_low"):
        return text
    return text[0].lower() + text[1:]
