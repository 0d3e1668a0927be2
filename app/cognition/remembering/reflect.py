"""Reflecting: when it is due, what a person reflects on, and what its conclusions change."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.cognition.planned_commands import because, intend
from app.cognition.portrait import known_people, portrait
from app.cognition.remembering.changing import (
    correct,
    feelings,
    goal_progress,
    key_of,
    raise_questions,
    standing_conclusions,
)
from app.cognition.remembering.recalling import as_recollections, mark_used, oldest_first
from app.interfaces.agents.mind import BadAnswer, IMind, Insight, MemoryExcerpt, Reflection, ReflectRequest
from app.language.analysis.terms import analyse
from app.language.rendering.naming import Naming
from app.memory.entries.markers import is_protected
from app.memory.entries.scoring import overlap
from app.memory.recall.query import RecallQuery
from app.memory.recall.recaller import Recaller
from app.memory.stream.commitments import open_commitments
from app.memory.stream.condensing import is_condensed, is_stock
from app.memory.stream.goals import open_goals
from app.memory.stream.incremental_views import IncrementalView
from app.memory.stream.occasions import occasions
from app.memory.stream.routine import is_routine
from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.base import on_one_line
from app.models.clock import MINUTES_PER_DAY, day_of
from app.models.instances.npc_instance import NPCInstance
from app.models.memory import MemoryEntry, MemoryKind, MemoryOrigin, Scope
from app.models.memory_kinds import kinds_where
from app.models.messages.payload import Payload
from app.models.minds.activity import Activity
from app.models.minds.mind_state import TICK, Job
from app.models.state.game_state import GameState

READ_TO = "read_to"  # in a reflection's metadata: the newest memory that there was when it was asked for
SAME = 0.9  # share of their terms from which on two conclusions are the same
EVERY = MINUTES_PER_DAY // 2  # game minutes from reflecting to its being due again
ACCUMULATED = 100.0  # importance of what was remembered since from which on it is due sooner
PER_DAY = 2
KEPT_UNTIL = 17 * 60  # minute of the day before which one of the two is not used up
EVENING, EVENING_LASTS = 18 * 60, 120  # from when on people think of their day, one after the other, so many minutes
ENOUGH = 3  # different things that are worth thinking about, from which on it is due
UNWORTHY = 2  # memories that are not worth it that are taken where there is nothing else: too few for more than little
EARLIER = 8  # standing conclusions that new ones may rest on, and memories of what somebody is bound to
AHEAD = 7 * MINUTES_PER_DAY
LEAST_IMPORTANCE, MINIMAL_IMPORTANCE = 7.0, 4.0  # of a model's conclusion, and of one from few memories
IMPORTANT = 20  # memories since the last time that are reflected on, the most important ones
_MATERIAL = kinds_where(lambda row: row.is_material)
_KEPT_DAYS = 2


class Material(IncrementalView):
    """Of one person's entries those that are worth thinking about: nothing routine, no small talk, no plans. ``new``
    are those since its last reflection."""

    def __init__(self, scope: Scope, entries: Sequence[MemoryEntry]) -> None:
        super().__init__(scope, entries)
        self.new: list[tuple[int, MemoryEntry]] = []

    def apply(self, entry: MemoryEntry) -> None:
        if entry.kind is MemoryKind.REFLECTION and isinstance(mark := entry.metadata.get(READ_TO), str):
            read_to = next((at for at in reversed(range(self.read)) if self.entries[at].id == mark), -1)
            self.new = [(at, each) for at, each in self.new if at > read_to]
        elif _counts(entry) and is_worth_thought(entry):
            self.new.append((self.read, entry))


def reflection_is_due(state: GameState, npc: NPCInstance) -> bool:
    """Whether somebody awake has several new things to think about, and reason to do it now."""
    mind, now = npc.mind, state.clock.minutes
    if npc.activity is Activity.SLEEPING:
        return False
    most = PER_DAY - (now % MINUTES_PER_DAY < KEPT_UNTIL)
    is_moved = npc.importance_accumulator > ACCUMULATED and mind.reflections.get(day_of(now), 0) < most
    if not is_moved and may_reflect_from(npc, now) > now:
        return False
    new = Material.of(state, Scope.npc(npc.instance_id)).new
    return len({entry.summary for _, entry in new[-IMPORTANT:]}) >= ENOUGH


def may_reflect_from(npc: NPCInstance, now: int) -> int:
    """The game time from which on somebody reflects again where enough has happened by then, at most `PER_DAY` times a
    day, the last of them kept for the evening; much that mattered makes it sooner."""
    mind, midnight = npc.mind, now - now % MINUTES_PER_DAY
    times = mind.reflections.get(day_of(now), 0)
    usual = max(now, now if mind.reflected_at is None else mind.reflected_at + EVERY)
    if times >= PER_DAY:
        return max(usual, midnight + MINUTES_PER_DAY)
    kept_until = midnight + KEPT_UNTIL
    if times == PER_DAY - 1:
        usual = max(usual, kept_until)
    if mind.reflected_at is not None and mind.reflected_at >= kept_until:
        return usual
    later = random.Random(f"{npc.instance_id}:{day_of(now)}:evening").randrange(0, EVENING_LASTS, TICK)
    return max(now, min(usual, midnight + EVENING + later))


def _counts(entry: MemoryEntry) -> bool:
    """Whether it is something that happened; what only stands for others is not."""
    return entry.kind in _MATERIAL and not is_condensed(entry)


def is_worth_thought(entry: MemoryEntry) -> bool:
    return entry.kind is not MemoryKind.PLAN and not is_stock(entry) and not is_routine(entry)


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

    def prepare(self, state: GameState, job: Job) -> Reflecting | None:
        """None where nothing is new."""
        npc_id = job.npc_id or ""
        stream = MemoryStream(state, Scope.npc(npc_id))
        anchor = str(job.facts.get("anchor") or "")
        memories = self._recalled(stream, anchor) if anchor else _new(stream)
        if not memories:
            return None
        now = state.clock.minutes
        keys = (key_of(each.payload) for each in standing_conclusions(stream))
        places = dict.fromkeys(stream.get(memory.id).location_id for memory in memories)
        names = [state.name(place) for place in places if place in state.sheets.locations and place is not None]
        return Reflecting(
            ReflectRequest(
                person=portrait(state, npc_id),
                now=now,
                memories=memories,
                people=known_people(state, npc_id),
                places=tuple(names),
                earlier=_earlier(stream, memories),
                goals={goal.id: goal.text for goal in open_goals(state, npc_id)},
                occasions=tuple(occasions(state, npc_id, now, now + AHEAD, made_since=now - AHEAD)),
                concluded=frozenset(key for key in keys if key is not None),
                names=_names(state),
            ),
            read_to=_read_to(stream) if anchor else state.memories(stream.scope)[-1].id or "",
            accumulated=state.npc(npc_id).importance_accumulator,
        )

    def _recalled(self, stream: MemoryStream, anchor: str) -> tuple[MemoryExcerpt, ...]:
        query = RecallQuery(
            now=stream.state.clock.minutes, text=anchor, kinds=_MATERIAL, limit=IMPORTANT, messages=False
        )
        return oldest_first(stream, [hit.memory for hit in self.recaller.recall(stream, query)])

    async def think(self, mind: IMind, reflecting: Reflecting) -> Reflection:
        """BadAnswer where no conclusion rests on the memories that were given."""
        answer = await (self.plain if reflecting.request.is_minimal else mind).reflect(reflecting.request)
        insights = _grounded(answer.insights, {memory.id for memory in reflecting.request.all_memories})
        if not insights:
            raise BadAnswer("none of its conclusions names memories that it was given")
        return answer.model_copy(update={"insights": tuple(insights)})

    def apply(self, state: GameState, job: Job, reflecting: Reflecting, answer: Reflection, *, by_model: bool) -> None:
        """Conclusions are remembered now; what they change between people becomes an intent."""
        npc = state.npc(job.npc_id or "")
        stream = MemoryStream(state, Scope.npc(npc.instance_id))
        is_by_model = by_model and not reflecting.request.is_minimal
        if is_by_model:
            mark_used(state, npc.instance_id, reflecting.request.all_memories)
        added_since = max(0.0, npc.importance_accumulator - reflecting.accumulated)
        fresh, repeated = _sorted_out(stream, answer.insights)
        drawn = [(insight, self._add(stream, reflecting, insight, by_model=is_by_model)) for insight in fresh]
        for insight, entry in drawn:
            correct(stream, insight, entry)
        if not fresh and repeated is not None:
            insight, before = repeated
            stream.supersede(before.id or "", self._add(stream, reflecting, insight, by_model=is_by_model).id or "")
        day = day_of(state.clock.minutes)
        days = {**npc.mind.reflections, day: npc.mind.reflections.get(day, 0) + 1}
        npc.mind.reflections = dict(sorted(days.items())[-_KEPT_DAYS:])
        npc.mind.reflected_at = reflecting.request.now
        npc.importance_accumulator = added_since
        raise_questions(state, npc, drawn)
        known = {person.id for person in reflecting.request.people} - {npc.instance_id}
        felt, further = feelings(npc, known, drawn, answer.relationships), goal_progress(state, npc.instance_id, drawn)
        intend(state, npc.instance_id, (*felt, *further), because(state, "reflected"))

    def _add(self, stream: MemoryStream, reflecting: Reflecting, insight: Insight, *, by_model: bool) -> MemoryEntry:
        importance = insight.importance
        if reflecting.request.is_minimal:
            importance = MINIMAL_IMPORTANCE
        elif by_model:
            importance = max(importance, LEAST_IMPORTANCE)
        evidence = [stream.get(memory_id) for memory_id in insight.evidence]
        about = () if insight.means is None else insight.means.about
        return stream.add(
            MemoryKind.REFLECTION,
            MemoryContext(
                content=insight.text,
                subjects=tuple(dict.fromkeys([*about, *(each for entry in evidence for each in entry.subjects)])),
                origin=MemoryOrigin.INTERNAL,
                importance=importance,
                evidence=insight.evidence,
                metadata={READ_TO: reflecting.read_to},
                payload=insight.means,
            ),
        )


def _names(state: GameState) -> dict[str, str]:
    naming, sheets = Naming(state), state.sheets
    return {key: naming.place(key) for key in sheets.locations} | {key: naming.thing(key) for key in sheets.items}


def _new(stream: MemoryStream) -> tuple[MemoryExcerpt, ...]:
    """In the order in which they were remembered; of equal importance the newer ones."""
    documents = stream.index.entries
    entries, columns = documents.entries, documents.columns
    mark = documents.position_of.get(_read_to(stream), -1)
    new = [at for at in range(mark + 1, len(entries)) if _counts(entries[at])]
    standing = [at for at in new if not columns["inactive"][at]]
    usable = [at for at in standing if entries[at].kind is not MemoryKind.PLAN] or standing or new
    chosen = [at for at in usable if is_worth_thought(entries[at])] or usable[-UNWORTHY:]
    ranked = sorted(chosen, key=lambda at: (-columns["importance"][at], -at))[:IMPORTANT]
    return as_recollections(stream, (entries[at] for at in sorted(ranked)))


def _earlier(stream: MemoryStream, memories: Sequence[MemoryExcerpt]) -> tuple[MemoryExcerpt, ...]:
    """Conclusions that stand, those first that are about the same people, the newer of equals; and memories of what
    the person is bound to."""
    people = {subject for memory in memories for subject in memory.subjects} - {stream.scope.owner_id}
    newest = standing_conclusions(stream)[::-1]
    newest.sort(key=lambda entry: people.isdisjoint(entry.subjects))
    bound = [key for each in open_commitments(stream.state) for key in each.memory_ids]
    position_of, known = stream.index.entries.position_of, {memory.id for memory in memories}
    promised = [stream.get(key) for key in bound if key in position_of and key not in known][:EARLIER]
    return oldest_first(stream, [*newest[:EARLIER], *promised])


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
    standing = standing_conclusions(stream)
    fresh: list[Insight] = []
    repeated: tuple[Insight, MemoryEntry] | None = None
    for insight in insights:
        same = (each for each in standing if _is_repeat(insight, each.payload, each.summary, each.evidence))
        before = next(same, None)
        if before is None:
            if not any(_is_repeat(insight, other.means, other.text) for other in fresh):
                fresh.append(insight)
        elif repeated is None and not is_protected(before, stream.status(before.id or "")):
            repeated = insight, before
    return fresh, repeated


def _is_repeat(insight: Insight, means: Payload | None, text: str, evidence: Iterable[str] = ()) -> bool:
    """Whether it is of the same matter as another conclusion, where both say which; else whether it is drawn from the
    same memories, or says the same."""
    key, other = key_of(insight.means), key_of(means)
    if key is not None and other is not None:
        return key == other
    return {*insight.evidence} == {*evidence} or _is_same(insight.text, text)


def _is_same(text: str, other: str) -> bool:
    terms, others = analyse(text).terms, analyse(other).terms
    return overlap(terms, others) >= SAME if terms or others else text.casefold() == other.casefold()
