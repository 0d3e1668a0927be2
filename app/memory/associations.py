"""Links between two memories: entries of their own, which can be recalled like any other."""

import numpy as np

from app.language.analysis.text import is_sentence
from app.language.language import Language
from app.language.rendering.naming import in_quotes
from app.memory.fence import clipped
from app.memory.stream import MemoryStream
from app.models.memory import MemoryEntry

ASSOCIATION = "association"
"""The type, in the metadata, of an entry that links two memories: its evidence, in this order."""
RELATION = "relation"
"""Key of its metadata: what the first has to do with the second."""

_QUOTED = 200
"""Characters of each memory that a link repeats, so that it can be read by itself."""


def association_of(stream: MemoryStream, first_id: str, second_id: str, relation: str) -> MemoryEntry | None:
    """The standing link from one memory to another by a relation, without regard to case; None if there is none."""
    entries = stream.index.entries
    is_link = (entries.columns["type"] == entries.types.known(ASSOCIATION)) & ~entries.columns["put_away"]
    for position in np.flatnonzero(is_link).tolist():
        entry = entries.entries[position]
        if entry.evidence == (first_id, second_id) and _alike(str(entry.metadata.get(RELATION)), relation):
            return entry
    return None


def association_text(language: Language, first: MemoryEntry, second: MemoryEntry, relation: str) -> str:
    """``"The bell rang twice" explains "Nobody slept".``; a whole sentence stands before the two memories."""
    ours, theirs = (in_quotes(clipped(" ".join(entry.summary.split()), _QUOTED)) for entry in (first, second))
    template = "recall.link-told" if is_sentence(relation) else "recall.link"
    return language.render(template, first=ours, second=theirs, relation=relation)


def _alike(one: str, other: str) -> bool:
    return " ".join(one.casefold().split()) == " ".join(other.casefold().split())
