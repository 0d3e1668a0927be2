"""Texts on their way into an answer: one line, fit to be shown, of a bounded length; and choosing among them."""

import random
import re
from collections.abc import Sequence

from app.agents.narrator.variants import filled
from app.agents.narrator.words import sentence

LONGEST = 300
"""Characters of a description or a reason."""

_UNFIT = re.compile("[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u2028\u2029\ud800-\udfff]")
"""Control characters that are no blanks, and halves of characters."""
_KEEPS_CAPITAL = re.compile(r"I\b|\W")
_OPENS_LOW = frozenset(
    """
    the a an this that these those there here it its he she they his her their we you your my our some somebody someone
    nobody everybody everyone all both each many most two three in on at by from after before when while last yesterday
    today tonight tomorrow
    """.split()  # noqa: SIM905  # a list of words is read best as text
)


def plain(text: str, most: int = LONGEST) -> str:
    """The text on one line without control characters, cut at a word where it is longer than ``most``; may be ""."""
    line = " ".join(_UNFIT.sub("", text[: 8 * most]).split())
    if len(line) <= most:
        return line
    cut = line[: most - 1]
    return f"{cut.rsplit(' ', 1)[0].rstrip(',;:') if ' ' in cut else cut}…"


def told(text: str, most: int = LONGEST) -> str:
    """The same as a sentence, with a capital and a full stop; "" for a text of nothing but signs."""
    line = plain(text, most - 1)
    return sentence(line) if any(char.isalnum() for char in line) else ""


def within(text: str) -> str:
    """A sentence as the end of another one: without its capital, unless that belongs to a name."""
    first = text.partition(" ")[0].casefold()
    if _KEEPS_CAPITAL.match(text) or first not in _OPENS_LOW:
        return text
    return text[0].lower() + text[1:]


def chance(*about: object) -> random.Random:
    """Chance that is the same whenever the same is asked."""
    return random.Random(":".join(ascii(part) for part in about))


def fill(template: str, **slots: str) -> str:
    """The template with its slots filled, as by the narrator's lines."""
    return filled(template, slots).text


def pick(options: Sequence[str], *about: object) -> str:
    """One of the options, the same whenever the same is asked."""
    return chance(*about).choice(options)
