"""Reflection by rule: who and where most, who did well or ill, what was learned; evidence and varied sentences."""

from dataclasses import replace
from typing import Any

import pytest

from app.agents.mind.offline import HeuristicMind
from app.interfaces.agents.mind import KnownPerson, MemoryExcerpt, Reflection
from app.language.rendering.perspective import in_own_words
from app.models.events.play import EncounterCompleted, ItemGiven
from app.models.memory import MemoryKind
from app.models.messages.payload import ConclusionKind, ConclusionPayload
from app.models.messages.speech import ActKind, SpeechAct
from tests.unit.agents.mind.village import LATELY, arrived, happened, hedda, reflecting, said, seen

MIND = HeuristicMind()
QUIET = ("Saw a dog.", "It rained.", "Saw a cat.")


def heard(text: str, by: str = "ragna", number: int = 10, **fields: Any) -> MemoryExcerpt:
    """What somebody has said to Hedda."""
    return said(by, text, number, addressee_ids=("hedda",), **fields)


async def concluded(*memories: MemoryExcerpt, **changes: Any) -> Reflection:
    """What is concluded from these memories beside three quiet ones."""
    return await MIND.reflect(reflecting(memories=(*memories, *reflecting(*QUIET).memories), **changes))


async def changes(*memories: MemoryExcerpt, **changes: Any) -> dict[str, int]:
    """Who is liked more or less after these memories, by somebody who has no feelings so far."""
    people = tuple(replace(each, relationship=0.0) for each in reflecting().people)
    found = await concluded(*memories, **{"people": people} | changes)
    return {change.other_id: change.change for change in found.relationships}


async def test_people_and_lessons_are_concluded_with_importance_6_and_with_evidence() -> None:
    stole, ice = heard("Tobin stole a loaf of bread.", number=10), heard("The ice will not hold.", by="anna", number=11)
    reflection = await concluded(stole, ice)
    assert {insight.importance for insight in reflection.insights} == {6}
    stolen, learned = reflection.insights
    assert "Tobin stole a loaf of bread" in stolen.text
    assert stolen.evidence == ("hedda-010",)
    assert learned.text.endswith("Anna Brask said: The ice will not hold.")
    assert learned.evidence == ("hedda-011",)
    assert {change.other_id: change.change for change in reflection.relationships} == {"tobin": -1}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Tobin stole the lantern.", {"tobin": -1}),
        ("Saw Tobin hit a child.", {"tobin": -1}),
        ("Tobin was cruel to the dog.", {"tobin": -1}),
        ("Anna was robbed by Tobin.", {"tobin": -1}),
        ("Tobin refused to help.", {"tobin": -1}),
        ("Anna Brask gave bread to the poor and comforted them.", {"anna": 1}),
        ("Tobin thanked Hedda Holm.", {"tobin": 1}),
        ("Élan saved Anna Brask from the ice.", {"party": 1}),
        ("Tobin was a liar and a thief.", {"tobin": -1}),
        ("Tobin would help an old man.", {}),
        ("Did Tobin steal the lantern?", {}),
        ("Tobin did not steal anything.", {}),
        ("Tobin never helped anybody.", {}),
        ("Tobin was robbed.", {}),
        ("Hedda Holm helped Tobin.", {}),
        ("Hedda Holm helped Tobin mend the cart.", {}),
        ("Tobin's dog attacked a child.", {}),
        ("Tobin stole bread. Tobin helped an old man.", {}),
        ("Saw Tobin standing around.", {}),
        ("Somebody stole the lantern while Tobin slept.", {}),
    ],
)
async def test_who_is_said_to_do_well_or_ill_is_liked_more_or_less(text: str, expected: dict[str, int]) -> None:
    """Only whoever does it, only where it is clear, and by one at most."""
    assert await changes(heard(text)) == expected


async def test_nobody_is_liked_for_what_it_says_of_itself() -> None:
    assert await changes(heard("I helped everybody. Tobin saved a child.", by="tobin")) == {}
    assert await changes(heard("I never steal. Anna is a thief.", by="tobin")) == {"anna": -1}


async def test_a_plain_text_changes_no_feelings() -> None:
    """Only what is known to be done or said does: the sentences of a text may be anybody's."""
    assert await changes(*reflecting("Tobin stole the lantern.").memories) == {}


async def test_a_reason_is_the_sentence_that_says_so() -> None:
    (change,) = (await concluded(heard("It rained. Tobin stole the lantern. It went on raining."))).relationships
    assert change.reason == "Ragna said: Tobin stole the lantern."


async def test_hearsay_moves_a_relationship_no_further_than_2() -> None:
    for liking, expected in ((1.5, {"anna": 1}), (2.0, {})):
        people = (KnownPerson("anna", "Anna Brask", liking),)
        assert await changes(heard("Anna helped an old man."), people=people) == expected


async def test_what_one_told_oneself_changes_nothing_again() -> None:
    assert await changes(heard("Tobin stole the lantern.", chain=("hedda",))) == {}
    assert await changes(heard("Tobin stole the lantern.", chain=("anna",))) == {"tobin": -1}


async def test_nobody_judges_itself() -> None:
    assert await changes(heard("Hedda Holm stole the lantern.")) == {}


async def test_without_any_pattern_there_is_one_minimal_conclusion() -> None:
    reflection = await MIND.reflect(reflecting("A.", "B.", "C."))
    assert [insight.importance for insight in reflection.insights] == [4]
    assert "Hedda Holm" in reflection.insights[0].text


async def test_a_mood_is_a_conclusion_too() -> None:
    low = await MIND.reflect(reflecting(*QUIET, person=hedda(mood=10)))
    fair = await MIND.reflect(reflecting(*QUIET))
    assert len(low.insights) == len(fair.insights) + 1 or fair.insights[0].importance == 4


async def test_conclusions_turn_into_the_persons_own_words() -> None:
    """They are told in the third person with names, as every memory of a person is."""
    for now in range(800, 860, 10):
        reflection = await MIND.reflect(reflecting(memories=LATELY, now=now))
        assert all("Hedda Holm" in insight.text for insight in reflection.insights)
        own = [in_own_words(insight.text, ("Hedda Holm", "Hedda"), ()) for insight in reflection.insights]
        assert not any("Hedda" in words for words in own)


async def test_the_same_patterns_are_told_in_different_words() -> None:
    told: set[Reflection] = {await MIND.reflect(reflecting(now=now)) for now in range(800, 900, 10)}
    assert len({reflection.insights[0].text for reflection in told}) == 3


async def test_two_of_one_name_are_told_apart_by_nothing_and_left_alone() -> None:
    people = (*reflecting().people, KnownPerson("tobin-2", "Tobin"))
    assert await changes(heard("Tobin stole the lantern."), people=people) == {}


async def test_a_plan_or_a_routine_sighting_teaches_nothing() -> None:
    plan = MemoryExcerpt("hedda-003", "Made a plan for Monday, day 1: at 07:00 Have breakfast.", kind=MemoryKind.PLAN)
    memories = (seen("tobin", number=1), arrived(number=2), plan)
    reflection = await MIND.reflect(reflecting(memories=memories))
    assert not any("plan" in insight.text for insight in reflection.insights)


# -- what payloads mean --------------------------------------------------------------------------------------------


def did(kind: ActKind) -> MemoryExcerpt:
    """Anna has said something to Hedda that does this."""
    words = "Vatten över bron."
    return said("anna", words, acts=(SpeechAct(kind=kind, span=(0, len(words))),), addressee_ids=("hedda",))


@pytest.mark.parametrize(
    ("memory", "expected"),
    [
        (did(ActKind.KEPT), {"anna": 1}),
        (did(ActKind.THANKS), {"anna": 1}),
        (did(ActKind.APOLOGY), {"anna": 1}),
        (did(ActKind.THREAT), {"anna": -1}),
        (did(ActKind.WITHDRAWN), {"anna": -1}),
        (did(ActKind.PROMISE), {}),
        (did(ActKind.STATEMENT), {}),
        (happened(ItemGiven(item_id="bell", npc_id="hedda", to_party=False)), {"party": 1}),
        (happened(ItemGiven(item_id="bell", npc_id="anna", to_party=False)), {}),
        (happened(ItemGiven(item_id="bell", npc_id="anna", to_party=True)), {"anna": 1}),
        (happened(EncounterCompleted(location_id="mill", encounter_id="wolf")), {"party": 1}),
        (happened(ItemGiven(item_id="bell", npc_id="tobin", to_party=False), text="Tobin stole a bell."), {}),
    ],
)
async def test_deeds_and_acts_of_payloads_change_feelings_whatever_the_text_says(
    memory: MemoryExcerpt, expected: dict[str, int]
) -> None:
    quiet = reflecting(*QUIET).memories
    reflection = await MIND.reflect(reflecting(memories=(memory, *quiet)))
    assert {change.other_id: change.change for change in reflection.relationships} == expected


async def test_who_was_there_most_is_found_by_ids_and_concluded_for_want_of_anything_else() -> None:
    memories = (seen("anna", number=1), seen("anna", number=2), arrived(number=3), arrived(number=4))
    means = [insight.means for insight in (await MIND.reflect(reflecting(memories=memories))).insights]
    assert means == [ConclusionPayload(kind="conclusion", of=ConclusionKind.PRESENCE, about=("anna",))]
    kept = did(ActKind.KEPT)
    means = [insight.means for insight in (await MIND.reflect(reflecting(memories=(*memories, kept)))).insights]
    assert [each.of for each in means if each] == [ConclusionKind.LIKING]


async def test_a_lesson_quotes_the_utterance_that_it_rests_on() -> None:
    heard = said("anna", "The ice will not hold until Sunday.", number=3)
    reflection = await MIND.reflect(reflecting(memories=(seen("tobin"), arrived(number=2), heard)))
    (lesson,) = (each for each in reflection.insights if each.means and each.means.of is ConclusionKind.LESSON)
    assert lesson.means is not None
    assert lesson.means.quoted == heard.payload
    assert lesson.means.about == ("anna",)
    assert lesson.text.endswith("Anna Brask said: The ice will not hold until Sunday.")
