"""What conclusions change, and that the change names them: feelings, questions, goals, earlier opinions."""

from collections.abc import Mapping

import pytest

from app.cognition.planned_commands import take_intents
from app.cognition.remembering.changing import close_questions
from app.events.commands.mind import AdjustRelationshipCommand, UpdateGoalCommand
from app.interfaces.agents.mind import Insight, RelationshipChange
from app.memory.stream.stream import MemoryStream
from app.models.events.play import BeingsSeen, GatheringHeld
from app.models.memory import MemoryKind
from app.models.messages.payload import ConclusionKind, ConclusionPayload, EventPayload
from app.models.minds.activity import Activity
from app.models.minds.mind_state import OpenQuestion
from app.models.minds.plan import Goal
from tests.unit.cognition.reflecting import Thinker, insight, mara, reflected, reflective_mara, saw
from tests.unit.memory.recall.streams import context as told


@pytest.fixture
def stream() -> MemoryStream:
    """Mara's, at eight in the morning of day 1; three things have happened."""
    stream = reflective_mara()
    saw(stream, 3)
    return stream


def means(of: ConclusionKind, value: str = "thanks", about: str = "guard-1") -> ConclusionPayload:
    return ConclusionPayload(kind="conclusion", of=of, about=(about,), value=value)


def drawn(text: str, *evidence: str, **fields: object) -> Insight:
    update: Mapping[str, object] = fields
    return insight(text, *evidence).model_copy(update=update)


async def test_a_feeling_names_the_conclusion_that_it_comes_from(stream: MemoryStream) -> None:
    felt = RelationshipChange(other_id="guard-1", change=1, reason="He came.", because="mara-002")
    again = RelationshipChange(other_id="guard-1", change=1, reason="He came again.")
    [_, new] = await reflected(
        stream, Thinker(insight("Owls hunt."), drawn("Guard came.", "mara-002", feeling=felt), changes=[again])
    )
    [(_, orders)] = take_intents(stream.state)
    assert orders == [
        AdjustRelationshipCommand(npc_id="mara", other_id="guard-1", change=1, reason="He came.", because=new.id or "")
    ]


async def test_what_a_model_feels_names_the_conclusion_about_the_same_person(stream: MemoryStream) -> None:
    saw(stream, subjects=("guard-1",))
    felt = RelationshipChange(other_id="guard-1", change=1, reason="He came.")
    _, new = await reflected(stream, Thinker(insight("Owls hunt."), insight("Guard came.", "mara-004"), changes=[felt]))
    [(_, [order])] = take_intents(stream.state)
    assert isinstance(order, AdjustRelationshipCommand)
    assert order.because == new.id


async def test_progress_of_a_goal_names_its_conclusion_and_a_goal_that_is_reached_stays(stream: MemoryStream) -> None:
    mara(stream).goals = [Goal(id="goal-1", text="to find the key", progress=98), Goal(id="goal-2", text="peace")]
    mara(stream).goals[1] = mara(stream).goals[1].model_copy(update={"progress": 100})
    [new, _] = await reflected(
        stream,
        Thinker(
            drawn("The key is near.", progress=("goal-1", 5)), drawn("All is well.", "mara-002", progress=("goal-2", 5))
        ),
    )
    [(_, [order])] = take_intents(stream.state)
    assert isinstance(order, UpdateGoalCommand)
    assert (order.goal_id, order.progress, order.note, order.because) == ("goal-1", 100, "The key is near.", new.id)


# -- questions -----------------------------------------------------------------------------------------------------


async def test_a_question_is_asked_of_anybody_and_one_about_a_goal_of_whom_it_names(stream: MemoryStream) -> None:
    mara(stream).goals = [Goal(id="goal-1", text="to find the key")]
    missed, lead = await reflected(
        stream,
        Thinker(
            drawn("Guard was missed.", question="guard-1", question_place="inn"),
            drawn("Guard may know.", "mara-002", question="goal-1", means=means(ConclusionKind.PURSUIT, "goal-1")),
        ),
    )
    assert mara(stream).mind.questions == (
        OpenQuestion(about_id="guard-1", because=missed.id or "", raised_at=480, place_id="inn"),
        OpenQuestion(about_id="goal-1", because=lead.id or "", raised_at=480, whom_id="guard-1"),
    )


async def test_the_newest_eight_questions_stay_each_once(stream: MemoryStream) -> None:
    for n in range(10):
        mara(stream).mind.questions = (*mara(stream).mind.questions, question(f"guard-{n}"))[-8:]
    [new] = await reflected(stream, Thinker(drawn("Guard was missed.", question="guard-4")))
    asked = mara(stream).mind.questions
    assert [each.about_id for each in asked] == [f"guard-{n}" for n in (2, 3, 5, 6, 7, 8, 9, 4)]
    assert asked[-1].because == new.id


def question(about: str, raised_at: int = 480) -> OpenQuestion:
    return OpenQuestion(about_id=about, because="mara-001", raised_at=raised_at)


@pytest.mark.parametrize(("now", "is_open"), [(4799, True), (4800, False)])
def test_a_question_is_open_for_three_days(stream: MemoryStream, now: int, is_open: bool) -> None:
    mara(stream).mind.questions = (question("guard-2"),)
    stream.state.clock.minutes = now
    close_questions(stream.state, mara(stream))
    assert bool(mara(stream).mind.questions) is is_open


SIGHT = BeingsSeen(being_ids=("guard-2",), activity=Activity.IDLE, location_id="inn", since=500)
MET = GatheringHeld(host_id="mara", location_id="inn", at=500, words="", present_ids=("mara", "guard-2"))
MISSED = GatheringHeld(host_id="mara", location_id="inn", at=500, words="", missing_ids=("guard-2",))


@pytest.mark.parametrize(
    ("event", "time", "is_open"), [(SIGHT, 500, False), (MET, 500, False), (MISSED, 500, True), (SIGHT, 470, True)]
)
def test_a_question_about_somebody_is_closed_when_that_one_is_met(
    stream: MemoryStream, event: BeingsSeen | GatheringHeld, time: int, is_open: bool
) -> None:
    mara(stream).mind.questions = (question("guard-2"),)
    payload = EventPayload(kind="event", events=(event,))
    stream.add(MemoryKind.OBSERVATION, told("Guard.", payload=payload, subjects=("guard-2",), game_time=time))
    close_questions(stream.state, mara(stream))
    assert bool(mara(stream).mind.questions) is is_open


def test_a_question_about_somebody_who_is_here_is_closed(stream: MemoryStream) -> None:
    mara(stream).mind.questions = (question("guard-1"), question("guard-2"))
    for key, place in (("mara", "inn"), ("guard-1", "inn"), ("guard-2", None)):
        stream.state.npc(key).current_location_id = place
    close_questions(stream.state, mara(stream))
    assert [each.about_id for each in mara(stream).mind.questions] == ["guard-2"]


# -- what stands ---------------------------------------------------------------------------------------------------


async def test_a_bad_opinion_takes_the_place_of_good_ones_of_the_same_person(stream: MemoryStream) -> None:
    other = drawn("Mara likes the other guard.", means=means(ConclusionKind.LIKING, about="guard-2"))
    good = drawn("Mara likes Guard.", "mara-002", means=means(ConclusionKind.LIKING))
    of_other, of_guard = await reflected(stream, Thinker(other, good))
    saw(stream, 3)
    bad = drawn("Guard failed Mara.", "mara-006", means=means(ConclusionKind.DISLIKING, "threat"))
    [new] = await reflected(stream, Thinker(bad))
    assert stream.status(of_guard.id or "").superseded_by == new.id
    assert stream.is_active(of_other)


async def test_the_same_matter_is_not_concluded_again_in_other_words_but_another_one_is(stream: MemoryStream) -> None:
    [old] = await reflected(stream, Thinker(drawn("Guard came.", means=means(ConclusionKind.LIKING, "kept:inn@1"))))
    saw(stream, 3)
    same = drawn("How good of him.", "mara-005", means=means(ConclusionKind.LIKING, "kept:inn@1"))
    other = drawn("Guard came.", "mara-006", means=means(ConclusionKind.LIKING, "kept:inn@9"))
    [new] = await reflected(stream, Thinker(same, other))
    assert new.payload == other.means
    assert stream.is_active(old)


async def test_a_mind_is_told_what_it_has_concluded_and_what_things_are_called(stream: MemoryStream) -> None:
    mara(stream).goals = [Goal(id="goal-1", text="to find the key")]
    await reflected(stream, Thinker(drawn("Guard came.", means=means(ConclusionKind.LIKING))))
    saw(stream, 3)
    mind = Thinker(insight("Owls hunt.", "mara-005"))
    await reflected(stream, mind)
    [asked] = mind.asked
    assert asked.concluded == {("liking", ("guard-1",), "thanks")}
    assert asked.goals == {"goal-1": "to find the key"}
    assert asked.names["inn"] == "the Inn"
