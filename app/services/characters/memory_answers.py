"""The answers to what a character asks its memory: what it knows of itself, its scene and others, by meaning or by
words; its own stream, what it heard, and common lore."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from app.errors import InvalidInput
from app.interfaces import character_tools as tools
from app.interfaces.embeddings import IVectors, Vector
from app.language.analysis.canonical import queries_of
from app.language.analysis.terms import topic
from app.memory.entries.markers import (
    CHARACTER,
    EPISODIC,
    GIFTED_TYPES,
    KNOWLEDGE,
    LORE,
    NON_EVENTS,
    SCENE,
    category_of,
)
from app.memory.recall.query import RecallQuery, ScoredMemory
from app.memory.recall.query_expansion import expanded, recall_with_fallback
from app.memory.recall.recaller import Recaller
from app.memory.recall.self_recall import SelfAnswer, SelfQuestion
from app.memory.stream.stream import MemoryStream
from app.models.base import short_input
from app.models.memory import MemoryEntry, MemoryKind, MemoryOrigin, Scope
from app.models.messages.payload import Utterance
from app.models.state.game_state import GameState
from app.services.characters.memory_views import MemoryView, gifted_view, memory_view
from app.services.characters.names import (
    find_figures,
    find_people,
    find_subjects,
    memories_mentioning,
    own_topics_about,
    who_is_known,
)

KEPT = 8192
"""Vectors of questions, their wordings and gifted texts that are kept at hand, beside the embedder's own cache."""


@dataclass(eq=False, repr=False)
class SelfKnowledge:
    """Questions to a person's gifted memories and current facts; they change nothing. ``recaller`` finds the rest of
    what it remembers."""

    vectors: IVectors
    recaller: Recaller
    _at_hand: dict[str, Vector] = field(default_factory=dict, init=False)

    async def ask(
        self, state: GameState, npc_id: str, question: str, *, limit: int, **filters: Any
    ) -> list[SelfAnswer]:
        """At most ``limit`` answers, best first; ``filters`` are those of `SelfQuestion`. An exact alias, and a blank
        question, have relevance 1. Raises NotFound for an unknown person."""
        asking = SelfQuestion(state, npc_id, question, **filters)
        exact = asking.exact(limit)
        if exact or not question.strip():
            return exact
        texts = dict.fromkeys((*asking.texts, question) if asking.has_lore else asking.texts)
        vectors = await self._embedded(list(texts))
        return asking.nearest(limit, vectors, self._lore(state, asking, question, vectors, limit))

    async def _embedded(self, texts: Sequence[str]) -> dict[str, Vector]:
        missing = [text for text in texts if text not in self._at_hand]
        if missing:
            if len(self._at_hand) > KEPT:
                self._at_hand.clear()
                missing = list(texts)
            found = zip(missing, await self.vectors.vectors(missing), strict=True)
            self._at_hand.update((text, vector) for text, vector in found if vector is not None)
        return {text: self._at_hand[text] for text in texts if text in self._at_hand}

    def _lore(
        self, state: GameState, asking: SelfQuestion, question: str, vectors: Mapping[str, Vector], limit: int
    ) -> dict[str, float]:
        """The relevance of the lore that recall finds, by memory id."""
        if not asking.has_lore:
            return {}
        vector, now = vectors.get(question), state.clock.minutes
        query = RecallQuery(
            now=now, text=question, vector=vector, types=(LORE,), limit=limit, messages=False, dates=False
        )
        found: dict[str, float] = {}
        for scope in asking.scopes:
            stream = MemoryStream(state, scope)
            if vector is not None:
                texts = [text for text in stream.unembedded(messages=False) if text in vectors]
                stream.give_vectors(texts, [vectors[text] for text in texts])
            for hit in self.recaller.recall(stream, query):
                parts = hit.components
                found[hit.memory.id or ""] = min(1.0, parts["words"] + parts["meaning"])
        return found


Answer = dict[str, Any]

SELF, STYLE, CHARACTERS, FOUND = 5, 3, 3, 5
_SCENE = ("location", "atmosphere", "time", "context")
_FACTS = (LORE, "identity", "goals", "belongings", "topics", "topic")
SEARCHED = 100
TOLD, OWN = 0.3, 0.5
"""The relevance from which lore, and facts about oneself, belong to the topic that is asked for."""


@dataclass(frozen=True)
class MemoryAnswers:
    """What one person knows, in a game as it stands, of itself, its place and others, and what it experienced."""

    state: GameState
    npc_id: str
    self_knowledge: SelfKnowledge

    async def query_self(self, asked: tools.QuerySelf) -> Answer:
        return await self._asked(asked.question, SELF, types=(CHARACTER,))

    async def query_background(self, asked: tools.QueryBackground) -> Answer:
        return await self._asked(asked.question, SELF, types=(CHARACTER,), categories=("background",))

    async def query_communication_style(self, asked: tools.QueryCommunicationStyle) -> Answer:
        return await self._asked(asked.question, STYLE, types=(CHARACTER,), categories=("communication",))

    async def query_scene(self, asked: tools.QueryScene) -> Answer:
        """The current place and time; for a blank question the place comes first."""
        found = await self._found(asked.question, SELF, types=(SCENE,))
        if not asked.question.strip():
            found.sort(key=lambda one: _SCENE.index(one.category) if one.category in _SCENE else len(_SCENE))
        return self._given(found)

    async def query_character(self, asked: tools.QueryCharacter) -> Answer:
        """What is known of somebody from the start, then experience; of who never appears what it can tell, and
        memories that mention the name."""
        people = find_people(self.state, self.npc_id, asked.name)
        if people == (self.npc_id,):
            return await self.query_self(tools.QuerySelf())
        known: list[MemoryView] = []
        for other in people[:CHARACTERS]:
            who_is, *_ = queries_of(KNOWLEDGE, self.state.name(other))
            known += (await self._asked(who_is, CHARACTERS, types=(KNOWLEDGE,), about=other))["memories"]
        if people and len(known) < CHARACTERS:
            query = self.query(limit=CHARACTERS - len(known), subjects=people)
            known += self.shown(await self.hits(query))
        figures = () if people else find_figures(self.state, self.npc_id, asked.name)
        if not people:
            known += self._told_of(asked.name, figures)
            if (left := CHARACTERS - len(known)) > 0 and (subjects := (*figures, asked.name.strip())):
                there = {one.get("id") for one in known}
                hits = await self.hits(self.query(limit=CHARACTERS, subjects=subjects))
                known += self.shown([hit for hit in hits if hit.memory.id not in there][:left])
        answer: Answer = {"memories": known[:CHARACTERS]}
        return answer if known else {**answer, "note": who_is_known(self.state, self.npc_id, people or figures)}

    def _told_of(self, name: str, figures: Sequence[str]) -> list[MemoryView]:
        """What can be told of a name or of who never appears, then its memories that mention either, at most three."""
        state, npc_id = self.state, self.npc_id
        facts = [SelfAnswer.of(fact, 1.0) for fact in own_topics_about(state, npc_id, name, figures)]
        known = [gifted_view(state, npc_id, fact) for fact in facts[: CHARACTERS - 1]]
        called = [
            each for figure in state.sheet.figures if figure.id in figures for each in (figure.name, *figure.aliases)
        ]
        own = memories_mentioning(state, npc_id, (name, *called))
        return [*known, *(memory_view(state, npc_id, entry) for entry in own[: CHARACTERS - len(known)])]

    async def query_memory(self, asked: tools.QueryMemory) -> Answer:
        """Experience, or memories of the given type. InvalidInput for a category that no memory has."""
        answer: Answer = {"query": asked.query}
        self._check_category(asked.category)
        about = () if asked.about is None else find_subjects(self.state, self.npc_id, asked.about)
        speakers = () if asked.speaker is None else find_people(self.state, self.npc_id, asked.speaker)
        if asked.speaker is not None and not speakers:
            return {**answer, "memories": [], "note": who_is_known(self.state, self.npc_id)}
        if asked.type in GIFTED_TYPES:
            return {**answer, **await self._of_type(asked, about)}
        hits = await self.searched(
            text=asked.query,
            without_types=GIFTED_TYPES if asked.type == EPISODIC else NON_EVENTS,
            subjects=about,
            first_turn=asked.first_turn,
            last_turn=asked.last_turn,
            limit=SEARCHED if speakers or asked.category else FOUND,
        )
        if speakers:
            hits = [hit for hit in hits if speaker_id_of(hit.memory) in speakers]
        if asked.category:
            hits = [hit for hit in hits if asked.category in _categories(hit.memory)]
        return {**answer, "memories": self.shown(hits[:FOUND])}

    def _check_category(self, category: str | None) -> None:
        kinds, origins = (kind.value for kind in MemoryKind), (origin.value for origin in MemoryOrigin)
        own = (category_of(entry) or "" for entry in self.state.memories(Scope.npc(self.npc_id)))
        known = {*kinds, *origins, *own, *SelfQuestion(self.state, self.npc_id, "").categories} - {""}
        if category and category not in known:
            there = ", ".join(sorted(known))
            raise InvalidInput(
                f"Bad arguments of query_memory, category: there is no '{short_input(category)}'; there are {there}."
            )

    def query(self, *, text: str = "", limit: int, **filters: Any) -> RecallQuery:
        """A query to its experience, without gifted knowledge of itself and others."""
        chosen = {"without_types": NON_EVENTS, **filters}
        return RecallQuery(now=self.state.clock.minutes, text=text, limit=limit, dates=False, **chosen)

    async def hits(self, query: RecallQuery) -> list[ScoredMemory]:
        """Hits of its own stream, best first: [] where none answers the question, recent and important ones for an open
        question."""
        stream, recaller = MemoryStream(self.state, Scope.npc(self.npc_id)), self.self_knowledge.recaller
        if not topic(query.text, "recall.general"):
            return recaller.recall(stream, replace(query, text=""))
        return [hit for hit in await recaller.recall_by_meaning(stream, query) if hit.is_relevant]

    async def searched(self, *, text: str, limit: int, **filters: Any) -> list[ScoredMemory]:
        """The hits of such a query when it is expanded."""
        query = self.query(text=text, limit=limit, **filters)
        return await recall_with_fallback(self.hits, query, expanded(self.state, self.npc_id, query.text, query))

    async def known(self, topic: str, limit: int) -> list[SelfAnswer]:
        """Lore of the person, its place and the world, who it is, what it wants, carries and can tell, best first."""
        found = await self._found(topic, limit, categories=_FACTS)
        return [one for one in found if one.relevance >= (TOLD if one.category == LORE else OWN)]

    def shown(self, hits: Iterable[ScoredMemory]) -> list[MemoryView]:
        return [memory_view(self.state, self.npc_id, hit.memory, hit.score) for hit in hits]

    async def _of_type(self, asked: tools.QueryMemory, about: Sequence[str]) -> Answer:
        categories = () if asked.category is None else (asked.category,)
        types, other = (asked.type or "",), about[0] if about else None
        found = await self._found(asked.query, FOUND, categories=categories, types=types, about=other)
        return self._given(one for one in found if _within(one.turn, asked.first_turn, asked.last_turn))

    async def _asked(self, question: str, limit: int, **filters: Any) -> Answer:
        return self._given(await self._found(question, limit, **filters))

    async def _found(self, question: str, limit: int, **filters: Any) -> list[SelfAnswer]:
        return await self.self_knowledge.ask(self.state, self.npc_id, question, limit=limit, **filters)

    def _given(self, found: Iterable[SelfAnswer]) -> Answer:
        return {"memories": [gifted_view(self.state, self.npc_id, one) for one in found]}


def _categories(memory: MemoryEntry) -> set[str]:
    """What a memory is found under: its category, its kind, how it came to be known; all speech is dialogue."""
    spoken = MemoryOrigin.DIALOGUE if speaker_id_of(memory) is not None else None
    found = (category_of(memory), memory.kind, memory.origin, spoken)
    return {str(each.value if isinstance(each, MemoryKind | MemoryOrigin) else each) for each in found if each}


def speaker_id_of(memory: MemoryEntry) -> str | None:
    """The id of the speaker; None for what is not speech."""
    if isinstance(memory.payload, Utterance):
        return memory.payload.speaker_id
    return memory.origin_id if memory.kind is MemoryKind.CONVERSATION else None


def _within(turn: int | None, first: int | None, last: int | None) -> bool:
    if first is None and last is None:
        return True
    return turn is not None and (first is None or turn >= first) and (last is None or turn <= last)
