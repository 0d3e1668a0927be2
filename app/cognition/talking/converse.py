"""People talking to each other: who meets, what they have to say, and how both remember it."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from app.cognition.day.act import can_talk, in_talk
from app.cognition.day.planning import consider
from app.cognition.planned_commands import because, intend
from app.cognition.portrait import portrait
from app.cognition.remembering.recalling import mark_used, on_ones_mind
from app.cognition.talking.known_names import KnownNames
from app.cognition.talking.matters import matters, with_answers
from app.cognition.talking.meeting import Meeting, sayable
from app.events.commands.mind import AdjustRelationshipCommand, SetActivityCommand, UpdateGoalCommand
from app.interfaces.agents.mind import BadAnswer, Conversation, ConversationLine, ConverseRequest, IMind, TalkReason
from app.interfaces.model_names import is_offline
from app.interfaces.moderation import IModeration, may_keep
from app.language.reading.hearing import Hearing
from app.language.rendering.naming import Naming, sentence_with_name
from app.log import logger
from app.memory.recall.current_facts import has_met_party
from app.memory.recall.recaller import Recaller
from app.memory.stream.commitments import made_since, record_commitments
from app.memory.stream.goals import open_goals
from app.memory.stream.occasions import occasions
from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.clock import MINUTES_PER_DAY
from app.models.command import Command
from app.models.instances.npc_instance import NPCInstance
from app.models.memory import MemoryKind, MemoryOrigin, Scope
from app.models.messages.payload import Utterance
from app.models.messages.speech import ActKind
from app.models.minds.activity import Activity
from app.models.minds.mind_state import MOST_QUESTIONS, Job, JobKind, OpenQuestion
from app.models.minds.plan import DONE
from app.models.state.cadence import Cadence
from app.models.state.commitment import CommitmentKind, CommitmentStatus
from app.models.state.game_state import GameState

_BINDS = frozenset({ActKind.INVITATION, ActKind.PROMISE})
_IMPORTANCE = {
    ActKind.QUESTION: 4.0,
    ActKind.INVITATION: 6.0,
    ActKind.PROMISE: 6.0,
    ActKind.APOLOGY: 5.0,
    ActKind.THANKS: 4.0,
    ActKind.THREAT: 7.0,
}
"""Of what somebody does by a line that was made by rule."""
_MOST_SUBJECTS = 10
_QUOTES = str.maketrans(dict.fromkeys('"“”„«»「」『』', "'"))

PAIR_AGAIN = 6 * 60  # game minutes from a talk of two people to their meeting by chance again
SELDOM, OFTEN = 0.05, 0.35
"""The chance of two people at one tick: where they cannot stand each other, and where they are close."""
AT_WORK = 0.5  # how much less likely a talk is where a person is busy
LONGING = MINUTES_PER_DAY  # time without a talk that makes one as likely as it gets
MOST_PER_TICK = 4  # talks that begin at a tick; in a larger world one for so many people
PEOPLE_PER_TALK = 6
MOST_LINES = 6
HELP = 10  # points of 100 by which a person with the skill brings a goal further
KEPT = 7 * MINUTES_PER_DAY  # after so long the time of a talk is forgotten


def meetings(state: GameState) -> list[Job]:
    """Return the talks that begin at this tick, between people at one place who have time, one of whom has something to
    say to the other; a function of the state."""
    now = state.clock.minutes
    taken = {person for job in state.minds.jobs if job.kind is JobKind.CONVERSE for person in job.people}
    idle = (npc for npc in state.npcs.values() if npc.activity in (Activity.IDLE, Activity.ACTIVITY))
    free = [npc for npc in idle if npc.instance_id not in taken and _can_talk(state, npc)]
    jobs, most = list[Job](), max(MOST_PER_TICK, len(state.npcs) // PEOPLE_PER_TALK)
    for one, other in combinations(free, 2):
        here, ids = one.current_location_id, (one.instance_id, other.instance_id)
        if len(jobs) == most:
            break
        if other.current_location_id == here and taken.isdisjoint(ids) and _begin(state, one, other):
            taken.update(ids)
            facts = {"location_id": here}
            jobs.append(Job(kind=JobKind.CONVERSE, npc_id=ids[0], with_ids=ids[1:], asked_at=now, facts=facts))
    return jobs


def _begin(state: GameState, one: NPCInstance, other: NPCInstance) -> bool:
    """Whether two begin to talk: by a chance that grows with how much they like each other and how long they have not
    talked, and where they have something to say."""
    now, ids = state.clock.minutes, (one.instance_id, other.instance_id)
    last = max(one.mind.talked.get(ids[1], -KEPT), other.mind.talked.get(ids[0], -KEPT))
    if now - last < PAIR_AGAIN:
        return False
    likings = one.relationships.get(ids[1], 0.0) + other.relationships.get(ids[0], 0.0)
    busy = AT_WORK if Activity.ACTIVITY in (one.activity, other.activity) else 1.0
    chance = busy * (SELDOM + (OFTEN - SELDOM) * (likings + 20) / 40 * min(1.0, (now - last) / LONGING))
    luck = random.Random(f"{state.seed}:{state.turn}:{now // Cadence.of(state).tick}:{ids[0]}:{ids[1]}").random()
    return luck < chance and any(matters(state, *each) for each in (ids, ids[::-1]))


def _can_talk(state: GameState, npc: NPCInstance) -> bool:
    """Return whether a person can talk at all: awake, at a place, played by its mind, and neither in a talk nor just
    after one."""
    return npc.current_location_id is not None and can_talk(npc, state) and not in_talk(npc, state)


@dataclass(frozen=True)
class ConverseWork:
    """Lets two people who have met say something to each other, each from its own character and knowledge."""

    recaller: Recaller
    moderation: IModeration | None = None

    def prepare(self, state: GameState, job: Job) -> Meeting | None:
        """None where the two are not together any more, cannot talk, or have talked just now."""
        ids = (job.npc_id or "", *job.with_ids)
        people = [state.npc(npc_id) for npc_id in ids]
        here = people[0].current_location_id
        is_together = all(npc.current_location_id == here for npc in people)
        if here is None or not is_together or len(set(ids)) != 2 or job.facts.get("location_id", here) != here:
            return None
        if not all(_can_talk(state, npc) for npc in people):
            return None
        first, second = (portrait(state, npc_id) for npc_id in ids)
        memories = {npc_id: on_ones_mind(state, npc_id, other, self.recaller) for npc_id, other in (ids, ids[::-1])}
        raised = {one: with_answers(state, one, other, matters(state, one, other)) for one, other in (ids, ids[::-1])}
        place, names, now = state.name(here), KnownNames(state), state.clock.minutes
        known: dict[str, frozenset[str]] = {}
        for person, other in ((first, second), (second, first)):
            players = state.party.players if has_met_party(state, state.npc(person.npc_id)) else ()
            met = (other.name, other.description, *(player.name for player in players))
            told = (text for each in raised[person.npc_id] for text in _texts_of(each))
            known[person.npc_id] = names.known_to(state, person, memories[person.npc_id], (place, *met, *told))
        engaged = {npc_id: tuple(_engaged(state, npc_id)) for npc_id in ids}
        request = ConverseRequest((first, second), place, now, memories, MOST_LINES, raised, engaged)
        return Meeting(state.game_id, request, here, names, known)

    async def think(self, mind: IMind, meeting: Meeting) -> Conversation | None:
        """BadAnswer for a model's line of a third person, or about what its speaker cannot know of; the heuristic's are
        left out, and None is its answer where none is left. None too where the moderation refuses the talk, or fails.
        """
        if (talk := await self._talk(mind, meeting)) is None:
            return None
        reasons = (change.reason for change in talk.relationships.values())
        text = "\n".join([*(line.text for line in talk.lines), *filter(None, reasons)])
        try:
            if await may_keep(self.moderation, meeting.game_id, text):
                return talk
        except Exception as error:  # noqa: BLE001  # whatever it is, nothing is remembered unchecked
            logger.warning("the moderation failed with {}", type(error).__name__)
        logger.info("the talk of {} and {} was refused by the moderation", *meeting.ids)
        return None

    @staticmethod
    async def _talk(mind: IMind, meeting: Meeting) -> Conversation | None:
        if not is_offline(mind):
            return sayable(meeting, await mind.converse(meeting.request))
        try:
            return sayable(meeting, await mind.converse(meeting.request), leaves_out=True)
        except BadAnswer as error:
            logger.info("{} and {} had nothing to say: {}", *meeting.ids, error)
            return None

    def apply(self, state: GameState, job: Job, met: Meeting, answer: Conversation | None, *, by_model: bool) -> None:  # noqa: ARG002  # the protocol gives it
        """Let both remember the talk as of when they met; what it changes between them, and being seen talking, come
        later. Nothing happens where one of them is played from outside by now, since its mind does not speak for it
        then."""
        if any(state.npc(npc_id).mind.is_played(state.clock.minutes) for npc_id in met.ids):
            return
        now = met.request.now
        for npc_id in met.ids:
            if by_model:
                mark_used(state, npc_id, met.request.memories[npc_id])
            talked = state.npc(npc_id).mind.talked
            talked[met.other(npc_id)] = now
            for other in [other for other, time in talked.items() if now - time >= KEPT]:
                del talked[other]
        if answer is None:
            return
        kept = _remember(state, met, answer)
        _decline(state, met, answer)
        still_there = all(
            state.npc(npc_id).current_location_id == met.location_id
            and state.npc(npc_id).activity in (Activity.IDLE, Activity.ACTIVITY)
            and not in_talk(state.npc(npc_id), state)
            for npc_id in met.ids
        )
        for npc_id in met.ids:
            other = met.other(npc_id)
            orders: list[Command] = []
            if still_there:
                orders.append(SetActivityCommand(npc_id=npc_id, activity=Activity.CONVERSING))
            if found := answer.relationships.get(npc_id):
                cause = {"because": found.because or kept.get(npc_id, "")}
                orders.append(AdjustRelationshipCommand(npc_id=npc_id, **{**found.model_dump(), **cause}))
            orders += _learned(state, met, npc_id, answer, kept.get(npc_id, ""))
            intend(state, npc_id, orders, because(state, "talks", who=Naming(state, npc_id).person(other)))
            consider(state, state.npc(npc_id))


def _texts_of(matter: TalkReason) -> Iterator[str]:
    yield matter.what
    yield from matter.names.values()
    for memory in (matter.memory, matter.answer):
        if memory is not None:
            yield from (memory.text, *memory.names.values())


def _engaged(state: GameState, npc_id: str) -> Iterator[int]:
    now = state.clock.minutes
    return (each.at for each in occasions(state, npc_id, now, now + KEPT, made_since=now - KEPT) if each.is_bound)


def _remember(state: GameState, meeting: Meeting, conversation: Conversation) -> dict[str, str]:
    """Each line that says something in both streams, in order, by name and in the third person; by person the memory of
    what the other said last. All lines of a talk have the same subjects, the two first, so that they are found and
    condensed together."""
    present = [npc.instance_id for npc in state.present(meeting.location_id)]
    named = (key for line in conversation.lines for key in meeting.names.people(line.text, present))
    subjects = tuple(dict.fromkeys((*meeting.ids, *named)))[:_MOST_SUBJECTS]
    heard: dict[str, str] = {}
    for line in conversation.lines:
        if line.stock:
            continue
        is_news = meeting.names.ids_in((line.text,)) - {*meeting.ids, meeting.location_id}
        payload = _meaning(state, meeting, line)
        kept: list[str] = []
        for npc_id in meeting.ids:
            is_told = is_news and line.npc_id != npc_id
            name = Naming(state, npc_id)
            speaker = sentence_with_name(name.person(line.npc_id))[:-1]
            context = MemoryContext(
                content=name.language.render("minds.said", who=speaker, words=line.text.translate(_QUOTES)),
                game_time=meeting.request.now,
                location_id=meeting.location_id,
                subjects=subjects,
                origin=MemoryOrigin.SOCIAL if is_told else MemoryOrigin.DIALOGUE,
                origin_id=line.npc_id,
                importance=None if line.acts is None and line.told is None else _weight(payload),
                payload=payload,
            )
            kept.append(MemoryStream(state, Scope.npc(npc_id)).add(MemoryKind.CONVERSATION, context).id or "")
            if line.npc_id != npc_id:
                heard[npc_id] = kept[-1]
        if line.told is None and payload.acts:
            record_commitments(state, payload, memory_ids=kept, at=meeting.request.now)
    return heard


def _decline(state: GameState, meeting: Meeting, conversation: Conversation) -> None:
    """Withdraw the invitations that a speaker has declined in a talk."""
    for line in conversation.lines:
        for act in line.acts or ():
            refused = CommitmentKind.INVITATION, (line.npc_id,), act.place_id, act.at
            is_answer = act.kind is ActKind.STATEMENT and act.to == (meeting.other(line.npc_id),)
            for each in list(made_since(state, meeting.request.now)) if is_answer else ():
                if each.is_open and (each.kind, each.to_ids, each.place_id, each.at) == refused:
                    state.set_commitment(each.model_copy(update={"status": CommitmentStatus.WITHDRAWN}))


def _weight(said: Utterance) -> float:
    """Return the importance of an utterance by rule: highest for an occasion, then for passed-on news and for what
    binds."""
    if any(act.at is not None and act.place_id is not None and act.kind in _BINDS for act in said.acts):
        return 7.0
    is_told = bool(said.chain or said.original_id)
    return max((_IMPORTANCE.get(act.kind, 3.0) for act in said.acts), default=3.0) if not is_told else 5.0


def _learned(
    state: GameState, met: Meeting, npc_id: str, conversation: Conversation, heard: str
) -> Iterator[UpdateGoalCommand]:
    """Yield what a person gains from a talk: answers to questions, people to ask next, help with a goal."""
    mind, now = state.npc(npc_id).mind, state.clock.minutes
    said = [act for line in conversation.lines if line.npc_id != npc_id and not line.told for act in line.acts or ()]
    told = [act for act in said if act.kind is ActKind.STATEMENT]
    answered = {act.subject_id for act in told if act.at is not None}
    questions = [each for each in mind.questions if each.about_id not in answered]
    own = (line for line in conversation.lines if line.npc_id == npc_id)
    asked = {line.text[slice(*act.what)].casefold() for line in own for act in line.acts or () if act.what}
    goals = {goal.id: goal for goal in open_goals(state, npc_id)}
    for matter in met.request.matters[npc_id]:
        goal = goals.get(matter.goal_id)
        if goal is None or matter.what.casefold() not in asked:
            continue
        if matter.is_advised:
            questions = [each for each in questions if (each.about_id, each.whom_id) != (goal.id, met.other(npc_id))]
            note = because(state, "goal-help", who=Naming(state, npc_id).person(met.other(npc_id)))
            progress = min(DONE, goal.progress + HELP)
            yield UpdateGoalCommand(npc_id=npc_id, goal_id=goal.id, progress=progress, note=note, because=heard)
        elif matter.lead_id and any(act.subject_id == matter.lead_id for act in told):
            questions.append(OpenQuestion(about_id=goal.id, because=heard, raised_at=now, whom_id=matter.lead_id))
    if tuple(questions) != mind.questions:
        mind.questions = tuple(questions[-MOST_QUESTIONS:])


def _meaning(state: GameState, meeting: Meeting, line: ConversationLine) -> Utterance:
    """What a line means: what it tells on, in its words and through one person more; else what its speaker says."""
    other, told = meeting.other(line.npc_id), line.told
    hearing = Hearing(state.sheet, meeting.ids, (other,), meeting.request.now)
    if told is None:
        return Utterance(
            kind="utterance",
            speaker_id=line.npc_id,
            words=line.text,
            addressee_ids=(other,),
            acts=hearing.read_speech(line.text) if line.acts is None else line.acts,
        )
    if told.speaker_id != line.npc_id:
        return told.model_copy(update={"chain": (*told.chain, line.npc_id)})
    return told if told.acts else told.model_copy(update={"acts": hearing.read_speech(told.words)})
