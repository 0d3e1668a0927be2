"""A person's questions about itself: by exact alias first, else by the most similar wording or text."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest
from itertools import count

from app.interfaces.embeddings import Vector
from app.language.analysis.canonical import NAME, Likeness, categories, normalised, placeholder_name
from app.language.analysis.mentions import mentions_for
from app.language.analysis.names import Folded, NameTable
from app.language.analysis.terms import term_set
from app.memory.entries import markers as gifted
from app.memory.recall.current_facts import Group, SelfFact, current_facts, own_facts
from app.memory.stream.stream import MemoryStream
from app.models.memory import Scope
from app.models.state.game_state import GameState

CERTAIN = 1.0
LIKELY = 0.99
"""Highest relevance of an answer found by vectors or words."""
_NEXT = 0.85
"""Factor of the question's similarity for each further memory of a category, so that others may come between them."""
_NEAREST = 2
"""Wordings of a category that are averaged, the most similar ones: two are more reliable than one."""
_UNNAMED = 0.8  # factor of facts about other people for a question that names nobody
_OTHERS = 0.6  # factor of all other facts but lore for a question that names somebody
_UNASKED = 0.6  # factor of the text of a topic for a question that does not name it
_TEXT = 0.9  # factor of the similarity to a memory's text; that to a canonical question has 1


@dataclass(frozen=True)
class SelfAnswer:
    """A memory as an answer; ``relevance`` is from 0 to 1. Current facts have no ``memory_id``."""

    content: str
    relevance: float
    memory_id: str | None = None
    category: str | None = None
    turn: int | None = None

    @classmethod
    def of(cls, fact: SelfFact, relevance: float) -> "SelfAnswer":
        """Return a fact as an answer."""
        memory_id, turn = (fact.entry.id, fact.entry.turn) if fact.entry else (None, None)
        return cls(fact.content, relevance, memory_id, fact.category, turn)


Alias = tuple[str, str | None]
"""A normalised question, and the id of the person it is about: "who is name" with an id; None for a question taken
literally."""

_OTHER, _SELF = "\0", "\1"


@dataclass(frozen=True)
class QuestionNames:
    """The ids named by a question (``others``), whether it names the person who asks, and its text with markers for
    names."""

    others: tuple[str, ...]
    names_self: bool
    text: str

    @classmethod
    def of(cls, state: GameState, npc_id: str, question: str) -> "QuestionNames":
        """Find the names in a question; of people who share a name, those present are meant."""
        folded = Folded.of(question)
        here = state.npc(npc_id).current_location_id
        present = {npc.instance_id for npc in state.present(here)} - {npc_id} if here is not None else set()
        players = NameTable({player.name: [player.id] for player in state.party.ever})
        people = (one for one in mentions_for(state.sheet).names(question) if not state.npcs.keys().isdisjoint(one.ids))
        pieces: list[str] = []
        ids: dict[str, None] = {}
        position = 0
        for name in sorted((*people, *players.find(folded)), key=lambda name: (name.start, -name.end)):
            if name.start < position:
                continue
            meant = tuple(key for key in name.ids if key in present) or name.ids
            pieces += [folded.tidy[position : name.start], _SELF if meant == (npc_id,) else _OTHER]
            ids.update(dict.fromkeys(meant))
            position = name.end
        return cls(tuple(key for key in ids if key != npc_id), npc_id in ids, "".join(pieces) + folded.tidy[position:])

    def masked(self, other: str, own: str) -> str:
        """Return the text with the names of others and of the person itself replaced."""
        return self.text.replace(_OTHER, other).replace(_SELF, own)


class SelfQuestion:
    """A person's question about itself, the scene, or people it knows."""

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
        """Parse a question.

        Args:
            state: The game.
            npc_id: The person who asks.
            question: The question; blank for everything.
            categories: Categories to search; empty for all.
            types: Types to search; empty for all.
            about: Id of the person that the facts describe; None for all.

        Raises:
            NotFound: The person is unknown.
        """
        self._state = state
        self._npc_id = npc_id
        self._question = question
        self._names = QuestionNames.of(state, npc_id, question)
        self._named = self._names.others
        self._terms = term_set(question)
        self._known = [
            known
            for known in self._everything()
            if (not categories or known.category in categories)
            and (not types or known.type in types)
            and (about is None or known.about == about)
        ]

    @property
    def scopes(self) -> list[Scope]:
        """The scopes that are searched: the person, its place, the world."""
        here = self._state.npc(self._npc_id).current_location_id
        return [Scope.npc(self._npc_id), *([Scope.location(here)] if here is not None else []), Scope.world()]

    def _everything(self) -> Iterator[SelfFact]:
        """Yield current perceptions, then gifted memories, then goals, belongings and topics."""
        yield from current_facts(self._state, self._npc_id)
        for scope in self.scopes:
            active = MemoryStream(self._state, scope).index.entries.active_of(*gifted.GIFTED_TYPES)
            yield from map(SelfFact.of, sorted(active, key=gifted.chunk_number))
        yield from own_facts(self._state, self._npc_id)

    @property
    def categories(self) -> set[str]:
        """The categories of all facts that it may find."""
        return {known.category for known in self._known if known.category}

    @property
    def has_lore(self) -> bool:
        """Whether it may find lore."""
        return any(known.type == gifted.LORE for known in self._known)

    def exact(self, limit: int) -> list[SelfAnswer]:
        """Return answers by an exact alias, in stream order, at most ``limit``. A blank question finds everything, the
        first of each category first."""
        if not self._question.strip():
            return [SelfAnswer.of(known, CERTAIN) for known in _round_robin(self._known)[:limit]]
        for aliases in self._aliases():
            if matching := [known for known in self._known if any(self._is_meant(known, alias) for alias in aliases)]:
                return [SelfAnswer.of(known, CERTAIN) for known in matching[:limit]]
        return []

    def _aliases(self) -> Iterator[list[Alias]]:
        """Yield possible aliases: first about the people named, then the literal question."""
        masked = normalised(self._names.masked(NAME, NAME))
        yield [(masked, named) for named in self._named or ((self._npc_id,) if self._names.names_self else ())]
        if plain := normalised(self._question):
            yield [(plain, None)]

    def _is_meant(self, known: SelfFact, alias: Alias) -> bool:
        """Return whether an alias is one of the fact's own, or a wording of its category about the same person."""
        text, about = alias
        if about is None and any(normalised(own) == text for own in known.aliases):
            return True
        if (known.category, known.about, about) == ("identity", None, self._npc_id):
            return any(normalised(query) == text for query in categories()[gifted.KNOWLEDGE].queries)
        category = categories().get(known.category or "")
        is_of_it = category is not None and category.type == known.type and text in category.normalised
        return is_of_it and about == known.about

    @property
    def asked(self) -> str:
        """The question for comparison by vectors: names masked, the person as "I"."""
        return self._names.masked(placeholder_name(), "I")

    @property
    def texts(self) -> list[str]:
        """Every text whose vector `nearest` uses, the question first."""
        wordings = (wording for group in {known.group for known in self._known} for wording in _wordings(group))
        return list(dict.fromkeys((self.asked, *sorted(wordings), *(known.content for known in self._known))))

    def nearest(
        self, limit: int, vectors: Mapping[str, Vector] | None = None, lore: Mapping[str, float] | None = None
    ) -> list[SelfAnswer]:
        """Return the most similar facts, best first.

        Args:
            limit: Most answers.
            vectors: Vectors by text; without one of the question words are compared.
            lore: Relevance of lore from 0 to 1, by memory id.
        """
        likeness = Likeness(self.asked, vectors or {})
        groups: dict[Group, list[SelfFact]] = {}
        for known in self._known:
            groups.setdefault(known.group, []).append(known)
        scores: dict[int, float] = {}
        for group, members in groups.items():
            for known, score in self._scores(group, members, likeness, lore or {}):
                scores[id(known)] = score * self._weight(known)
        best = sorted((known for known in self._known if scores[id(known)] > 0), key=lambda known: -scores[id(known)])
        return [SelfAnswer.of(known, round(min(LIKELY, scores[id(known)]), 4)) for known in best[:limit]]

    def _scores(
        self, group: Group, members: Sequence[SelfFact], likeness: Likeness, lore: Mapping[str, float]
    ) -> Iterator[tuple[SelfFact, float]]:
        asked_for = 0.0
        if group[2] is None or group[2] in self._named:
            asked_for = sum(nlargest(_NEAREST, map(likeness.to_question, _wordings(group)))) / _NEAREST
        own: list[tuple[float, SelfFact]] = []
        for known in members:
            by_recall = lore.get(known.entry.id or "", 0.0) if known.entry else 0.0
            own.append((max(_TEXT * likeness.to_text(known.content), by_recall), known))
        own.sort(key=lambda one: -one[0])
        for rank, (score, known) in enumerate(own):
            yield known, max(score, asked_for * _NEXT**rank)

    def _weight(self, known: SelfFact) -> float:
        if known.type == gifted.LORE:
            return 1.0
        if known.keys and not any(term_set(key) <= self._terms for key in known.keys):
            return _UNASKED
        if not self._named:
            return 1.0 if known.about is None else _UNNAMED
        return 1.0 if known.about in self._named else _OTHERS


def _wordings(group: Group) -> tuple[str, ...]:
    category = categories().get(group[1] or "")
    return category.meanings if category is not None and category.type == group[0] else ()


def _round_robin(facts: Sequence[SelfFact]) -> list[SelfFact]:
    """Return the first fact of each group, then the second of each, and so on."""
    numbers = defaultdict[Group, Iterator[int]](count)
    return sorted(facts, key=lambda one: next(numbers[one.group]))
