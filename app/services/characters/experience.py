"""What a character experienced: episodes, facts, feelings, procedures and shared history."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from app.interfaces import character_tools as tools
from app.interfaces.character_tools import MemoryView
from app.language.analysis.terms import keywords_of
from app.language.language import language_of
from app.language.times.when import named_spans
from app.memory.entries.scoring import importance_share
from app.memory.recall.query import ScoredMemory
from app.memory.recall.query_expansion import expanded
from app.memory.stream.stream import MemoryStream
from app.models.clock import day_of
from app.models.memory import MemoryEntry, MemoryKind, Scope
from app.models.memory_kinds import EPISODE_KINDS
from app.services.characters import memory_views as views
from app.services.characters.memory_answers import Answer, MemoryAnswers
from app.services.characters.names import find_figures, find_people, find_subjects, who_is_known
from app.services.characters.outcomes import Outcomes
from app.services.game.turns.speaking import who_hears

EPISODES, INTERACTIONS, FACTS, FEELINGS, PROCEDURES, SITUATIONS = 10, 10, 5, 5, 5, 5
NOTHING = "no relevant memories"
PAST, HISTORY, ALIKE = "past experience", "history with those present", "similar situations"
MOST_PAST, MOST_WITH_ONE, MOST_PRESENT, MOST_SITUATIONS = 4, 2, 4, 3  # limits of the steps of consulting
_CLOSE = tuple(kind for kind in EPISODE_KINDS if kind is not MemoryKind.OBSERVATION)
WORTH_SEEING = 4.0  # importance from which a mere sight counts as shared history
CERTAIN = 1.0  # confidence in given knowledge, in facts about oneself, and in facts that the engine writes
AGREES = 0.5  # overlap of keywords from which another memory agrees


class Experience(MemoryAnswers):
    """The recall tools over one person's experience."""

    async def recall_episodes(self, args: tools.RecallEpisodes) -> Answer:
        """Recall what happened, oldest first.

        If nothing in the given time fits the question, return everything of that time. Time words that cannot be
        parsed are searched as words, with a note."""
        language, now, when = language_of(self.state.sheet), self.state.clock.minutes, args.when.strip()
        is_dated = args.since is not None or args.until is not None
        if beyond := _beyond(args.when, now):
            return {"memories": [], "note": language.render(f"recall.{beyond}", day=str(day_of(now)))}
        lived: dict[str, Any] = {"kinds": EPISODE_KINDS, "minimum_importance": args.minimum_importance}
        if not when and not is_dated:
            return {"memories": self._in_order(await self.searched(text=args.query, limit=EPISODES, **lived))}
        query = self.query(text=args.query, limit=EPISODES, **lived)
        note = {}
        question = f"{args.query} {when}".strip()
        timed = expanded(self.state, self.npc_id, question, query)
        if when and timed.since is None and timed.until is None:
            note = {"note": language.render("recall.note-untellable")}
            timed = replace(query, text=question)
        since = max((time for time in (timed.since, args.since) if time is not None), default=None)
        until = min((time for time in (timed.until, args.until) if time is not None), default=None)
        timed = replace(timed, since=since, until=until)
        hits = await self.hits(timed)
        if not hits and (since is not None or until is not None):
            hits = await self.hits(replace(timed, text="", terms=()))
        return {"memories": self._in_order(hits), **note}

    async def recall_interactions(self, args: tools.RecallInteractions) -> Answer:
        """Recall the shared history with a person, oldest first."""
        people = find_people(self.state, self.npc_id, args.character)
        hits = await self._history_with(people, INTERACTIONS) if people else []
        note = {} if hits else {"note": who_is_known(self.state, self.npc_id, people)}
        return {"memories": self._in_order(hits), **note}

    def _in_order(self, hits: Iterable[ScoredMemory]) -> list[MemoryView]:
        return views.chronological(self.state, self.npc_id, hits)

    async def _history_with(self, people: tuple[str, ...], limit: int) -> list[ScoredMemory]:
        """Return the most important shared memories, among sights only notable ones."""
        close = self.query(limit=limit, subjects=people, kinds=_CLOSE)
        seen = replace(close, kinds=(MemoryKind.OBSERVATION,), minimum_importance=WORTH_SEEING)
        shared = [*await self.hits(close), *await self.hits(seen)]
        return views.distinct(sorted(shared, key=lambda hit: -hit.score), limit)

    async def recall_facts(self, args: tools.RecallFacts) -> Answer:
        """Recall what was learned, known from the start, or is true of oneself now, with confidence, best first."""
        kinds = (MemoryKind.SEMANTIC,)
        facts: list[MemoryView] = []
        for hit in await self.searched(text=args.topic, limit=FACTS, kinds=kinds, messages=False):
            answer = views.memory_answer(self.state, self.npc_id, hit.memory, hit.relevance)
            facts.append({**answer, "confidence": self.confidence(hit.memory)})
        known = await self.known(args.topic, FACTS)
        facts += ({**views.gifted_answer(self.state, self.npc_id, fact), "confidence": CERTAIN} for fact in known)
        return {"memories": sorted(facts, key=lambda one: -one["relevance"])[:FACTS]}

    def confidence(self, fact: MemoryEntry) -> float:
        """Estimate the confidence in a fact, from 0 to 1.

        It is 0.4, plus up to 0.2 each for importance, reinforcements (at most five) and agreeing memories (at
        most three). Facts that the engine writes are certain."""
        if fact.subject_key is not None:
            return CERTAIN
        stream = MemoryStream(self.state, Scope.npc(self.npc_id))
        entries = stream.index.entries
        alike = np.flatnonzero(entries.keywords.overlaps(keywords_of(fact.summary)) >= AGREES).tolist()
        others = (entry for entry in map(entries.entries.__getitem__, alike) if entry.id != fact.id)
        agreeing = sum(map(stream.is_active, others))
        strength = min(self.state.status(fact.id).strength / 5, 1.0)
        share = importance_share(stream.importance(fact))
        return round(0.4 + 0.2 * (share + strength + min(agreeing / 3, 1.0)), 2)

    async def recall_feelings(self, args: tools.RecallFeelings) -> Answer:
        """Recall the present relationship, then feelings and conclusions about a person or thing, newest first."""
        people = find_people(self.state, self.npc_id, args.about)
        figures = () if people else find_figures(self.state, self.npc_id, args.about)
        subjects = find_subjects(self.state, self.npc_id, args.about)
        kinds = (MemoryKind.EMOTIONAL, MemoryKind.REFLECTION)
        query = self.query(limit=FEELINGS, subjects=subjects, kinds=kinds, messages=False)
        hits = await self.hits(query)
        if not people and not figures:
            about = replace(query, text=args.about, subjects=(), kinds=(MemoryKind.EMOTIONAL,))
            # Neighbours of a hit in the stream are found with it, but are about someone else.
            matching = [hit for hit in await self.hits(about) if _holds(hit)]
            hits = views.distinct((*hits, *matching), FEELINGS)
        feelings = (words for other in people for words in views.feelings_towards(self.state, self.npc_id, other))
        memories: list[MemoryView] = [{"content": words, "relevance": 1.0} for words in feelings]
        memories += reversed(self._in_order(hits))
        language = language_of(self.state.sheet)
        note = who_is_known(self.state, self.npc_id, people) if people else language.render("recall.note-no-feelings")
        return {"memories": memories, **({} if memories else {"note": note})}

    async def recall_procedures(self, args: tools.RecallProcedures) -> Answer:
        """Recall how something is done; if little is known, also what happened when it was done."""
        kinds = (MemoryKind.PROCEDURAL,)
        hits = await self.searched(text=args.task, limit=PROCEDURES, kinds=kinds, messages=False)
        memories = self.shown(hits)
        if len(memories) < PROCEDURES:
            memories += await self._with_outcomes(args.task, PROCEDURES - len(memories), EPISODE_KINDS)
        return {"memories": memories}

    async def check_similar_situations(self, args: tools.CheckSimilarSituations) -> Answer:
        """Find similar situations, each with what followed from it as its ``outcome``."""
        kinds = (*EPISODE_KINDS, MemoryKind.PROCEDURAL)
        return {"memories": await self._with_outcomes(args.context, SITUATIONS, kinds)}

    async def consult_memories(self, args: tools.ConsultMemories) -> Answer:
        """Consult past experience, history with those present, and similar situations.

        Returns:
            Each memory once, the steps with their memory ids, and the outcome in words.
        """
        hits = await self.searched(text=args.situation, limit=MOST_PAST)
        by_step: dict[str, list[MemoryView]] = {PAST: self.shown(hits), HISTORY: []}
        for other in who_hears(self.state, self.npc_id)[:MOST_PRESENT]:
            by_step[HISTORY] += self.shown(await self._history_with((other,), MOST_WITH_ONE))
        by_step[ALIKE] = await self._with_outcomes(args.situation, MOST_SITUATIONS, EPISODE_KINDS, messages=False)
        together: dict[str, MemoryView] = {}
        for memory in (one for step in by_step.values() for one in step):
            key = memory.get("id") or memory["content"]
            together[key] = {**together[key], **memory} if key in together else memory
        steps = [
            {"step": step, "found": list(dict.fromkeys(one.get("id", "") for one in memories))}
            for step, memories in by_step.items()
        ]
        memories = list(together.values())
        outcome = f"{len(memories)} relevant memories" if len(memories) > 1 else "1 relevant memory"
        return {"memories": memories, "steps": steps, "outcome": outcome if memories else NOTHING}

    async def _with_outcomes(
        self, situation: str, limit: int, kinds: tuple[MemoryKind, ...], **filters: Any
    ) -> list[MemoryView]:
        """Search, with what followed from each hit as its ``outcome``, and the ids of these memories."""
        answers: list[MemoryView] = []
        outcomes = Outcomes(self.state, self.npc_id)
        for hit in await self.searched(text=situation, limit=limit, kinds=kinds, **filters):
            answer = views.memory_answer(self.state, self.npc_id, hit.memory, hit.relevance)
            followed = outcomes.of(hit.memory)
            answer["outcome"] = followed.text
            if followed.ids:
                answer["outcome_ids"] = list(followed.ids)
            if followed.is_distorted:
                answer["distorted"] = True
            answers.append(answer)
        return answers


def _holds(hit: ScoredMemory) -> bool:
    """Check whether a memory itself matches the search, by words or by meaning."""
    return not {"words", "meaning"}.isdisjoint(hit.terms)


def _beyond(when: str, now: int) -> str:
    """Return the name of the note for a time before the story or in the future; else ""."""
    spans = [span for span, _ in named_spans(when, now)]
    if spans and all(last < 0 for _, last in spans):
        return "note-too-early"
    if spans and all(first > now for first, _ in spans):
        return "note-too-late"
    return ""
