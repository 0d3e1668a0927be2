"""What people conclude about what is open: who is missing, what lies ahead, what their goals need, what others told."""

from dataclasses import replace

import pytest

from app.agents.mind.offline import HeuristicMind
from app.interfaces.agents.mind import Insight, KnownPerson, MemoryExcerpt, Occasion
from app.models.events.play import BeingMissed, BeingsSeen, Unusual
from app.models.memory import MemoryKind
from app.models.messages.payload import ConclusionKind, ConclusionPayload
from app.models.messages.speech import ActKind, SpeechAct
from app.models.minds.activity import Activity
from tests.unit.agents.mind.village import happened, meaning, reflecting, remembered, said

QUIET = remembered("Saw a dog.", "It rained.", "Saw a cat.", of="quiet")
NAMES = {"square": "the Village Square", "mill": "the Idle Mill"}
GOALS = {"goal-1": "to find the silver whistle"}
MIND = HeuristicMind()


async def insights(*memories: MemoryExcerpt, **how: object) -> list[Insight]:
    asked = reflecting(memories=(*memories, *QUIET), names=NAMES, **how)
    return list((await MIND.reflect(asked)).insights)


def means(of: ConclusionKind, about: str, value: str) -> ConclusionPayload:
    return ConclusionPayload(kind="conclusion", of=of, about=(about,), value=value)


# -- who is missing ------------------------------------------------------------------------------------------------


async def test_somebody_who_was_missed_raises_a_question_with_the_place() -> None:
    [found] = await insights(happened(BeingMissed(being_id="tobin", location_id="mill", since=400)))
    assert found.means == means(ConclusionKind.ABSENCE, "tobin", "mill")
    assert (found.question, found.question_place) == ("tobin", "mill")
    assert "Tobin" in found.text
    assert "the Idle Mill" in found.text


@pytest.mark.parametrize(
    ("unusual", "kind"), [(Unusual.PLACE, ConclusionKind.ABSENCE), (Unusual.STRANGER, ConclusionKind.LESSON)]
)
async def test_somebody_where_it_never_is_and_a_stranger_raise_a_question_too(
    unusual: Unusual, kind: ConclusionKind
) -> None:
    sight = BeingsSeen(being_ids=("tobin",), activity=Activity.IDLE, location_id="square", since=400, unusual=unusual)
    [found] = await insights(happened(sight))
    assert found.means == means(kind, "tobin", "square")
    assert (found.question, found.question_place) == ("tobin", None)


async def test_whoever_is_liked_most_is_missed_first_and_nobody_unknown() -> None:
    missed = [
        happened(BeingMissed(being_id=being, location_id="mill", since=400), number=n)
        for n, being in enumerate(("tobin", "nobody", "anna"), 1)
    ]
    assert [each.question for each in await insights(*missed)] == ["anna", "tobin"]


# -- what lies ahead -----------------------------------------------------------------------------------------------


def invitation(number: int = 1) -> MemoryExcerpt:
    words = "Come to the square on day 2 at 18:00."
    told = SpeechAct(kind=ActKind.INVITATION, span=(0, len(words)), place_id="square", at=2520)
    return said("anna", words, number, acts=(told,), addressee_ids=("hedda",))


def occasion(host: str = "anna", *, bound: bool = True, because: str = "c-1", at: int = 2520) -> Occasion:
    return Occasion("square", at, "A feast.", host, because, bound, 400, with_ids=("tobin",))


@pytest.mark.parametrize("host", ["anna", "hedda"])
async def test_what_was_agreed_is_expected_of_its_host_or_of_whom_it_was_agreed_with(host: str) -> None:
    [found] = await insights(invitation(), occasions=(occasion(host),))
    assert found.means == means(ConclusionKind.EXPECTATION, "anna" if host == "anna" else "tobin", "square@2520")
    assert found.evidence == ("hedda-001",)
    assert "(Day 2, 18:00)" in found.text


async def test_what_was_only_heard_of_is_told_otherwise() -> None:
    bound, heard = [
        {(await insights(invitation(), occasions=(occasion(bound=bound),), now=now))[0].text for now in range(9)}
        for bound in (True, False)
    ]
    assert bound.isdisjoint(heard)


async def test_nothing_is_expected_that_no_memory_tells_of_or_that_is_over() -> None:
    assert not [each for each in await insights(occasions=(occasion(),)) if each.evidence == ("hedda-001",)]
    over = occasion(at=700)
    [found] = await insights(remembered("A feast at seven.")[0], occasions=(over,))
    assert found.means is None or found.means.of is not ConclusionKind.EXPECTATION


async def test_what_was_promised_long_ago_is_evidence_too() -> None:
    [found] = await insights(earlier=(invitation(77),), occasions=(occasion(),))
    assert found.evidence == ("hedda-077",)


# -- goals ---------------------------------------------------------------------------------------------------------


def asked_for_help(of: str = "anna", number: int = 1, time: int = 500) -> MemoryExcerpt:
    """Hedda has spoken of what she wants."""
    words = "I want to find the silver whistle. Who could help me?"
    act = SpeechAct(kind=ActKind.QUESTION, span=(0, len(words)), what=(7, 33))
    return replace(said("hedda", words, number, acts=(act,), addressee_ids=(of,)), game_time=time)


def answer(words: str, by: str = "anna", subject: str | None = None, number: int = 2, time: int = 500) -> MemoryExcerpt:
    act = SpeechAct(kind=ActKind.STATEMENT, span=(0, len(words)), subject_id=subject)
    return replace(said(by, words, number, acts=(act,), addressee_ids=("hedda",)), game_time=time)


async def test_whom_somebody_was_told_to_ask_is_asked_next() -> None:
    [found] = await insights(asked_for_help(), answer("Ask Tobin.", subject="tobin"), goals=GOALS)
    assert found.means == means(ConclusionKind.PURSUIT, "tobin", "hedda/goal-1")
    assert (found.question, set(found.evidence)) == ("goal-1", {"hedda-001", "hedda-002"})
    assert "to find the silver whistle" in found.text


async def test_who_speaks_of_what_a_goal_is_about_may_know_more() -> None:
    found = (await insights(answer("A silver spoon is worth a lot.", "tobin"), goals=GOALS))[0]
    assert found.means == means(ConclusionKind.PURSUIT, "tobin", "hedda/goal-1")
    assert found.question == "goal-1"


async def test_where_asking_has_led_nowhere_whoever_is_liked_most_of_the_others_is_next() -> None:
    people = (KnownPerson("anna", "Anna Brask", 9), KnownPerson("tobin", "Tobin", 2), KnownPerson("liv", "Liv", 1))
    [found] = await insights(asked_for_help(), goals=GOALS, people=people)
    assert found.means == means(ConclusionKind.PURSUIT, "tobin", "hedda/goal-1")
    disliked = (KnownPerson("anna", "Anna Brask", 9), KnownPerson("tobin", "Tobin", -2))
    assert not any(each.question for each in await insights(asked_for_help(), goals=GOALS, people=disliked))


async def test_having_asked_whom_it_meant_to_ask_brings_a_goal_further() -> None:
    meant = meaning(means(ConclusionKind.PURSUIT, "anna", "hedda/goal-1"), "Earlier.", 50, kind=MemoryKind.REFLECTION)
    [found] = await insights(asked_for_help(), goals=GOALS, earlier=(meant,))
    assert found.means == means(ConclusionKind.PURSUIT, "anna", "hedda/goal-1/asked")
    assert found.progress == ("goal-1", 5)
    assert set(found.evidence) == {"hedda-001", "hedda-050"}


async def test_what_a_goal_needs_is_not_concluded_twice() -> None:
    key = ("pursuit", ("tobin",), "hedda/goal-1")
    found = await insights(answer("A silver spoon.", "tobin"), goals=GOALS, concluded=frozenset({key}))
    assert not any(each.question for each in found)


async def test_confidences_and_what_has_another_matter_help_no_goal() -> None:
    words = "A silver spoon lies there."
    act = SpeechAct(kind=ActKind.CONFIDENCE, span=(0, len(words)))
    told = said("tobin", words, acts=(act,), addressee_ids=("anna",))
    found = await insights(told, answer("It will snow."), goals=GOALS)
    assert not any(each.question for each in found)


# -- what others told ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("relationship", "question"), [(0.0, "liv"), (-3.0, "")])
async def test_hearsay_of_somebody_who_is_not_disliked_is_a_reason_to_look_for_that_one(
    relationship: float, question: str
) -> None:
    people = (KnownPerson("liv", "Liv", relationship), KnownPerson("anna", "Anna Brask"))
    words = "What I want is a new loom."
    act = SpeechAct(kind=ActKind.STATEMENT, span=(0, len(words)), what=(15, 25))
    heard = said("liv", words, acts=(act,), chain=("anna",), original_id="anna-007")
    [found] = await insights(heard, people=people)
    assert found.means is not None
    assert (found.means.of, found.means.about) == (ConclusionKind.LESSON, ("liv",))
    assert found.question == question


async def test_manners_and_appointments_teach_nothing() -> None:
    words = "Yes, I will come."
    promise = SpeechAct(kind=ActKind.PROMISE, span=(0, len(words)), place_id="square", at=2520)
    found = await insights(invitation(), said("anna", words, 2, acts=(promise,), addressee_ids=("hedda",)))
    assert not [each for each in found if each.means and each.means.of is ConclusionKind.LESSON]
