"""What the party test counts as knowing, planning, being free and coming, on small states made by hand: both ways."""

from typing import Any

import pytest

from app.models.memory import MemoryEntry, MemoryKind, MemorySource, Scope
from app.models.messages.payload import EventPayload, Payload, Utterance
from app.models.messages.speech import ActKind, SpeechAct
from app.models.minds.activity import Activity
from app.models.minds.plan import PlanItem, PlanStatus
from app.models.state.commitment import Commitment, CommitmentKind
from app.models.state.game_state import GameState
from benchmarks import minds_party as parties
from benchmarks.minds_party import Outcome, Party, Telling
from tests.worlds import NOW, new_game

MARA, GUARD = "mara", "guard-1"
WORDS = "There is a feast at the Inn on day 1 at 18:00."
PARTY = Party(event="feast", told=MARA, place="inn", day=1, time="18:00", how=Telling.HAND, words=WORDS)
AT = 18 * 60


@pytest.fixture
def state() -> GameState:
    state = new_game()
    for npc in state.npcs.values():
        npc.current_location_id, npc.activity = "inn", Activity.IDLE
    state.clock.minutes = AT
    return state


def remembering(state: GameState, owner: str, summary: str, payload: Payload | None = None, **fields: Any) -> str:
    entry = MemoryEntry(
        created_at=NOW,
        source=MemorySource.NPC,
        summary=summary,
        payload=payload,
        **{"kind": MemoryKind.CONVERSATION, "game_time": AT - 60, **fields},
    )
    return state.remember(Scope.npc(owner), entry).id or ""


def said(words: str = "Come to the feast!", place: str = "inn", at: int = AT, **fields: Any) -> Utterance:
    act = SpeechAct(kind=ActKind.INVITATION, span=(0, len(words)), place_id=place, at=at)
    return Utterance(kind="utterance", **{"speaker_id": "player", "words": words, "acts": (act,), **fields})


def plans(state: GameState, npc_id: str, **fields: Any) -> None:
    given = {"id": f"plan-{npc_id}-1-1", "description": "Go.", "place": "inn", "time": AT, **fields}
    state.npc(npc_id).plan = [PlanItem(**given)]


def watched(state: GameState) -> Outcome:
    outcome = Outcome(PARTY, len(state.npcs))
    parties.watch(outcome, state)
    outcome.knew = parties.who_knew(PARTY, state)
    return outcome


def agreeing(state: GameState, words: str, place: str, at: int, *to_ids: str) -> str:
    made = Commitment(
        id=state.next_commitment_id(),
        kind=CommitmentKind.APPOINTMENT,
        by_id=MARA,
        to_ids=to_ids,
        words=words,
        place_id=place,
        at=at,
        made_at=0,
        turn=0,
    )
    state.set_commitment(made)
    return made.id


@pytest.mark.parametrize(
    ("payload", "teller"),
    [
        (said(), "player"),
        (said(chain=("guard-2", MARA)), MARA),
        (EventPayload(kind="event", said=(said(speaker_id="guard-2"),)), "guard-2"),
        (said(f"They say: {WORDS}", place="market"), "player"),
        (said(place="market"), None),
        (said(at=AT + 60), None),
        (said("Let us meet!"), None),
        (EventPayload(kind="event"), None),
        (None, None),
    ],
)
def test_who_knows_holds_its_place_and_time_under_its_word_or_its_quotation(
    state: GameState, payload: Payload | None, teller: str | None
) -> None:
    remembering(state, GUARD, "Something was said.", payload)
    assert parties.who_knew(PARTY, state) == ({} if teller is None else {GUARD: teller})


def test_who_had_it_planted_knows_it_by_itself_and_what_comes_too_late_or_is_a_plan_is_not_known(
    state: GameState,
) -> None:
    remembering(state, MARA, f"Somebody wrote: {WORDS}")
    remembering(state, GUARD, WORDS, game_time=AT + 10)
    remembering(state, "guard-2", WORDS, kind=MemoryKind.PLAN)
    assert parties.who_knew(PARTY, state) == {MARA: MARA}


@pytest.mark.parametrize(
    ("fields", "is_planned"),
    [
        ({"about": "the feast"}, True),
        ({"about": "the feast", "time": AT + 30}, True),
        ({"about": "the feast", "time": AT + 40}, False),
        ({"about": "the feast", "place": "market"}, False),
        ({"about": "the feast", "status": PlanStatus.CANCELLED}, False),
        ({"about": "a drink"}, False),
        ({}, False),
        ({"because": "c-9"}, True),
    ],
)
def test_who_plans_to_come_has_an_item_there_and_then_that_names_it_or_nothing_else(
    state: GameState, fields: dict[str, Any], is_planned: bool
) -> None:
    plans(state, GUARD, **fields)
    assert watched(state).planned == ({GUARD} if is_planned else set())


def test_an_appointment_for_something_else_there_and_then_is_no_plan_to_come(state: GameState) -> None:
    plans(state, GUARD, because=agreeing(state, "Let us drink together.", "inn", AT, GUARD))
    plans(state, "guard-2", because=agreeing(state, "Let us go to the feast.", "inn", AT, "guard-2"))
    assert watched(state).planned == {"guard-2"}


def test_who_plans_to_come_without_knowing_is_found(state: GameState) -> None:
    for npc_id in (MARA, GUARD):
        plans(state, npc_id, about="the feast")
    remembering(state, MARA, WORDS)
    assert watched(state).uninvited == {GUARD}


@pytest.mark.parametrize(
    ("minutes", "is_there"), [(AT - 20, False), (AT - 10, True), (AT + 60, True), (AT + 70, False)]
)
def test_who_is_there_around_the_time_has_come_if_it_knew(state: GameState, minutes: int, is_there: bool) -> None:
    remembering(state, MARA, WORDS)
    state.npc("guard-2").current_location_id = "market"
    state.clock.minutes = minutes
    outcome = watched(state)
    assert outcome.came == ({MARA} if is_there else set())
    assert outcome.there == ({MARA, GUARD} if is_there else set())


def test_who_sleeps_or_has_agreed_to_be_elsewhere_is_not_free(state: GameState) -> None:
    state.npc(MARA).activity = Activity.SLEEPING
    plans(state, GUARD, place="market", because=agreeing(state, "Let us meet.", "market", AT + 60, GUARD))
    assert watched(state).free == {"guard-2"}
    state.npc(GUARD).plan = []
    assert watched(state).free == {GUARD, "guard-2"}


def test_shares_are_of_all_people_and_of_those_who_knew_and_were_free() -> None:
    outcome = Outcome(
        PARTY, 10, frozenset({"a"}), knew=dict.fromkeys("abcd", "a"), there={"a", "b", "x"}, free=set("abcx")
    )
    assert (outcome.share_that_knew, outcome.share_that_came) == (0.4, 2 / 3)
    assert outcome.spread == set("bcd")
    nobody = Outcome(PARTY, 10)
    assert nobody.share_that_came is None
    assert parties.mean_shares([outcome, nobody]) == (0.2, 1 / 3)


def test_all_variants_are_others_and_tell_of_day_two_or_three() -> None:
    known = parties.parties()
    assert len(known.variants) == 10
    assert {party.how for party in known.variants} == set(Telling)
    assert len({(party.event, party.place, party.at) for party in known.variants}) == 10
    assert {party.day for party in known.variants} == {2, 3}
    assert set(known.controls) == {"confided", "disliked"}
    assert all(party.event in party.words for party in (*known.variants, *known.controls.values()))
