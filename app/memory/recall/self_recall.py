"""How somebody finds out who and where it is: by the exact question first, else by the nearest question or text."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest

from app.interfaces.embeddings import Vector
from app.language.analysis.canonical import NAME, categories, normalised, placeholder_name
from app.language.analysis.likeness import Likeness
from app.memory.recall.alias_index import Alias, AliasIndex
from app.memory.recall.question_names import QuestionNames
from app.memory.recall.right_now import readings
from app.memory.stream import markers as gifted
from app.models.memory import MemoryEntry, Scope
from app.models.state.game_state import GameState

CERTAIN = 1.0
LIKELY = 0.99
"""The highest relevance of what was found by meaning or by words."""
_NEXT = 0.85
"""What each further memory of the same category keeps of the likeness to its questions: others may come between."""
_NEAREST = 2
"""Of the wordings of a category so many, the nearest, tell how like its question is: two err less often than one."""
_UNNAMED = 0.8
"""What somebody else's likeness counts in a question that names nobody."""
_OTHERS = 0.6
"""What all else but lore counts in a question that names somebody."""
_TEXT = 0.9
"""What likeness to a memory's own text counts beside likeness to a question that is asked for it."""


@dataclass(frozen=True)
class Answered:
    """A memory as an answer; ``relevance`` from 0 to 1. What is read off the world right now has no ``memory_id``."""

    content: str
    relevance: float
    memory_id: str | None = None
    category: str | None = None
    turn: int | None = None


@dataclass(frozen=True)
class _Known:
    """Something that may answer."""

    content: str
    type: str
    category: str | None
    about: str | None
    entry: MemoryEntry | None = None

    @classmethod
    def of(cls, entry: MemoryEntry) -> "_Known":
        return cls(entry.summary, gifted.type_of(entry), gifted.category_of(entry), gifted.about_of(entry), entry)

    @property
    def id(self) -> str:
        """Of its entry, "" for what is read right now."""
        return self.entry.id or "" if self.entry is not None else ""

    @property
    def group(self) -> tuple[str, str | None, str | None]:
        return self.type, self.category, self.about

    def answered(self, relevance: float) -> Answered:
        entry = self.entry
        return Answered(
            self.content, relevance, entry.id if entry else None, self.category, entry.turn if entry else None
        )


class SelfQuestion:
    """One question of a person about itself, the scene, or whom it knows; it changes nothing in the game.

    Filters left empty do not filter. ``about`` is an id. Whoever the question names is meant, be it by another name.
    """

    def __init__(
        self,
        state: GameState,
        npc_id: str,
        question: str,
        *,
        categories: Collection[str] = (),
        types: Collection[str] = (),
        about: str | None = None,
    ) -> None:
        """NotFound for a person that the game does not have."""
        self._state = state
        self._npc_id = npc_id
        self._question = question
        self._names = QuestionNames.of(state, npc_id, question)
        self._named = self._names.others
        self._filters = categories, types, about
        self._known = [known for known in self._everything() if self._lets_through(known)]

    # -- what there is -----------------------------------------------------------------------------------------

    @property
    def scopes(self) -> list[Scope]:
        """Where what it knows is kept: its own stream, the place where it is, the world."""
        here = self._state.npc(self._npc_id).current_location_id
        return [Scope.npc(self._npc_id), *([Scope.location(here)] if here is not None else []), Scope.world()]

    def _everything(self) -> Iterator[_Known]:
        """What is read right now comes before what was given of the same."""
        now = [
            _Known(reading.content, reading.type, reading.category, reading.about)
            for reading in readings(self._state, self._npc_id)
        ]
        given = [
            _Known.of(entry)
            for scope in self.scopes
            for entry in sorted(AliasIndex.of(self._state, scope).standing(self._state), key=gifted.part_of)
        ]
        yield from now
        yield from given

    @property
    def has_lore(self) -> bool:
        """Whether any lore may be among the answers."""
        return any(known.type == gifted.LORE for known in self._known)

    def _lets_through(self, known: _Known) -> bool:
        wanted, types, about = self._filters
        return (
            (not wanted or known.category in wanted)
            and (not types or known.type in types)
            and (about is None or known.about == about)
        )

    # -- by the very words -------------------------------------------------------------------------------------

    def exact(self, limit: int) -> list[Answered]:
        """What the question means by its very words, in the order of its text; [] if that is nothing.

        A blank question means everything that the filters let through, first of each category.
        """
        if not self._question.strip():
            return [known.answered(CERTAIN) for known in _round_robin(self._known)[:limit]]
        for aliases in self._aliases():
            meant = {id(entry) for alias in aliases for entry in self._meant(alias)}
            groups = {group for alias in aliases for group in _groups_meant(alias)}
            found = [
                known
                for known in self._known
                if id(known.entry) in meant or (known.entry is None and (known.category, known.about) in groups)
            ]
            if found:
                return [known.answered(CERTAIN) for known in found[:limit]]
        return []

    def _meant(self, alias: Alias) -> Iterator[MemoryEntry]:
        for scope in self.scopes:
            yield from AliasIndex.of(self._state, scope).meant(self._state, alias)

    def _aliases(self) -> Iterator[list[Alias]]:
        """What the question may be an alias of: first as one about whom it names, then as it is."""
        masked = normalised(self._names.masked(NAME, NAME))
        yield [(masked, named) for named in self._named or ((self._npc_id,) if self._names.names_self else ())]
        if plain := normalised(self._question):
            yield [(plain, None)]

    # -- by the nearest ----------------------------------------------------------------------------------------

    @property
    def asked(self) -> str:
        """The question for comparing by meaning: nobody is named, and oneself is "I"."""
        return self._names.masked(placeholder_name(), "I")

    @property
    def texts(self) -> list[str]:
        """Every text whose vector `nearest` wants, each once, the question first."""
        wordings = (wording for group in {known.group for known in self._known} for wording in _wordings(group))
        return list(dict.fromkeys((self.asked, *sorted(wordings), *(known.content for known in self._known))))

    def nearest(
        self, limit: int, vectors: Mapping[str, Vector] | None = None, lore: Mapping[str, float] | None = None
    ) -> list[Answered]:
        """The likeliest answers, the best first; without a vector of the question by words.

        ``vectors`` are unit vectors by text; ``lore`` says by memory id, from 0 to 1, how relevant recall finds lore.
        """
        likeness = Likeness(self.asked, vectors or {})
        scored: list[tuple[float, int, _Known]] = []
        groups: dict[tuple[str, str | None, str | None], list[_Known]] = {}
        order = {id(known): position for position, known in enumerate(self._known)}
        for known in self._known:
            groups.setdefault(known.group, []).append(known)
        for group, members in groups.items():
            for known, score in self._scores(group, members, likeness, lore or {}):
                scored.append((score * self._weight(known), order[id(known)], known))
        scored.sort(key=lambda one: (-one[0], one[1]))
        return [known.answered(round(min(LIKELY, score), 4)) for score, _, known in scored[:limit] if score > 0]

    def _scores(
        self,
        group: tuple[str, str | None, str | None],
        members: Sequence[_Known],
        likeness: Likeness,
        lore: Mapping[str, float],
    ) -> Iterator[tuple[_Known, float]]:
        asked_for = 0.0
        if group[2] is None or group[2] in self._named:
            asked_for = sum(nlargest(_NEAREST, map(likeness.to_question, _wordings(group)))) / _NEAREST
        own = [(max(_TEXT * likeness.to_text(known.content), lore.get(known.id, 0.0)), known) for known in members]
        own.sort(key=lambda one: -one[0])
        for rank, (score, known) in enumerate(own):
            yield known, max(score, asked_for * _NEXT**rank)

    def _weight(self, known: _Known) -> float:
        if known.type == gifted.LORE:
            return 1.0
        if not self._named:
            return 1.0 if known.about is None else _UNNAMED
        return 1.0 if known.about in self._named else _OTHERS


def _groups_meant(alias: Alias) -> set[tuple[str, str | None]]:
    """Category and person of what is only read, not remembered."""
    text, about = alias
    return {
        (category.name, about)
        for category in categories().values()
        if (about is not None) == (category.name == gifted.KNOWLEDGE) and text in category.normalised
    }


def _wordings(group: tuple[str, str | None, str | None]) -> tuple[str, ...]:
    category = categories().get(group[1] or "")
    return category.meanings if category is not None and category.type == group[0] else ()


def _round_robin(known: Sequence[_Known]) -> list[_Known]:
    """The first of each group, then the second of each …"""
    counts: dict[tuple[str, str | None, str | None], int] = {}
    ranked = []
    for position, one in enumerate(known):
        counts[one.group] = counts.get(one.group, 0) + 1
        ranked.append((counts[one.group], position, one))
    ranked.sort(key=lambda each: each[:2])
    return [one for _, _, one in ranked]
