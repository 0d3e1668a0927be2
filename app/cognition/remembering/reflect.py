"""Reflecting: when it is due, what a person reflects on, and what its conclusions change."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.cognition.day.intents import because, intend
from app.cognition.portrait import known_people, portrait
from app.cognition.remembering.recalling import as_recollections, mark_used
from app.events.commands.mind import AdjustRelationshipCommand
from app.interfaces.agents.mind import BadAnswer, IMind, Insight, Recollection, Reflection, ReflectRequest
from app.language.analysis.terms import analyse
from app.memory.recall.query import RecallQuery
from app.memory.recall.recaller import Recaller
from app.memory.recall.scoring import best, overlap
from app.memory.stream.condensing import is_condensed
from app.memory.stream.kinds import kinds_where
from app.memory.stream.markers import is_protected
from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.base import on_one_line
from app.models.instances.npc_instance import Activity, NPCInstance
from app.models.memory import MemoryEntry, MemoryKind, MemoryOrigin, Scope
from app.models.state.clock import MINUTES_PER_DAY, day_of
from app.models.state.game_state import GameState
from app.models.state.minds import Job

READ_TO = "read_to"  # in a reflection's metadata: the newest memory that there was when it was asked for
SAME = 0.9  # share of their terms from which on two conclusions are the same
EVERY = MINUTES_PER_DAY // 2  # game minutes from reflecting to its being due again
ACCUMULATED = 100.0  # importance of what was remembered since from which on it is due sooner
PER_DAY = 2
LEAST_IMPORTANCE, MINIMAL_IMPORTANCE = 7.0, 4.0  # of a model's conclusion, and of one from few memories
IMPORTANT = 20  # memories since the last time that are reflected on, the most important ones
_MATERIAL = kinds_where(lambda row: row.is_material)
_KEPT_DAYS = 2


def reflection_is_due(state: GameState, npc: NPCInstance) -> bool:
    """Whether somebody awake has something new to think about, and reason to do it now."""
    mind, now = npc.mind, state.clock.minutes
    if npc.activity is Activity.SLEEPING or mind.reflections.get(day_of(now), 0) >= PER_DAY:
        return False
    is_time = mind.reflected_at is None or now - mind.reflected_at >= EVERY
    return (is_time or npc.importance_accumulator > ACCUMULATED) and _has_news(npc.npc_memories)


def may_reflect_from(npc: NPCInstance, now: int) -> int:
    """The game time from which on somebody reflects again where something has happened by then; much that mattered
    makes it sooner, but never more than `PER_DAY` times a day."""
    usual = now if npc.mind.reflected_at is None else npc.mind.reflected_at + EVERY
    is_full = npc.mind.reflections.get(day_of(now), 0) >= PER_DAY
    return max(usual, now, day_of(now) * MINUTES_PER_DAY if is_full else now)


def _has_news(entries: Sequence[MemoryEntry]) -> bool:
    """Whether anything was remembered since the last reflection; read from the end, and seldom far."""
    read_to: object = None
    for entry in reversed(entries):
        if entry.id is not None and entry.id == read_to:
            return False
        if _counts(entry):
            return True
        if entry.kind is MemoryKind.REFLECTION and read_to is None:
            read_to = entry.metadata.get(READ_TO)
    return False


def _counts(entry: MemoryEntry) -> bool:
    """Whether it is something that happened; what only stands for others is not."""
    return entry.kind in _MATERIAL and not is_condensed(entry)


@dataclass(frozen=True)
class Reflecting:
    """What is asked, and how things stood then: the newest memory's id, the importance that had accumulated."""

    request: ReflectRequest
    read_to: str
    accumulated: float


@dataclass(frozen=True)
class ReflectWork:
    """Lets a person draw conclusions from what it remembered since it last did, or recalls of a job's ``anchor``.
    ``plain`` is a mind without a model, for what no model is worth."""

    plain: IMind
    recaller: Recaller
    timeout = 12.0

    def prepare(self, state: GameState, job: Job) -> Reflecting | None:
        """None where nothing is new."""
        npc_id = job.npc_id or ""
        stream = MemoryStream(state, Scope.npc(npc_id))
        anchor = str(job.facts.get("anchor") or "")
        memories = self._recalled(stream, anchor) if anchor else self._new(stream)
        if not memories:
            return None
        places = dict.fromkeys(stream.get(memory.id).location_id for memory in memories)
        names = [state.name(place) for place in places if place in state.sheets.locations and place is not None]
        return Reflecting(
            ReflectRequest(
                person=portrait(state, npc_id),
                now=state.clock.minutes,
                memories=memories,
                people=known_people(state, npc_id),
                places=tuple(names),
            ),
            read_to=_read_to(stream) if anchor else state.memories(stream.scope)[-1].id or "",
            accumulated=state.npc(npc_id).importance_accumulator,
        )

    def _recalled(self, stream: MemoryStream, anchor: str) -> tuple[Recollection, ...]:
        now = stream.state.clock.minutes
        query = RecallQuery(now=now, text=anchor, kinds=_MATERIAL, limit=IMPORTANT, messages=False)
        position_of = stream.index.entries.position_of
        found = [hit.memory for hit in self.recaller.recall(stream, query)]
        return as_recollections(stream, sorted(found, key=lambda entry: position_of[entry.id or ""]))

    def _new(self, stream: MemoryStream) -> tuple[Recollection, ...]:
        """In the order in which they were remembered; of equal importance the newer ones."""
        documents = stream.index.entries
        entries, columns = documents.entries, documents.columns
        mark = documents.position_of.get(_read_to(stream), -1)
        new = [at for at in range(mark + 1, len(entries)) if _counts(entries[at])]
        standing = [at for at in new if not columns["inactive"][at]]
        chosen = [at for at in standing if entries[at].kind is not MemoryKind.PLAN] or standing or new
        if len(chosen) > IMPORTANT:
            chosen.reverse()
            ranked = best(columns["importance"][chosen], IMPORTANT)
            chosen = sorted(chosen[rank] for rank in ranked.tolist())
        return as_recollections(stream, (entries[at] for at in chosen))

    async def think(self, mind: IMind, reflecting: Reflecting) -> Reflection:
        """BadAnswer where no conclusion rests on the memories that were given."""
        answer = await (self.plain if reflecting.request.is_minimal else mind).reflect(reflecting.request)
        insights = _grounded(answer.insights, {memory.id for memory in reflecting.request.memories})
        if not insights:
            raise BadAnswer("none of its conclusions names memories that it was given")
        return answer.model_copy(update={"insights": tuple(insights)})

    def apply(self, state: GameState, job: Job, reflecting: Reflecting, answer: Reflection, *, by_model: bool) -> None:
        """Conclusions are remembered now; what they change between people becomes an intent."""
        npc = state.npc(job.npc_id or "")
        stream = MemoryStream(state, Scope.npc(npc.instance_id))
        is_by_model = by_model and not reflecting.request.is_minimal
        if is_by_model:
            mark_used(state, npc.instance_id, reflecting.request.memories)
        added_since = max(0.0, npc.importance_accumulator - reflecting.accumulated)
        fresh, repeated = _sorted_out(stream, answer.insights)
        for insight in fresh:
            self._add(stream, reflecting, insight, by_model=is_by_model)
        if not fresh and repeated is not None:
            insight, before = repeated
            stream.supersede(before.id or "", self._add(stream, reflecting, insight, by_model=is_by_model).id or "")
        day = day_of(state.clock.minutes)
        days = {**npc.mind.reflections, day: npc.mind.reflections.get(day, 0) + 1}
        npc.mind.reflections = dict(sorted(days.items())[-_KEPT_DAYS:])
        npc.mind.reflected_at = reflecting.request.now
        npc.importance_accumulator = added_since
        intend(state, npc.instance_id, _changes(npc, reflecting.request, answer), because(state, "reflected"))

    def _add(self, stream: MemoryStream, reflecting: Reflecting, insight: Insight, *, by_model: bool) -> MemoryEntry:
        importance = insight.importance
        if reflecting.request.is_minimal:
            importance = MINIMAL_IMPORTANCE
        elif by_model:
            importance = max(importance, LEAST_IMPORTANCE)
        evidence = [stream.get(memory_id) for memory_id in insight.evidence]
        return stream.add(
            MemoryKind.REFLECTION,
            MemoryContext(
                content=insight.text,
                subjects=tuple(dict.fromkeys(subject for entry in evidence for subject in entry.subjects)),
                origin=MemoryOrigin.INTERNAL,
                importance=importance,
                evidence=insight.evidence,
                metadata={READ_TO: reflecting.read_to},
                payload=insight.means,
            ),
        )


def _read_to(stream: MemoryStream) -> str:
    """The newest memory that there was when somebody last reflected, "" if it never did."""
    marks = (entry.metadata.get(READ_TO) for entry in reversed(stream.by_kind(MemoryKind.REFLECTION)))
    return next((mark for mark in marks if isinstance(mark, str)), "")


def _grounded(insights: Iterable[Insight], known: set[str]) -> list[Insight]:
    """Those with a text and evidence that is known, without the rest of their evidence."""
    found: list[Insight] = []
    for insight in insights:
        text = on_one_line(insight.text)
        evidence = tuple(key for key in dict.fromkeys(insight.evidence) if key in known)
        if text and evidence:
            found.append(insight.model_copy(update={"text": text, "evidence": evidence}))
    return found


def _sorted_out(
    stream: MemoryStream, insights: Sequence[Insight]
) -> tuple[list[Insight], tuple[Insight, MemoryEntry] | None]:
    """The conclusions that are new; and the first that only repeats a standing one and may take its place."""
    standing = [entry for entry in stream.by_kind(MemoryKind.REFLECTION) if stream.is_standing(entry)]
    fresh: list[Insight] = []
    repeated: tuple[Insight, MemoryEntry] | None = None
    for insight in insights:
        # Drawn from the same memories, or saying the same.
        same = (e for e in standing if {*insight.evidence} == {*e.evidence} or _is_same(insight.text, e.summary))
        before = next(same, None)
        if before is None:
            if not any(_is_same(insight.text, other.text) for other in fresh):
                fresh.append(insight)
        elif repeated is None and not is_protected(before, stream.status(before.id or "")):
            repeated = insight, before
    return fresh, repeated


def _is_same(text: str, other: str) -> bool:
    terms, others = analyse(text).terms, analyse(other).terms
    return overlap(terms, others) >= SAME if terms or others else text.casefold() == other.casefold()


def _changes(npc: NPCInstance, request: ReflectRequest, answer: Reflection) -> list[AdjustRelationshipCommand]:
    """The first change of feeling for each person that is known; who is not is left alone."""
    known = {person.id for person in request.people} - {npc.instance_id}
    found: dict[str, AdjustRelationshipCommand] = {}
    for change in answer.relationships:
        other, by, reason = change.other_id, change.change, on_one_line(change.reason)
        if by and reason and other in known:
            order = AdjustRelationshipCommand(npc_id=npc.instance_id, other_id=other, change=by, reason=reason)
            found.setdefault(other, order)
    return list(found.values())
