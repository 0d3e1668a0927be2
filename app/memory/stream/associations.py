"""Similar earlier feelings, and links between two memories."""

from collections.abc import Collection

import numpy as np

from app.language.analysis.emotions import Feeling, feeling_of
from app.language.analysis.terms import keywords_of
from app.language.analysis.text import is_sentence
from app.language.language import Language
from app.language.rendering.naming import in_quotes
from app.memory.index.documents import KINDS
from app.memory.prompt_data import clipped
from app.memory.stream.stream import MemoryStream
from app.models.memory import MemoryEntry, MemoryKind

MOVING = 0.3
"""Emotional impact, from 0 to 1, from which on something moves enough to bring earlier feelings back."""
MOST = 3
ALIKE = 0.2
"""Overlap of keywords (Jaccard) from which on two feelings that share no subject are about the same."""

_LOOKED_AT = 40  # of the earlier feelings about the same, the newest ones; the valence of each has to be read


def similar_feelings(stream: MemoryStream, text: str, feeling: Feeling, subjects: Collection[str]) -> list[str]:
    """Ids of emotional memories that a feeling strengthens, newest first: of like valence, on a subject or alike."""
    if feeling.impact < MOVING:
        return []
    entries = stream.index.entries
    is_earlier = (entries.columns["kind"] == KINDS[MemoryKind.EMOTIONAL]) & ~entries.columns["inactive"]
    if not is_earlier.any():
        return []
    is_about = entries.keywords.overlaps(keywords_of(text)) >= ALIKE
    for subject in subjects:
        is_about[entries.subjects.of(subject.casefold())] = True
    positions = np.flatnonzero(is_earlier & is_about)[::-1][:_LOOKED_AT].tolist()
    found = (entries.entries[position] for position in positions)
    alike = (entry.id or "" for entry in found if feeling_of(entry.summary).is_like(feeling))
    return [memory_id for memory_id, _ in zip(alike, range(MOST), strict=False)]


ASSOCIATION = "association"
"""The type, in the metadata, of an entry that links two memories: its evidence, in this order."""
RELATION = "relation"

_QUOTED = 200


def association_of(stream: MemoryStream, first_id: str, second_id: str, relation: str) -> MemoryEntry | None:
    """The standing link from one memory to another by a relation, ignoring case; None if there is none."""
    entries = stream.index.entries
    is_link = (entries.columns["type"] == entries.types.known(ASSOCIATION)) & ~entries.columns["inactive"]
    for position in np.flatnonzero(is_link).tolist():
        entry = entries.entries[position]
        found = str(entry.metadata.get(RELATION)).casefold().split()
        if entry.evidence == (first_id, second_id) and found == relation.casefold().split():
            return entry
    return None


def association_text(language: Language, first: MemoryEntry, second: MemoryEntry, relation: str) -> str:
    """``"The bell rang twice" explains "Nobody slept".``; a whole sentence stands before the two memories."""
    ours, theirs = (in_quotes(clipped(" ".join(entry.summary.split()), _QUOTED)) for entry in (first, second))
    template = "recall.link-told" if is_sentence(relation) else "recall.link"
    return language.render(template, first=ours, second=theirs, relation=relation)
