"""Words for a first time: "when we first met", "since the first time I saw the tower"."""

import re
from dataclasses import dataclass
from typing import Literal

from app.language.language import Language

Side = Literal["since", "before", "after"]

_SIDES: tuple[Side, ...] = ("since", "before", "after")
_TAIL = re.compile(r"[^,.;:?!]*")


@dataclass(frozen=True)
class FirstTime:
    """``place`` is where the words stand, ``side`` the time beside the first one that is meant, if any.

    ``tail`` is the rest of the clause, which may say of whom or what; ``is_here``: it says this place.
    """

    place: tuple[int, int]
    side: Side | None
    is_meeting: bool
    tail: str
    is_here: bool


def first_time_words(language: Language, text: str) -> FirstTime | None:
    """The first such words of a text; None where there are none."""
    found = language.pattern("recall.first").search(text)
    if found is None:
        return None
    after = _TAIL.match(text, found.end())
    tail = after.group() if after else ""
    return FirstTime(
        place=found.span(),
        side=next((side for side in _SIDES if found[side]), None),
        is_meeting=language.pattern("recall.meeting").search(found.group()) is not None,
        tail=tail,
        is_here=language.pattern("recall.first_here").search(tail) is not None,
    )
