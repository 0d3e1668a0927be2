"""Reflecting: what a person reflects on, and what its conclusions change."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.cognition.planned_commands import because, intend
from app.cognition.portrait import known_people, portrait
from app.cognition.remembering.changing import (
    correct,
    feelings,
    goal_progress,
    matter_key,
    raise_questions,
    standing_conclusions,
)
from app.cognition.remembering.quiet_days import company, whereabouts
from app.cognition.remembering.recalling import as_recollections, mark_used, oldest_first
from app.cognition.remembering.reflection_times import IMPORTANT, MATERIAL, READ_TO, is_material, is_worth_thought
from app.interfaces.agents.mind import BadAnswer, IMind, Insight, MemoryExcerpt, Reflection, ReflectRequest
from app.language.analysis.terms import analyse
from app.language.rendering.naming import Naming
from app.memory.entries.markers import is_protected
from app.memory.entries.scoring import overlap
from app.memory.recall.query import RecallQuery
from app.memory.recall.recaller import Recaller
from app.memory.stream.commitments import open_commitments
from app.memory.stream.goals import open_goals
from app.memory.stream.occasions import occasions
from app.memory.stream.routine import is_plain
from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.base import on_one_line
from app.models.clock import MINUTES_PER_DAY, day_of
from app.models.memory import MemoryEntry, MemoryKind, MemoryOrigin, Scope
from app.models.messages.payload import Payload
from app.models.minds.mind_state import Job
from app.models.state.game_state import GameState

SAME = 0.9  # share of their terms from which on two conclusions are the same
UNWORTHY = 2  # memories that are not worth it that are taken where there is nothing else: too few for more than little
EARLIER = 8  # conclusions still held that new ones may rest on, and memories of what a person is bound to
AHEAD = 7 * MINUTES_PER_DAY
LEAST_IMPORTANCE, MINIMAL_IMPORTANCE = 7.0, 4.0  # of a model's conclusion, and of one from few memories
_KEPT_DAYS = 2


@dataclass(frozen=True)
class Reflecting:
    """The question to a mind, and the state it was asked in: the newest memory's id, the importance that had
    accumulated."""

    request: ReflectRequest
    read_to: str
    accumulated: float


@dataclass(frozen=True)
class ReflectWork:
    """Lets a person draw conclusions from what it has remembered since its last reflection, or recalls of a job's
    ``anchor``. ``plain`` is a mind without a model, for matters that are not worth a model."""

    plain: IMind
    recaller: Recaller

    def prepare(self, state: GameState, job: Job) -> Reflecting | None:
        """None where nothing is new, but for the reflection of a day on which little happened."""
        npc_id = job.npc_id or ""
        stream = MemoryStream(state, Scope.npc(npc_id))
        anchor = str(job.facts.get("anchor") or "")
        memories = self._recalled(stream, anchor) if anchor else _new(stream)
        if not memories and not job.is_quiet:
            return None
        now = state.clock.minutes
        keys = (matter_key(each.payload) for each in standing_conclusions(stream))
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
                whereabouts=tuple(whereabouts(state, npc_id)),
                company=tuple(company(state, npc_id)),
            ),
            read_to=_read_to(stream) if anchor else _newest(stream),
            accumulated=state.npc(npc_id).importance_accumulator,
        )

    def _recalled(self, stream: MemoryStream, anchor: str) -> tuple[MemoryExcerpt, ...]:
        query = RecallQuery(
            now=stream.state.clock.minutes, text=anchor, kinds=MATERIAL, limit=IMPORTANT, messages=False
        )
        return oldest_first(stream, [hit.memory for hit in self.recaller.recall(stream, query)])

    async def think(self, mind: IMind, reflecting: Reflecting) -> Reflection:
        """BadAnswer where no conclusion rests on the memories that were given; one that there are none for is plain."""
        request = reflecting.request
        answer = await (self.plain if request.is_minimal else mind).reflect(request)
        known = {memory.id for memory in request.all_memories}
        insights = _grounded(answer.insights, known, needs_evidence=bool(request.memories))
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
    new = [at for at in range(mark + 1, len(entries)) if is_material(entries[at])]
    standing = [at for at in new if not columns["inactive"][at]]
    usable = [at for at in standing if entries[at].kind is not MemoryKind.PLAN] or standing or new
    chosen = [at for at in usable if is_worth_thought(entries[at])] or usable[-UNWORTHY:]
    ranked = sorted(chosen, key=lambda at: (-columns["importance"][at], -at))[:IMPORTANT]
    return as_recollections(stream, (entries[at] for at in sorted(ranked)))


def _earlier(stream: MemoryStream, memories: Sequence[MemoryExcerpt]) -> tuple[MemoryExcerpt, ...]:
    """Return conclusions that are still held, first those about the same people, the newer of equals; and memories of
    what the person is bound to."""
    people = {subject for memory in memories for subject in memory.subjects} - {stream.scope.owner_id}
    newest = [entry for entry in standing_conclusions(stream) if not is_plain(entry)][::-1]
    newest.sort(key=lambda entry: people.isdisjoint(entry.subjects))
    bound = [key for each in open_commitments(stream.state) for key in each.memory_ids]
    position_of, known = stream.index.entries.position_of, {memory.id for memory in memories}
    promised = [stream.get(key) for key in bound if key in position_of and key not in known][:EARLIER]
    return oldest_first(stream, [*newest[:EARLIER], *promised])


def _newest(stream: MemoryStream) -> str:
    entries = stream.state.memories(stream.scope)
    return (entries[-1].id or "") if entries else ""


def _read_to(stream: MemoryStream) -> str:
    """Return the id of the newest memory at the person's last reflection; "" if it never reflected."""
    marks = (entry.metadata.get(READ_TO) for entry in reversed(stream.by_kind(MemoryKind.REFLECTION)))
    return next((mark for mark in marks if isinstance(mark, str)), "")


def _grounded(insights: Iterable[Insight], known: set[str], *, needs_evidence: bool) -> list[Insight]:
    """Those with a text and, where it is needed, evidence that is known, without the rest of their evidence."""
    found: list[Insight] = []
    for insight in insights:
        text = on_one_line(insight.text)
        evidence = tuple(key for key in dict.fromkeys(insight.evidence) if key in known)
        if text and (evidence or not needs_evidence):
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
    key, other = matter_key(insight.means), matter_key(means)
    if key is not None and other is not None:
        return key == other
    is_of_same = bool(insight.evidence) and {*insight.evidence} == {*evidence}
    return is_of_same or _is_same(insight.text, text)


def _is_same(text: str, other: str) -> bool:
    terms, others = analyse(text).terms, analyse(other).terms
    return overlap(terms, others) >= SAME if terms or others else text.casefold() == other.casefold()
