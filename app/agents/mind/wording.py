"""Texts on their way into an answer: one line, fit to be shown, of a bounded length; the tone in which people speak."""

import random
from collections.abc import Sequence
from typing import Literal

from app.interfaces.agents.mind import Portrait
from app.language.analysis.lexicon import lexicon
from app.language.language import language_of
from app.language.rendering.filling import fill_slots, sentence
from app.models.base import on_one_line

LONGEST = 300  # characters of a description or a reason


def plain(text: str, most: int = LONGEST) -> str:
    """The text on one line without control characters, cut at a word where it is longer than ``most``; may be ""."""
    line = on_one_line(text[: 8 * most])
    if len(line) <= most:
        return line
    cut = line[: most - 1]
    return f"{cut.rsplit(' ', 1)[0].rstrip(',;:') if ' ' in cut else cut}…"


def as_sentence(text: str, most: int = LONGEST) -> str:
    """The same as a sentence, with a capital and a full stop; "" for a text of nothing but signs."""
    line = plain(text, most - 1)
    return sentence(line) if any(char.isalnum() for char in line) else ""


def display_name(person: Portrait) -> str:
    """A person's name, fit to be shown."""
    return plain(person.name, 120) or language_of(person).render("minds.somebody")


def short_name(name: str) -> str:
    """What people call each other: the first word of a display name that is no title or article."""
    empty = lexicon().articles | lexicon().titles | lexicon().stop
    words = (word for word in name.split() if word[0].isupper() and word.casefold() not in empty)
    return next((word.rstrip(",;:") for word in words), name)


def chance(*about: object) -> random.Random:
    """Chance that is the same whenever the same is asked."""
    return random.Random(":".join(ascii(part) for part in about))


def pick(options: Sequence[str], *about: object) -> str:
    """One of the options, the same whenever the same is asked."""
    return chance(*about).choice(options)


def fill(template: str, **slots: str) -> str:
    """The template with its slots filled, as by the narrator's lines."""
    return fill_slots(template, slots)[0]


# -- tone ----------------------------------------------------------------------------------------------------------


Tone = Literal["cold", "terse", "gruff", "formal", "warm", "plain"]
"""A manner of speaking, as far as stock lines can have one."""
_COLD_BELOW = -0.3
_MARKED: tuple[Tone, ...] = ("terse", "gruff", "formal", "warm")


def tone(person: Portrait, feeling: float | None = None) -> Tone:
    """Return the tone of a person towards one for which it has this feeling (-1 to +1): by its manner, else by its
    traits."""
    if feeling is not None and feeling < _COLD_BELOW:
        return "cold"
    language = language_of(person)
    for text in (person.manner, " ".join(person.traits)):
        marks = ((language.pattern(f"minds.tone_{mark}").search(text), mark) for mark in _MARKED)
        if places := [(found.start(), mark) for found, mark in marks if found]:
            return min(places)[1]
    return "plain"
