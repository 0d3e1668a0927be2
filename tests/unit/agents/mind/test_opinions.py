"""What people conclude of others by what these did, in the light of what they had concluded before; and their mood."""

import pytest

from app.agents.mind.offline import HeuristicMind
from app.interfaces.agents.mind import Insight, KnownPerson, MemoryExcerpt
from app.models.events.play import BeingMissed, DangerChanged, EncounterCompleted, GatheringHeld
from app.models.memory import MemoryKind
from app.models.messages.payload import ConclusionKind, ConclusionPayload
from app.models.messages.speech import ActKind, SpeechAct
from app.models.sheets.condition import DangerLevel
from tests.unit.agents.mind.village import happened, hedda, meaning, reflecting, remembered, said

QUIET = remembered("Saw a dog.", "It rained.", "Saw a cat.", of="quiet")
WELL, ILL = ConclusionKind.LIKING, ConclusionKind.DISLIKING
MIND = HeuristicMind()


def gathering(*present: str, missing: tuple[str, ...] = (), host: str = "hedda", number: int = 1) -> MemoryExcerpt:
    held = GatheringHeld(
        host_id=host, location_id="square", at=450, words="", present_ids=("hedda", *present), missing_ids=missing
    )
    return happened(held, number=number)


def concluded(of: ConclusionKind, value: str = "thanks", about: str = "anna", number: int = 50) -> MemoryExcerpt:
    """An earlier conclusion."""
    means = ConclusionPayload(kind="conclusion", of=of, about=(about,), value=value)
    return meaning(means, "Earlier.", number, kind=MemoryKind.REFLECTION)


def act(kind: ActKind, by: str = "anna", words: str = "Vatten över bron.") -> MemoryExcerpt:
    return said(by, words, acts=(SpeechAct(kind=kind, span=(0, len(words))),), addressee_ids=("hedda",))


async def insights(*memories: MemoryExcerpt, earlier: tuple[MemoryExcerpt, ...] = (), **how: object) -> list[Insight]:
    asked = reflecting(memories=(*memories, *QUIET), earlier=earlier, names={"square": "the Village Square"}, **how)
    return list((await MIND.reflect(asked)).insights)


async def kinds(
    *memories: MemoryExcerpt, earlier: tuple[MemoryExcerpt, ...] = (), **how: object
) -> list[ConclusionKind]:
    return [each.means.of for each in await insights(*memories, earlier=earlier, **how) if each.means]


async def test_who_came_is_liked_and_who_did_not_come_is_not() -> None:
    came, missed = await insights(gathering("anna", missing=("tobin",)))
    assert came.means == ConclusionPayload(kind="conclusion", of=WELL, about=("anna",), value="kept:square@450")
    assert missed.means == ConclusionPayload(kind="conclusion", of=ILL, about=("tobin",), value="missed:square@450")
    for each, who, change in ((came, "anna", 1), (missed, "tobin", -1)):
        assert each.feeling is not None
        assert (each.feeling.other_id, each.feeling.change, each.feeling.because) == (who, change, "hedda-001")
    assert "Anna Brask had come to the Village Square as agreed." in came.text
    assert "Tobin had not come to the Village Square as agreed." in missed.text


async def test_where_many_met_only_the_host_is_thought_of_unless_one_was_the_host() -> None:
    guests = ("anna", "tobin", "ragna", "liv")
    people = tuple(KnownPerson(key, key.capitalize()) for key in guests)
    about = [each.means.about for each in await insights(gathering(*guests, host="tobin"), people=people) if each.means]
    assert about == [("tobin",)]
    assert len(await insights(gathering(*guests), people=people)) == 3


async def test_a_deed_that_bears_out_what_was_concluded_makes_trust_and_more_of_them_a_friend() -> None:
    first, second = concluded(WELL, number=50), concluded(ConclusionKind.TRUST, number=51)
    friend = concluded(ConclusionKind.FRIENDSHIP, number=52)
    for earlier, kind in (
        ((), WELL),
        ((first,), ConclusionKind.TRUST),
        ((first, second), ConclusionKind.FRIENDSHIP),
        ((first, second, friend), ConclusionKind.TRUST),
    ):
        [found] = await insights(act(ActKind.KEPT), earlier=earlier)
        assert found.means is not None
        assert (found.means.of, found.means.about) == (kind, ("anna",))
        assert set(found.evidence) == {"hedda-001", *(memory.id for memory in earlier)}


async def test_the_same_holds_for_bad_deeds() -> None:
    first, second = concluded(ILL, number=50), concluded(ILL, "missed:mill@1", number=51)
    assert await kinds(act(ActKind.THREAT), earlier=(first,)) == [ConclusionKind.DISTRUST]
    assert await kinds(act(ActKind.THREAT), earlier=(first, second)) == [ConclusionKind.ESTRANGEMENT]


async def test_a_deed_against_what_was_concluded_begins_anew_and_rests_on_it() -> None:
    earlier = (concluded(WELL, number=50), concluded(WELL, "gave:bell", number=51))
    [found] = await insights(act(ActKind.THREAT), earlier=earlier)
    assert found.means is not None
    assert found.means.of is ILL
    assert set(found.evidence) == {"hedda-001", "hedda-050", "hedda-051"}


async def test_what_was_concluded_of_others_counts_for_nobody_else() -> None:
    assert await kinds(act(ActKind.KEPT), earlier=(concluded(WELL, about="tobin"),)) == [WELL]


async def test_who_came_as_was_expected_is_concluded_from_both() -> None:
    expected = concluded(ConclusionKind.EXPECTATION, "square@450")
    [found] = await insights(gathering("anna"), earlier=(expected,))
    assert found.evidence == ("hedda-050", "hedda-001")


async def test_nobody_is_liked_and_disliked_at_once() -> None:
    assert await kinds(act(ActKind.KEPT), gathering(missing=("anna",), number=2)) == [ConclusionKind.MINIMAL]


async def test_what_stands_is_not_concluded_again() -> None:
    key = ("liking", ("anna",), "kept:square@450")
    assert WELL not in await kinds(gathering("anna"), concluded=frozenset({key}))


async def test_what_is_told_in_confidence_is_no_conclusion_but_that_it_was_told() -> None:
    [found] = await insights(act(ActKind.CONFIDENCE, words="The bell is under the mill."))
    assert found.means is not None
    assert (found.means.of, found.means.value) == (WELL, "confidence")
    assert "mill" not in found.text


async def test_at_most_three_things_are_concluded() -> None:
    assert len(await insights(gathering("anna", missing=("tobin", "party")), act(ActKind.KEPT))) == 3


# -- moods ---------------------------------------------------------------------------------------------------------

HIGH = hedda(mood=90)


@pytest.mark.parametrize(
    "memory",
    [
        act(ActKind.THREAT, by="stranger"),
        act(ActKind.APOLOGY, by="hedda"),
        said("stranger", "Hedda Holm stole the clapper.", addressee_ids=("ragna",)),
        said("hedda", "I stole the clapper.", addressee_ids=("stranger",)),
        happened(BeingMissed(being_id="nobody", location_id="square", since=400)),
        happened(
            GatheringHeld(host_id="x", location_id="mill", at=4, words="", present_ids=(), missing_ids=("nobody",))
        ),
        happened(DangerChanged(location_id="mill", level=DangerLevel.HIGH)),
    ],
)
async def test_nobody_is_in_good_heart_after_a_threat_an_accusation_a_danger_or_waiting_in_vain(
    memory: MemoryExcerpt,
) -> None:
    assert ConclusionKind.MOOD in await kinds(person=HIGH)
    assert ConclusionKind.MOOD not in await kinds(memory, person=HIGH)


async def test_a_low_mood_is_concluded_whatever_happened() -> None:
    threat = act(ActKind.THREAT, by="stranger")
    assert await kinds(threat, person=hedda(mood=5)) == [ConclusionKind.MOOD]


async def test_the_party_is_thought_well_of_for_what_it_ended() -> None:
    [found] = await insights(happened(EncounterCompleted(location_id="mill", encounter_id="wolf")))
    assert found.means is not None
    assert (found.means.about, found.means.value) == (("party",), "ended:wolf")
