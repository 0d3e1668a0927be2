"""The part of a long text that speaks of what was asked."""

from app.language.analysis.terms import analyse
from app.language.analysis.text import sentences
from app.memory.prompt_data import clipped

_GAP = "[...]"


def passage(text: str, question: str, limit: int) -> str:
    """The text, or of one longer than ``limit`` characters the sentences around the one that shares most with it.

    What is left out before or after them is marked. Where nothing is shared, its beginning and its end.
    """
    if len(text) <= limit:
        return text
    wanted = set(analyse(question).terms)
    parts = sentences(text)
    shared = [len(wanted.intersection(analyse(part).terms)) for part in parts]
    if not any(shared):
        return clipped(text, limit)
    first = last = shared.index(max(shared))
    room = limit - len(parts[first]) - 2 * (len(_GAP) + 1)
    while True:
        around = [at for at in (first - 1, last + 1) if 0 <= at < len(parts) and len(parts[at]) < room]
        if not around:
            break
        chosen = max(around, key=lambda at: (shared[at], at))
        room -= len(parts[chosen]) + 1
        first, last = min(first, chosen), max(last, chosen)
    found = clipped(" ".join(parts[first : last + 1]), limit - 2 * (len(_GAP) + 1))
    return f"{_GAP + ' ' if first else ''}{found}{' ' + _GAP if last < len(parts) - 1 else ''}"
