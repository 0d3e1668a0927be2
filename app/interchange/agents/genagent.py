"""An agent that is in no game and works like one of genagents (Park et al. 2024), over a folder in its format."""

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from datetime import UTC, datetime
from math import isfinite
from pathlib import Path
from typing import Any, get_args
from uuid import uuid4

from app.errors import InvalidInput, ModelUnavailable
from app.interchange import bounded
from app.interchange.agents.asking import Responses, checked_answer, dialogue_lines, usable_answer
from app.interchange.agents.genagents import AgentFolder, read_folder, write_folder
from app.interchange.agents.node_stream import Filter, Hit, NewNode, NodeStream
from app.interfaces.agents.genagent_mind import AgentProfile, IGenAgentMind, Reasoned
from app.interfaces.agents.interview import Options, Questions, Ranges, multiple_choice, numerical
from app.interfaces.agents.mind import BadAnswer, DraftedLine, MemoryExcerpt
from app.interfaces.embeddings import IVectors, is_embeddable
from app.memory.entries.scoring import heuristic_importance, importance_to_hundred
from app.memory.recall.genagents import GenagentsWeights
from app.models.memory import MemoryEntry, MemoryKind

REFLECTION_COUNT = 5
RETRIEVAL_COUNT = 120
PUBLISHED = GenagentsWeights()
LONGEST = 4_000  # characters of a context
_FACTORS = ("recency", "relevance", "importance")


def _utc_now() -> datetime:
    return datetime.now(UTC)


class GenAgent:
    """An agent of the project genagents: a description of a person (the scratch), memories, and methods that ask it.

    It differs from the original in four points: all calls that need a model or an embedder are awaited; a filter
    without matches gives an empty list; memories are created at the given time step; and ``last_retrieved`` changes
    only on request. ``len(agent)`` is the number of its memories.

    Args:
        folder: The path of a folder to load, or an `AgentFolder` that was read before; None makes a new agent with a
            new id.
        owner_id: An `Id` (lower-case letters and digits, joined by ``-`` or ``_``), with which the ids of the memories
            begin that are loaded from a folder or added later; ``agent`` by default.
        mind: The mind that rates, reflects and answers; `build_genagent_mind` makes one. With None a rule rates
            memories, and all methods that need a model raise ModelUnavailable.
        vectors: The source of vectors of texts. With None all methods that retrieve memories raise ModelUnavailable.
        now: A function that returns the current date and time in UTC, with its time zone, only for
            `MemoryEntry.created_at`; the system's clock by default.

    Attributes:
        scratch: The description of the person, a JSON object (heading to value), which may be changed.

    Raises:
        InvalidInput: There is no such folder; a file in it is wrong (the error names it); ``owner_id`` is not a valid
            `Id`; or the scratch or a memory of a given `AgentFolder` does not fit the format.
    """

    def __init__(
        self,
        folder: AgentFolder | Path | str | None = None,
        owner_id: str = "agent",
        *,
        mind: IGenAgentMind | None = None,
        vectors: IVectors | None = None,
        now: Callable[[], datetime] = _utc_now,
    ) -> None:
        bounded.an_id(owner_id, "The owner of the memories")
        if not isinstance(folder, AgentFolder):
            folder = (
                AgentFolder({"id": str(uuid4())}) if folder is None else read_folder(Path(folder), owner_id, at=now())
            )
        self._folder = folder
        self._mind = mind
        self._now = now
        self._stream = NodeStream(folder, owner_id, vectors)
        self.scratch: dict[str, Any] = deepcopy(bounded.as_object(folder.scratch, "The scratch"))
        """What it knows of itself: any JSON object."""

    def __len__(self) -> int:
        return len(self._stream)

    @property
    def id(self) -> str:
        """The agent's id, as in ``meta.json``; "" if that file has none."""
        return str(self._folder.meta.get("id", ""))

    def folder(self) -> AgentFolder:
        """Return a copy of the agent with its scratch and all present memories. Pass it to `GenAgent` with the same
        ``owner_id``, mind and vectors, which are not in the copy, to make the same agent again."""
        return replace(self._stream.folder(), scratch=deepcopy(self.scratch))

    def save(self, folder: Path | str) -> None:
        """Write the agent as a folder of genagents: ``meta.json``, ``scratch.json``, ``memory_stream/nodes.json`` and
        ``memory_stream/embeddings.json``.

        Each file is replaced as a whole. Memories that a scenario gave the person are left out.

        Args:
            folder: The folder; it is made if it does not exist.

        Raises:
            InvalidInput: The scratch or the meta is not a JSON object, or holds a value or text that JSON cannot
                express. Scratch, meta, a memory or a vector is nested more than 32 levels deep, or holds a number that
                is not finite or an integer beyond ±2**53. The vectors have different lengths. Or a memory does not fit
                the format. Nothing is written.
            StorageFailed: A file could not be written; files before it, in the order above, may have been written.
        """
        write_folder(Path(folder), self.folder())

    def update_scratch(self, update: Mapping[str, Any]) -> None:
        """Add to the scratch: what the agent knows of itself.

        Args:
            update: The new values: heading (a text) to a JSON value. A heading that the scratch has already gets the
                new value.

        Raises:
            InvalidInput: A heading is not a text; or a value cannot be written as JSON, is nested more than 32 levels
                deep, or holds a number that is not finite or an integer beyond ±2**53. Nothing has changed.
        """
        self.scratch.update(deepcopy(bounded.as_object(update, "The scratch")))

    def get_fullname(self) -> str:
        """Return ``first_name`` and ``last_name`` of the scratch, with a blank between them. If one of them is missing,
        return its ``name``, or "" if that is missing, too."""
        first, last = self.scratch.get("first_name"), self.scratch.get("last_name")
        full = self.scratch.get("name") if first is None or last is None else f"{first} {last}"
        return full.strip() if isinstance(full, str) else ""

    async def remember(self, content: str, *, time_step: int = 0) -> MemoryEntry:
        """Add an observation to the memories, with its importance, which the mind (or, without one, a rule) rates, and
        its vector.

        Args:
            content: The text of the observation, at most 100,000 characters, not blank.
            time_step: The agent's time, counted in steps as in the folder, an integer from -2**53 to 2**53; 0 by
                default.

        Returns:
            The new memory, with an id and an importance from 1 to 10. If there is no embedder or it fails, the memory
            has no vector yet; `retrieve` computes it later.

        Raises:
            InvalidInput: The text is blank, too long or not valid Unicode; or ``time_step`` is out of range. Nothing is
                stored.
            ModelUnavailable: The model did not rate it; nothing is stored.
            BudgetExhausted: A cap on model calls or tokens is reached; nothing is stored.
        """
        bounded.a_number(time_step, "A time step")
        return (await self._add([content], None, time_step))[0]

    async def reflect(
        self,
        anchor: str,
        *,
        reflection_count: int = REFLECTION_COUNT,
        retrieval_count: int = RETRIEVAL_COUNT,
        time_step: int = 0,
    ) -> list[MemoryEntry]:
        """Draw insights from the memories that are related to a topic, and add them as memories.

        Args:
            anchor: The topic, not blank; memories are retrieved for it.
            reflection_count: The most insights; 0 or less for none; 5 by default.
            retrieval_count: The most memories to think about, by default 120; 0 or less for none.
            time_step: The agent's time, counted in steps as in the folder, an integer from -2**53 to 2**53; 0 by
                default.

        Returns:
            The new memories, at most ``reflection_count``, in the model's order; the ``evidence`` of each has the ids
            of all memories that were retrieved. An empty list if there is nothing to think about, or no insight.

        Raises:
            ModelUnavailable: There is no model or no embedder; the embedder gives no vector for a text (a blank
                ``anchor`` has none); or the model gave no usable answer. Nothing is stored.
            BudgetExhausted: A cap on model calls or tokens is reached. Nothing is stored.
            InvalidInput: The stored vectors have a different length from the embedder's (`re_embed` computes them
                again); an insight has more than 100,000 characters; or ``time_step`` is out of range. Nothing is
                stored.
        """
        bounded.a_number(time_step, "A time step")
        mind = self._needed("To reflect")
        hits = await self._hits(anchor, retrieval_count)
        if not hits or reflection_count <= 0:
            return []
        profile = self._profile(hits)
        insights = await usable_answer(lambda: mind.insights(profile, anchor, reflection_count))
        wanted = [insight for insight in insights if insight.strip()][:reflection_count]
        return await self._add(wanted, tuple(entry for entry, _ in hits), time_step)

    async def retrieve(
        self,
        focal_points: Sequence[str],
        *,
        time_step: int = 0,
        n_count: int = RETRIEVAL_COUNT,
        curr_filter: Filter = "all",
        hp: GenagentsWeights | Sequence[float] = PUBLISHED,
        stateless: bool = True,
    ) -> dict[str, list[MemoryEntry]]:
        """Return the memories that score highest for each focal point, by the published formula.

        Args:
            focal_points: The texts to retrieve for.
            time_step: The agent's time, counted in steps as in the folder, an integer from -2**53 to 2**53; 0 by
                default. It is used only if ``stateless`` is False. Recency is always measured from the newest
                retrieval.
            n_count: The most memories for each focal point, by default 120; 0 or less for none.
            curr_filter: The kind of memory: ``all``, ``observation`` or ``reflection``.
            hp: Three finite numbers, the weights of recency, relevance and importance; or a `GenagentsWeights`, which
                also has the decay, from 0 to 1. By default 0, 1 and 0.5, with a decay of 0.99.
            stateless: False records in the memories that they were retrieved at ``time_step``; True (the default)
                records nothing.

        Returns:
            The memories for each focal point: the focal point to a list, oldest first, which is empty if the filter
            matches no memory or ``n_count`` is 0 or less. {} if the agent has no memories, or there are no focal
            points.

        Raises:
            ModelUnavailable: There is no embedder, or it gives no vector for a text (a blank one has none).
            InvalidInput: The stored vectors have a different length from the embedder's (`re_embed` computes them
                again); the focal points are a single text; or ``time_step``, ``curr_filter`` or ``hp`` is not one of
                the values above.
        """
        if isinstance(focal_points, str):
            raise InvalidInput("Focal points are a list of texts.")
        if curr_filter not in get_args(Filter):
            raise InvalidInput(f"A filter is one of {', '.join(get_args(Filter))}.")
        bounded.a_number(time_step, "A time step")
        hits = await self._stream.retrieve(focal_points, curr_filter, n_count, _weights(hp))
        if not stateless:
            self._stream.mark_retrieved([entry for found in hits.values() for entry, _ in found], time_step)
        return {focal_point: [entry for entry, _ in found] for focal_point, found in hits.items()}

    async def re_embed(self) -> None:
        """Compute the vectors of all memories again. Call this after the embedder or its model has changed.

        Raises:
            ModelUnavailable: There is no embedder, or it gives no vector for a text; the old vectors are kept.
        """
        await self._stream.re_embed()

    async def categorical_resp(self, questions: Options, *, context: str = "") -> Responses[str]:
        """Predict which options the agent chooses. Nothing is stored.

        Args:
            questions: The options of each question: question to 1 to 100 options. At most 100 questions; {} for none. A
                question or option has 1 to 1,000 characters, not blank.
            context: A description of the situation; "" for none. Only the first 4,000 characters are used.

        Returns:
            ``{"responses": [...], "reasonings": [...]}``: the chosen options, and a text for each that gives the
            reason, both in the order of the questions. Two empty lists if there are no questions.

        Raises:
            InvalidInput: The questions break these limits, or the stored vectors of the agent's memories have a
                different length from the embedder's (`re_embed` computes them again).
            ModelUnavailable: There is no model or no embedder, or the model gave no usable answer.
            BudgetExhausted: A cap on model calls or tokens is reached.
        """
        answers = await self._interview(multiple_choice(questions), context)
        return {
            "responses": [str(each.answer) for each in answers],
            "reasonings": [each.reasoning for each in answers],
        }

    async def numerical_resp(
        self, questions: Ranges, float_resp: bool = False, *, context: str = ""
    ) -> Responses[float]:
        """Predict which numbers the agent gives. Nothing is stored.

        Args:
            questions: The bounds of each question: question to the lowest and the highest number, both possible
                answers. At most 100 questions; {} for none. A question has 1 to 1,000 characters, not all of them
                blanks.
            float_resp: Whether numbers may have fractions.
            context: A description of the situation; "" for none. Only the first 4,000 characters are used.

        Returns:
            ``{"responses": [...], "reasonings": [...]}``: the numbers (``int`` unless ``float_resp``), and a text for
            each that gives the reason, both in the order of the questions. Two empty lists if there are no questions.

        Raises:
            InvalidInput: The questions break these limits; a range is not a pair of finite numbers, or holds no number
                that may be answered; or the stored vectors of the agent's memories have a different length from the
                embedder's (`re_embed` computes them again).
            ModelUnavailable: There is no model or no embedder, or the model gave no usable answer.
            BudgetExhausted: A cap on model calls or tokens is reached.
        """
        answers = await self._interview(numerical(questions, fractions=float_resp), context)
        kind: Callable[[Any], float] = float if float_resp else int
        return {
            "responses": [kind(each.answer) for each in answers],
            "reasonings": [each.reasoning for each in answers],
        }

    async def utterance(self, curr_dialogue: Sequence[Sequence[str] | DraftedLine], context: str = "") -> str:
        """Predict what the agent says next in a dialogue. Nothing is stored.

        Args:
            curr_dialogue: The dialogue so far, oldest line first; may be empty. Each line is a pair of the speaker's
                name and the words, or a `DraftedLine`.
            context: A description of the situation; "" for none. Only the first 4,000 characters are used.

        Returns:
            The words alone, without a name or quotation marks.

        Raises:
            InvalidInput: A line is not such a pair; or the stored vectors of the agent's memories have a different
                length from the embedder's (`re_embed` computes them again).
            ModelUnavailable: There is no model or no embedder, or the model gave no usable answer.
            BudgetExhausted: A cap on model calls or tokens is reached.
        """
        mind, lines = self._needed("To speak"), dialogue_lines(curr_dialogue)
        spoken = [f"[{line.speaker}]: {line.text}" for line in lines]
        anchor = "\n".join((*spoken, f"[{self.get_fullname()}]: [Fill in]"))
        profile = self._profile(await self._hits(anchor, RETRIEVAL_COUNT))
        return await usable_answer(lambda: mind.speak(profile, lines, context[:LONGEST]))

    async def _interview(self, questions: Questions, context: str) -> list[Reasoned[str | float]]:
        mind = self._needed("To answer")
        if not questions.anchor:
            return []
        profile = self._profile(await self._hits(questions.anchor, RETRIEVAL_COUNT))

        async def think() -> list[Reasoned[str | float]]:
            given = await mind.interview(profile, questions, context[:LONGEST])
            return [checked_answer(questions, question, given.get(question)) for question in questions]

        return await usable_answer(think)

    def _needed(self, what: str) -> IGenAgentMind:
        if self._mind is None:
            raise ModelUnavailable(
                f"{what}, an agent needs a language model: give it a mind, as build_genagent_mind makes it."
            )
        return self._mind

    async def _hits(self, anchor: str, count: int) -> list[Hit]:
        return (await self._stream.retrieve([anchor], "all", count, PUBLISHED)).get(anchor, [])

    def _profile(self, hits: Sequence[Hit] = ()) -> AgentProfile:
        memories = (
            MemoryExcerpt(entry.id or "", entry.summary, entry.game_time, entry.importance, score=score)
            for entry, score in hits
        )
        return AgentProfile(self.get_fullname(), deepcopy(self.scratch), tuple(memories))

    async def _add(
        self, texts: Sequence[str], evidence: tuple[MemoryEntry, ...] | None, time_step: int
    ) -> list[MemoryEntry]:
        """Add observations, or reflections with their evidence."""
        if not all(map(_is_memory, texts)):
            raise InvalidInput(f"A memory is a text of 1 to {bounded.MAX_TEXT:,} characters.")
        kind = MemoryKind.OBSERVATION if evidence is None else MemoryKind.REFLECTION
        made = [NewNode(*rated, evidence) for rated in zip(texts, await self._rated(texts, kind), strict=True)]
        return await self._stream.add(made, kind.value, time_step, self._now())

    async def _rated(self, texts: Sequence[str], kind: MemoryKind) -> Sequence[float]:
        """Return the importance of each text, from 0 to 100."""
        if (mind := self._mind) is None or not texts:
            return [importance_to_hundred(heuristic_importance(kind, text)) for text in texts]
        profile = self._profile()

        async def rate() -> Sequence[float]:
            rated = await mind.rate(profile, texts)
            if len(rated) != len(texts) or not all(map(isfinite, rated)):
                raise BadAnswer("it did not rate each memory")
            return rated

        return await usable_answer(rate)


def _weights(hp: GenagentsWeights | Sequence[float]) -> GenagentsWeights:
    try:
        weights = hp if isinstance(hp, GenagentsWeights) else replace(PUBLISHED, **dict(zip(_FACTORS, hp, strict=True)))
        is_usable = all(map(isfinite, vars(weights).values())) and 0 <= weights.decay <= 1
    except (TypeError, ValueError, OverflowError):
        is_usable = False
    if not is_usable:
        raise InvalidInput(
            "The weights are three finite numbers, of recency, relevance and importance; a decay is 0 to 1."
        )
    return weights


def _is_memory(text: object) -> bool:
    return isinstance(text, str) and len(text) <= bounded.MAX_TEXT and is_embeddable(text)
