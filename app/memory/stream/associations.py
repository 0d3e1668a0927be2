"""Links between two memories, and earlier feelings similar to a new one."""

from collections.abc import Collection, Sequence
from itertools import islice

import numpy as np

from app.language.analysis.terms import keywords_of, term_set
from app.language.analysis.text import is_sentence
from app.language.emotions import Feeling, feeling_of
from app.language.language import language_of
from app.language.rendering.naming import in_quotes
from app.memory.entries.markers import ASSOCIATION
from app.memory.prompt_data import clipped
from app.memory.stream.stream import MemoryStream
from app.models.memory import MemoryEntry, MemoryKind

MOVING = 0.3
"""Emotional impact, from 0 to 1, from which on a text brings back earlier feelings."""
MOST = 3
ALIKE = 0.2
"""Overlap of keywords (Jaccard) from which on two feelings without a common subject count as similar."""

_LOOKED_AT = 40  # newest earlier feelings on the same matter that are compared: the valence of each has to be read


def similar_feelings(stream: MemoryStream, text: str, feeling: Feeling, subjects: Collection[str]) -> list[str]:
    """Find earlier feelings of like valence that share a subject or enough keywords with a new one.

    Args:
        stream: The person's memories.
        text: The text of the new feeling.
        feeling: Its valence and impact; below `MOVING` nothing is found.
        subjects: Ids of its subjects.

    Returns:
        Ids of emotional memories, newest first, at most `MOST`.
    """
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
    earlier = (entries.entries[position] for position in positions)
    alike = (entry.id or "" for entry in earlier if feeling_of(entry.summary).is_like(feeling))
    return list(islice(alike, MOST))


RELATION = "relation"
CAUSES = "causes"
"""The relation of a memory to what followed from it."""

_QUOTED = 200


def links(stream: MemoryStream) -> list[MemoryEntry]:
    """Return the active links of a stream: entries whose evidence is two memory ids, in order, and whose metadata names
    the relation."""
    return stream.index.entries.active_of(ASSOCIATION)


def is_cause(relation: str) -> bool:
    """Return whether a relation is `CAUSES`, in any of its forms."""
    return term_set(relation) == term_set(CAUSES)


def association_of(stream: MemoryStream, first_id: str, second_id: str, relation: str) -> MemoryEntry | None:
    """Return the active link from one memory to another by a relation, compared without case; None if there is none."""
    wanted = (first_id, second_id), relation.casefold().split()
    keyed = ((link.evidence, str(link.metadata.get(RELATION)).casefold().split(), link) for link in links(stream))
    return next((link for *key, link in keyed if tuple(key) == wanted), None)


def association_text(stream: MemoryStream, linked: Sequence[str], relation: str) -> str:
    """Return the text of a link: ``"The bell rang twice" explains "Hedda woke".``; a relation that is a whole sentence
    precedes the two memories."""
    texts = (clipped(" ".join(stream.get(key).summary.split()), _QUOTED) for key in linked)
    first, second = map(in_quotes, texts)
    template = "recall.link-told" if is_sentence(relation) else "recall.link"
    return language_of(stream.state.sheet).render(template, first=first, second=second, relation=relation)
