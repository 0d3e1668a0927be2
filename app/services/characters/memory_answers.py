"""Answers to a character's questions to its memory: itself, its scene and others, by meaning or by words; its own
stream, hearsay, and common lore."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from app.errors import InvalidInput
from app.interfaces import character_tools as tools
from app.interfaces.character_tools import MemoryView
from app.interfaces.embeddings import IVectors, Vector
from app.language.analysis.canonical import queries_of
from app.language.analysis.terms import topic
from app.language.language import language_of
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
from app.memory.recall.presets import CHRONICLE
from app.memory.recall.query import Preset, RecallQuery, ScoredMemory
from app.memory.recall.query_expansion import expanded, recall_with_fallback
from app.memory.recall.recaller import Recaller
from app.memory.recall.self_recall import SelfAnswer, SelfQuestion
from app.memory.stream.stream import MemoryStream
from app.models.base import short_input
from app.models.memory import MemoryEntry, MemoryKind, MemoryOrigin, Scope
from app.models.messages.payload import Utterance
from app.models.plain_reasons import Form, Malformed, Problem
from app.models.state.game_state import GameState
from app.services.characters.memory_views import gifted_answer, memory_answer
from app.services.characters.names import (
    find_figures,
    find_people,
    find_subjects,
    memories_mentioning,
    own_topics_about,
    who_is_known,
)

KEPT = 8192
"""Vectors of questions, their wordings and gifted texts that are kept in memory, in addition to the embedder's
cache."""


@dataclass(eq=False, repr=False)
class SelfKnowledge:
    """Search in a person's gifted memories and present facts; it changes nothing. ``recaller`` finds its other
    memories."""

    vectors: IVectors
    recaller: Recaller
    _vectors_by_text: dict[str, Vector] = field(default_factory=dict, init=False)

    async def ask(
        self, state: GameState, npc_id: str, question: str, *, limit: int, **filters: Any
    ) -> list[SelfAnswer]:
        """Answer a question.

        Args:
            state: The game.
            npc_id: The person.
            question: The question; a blank one, or an exact alias, gives answers of relevance 1.
            limit: Most answers.
            filters: Those of `SelfQuestion`.

        Returns:
            The answers, best first.

        Raises:
            NotFound: There is no such person.
        """
        asking = SelfQuestion(state, npc_id, question, **filters)
        exact = asking.exact(limit)
        if exact or not question.strip():
            return exact
        texts = dict.fromkeys((*asking.texts, question) if asking.has_lore else asking.texts)
        vectors = await self._embedded(list(texts))
        return asking.nearest(limit, vectors, self._lore(state, asking, question, vectors, limit))

    async def _embedded(self, texts: Sequence[str]) -> dict[str, Vector]:
        missing = [text for text in texts if text not in self._vectors_by_text]
        if missing:
            if len(self._vectors_by_text) > KEPT:
                self._vectors_by_text.clear()
                missing = list(texts)
            computed = zip(missing, await self.vectors.vectors(missing), strict=True)
            self._vectors_by_text.update((text, vector) for text, vector in computed if vector is not None)
        return {text: self._vectors_by_text[text] for text in texts if text in self._vectors_by_text}

    def _lore(
        self, state: GameState, asking: SelfQuestion, question: str, vectors: Mapping[str, Vector], limit: int
    ) -> dict[str, float]:
        """Return the relevance of the lore that recall finds, by memory id."""
        if not asking.has_lore:
            return {}
        vector, now = vectors.get(question), state.clock.minutes
        query = RecallQuery(
            now=now, text=question, vector=vector, types=(LORE,), limit=limit, messages=False, dates=False
        )
        relevance: dict[str, float] = {}
        for scope in asking.scopes:
            stream = MemoryStream(state, scope)
            if vector is not None:
                texts = [text for text in stream.unembedded(messages=False) if text in vectors]
                stream.give_vectors(texts, [vectors[text] for text in texts])
            for hit in self.recaller.recall(stream, query):
                relevance[hit.memory.id or ""] = hit.relevance
        return relevance


Answer = dict[str, Any]

SELF, STYLE, CHARACTERS, FOUND = 5, 3, 3, 5
_SCENE = ("location", "atmosphere", "time", "context")
_FACTS = (LORE, "identity", "goals", "belongings", "topics", "topic")
SEARCHED = 100
MOST_TAGS = 20
TOLD, OWN = 0.3, 0.5
"""The relevance from which lore, and facts about oneself, belong to the topic of a question."""


@dataclass(frozen=True)
class MemoryAnswers:
    """One person's knowledge of itself, its place and others, and its experience, in the present state of a game."""

    state: GameState
    npc_id: str
    self_knowledge: SelfKnowledge

    async def query_self(self, args: tools.QuerySelf) -> Answer:
        return await self._self_answer(args.question, SELF, types=(CHARACTER,))

    async def query_background(self, args: tools.QueryBackground) -> Answer:
        return await self._self_answer(args.question, SELF, types=(CHARACTER,), categories=("background",))

    async def query_communication_style(self, args: tools.QueryCommunicationStyle) -> Answer:
        return await self._self_answer(args.question, STYLE, types=(CHARACTER,), categories=("communication",))

    async def query_scene(self, args: tools.QueryScene) -> Answer:
        """Return the present place and time; for a blank question the place comes first."""
        answers = await self._self_answers(args.question, SELF, types=(SCENE,))
        if not args.question.strip():
            answers.sort(key=lambda one: _SCENE.index(one.category) if one.category in _SCENE else len(_SCENE))
        return self._as_answer(answers)

    async def query_character(self, args: tools.QueryCharacter) -> Answer:
        """Return the given knowledge of a person, then experience; for a figure that never appears, topics and
        memories that mention the name."""
        people = find_people(self.state, self.npc_id, args.name)
        if people == (self.npc_id,):
            return await self.query_self(tools.QuerySelf())
        known: list[MemoryView] = []
        for other in people[:CHARACTERS]:
            who_is, *_ = queries_of(KNOWLEDGE, self.state.name(other))
            known += (await self._self_answer(who_is, CHARACTERS, types=(KNOWLEDGE,), about=other))["memories"]
        if people and len(known) < CHARACTERS:
            query = self.query(limit=CHARACTERS - len(known), subjects=people)
            known += self.shown(await self.hits(query))
        figures = () if people else find_figures(self.state, self.npc_id, args.name)
        if not people:
            known += self._mentions_of(args.name, figures)
            if (left := CHARACTERS - len(known)) > 0 and (subjects := (*figures, args.name.strip())):
                there = {one.get("id") for one in known}
                hits = await self.hits(self.query(limit=CHARACTERS, subjects=subjects))
                known += self.shown([hit for hit in hits if hit.memory.id not in there][:left])
        answer: Answer = {"memories": known[:CHARACTERS]}
        return answer if known else {**answer, "note": who_is_known(self.state, self.npc_id, people or figures)}

    def _mentions_of(self, name: str, figures: Sequence[str]) -> list[MemoryView]:
        """Return topics about a name or figures, then own memories that mention them, at most three in all."""
        state, npc_id = self.state, self.npc_id
        facts = [SelfAnswer.of(fact, 1.0) for fact in own_topics_about(state, npc_id, name, figures)]
        known = [gifted_answer(state, npc_id, fact) for fact in facts[: CHARACTERS - 1]]
        called = [
            each for figure in state.sheet.figures if figure.id in figures for each in (figure.name, *figure.aliases)
        ]
        own = memories_mentioning(state, npc_id, (name, *called))
        return [*known, *(memory_answer(state, npc_id, entry) for entry in own[: CHARACTERS - len(known)])]

    async def query_memory(self, args: tools.QueryMemory) -> Answer:
        """Search experience, or memories of the given type.

        Raises:
            InvalidInput: No memory has the category.
        """
        answer: Answer = {"query": args.query}
        self._check_category(args.category)
        about = () if args.about is None else find_subjects(self.state, self.npc_id, args.about)
        speakers = () if args.speaker is None else find_people(self.state, self.npc_id, args.speaker)
        if args.speaker is not None and not speakers:
            return {**answer, "memories": [], "note": who_is_known(self.state, self.npc_id)}
        if args.type in GIFTED_TYPES:
            return {**answer, **await self._of_type(args, about)}
        filters: dict[str, Any] = {
            "without_types": GIFTED_TYPES if args.type == EPISODIC else NON_EVENTS,
            "subjects": about,
            "first_turn": args.first_turn,
            "last_turn": args.last_turn,
        }
        preset = Preset(args.preset)
        by_words = preset is Preset.HYBRID and not (args.tag and not args.query.strip())
        if by_words:
            limit = SEARCHED if speakers or args.category or args.tag else FOUND
            hits = await self.searched(text=args.query, limit=limit, **filters)
        elif args.tag:
            hits = self._chosen(args.tag, Preset.CHRONICLE, filters)
        else:
            hits = self._chosen(args.query, preset, filters)
        if args.tag:
            wanted = args.tag.strip().casefold()
            hits = [hit for hit in hits if wanted in map(str.casefold, hit.memory.tags)][-CHRONICLE:]
        if speakers:
            hits = [hit for hit in hits if speaker_id_of(hit.memory) in speakers]
        if args.category:
            hits = [hit for hit in hits if args.category in _categories(hit.memory)]
        if args.tag and not hits:
            answer["note"] = self._note_on_tags(args.tag)
        return {**answer, "memories": self.shown(hits[:FOUND] if by_words else hits)}

    def _chosen(self, text: str, preset: Preset, filters: dict[str, Any]) -> list[ScoredMemory]:
        """Return what a preset other than `hybrid` chooses, as many as it does by default, in its order."""
        query = replace(self.query(text=text, limit=FOUND, **filters), preset=preset, limit=None)
        return self.self_knowledge.recaller.recall(MemoryStream(self.state, Scope.npc(self.npc_id)), query)

    def _note_on_tags(self, tag: str) -> str:
        """Return a note that no memory has a tag, with the tags of the memories that the person formed itself, the
        newest first."""
        language, newest_first = language_of(self.state.sheet), reversed(self.state.memories(Scope.npc(self.npc_id)))
        formed = (entry for entry in newest_first if entry.origin is MemoryOrigin.INTERNAL)
        tags = list(dict.fromkeys(each for entry in formed for each in entry.tags))[:MOST_TAGS]
        if not tags:
            return language.render("recall.note-no-tags")
        return language.render("recall.note-no-tag", tag=short_input(tag), tags=", ".join(tags))

    def _check_category(self, category: str | None) -> None:
        kinds, origins = (kind.value for kind in MemoryKind), (origin.value for origin in MemoryOrigin)
        own = (category_of(entry) or "" for entry in self.state.memories(Scope.npc(self.npc_id)))
        known = {*kinds, *origins, *own, *SelfQuestion(self.state, self.npc_id, "").categories} - {""}
        if category and category not in known:
            raise InvalidInput(
                Malformed(
                    form=Form.ARGUMENTS,
                    problem=Problem.NO_CATEGORY,
                    of="query_memory",
                    where="category",
                    detail=short_input(category),
                    there=tuple(sorted(known)),
                )
            )

    def query(self, *, text: str = "", limit: int, **filters: Any) -> RecallQuery:
        """Make a query to its experience, without gifted knowledge of itself and others."""
        chosen = {"without_types": NON_EVENTS, **filters}
        return RecallQuery(now=self.state.clock.minutes, text=text, limit=limit, dates=False, **chosen)

    async def hits(self, query: RecallQuery) -> list[ScoredMemory]:
        """Recall from its own stream, best first: [] if nothing answers the question; recent and important memories
        for an open question."""
        stream, recaller = MemoryStream(self.state, Scope.npc(self.npc_id)), self.self_knowledge.recaller
        if not topic(query.text, "recall.general"):
            return recaller.recall(stream, replace(query, text=""))
        return [hit for hit in await recaller.recall_by_meaning(stream, query) if hit.is_relevant]

    async def searched(self, *, text: str, limit: int, **filters: Any) -> list[ScoredMemory]:
        """Recall with an expanded query, made as by `query`."""
        query = self.query(text=text, limit=limit, **filters)
        return await recall_with_fallback(self.hits, query, expanded(self.state, self.npc_id, query.text, query))

    async def known(self, topic: str, limit: int) -> list[SelfAnswer]:
        """Return lore of the person, its place and the world, and its identity, goals, belongings and topics, best
        first."""
        answers = await self._self_answers(topic, limit, categories=_FACTS)
        return [one for one in answers if one.relevance >= (TOLD if one.category == LORE else OWN)]

    def shown(self, hits: Iterable[ScoredMemory]) -> list[MemoryView]:
        return [memory_answer(self.state, self.npc_id, hit.memory, hit.relevance) for hit in hits]

    async def _of_type(self, args: tools.QueryMemory, about: Sequence[str]) -> Answer:
        categories = () if args.category is None else (args.category,)
        types, other = (args.type or "",), about[0] if about else None
        answers = await self._self_answers(args.query, FOUND, categories=categories, types=types, about=other)
        return self._as_answer(one for one in answers if _within(one.turn, args.first_turn, args.last_turn))

    async def _self_answer(self, question: str, limit: int, **filters: Any) -> Answer:
        return self._as_answer(await self._self_answers(question, limit, **filters))

    async def _self_answers(self, question: str, limit: int, **filters: Any) -> list[SelfAnswer]:
        return await self.self_knowledge.ask(self.state, self.npc_id, question, limit=limit, **filters)

    def _as_answer(self, answers: Iterable[SelfAnswer]) -> Answer:
        return {"memories": [gifted_answer(self.state, self.npc_id, one) for one in answers]}


def _categories(memory: MemoryEntry) -> set[str]:
    """Return the names under which a memory is found: its category, kind and origin; all speech is dialogue."""
    spoken = MemoryOrigin.DIALOGUE if speaker_id_of(memory) is not None else None
    names = (category_of(memory), memory.kind, memory.origin, spoken)
    return {str(each.value if isinstance(each, MemoryKind | MemoryOrigin) else each) for each in names if each}


def speaker_id_of(memory: MemoryEntry) -> str | None:
    """Return the id of the speaker; None if it is not speech."""
    if isinstance(memory.payload, Utterance):
        return memory.payload.speaker_id
    return memory.origin_id if memory.kind is MemoryKind.CONVERSATION else None


def _within(turn: int | None, first: int | None, last: int | None) -> bool:
    if first is None and last is None:
        return True
    return turn is not None and (first is None or turn >= first) and (last is None or turn <= last)
