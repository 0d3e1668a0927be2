"""What people conclude of a day on which little happened."""

from itertools import pairwise

import pytest

from app.agents.mind.offline import HeuristicMind
from app.interfaces.agents.mind import BadAnswer, Insight, MemoryExcerpt, Occasion
from app.language.rendering.perspective import in_own_words
from app.models.clock import MINUTES_PER_DAY
from app.models.messages.payload import ConclusionKind, ConclusionPayload
from app.models.messages.speech import ActKind, SpeechAct
from tests.unit.agents.mind.village import hedda, reflecting, remembered, said, seen

NAMES = {"square": "the Village Square", "mill": "the Idle Mill"}
GOALS = {"goal-1": "to find the silver whistle", "goal-2": "to be asked"}
EVENING = 19 * 60


async def quiet(*memories: MemoryExcerpt, day: int = 1, **how: object) -> Insight:
    """The only conclusion of a day on which Hedda was at the mill."""
    now = (day - 1) * MINUTES_PER_DAY + EVENING
    fields: dict[str, object] = {"whereabouts": ("mill", "square"), "names": NAMES, "now": now, **how}
    [found] = (await HeuristicMind().reflect(reflecting(memories=memories, **fields))).insights
    return found


async def test_of_a_day_without_any_memory_it_is_said_where_it_was_and_that_nobody_came() -> None:
    found = await quiet(goals={"goal-1": GOALS["goal-1"]})
    assert found.importance == 4
    assert found.evidence == ()
    assert found.means == ConclusionPayload(kind="conclusion", of=ConclusionKind.MINIMAL, value="mill")
    assert "the Idle Mill" in found.text
    assert "Monday" in found.text
    assert "to find the silver whistle" in found.text


async def test_of_a_day_of_routine_it_is_said_who_was_there() -> None:
    found = await quiet(seen("tobin", at="mill"), company=("stranger", "tobin", "anna"))
    assert "Tobin" in found.text
    assert found.means == ConclusionPayload(
        kind="conclusion", of=ConclusionKind.MINIMAL, about=("tobin",), value="mill"
    )
    assert found.evidence


async def test_who_saw_only_people_that_it_does_not_know_was_not_alone() -> None:
    found = [await quiet(company=("stranger",), day=day) for day in range(1, 8)]
    assert not any(word in each.text for each in found for word in ("Nobody", "alone", "saw nobody"))
    assert all(each.means is not None and each.means.about == () for each in found)


async def test_the_little_that_did_happen_is_told_and_not_denied() -> None:
    found = await quiet(said("anna", "The ice will not hold until Sunday."), company=("anna",))
    assert "Anna Brask said: The ice will not hold until Sunday." in found.text
    assert "othing" not in found.text
    assert found.means is not None
    assert found.means.quoted is not None


async def test_what_was_said_in_confidence_is_not_told_of_a_quiet_day() -> None:
    words = "The ice will not hold until Sunday."
    confided = SpeechAct(kind=ActKind.CONFIDENCE, span=(0, len(words)))
    found = await quiet(said("anna", words, acts=(confided,)), company=("anna",))
    assert "ice" not in found.text


async def test_each_day_is_told_in_other_words_and_thinks_of_another_thing() -> None:
    week = [(await quiet(day=day, goals=GOALS)).text for day in range(1, 8)]
    assert len(set(week)) == 7
    assert all(goal in "".join(week) for goal in GOALS.values())
    assert all(one.split(".")[0] != other.split(".")[0] for one, other in pairwise(week))


async def test_what_lies_ahead_is_expected_and_what_is_over_is_not() -> None:
    ahead = Occasion("square", 3 * MINUTES_PER_DAY + 600, "Come!", "anna", "x-001", is_bound=True, learned=0)
    assert "(Day 4, 10:00)" in (await quiet(occasions=(ahead,))).text
    assert "(Day 4, 10:00)" not in (await quiet(occasions=(ahead,), day=5)).text


@pytest.mark.parametrize(("changes", "felt"), [({"energy": 5.0}, "tired|sleep"), ({"mood": 5.0}, "low|heavy")])
async def test_who_wants_and_expects_nothing_says_how_it_felt(changes: dict[str, float], felt: str) -> None:
    text = (await quiet(person=hedda(**changes))).text
    assert any(word in text for word in felt.split("|"))


async def test_quiet_days_turn_into_the_persons_own_words() -> None:
    for day in range(1, 8):
        for more in ({}, {"company": ("tobin",)}, {"whereabouts": ()}, {"goals": GOALS}):
            memories = remembered("It rained.") if "whereabouts" in more else ()
            text = (await quiet(*memories, day=day, **more)).text
            assert "Hedda Holm" in text
            assert "{" not in text
            assert "Hedda" not in in_own_words(text, ("Hedda Holm", "Hedda"), ())


async def test_without_a_memory_and_a_place_there_is_nothing_to_say() -> None:
    with pytest.raises(BadAnswer):
        await quiet(whereabouts=())
