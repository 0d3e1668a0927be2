"""What conclusions change: feelings, questions to ask, goals, and earlier conclusions that no longer hold."""

from collections.abc import Iterator, Sequence
from itertools import islice, takewhile

from app.cognition.planned_commands import because
from app.events.commands.mind import AdjustRelationshipCommand, UpdateGoalCommand
from app.interfaces.agents.mind import Insight, RelationshipChange
from app.memory.entries.markers import is_protected
from app.memory.stream.goals import open_goals
from app.memory.stream.stream import MemoryStream
from app.models.base import on_one_line
from app.models.clock import MINUTES_PER_DAY
from app.models.events.play import BeingsSeen, GatheringHeld
from app.models.instances.npc_instance import NPCInstance
from app.models.memory import MemoryEntry, MemoryKind, Scope
from app.models.messages.payload import ILL, WELL, ConclusionPayload, Payload, events_in
from app.models.minds.mind_state import MOST_QUESTIONS, OpenQuestion
from app.models.minds.plan import DONE
from app.models.state.game_state import GameState

ASKED_FOR = 3 * MINUTES_PER_DAY  # game minutes for which a question stays open
LOOKED_AT = 100  # the newest memories of a person that may show that it was met
Drawn = Sequence[tuple[Insight, MemoryEntry]]
"""Conclusions, each with its memory."""


def matter_key(means: Payload | None) -> tuple[str, tuple[str, ...], str] | None:
    """The same for two conclusions of one matter; None for one in words alone, or that there was little to conclude."""
    if not isinstance(means, ConclusionPayload) or not (means.value or means.about):
        return None
    return means.of.value, means.about, means.value


def standing_conclusions(stream: MemoryStream) -> list[MemoryEntry]:
    return [entry for entry in stream.by_kind(MemoryKind.REFLECTION) if stream.is_active(entry)]


def correct(stream: MemoryStream, insight: Insight, entry: MemoryEntry) -> None:
    """Let a good opinion of a person supersede bad ones, and the other way round."""
    means = insight.means
    if means is None or means.of not in (*WELL, *ILL):
        return
    opposite = ILL if means.of in WELL else WELL
    for old in standing_conclusions(stream):
        held = old.payload
        is_over = isinstance(held, ConclusionPayload) and held.of in opposite and held.about == means.about
        if is_over and not is_protected(old, stream.status(old.id or "")):
            stream.supersede(old.id or "", entry.id or "")


def feelings(
    npc: NPCInstance, known: set[str], drawn: Drawn, others: Sequence[RelationshipChange]
) -> Iterator[AdjustRelationshipCommand]:
    """The first change of feeling for each person that is known; who is not is left alone. Each names the conclusion
    that it comes from: that of ``others`` which speaks of the same person, else the first."""
    named = [(insight.feeling, entry.id or "") for insight, entry in drawn if insight.feeling is not None]
    first = next((entry.id for _, entry in drawn), None) or ""
    for other in others:
        about = (entry.id for _, entry in drawn if other.other_id in entry.subjects)
        named.append((other, other.because or next(about, None) or first))
    done: set[str] = set()
    for change, cause in named:
        other_id, reason = change.other_id, on_one_line(change.reason)
        if change.change and reason and other_id in known and other_id not in done:
            done.add(other_id)
            yield AdjustRelationshipCommand(
                npc_id=npc.instance_id, other_id=other_id, change=change.change, reason=reason, because=cause
            )


def goal_progress(state: GameState, npc_id: str, drawn: Drawn) -> Iterator[UpdateGoalCommand]:
    """One step for a goal that is still open."""
    left = {goal.id: goal for goal in open_goals(state, npc_id)}
    for insight, entry in drawn:
        goal_id, points = insight.progress or ("", 0)
        if points > 0 and (goal := left.pop(goal_id, None)) is not None:
            note = because(state, "goal-thought", what=insight.text)
            progress = min(DONE, goal.progress + points)
            yield UpdateGoalCommand(
                npc_id=npc_id, goal_id=goal_id, progress=progress, note=note, because=entry.id or ""
            )


# -- questions -----------------------------------------------------------------------------------------------------


def raise_questions(state: GameState, npc: NPCInstance, drawn: Drawn) -> None:
    """Add the questions that conclusions raise, the newest last. One about a goal is for the person that the conclusion
    names."""
    goals, now = {goal.id for goal in open_goals(state, npc.instance_id)}, state.clock.minutes
    new = {(each.about_id, each.whom_id): each for each in npc.mind.questions}
    for insight, entry in drawn:
        about, place = insight.question, insight.question_place
        whom = insight.means.about[0] if about in goals and insight.means and insight.means.about else None
        if about:
            new.pop((about, whom), None)
            cause = entry.id or ""
            new[about, whom] = OpenQuestion(about_id=about, because=cause, raised_at=now, whom_id=whom, place_id=place)
    npc.mind.questions = tuple(new.values())[-MOST_QUESTIONS:]
    close_questions(state, npc)


def close_questions(state: GameState, npc: NPCInstance) -> None:
    """Drop questions that are old, and those about a person who is here or was seen since."""
    if npc.mind.questions:
        stream, now = MemoryStream(state, Scope.npc(npc.instance_id)), state.clock.minutes
        here = (
            [other.instance_id for other in state.present(npc.current_location_id)] if npc.current_location_id else []
        )
        recent = (each for each in npc.mind.questions if now - each.raised_at < ASKED_FOR)
        npc.mind.questions = tuple(each for each in recent if each.about_id not in here and not _is_met(stream, each))


def _is_met(stream: MemoryStream, question: OpenQuestion) -> bool:
    since = takewhile(lambda entry: (entry.game_time or 0) > question.raised_at, stream.about(question.about_id))
    return any(
        question.about_id in (event.present_ids if isinstance(event, GatheringHeld) else event.being_ids)
        for entry in islice(since, LOOKED_AT)
        for event in events_in(entry.payload)
        if isinstance(event, GatheringHeld | BeingsSeen)
    )
