"""Texts of past eras, made by rules: who and what they were about, and what was said and done."""

from collections import Counter
from collections.abc import Iterator, Sequence, Set

from app.interfaces.services.location import PARTY
from app.language.analysis.ranking import Frequencies, function_words, is_foreign
from app.language.analysis.terms import keywords_of
from app.language.analysis.text import sentences
from app.language.rendering.naming import Naming
from app.memory.entries.scoring import overlap
from app.memory.stream.memory_batch import (
    CONDENSED,
    BatchKind,
    MemoryBatch,
    as_closed_sentence,
    cut_text,
    name_called,
    some_of,
    where_it_was,
)
from app.models.memory import MemoryEntry, Scope
from app.models.state.game_state import GameState

_FEWEST_KEYWORDS = 2
_LEAST, _MOST, _PER_SENTENCE = 3, 5, 60  # sentences of a text, and memories for each beyond the least
_WEIGHED = 60  # candidates among which sentences are chosen one after the other; the best by themselves
_LONGEST_SENTENCE = 200
_MOST_LISTED = 6
_ALIKE = 3  # candidates with the same words, so that what is said again and again is not all there is
_SAME = 0.6  # share of their keywords from which on two sentences say the same


def era_text(state: GameState, scope: Scope, batch: MemoryBatch) -> str:
    """Return the days of an era, the people and things that most of its memories are about, and the sentences of
    several memories that say most.

    Texts in a language that the game has no words for are told without words of the game's language.
    """
    name = Naming(state, scope.owner_id if scope.owner_id in state.npcs else None)
    language = name.language
    people, items = _who_and_what(state, scope, batch, name)
    told = list(_told(state, scope, batch))
    is_bare = is_foreign([entry.summary for entry, _ in told])
    things = [state.name(item) if is_bare else name.thing(item) for item in items]
    if is_bare:
        listed = (", ".join(names[:_MOST_LISTED]) for names in (people, things))
        opening = [as_closed_sentence("; ".join(filter(None, listed)))]
    else:
        with_people = language.render("batches.much-with", people=some_of(people, language)) if people else ""
        opening = [
            with_people,
            language.render("batches.much-about", things=some_of(things, language)) if things else "",
        ]
    said = list(_chosen(told, frozenset(keywords_of(" ".join((*people, *things))))))
    parts = [part for part in (*opening, *said) if part.strip(" .")]
    return batch.with_days(" ".join(parts or [where_it_was(state, name, batch)]), language, is_bare=is_bare)


def _who_and_what(state: GameState, scope: Scope, batch: MemoryBatch, name: Naming) -> tuple[list[str], list[str]]:
    """Return the names of people and the ids of things, those first that most memories are about."""
    about = Counter(
        key
        for entry in batch.entries
        for key in dict.fromkeys((entry.origin_id or "", *entry.subjects, *entry.npc_ids))
        if key and key != scope.owner_id
    )
    ranked = [key for key, _ in about.most_common()]
    if len(state.party.ever) > 1 and any(name.players(key) for key in ranked):
        ranked = [key for key in ranked if key != PARTY]
    names = dict.fromkeys(filter(None, (name_called(state, name, key) for key in ranked)))
    return list(names), [key for key in ranked if key in state.sheets.items]


def _told(state: GameState, scope: Scope, batch: MemoryBatch) -> Iterator[tuple[MemoryEntry, float]]:
    """Yield the memories that have something to say, with their importance; of condensed talks the lines themselves."""
    known = {entry.id: entry for entry in state.memories(scope)}
    for entry, importance in zip(batch.entries, batch.importances, strict=True):
        kind = entry.metadata.get(CONDENSED)
        lines = [known[key] for key in entry.evidence if key in known] if kind == BatchKind.CONVERSATION.value else []
        if kind != BatchKind.ROUTINE.value:
            yield from ((line, importance) for line in lines or [entry])


def _chosen(told: Sequence[tuple[MemoryEntry, float]], names: Set[str]) -> Iterator[str]:
    """Yield the sentences that say most of the whole era, in order of time, at most one of each memory."""
    found = [
        (position, cut_text(text, _LONGEST_SENTENCE), importance)
        for position, (entry, importance) in enumerate(told)
        for text in sentences(entry.summary)
    ]
    texts = [text for _, text, _ in found]
    empty = function_words(texts)
    frequencies = Frequencies(texts, empty)
    alike, left = Counter[frozenset[str]](), list[tuple[int, str, float]]()
    for each in sorted(found, key=lambda each: -each[2] * frequencies.score(each[1])):
        words = frozenset(word for word in keywords_of(each[1]) if not word.isdigit())
        alike[words] += 1
        is_empty = len(words - names - empty) < _FEWEST_KEYWORDS
        if not is_empty and alike[words] <= _ALIKE and len(left) < _WEIGHED:
            left.append(each)
    left = left or found[:_WEIGHED]
    count = min(_MOST, _LEAST + len(told) // _PER_SENTENCE)
    chosen: list[tuple[int, str, float]] = []
    while left and len(chosen) < count:
        best = max(left, key=lambda each: each[2] * frequencies.score(each[1]))
        chosen.append(best)
        frequencies.cover(best[1])
        said = frozenset(keywords_of(best[1]))
        left = [each for each in left if each[0] != best[0] and overlap(said, keywords_of(each[1])) < _SAME]
    for _, text, _ in sorted(chosen, key=lambda each: each[0]):
        yield as_closed_sentence(text)
