"""What people conclude, and what it changes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.cognition.planned_commands import take_intents
from app.events.commands.mind import AdjustRelationshipCommand
from app.interfaces.agents.mind import BadAnswer, Insight, Reflection, RelationshipChange
from app.memory.stream.stream import MemoryStream
from app.models.memory import MemoryKind
from app.models.minds.mind_state import Job, JobKind
from tests.unit.cognition.reflecting import JOB, Plain, Thinker, insight, mara, reflected, reflective_mara, saw, work


@pytest.fixture
def stream() -> MemoryStream:
    """Mara's, at eight in the morning of day 1."""
    return reflective_mara()


# -- conclusions ---------------------------------------------------------------------------------------------------


async def test_conclusions_are_remembered_with_their_evidence_a_step_deeper(stream: MemoryStream) -> None:
    saw(stream, 3, subjects=("guard-1",))
    mind = Thinker(insight("Guard can be trusted.", "mara-001", "mara-003"), insight("Rain comes.", "mara-002"))
    first, second = await reflected(stream, mind)
    assert (first.kind, first.depth, first.evidence) == (MemoryKind.REFLECTION, 1, ("mara-001", "mara-003"))
    assert first.subjects == ("guard-1",)
    assert second.summary == "Rain comes."
    assert mara(stream).mind.reflections == {1: 1}
    assert mara(stream).mind.reflected_at == 480
    assert mara(stream).importance_accumulator == 0


@pytest.mark.parametrize(("given_importance", "by_model", "importance"), [(2, True, 7), (9, True, 9), (6, False, 6)])
async def test_conclusions_of_a_model_matter_at_least_seven(
    stream: MemoryStream, given_importance: float, by_model: bool, importance: float
) -> None:
    saw(stream, 3)
    [new] = await reflected(stream, Thinker(insight("So.", importance=given_importance)), by_model=by_model)
    assert new.importance == importance


async def test_under_three_memories_no_model_is_asked_and_little_is_concluded(stream: MemoryStream) -> None:
    saw(stream, 2)
    mind = Thinker(insight("All is lost.", importance=10))
    [new] = await reflected(stream, mind)
    assert (mind.asked, new.summary, new.importance) == ([], "It was quiet.", 4)


async def test_evidence_that_was_not_given_is_left_out_and_conclusions_without_any(stream: MemoryStream) -> None:
    saw(stream, 3)
    mind = Thinker(insight("One.", "mara-001", "mara-900", "mara-001"), insight("Two.", "m-1", "guard-1-001"))
    [new] = await reflected(stream, mind)
    assert (new.summary, new.evidence) == ("One.", ("mara-001",))


async def test_an_answer_without_any_evidence_is_no_answer(stream: MemoryStream) -> None:
    saw(stream, 3)
    for answer in (insight("One.", "mara-900"), insight(" \n\x07", "mara-001")):
        with pytest.raises(BadAnswer, match="given"):
            await reflected(stream, Thinker(answer))


async def test_what_a_standing_conclusion_says_is_not_concluded_again(stream: MemoryStream) -> None:
    saw(stream, 3)
    await reflected(stream, Thinker(insight("Guard can be trusted with the key.")))
    saw(stream, 3)
    mind = Thinker(insight("Guard can be trusted with the keys!", "mara-005"), insight("Owls hunt.", "mara-006"))
    assert [entry.summary for entry in await reflected(stream, mind)] == ["Owls hunt."]


async def test_what_is_concluded_twice_in_one_answer_is_concluded_once(stream: MemoryStream) -> None:
    saw(stream, 3)
    mind = Thinker(insight("Owls hunt by night."), insight("By night, owls hunt.", "mara-002"))
    assert [entry.summary for entry in await reflected(stream, mind)] == ["Owls hunt by night."]


async def test_where_there_is_nothing_but_a_repeat_it_takes_the_old_ones_place(stream: MemoryStream) -> None:
    saw(stream, 3)
    [old] = await reflected(stream, Thinker(insight("Owls hunt by night.")))
    saw(stream, 3)
    [new] = await reflected(stream, Thinker(insight("Owls hunt by night.", "mara-005")))
    assert stream.status(old.id or "").superseded_by == new.id
    assert [entry.evidence for entry in stream.active() if entry.kind is MemoryKind.REFLECTION] == [("mara-005",)]


async def test_a_pinned_conclusion_is_not_replaced(stream: MemoryStream) -> None:
    saw(stream, 3)
    [old] = await reflected(stream, Thinker(insight("Owls hunt by night.")))
    stream.pin(old.id or "")
    saw(stream, 3)
    assert await reflected(stream, Thinker(insight("Owls hunt by night.", "mara-005"))) == []
    assert stream.is_active(old)
    assert mara(stream).mind.reflections == {1: 2}


async def test_the_same_evidence_gives_no_second_conclusion(stream: MemoryStream) -> None:
    saw(stream, 3)
    (first,) = await reflected(stream, Thinker(insight("Owls are cruel.", "mara-001")))
    cause = first.id or ""
    saw(stream, 3)
    await reflected(stream, Thinker(insight("Sheep are dear.", cause)))
    saw(stream, 3)
    mind = Thinker(insight("Lambs need a fold.", cause), insight("Keep a dog.", "mara-009"))
    assert [entry.summary for entry in await reflected(stream, mind)] == ["Keep a dog."]


async def test_what_came_since_is_still_to_be_thought_of_after_reflecting_on_a_text(stream: MemoryStream) -> None:
    saw(stream, 4)
    job = Job(kind=JobKind.REFLECT, npc_id="mara", asked_at=480, facts={"anchor": "the owl"})
    await reflected(stream, Thinker(insight("Owls are cruel.", "mara-001")), job=job)
    asked = work().prepare(stream.state, JOB)
    assert asked is not None
    assert len(asked.request.memories) == 4


async def test_two_days_of_reflections_are_counted(stream: MemoryStream) -> None:
    for day in (1, 2, 3):
        stream.state.clock.minutes = (day - 1) * 1440 + 600
        saw(stream, 3)
        await reflected(stream, Thinker(insight(f"Lesson of day {day}.", f"mara-{len(stream):03d}")))
    assert mara(stream).mind.reflections == {2: 1, 3: 1}


# -- feelings ------------------------------------------------------------------------------------------------------


async def test_feelings_change_for_known_people_by_a_command_at_the_next_tick(stream: MemoryStream) -> None:
    saw(stream, 3)
    changes = [
        RelationshipChange(other_id="guard-1", change=2, reason="He kept\n his\x07 word."),
        RelationshipChange(other_id="guard-1", change=2, reason="Twice."),
        RelationshipChange(other_id="guard-2", change=-2, reason="A stranger."),
        RelationshipChange(other_id="mara", change=2, reason="Herself."),
        RelationshipChange(other_id="party", change=1, reason="Never met."),
    ]
    await reflected(stream, Thinker(insight("So."), changes=changes))
    assert mara(stream).relationships == {}
    [(intent, orders)] = take_intents(stream.state)
    assert intent.npc_id == "mara"
    assert orders == [
        AdjustRelationshipCommand(
            npc_id="mara", other_id="guard-1", change=2, reason="He kept his word.", because="mara-004"
        )
    ], "it names the conclusion that it comes from"


async def test_no_change_is_no_command(stream: MemoryStream) -> None:
    saw(stream, 3)
    changes = [
        RelationshipChange(other_id="guard-1", change=0, reason="Still the same."),
    ]
    await reflected(stream, Thinker(insight("So."), changes=changes))
    assert stream.state.minds.intents == []


# -- any answer ----------------------------------------------------------------------------------------------------

WILD_TEXT = st.text(st.characters(codec="utf-8"), min_size=1, max_size=40)


@st.composite
def insights(draw: st.DrawFn) -> Insight:
    ids = st.sampled_from(["mara-001", "mara-002", "mara-003", "mara-099", "", "m-1", "party"])
    text = draw(st.sampled_from(["Owls hunt.", "OWLS, hunt", "…", "Rain."]) | WILD_TEXT)
    return insight(text, *draw(st.lists(ids, min_size=1, max_size=4)), importance=draw(st.floats(1, 10)))


changes = st.builds(
    RelationshipChange,
    other_id=st.sampled_from(["guard-1", "mara", "nobody"]),
    change=st.integers(-2, 2),
    reason=WILD_TEXT,
)
answers = st.builds(
    Reflection,
    insights=st.lists(insights(), min_size=1, max_size=5).map(tuple),
    relationships=st.lists(changes, max_size=3).map(tuple),
)


@given(st.lists(answers, min_size=1, max_size=4))
async def test_whatever_is_answered_evidence_exists_and_nothing_stands_twice(given_answers: list[Reflection]) -> None:
    stream = reflective_mara()
    for answer in given_answers:
        stream.state.clock.minutes += 720
        saw(stream, 3)
        mind = Thinker(*answer.insights, changes=answer.relationships)
        asked = work().prepare(stream.state, JOB)
        assert asked is not None
        try:
            found = await work().think(mind, asked)
        except BadAnswer:
            found = await work().think(Plain(), asked)
        before = len(stream)
        work().apply(stream.state, JOB, asked, found, by_model=True)
        new = stream.all()[before:]
        assert new
        shown = {memory.id for memory in asked.request.memories}
        assert all(entry.evidence and set(entry.evidence) <= shown and entry.depth == 1 for entry in new)
        assert all((entry.importance or 0) >= 7 for entry in new)
    standing = [entry for entry in stream.active() if entry.kind is MemoryKind.REFLECTION]
    assert len({entry.summary.casefold() for entry in standing}) == len(standing)
    take_intents(stream.state)
