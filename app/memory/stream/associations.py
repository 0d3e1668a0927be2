"""Similar earlier feelings, and links between two memories."""

from collections.abc import Collection, Sequence
from itertools import islice

import numpy as np

from app.language.analysis.emotions import Feeling, feeling_of
from app.language.analysis.terms import keywords_of
from app.language.analysis.text import is_sentence
from app.language.language import language_of
from app.language.rendering.naming import in_quotes
from app.memory.prompt_data import clipped
from app.memory.stream.markers import ASSOCIATION
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
    is_earlier = entries.of_kinds(MemoryKind.EMOTIONAL) & ~entries.columns["inactive"]
    if not is_earlier.any():
        return []
    is_about = entries.keywords.overlaps(keywords_of(text)) >= ALIKE
    for subject in subjects:
        is_about[entries.subjects.of(subject.casefold())] = True
    positions = np.flatnonzero(is_earlier & is_about)[::-1][:_LOOKED_AT].tolist()
    found = (entries.entries[position] for position in positions)
    alike = (entry.id or "" for entry in found if feeling_of(entry.summary).is_like(feeling))
    return list(islice(alike, MOST))


RELATION = "relation"

_QUOTED = 200


def links(stream: MemoryStream) -> list[MemoryEntry]:
    """The standing links between two memories of a stream: entries that hold no more than their relation, and both as
    their evidence, in this order."""
    return stream.index.entries.standing_of(ASSOCIATION)


def association_of(stream: MemoryStream, first_id: str, second_id: str, relation: str) -> MemoryEntry | None:
    """The standing link from one memory to another by a relation, ignoring case; None if there is none."""
    wanted = (first_id, second_id), relation.casefold().split()
    found = ((each.evidence, str(each.metadata.get(RELATION)).casefold().split(), each) for each in links(stream))
    return next((each for *key, each in found if tuple(key) == wanted), None)


def association_text(stream: MemoryStream, linked: Sequence[str], relation: str) -> str:
    """``"The bell rang twice" explains "Nobody slept".``; a whole sentence stands before the two memories."""
    told = (clipped(" ".join(stream.get(key).summary.split()), _QUOTED) for key in linked)
    first, second = map(in_quotes, told)
    template = "recall.link-told" if is_sentence(relation) else "recall.link"
    return language_of(stream.state.sheet).render(template, first=first, second=second, relation=relation)
