"""Each measure of the quality of simulated days, on days of a few lines made by hand: both ways."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from app.models.clock import MINUTES_PER_DAY
from app.models.events.mind import PlanSet
from app.models.events.play import BeingsSeen, GatheringHeld, NPCMoved, PlaceReached, Unusual
from app.models.memory import MemoryEntry, MemoryKind, MemorySource, MemoryStatus, Scope
from app.models.messages.payload import ConclusionKind, ConclusionPayload, EventPayload, Payload, Utterance
from app.models.messages.speech import ActKind, SpeechAct
from app.models.minds.activity import Activity
from app.models.records.record import Record, RecordKind
from app.models.state.commitment import Commitment, CommitmentKind, CommitmentStatus
from app.models.state.game_state import GameState
from benchmarks import minds_quality as quality
from benchmarks.lived_days import Lived, routine_share
from benchmarks.minds_diary import diary, most_thoughtful, people_called
from tests.worlds import NOW, new_game

MARA, GUARD = "mara", "guard-1"
NOON = 12 * 60


def remembering(state: GameState, owner: str, kind: MemoryKind, payload: Payload | None, **fields: Any) -> MemoryEntry:
    entry = MemoryEntry(
        created_at=NOW, source=MemorySource.NPC, summary="Something.", kind=kind, payload=payload, **fields
    )
    return state.remember(Scope.npc(owner), entry)


def talking(state: GameState, *lines: tuple[str, Utterance], at: int = NOON, place: str = "market") -> list[str]:
    """A talk as both remember it; the ids of all of their memories of it."""
    ids = []
    for speaker, payload in lines:
        for owner in (MARA, GUARD):
            kept = remembering(
                state,
                owner,
                MemoryKind.CONVERSATION,
                payload,
                game_time=at,
                subjects=(MARA, GUARD, "guard-2"),
                origin_id=speaker,
                location_id=place,
            )
            ids.append(kept.id or "")
    return ids


def says(words: str, kind: ActKind | None = None, *, by: str = MARA, **fields: Any) -> Utterance:
    """An utterance of one act over all of its words; ``what``, ``place_id`` and ``at`` go to the act."""
    slots = {name: fields.pop(name) for name in ("what", "place_id", "at", "when", "where") if name in fields}
    acts = () if kind is None else (SpeechAct(kind=kind, span=(0, len(words)), **slots),)
    return Utterance(kind="utterance", speaker_id=by, words=words, acts=acts, **fields)


def concluding(state: GameState, owner: str = MARA, at: int = NOON, depth: int = 1, **means: Any) -> str:
    payload = ConclusionPayload(kind="conclusion", **{"of": ConclusionKind.TRUST, **means})
    made = remembering(state, owner, MemoryKind.REFLECTION, payload, game_time=at, depth=depth)
    return made.id or ""


def lived(state: GameState, *records: tuple[int, Sequence[Mapping[str, Any]], Mapping[str, Any]]) -> Lived:
    """Days with these records: the game time at the end of each, its events and its parts but for the clock."""
    made = [
        Record(
            seq=number,
            kind=RecordKind.TURN,
            parent=number - 1,
            turn=number,
            at=NOW,
            events=tuple(dict(event) for event in events),
            parts={"clock": {"minutes": at, "scene": 1}, **parts},
        )
        for number, (at, events, parts) in enumerate(records, start=1)
    ]
    return Lived(state, made, began=360, days=1)


def feeling(because: str = "", npc_id: str = MARA, other_id: str = GUARD) -> dict[str, Any]:
    return {
        "kind": "relationship_changed",
        "npc_id": npc_id,
        "other_id": other_id,
        "change": 1.0,
        "value": 1.0,
        "reason": "It was kind.",
        "because": because,
    }


def plan_set(**fields: Any) -> dict[str, Any]:
    return {"kind": "plan_set", **PlanSet(**{"npc_id": MARA, "items": 6, "until": 1800, **fields}).model_dump()}


@pytest.fixture
def state() -> GameState:
    return new_game()


_MOVED = NPCMoved(npc_id=GUARD, from_id=None, to_id="inn")


# -- perception ------------------------------------------------------------------------------------------------------


def seen(unusual: Unusual | None = None) -> BeingsSeen:
    return BeingsSeen(being_ids=(GUARD,), activity=Activity.IDLE, location_id="market", since=NOON, unusual=unusual)


@pytest.mark.parametrize(
    ("payload", "share"),
    [
        (EventPayload(kind="event", events=(seen(),)), 1),
        (EventPayload(kind="event", events=(_MOVED, PlaceReached(npc_id=MARA, location_id="inn"))), 1),
        (EventPayload(kind="event", events=(seen(Unusual.STRANGER),)), 0),
        (EventPayload(kind="event", events=(seen(), seen(Unusual.PLACE))), 0),
        (EventPayload(kind="event", events=(GatheringHeld(host_id=MARA, location_id="inn", at=NOON, words="…"),)), 0),
        (EventPayload(kind="event", events=(_MOVED,), said=(says("Come!"),)), 0),
        (EventPayload(kind="event"), 0),
        (None, 0),
        (says("Come!"), 0),
    ],
)
def test_sights_of_every_day_are_routine_and_unusual_ones_and_what_was_said_are_not(
    state: GameState, payload: Payload | None, share: int
) -> None:
    remembering(state, MARA, MemoryKind.OBSERVATION, payload)
    assert routine_share(state) == share


def test_the_share_of_routine_is_of_what_stands_and_was_lived(state: GameState) -> None:
    for _ in range(3):
        kept = remembering(state, MARA, MemoryKind.OBSERVATION, EventPayload(kind="event", events=(seen(),)))
    remembering(state, GUARD, MemoryKind.OBSERVATION, EventPayload(kind="event", events=(seen(Unusual.PLACE),)))
    remembering(state, GUARD, MemoryKind.GIFTED, None)
    assert routine_share(state) == 3 / 4
    state.set_status(kept.id or "", MemoryStatus(archived_by="limit"))
    assert routine_share(state) == 2 / 3
    assert len(lived(state).remembered) == 4


# -- conclusions -----------------------------------------------------------------------------------------------------


def test_conclusions_are_the_same_by_kind_people_and_value_whatever_their_order(state: GameState) -> None:
    concluding(state, about=(GUARD, "guard-2"))
    concluding(state, GUARD, about=("guard-2", GUARD))
    concluding(state, about=(GUARD,), value="inn")
    concluding(state, about=(GUARD,), value="market")
    concluding(state, about=(GUARD,), value="market", of=ConclusionKind.DISTRUST)
    assert len({quality.matter_of(each) for each in lived(state).conclusions}) == 4


@pytest.mark.parametrize(
    ("at", "is_late"),
    [(16 * 60 + 59, False), (17 * 60, True), (MINUTES_PER_DAY + 5 * 60 + 50, True), (MINUTES_PER_DAY + 360, False)],
)
def test_a_conclusion_is_late_from_17_to_6(state: GameState, at: int, is_late: bool) -> None:
    concluding(state, at=at)
    assert [quality.is_late(each) for each in lived(state).conclusions] == [is_late]


def test_who_concludes_from_conclusions_is_told_from_who_does_not(state: GameState) -> None:
    concluding(state, MARA, depth=1)
    concluding(state, GUARD, depth=1)
    concluding(state, GUARD, depth=2)
    assert quality.deep_thinkers(lived(state)) == {GUARD}


def test_a_conclusion_has_changed_something_where_any_change_names_it(state: GameState) -> None:
    ids = [concluding(state) for _ in range(6)]
    days = lived(
        state,
        (370, [feeling(ids[0]), feeling("")], {}),
        (380, [plan_set(), plan_set(reason="A wedding.", because=ids[1])], {}),
        (390, [], {"mind/mara": {"questions": [{"about_id": "inn", "because": ids[2], "raised_at": 390}]}}),
        (400, [], {"mind/mara": {"questions": []}, "plan/mara": [{"because": ids[3]}, {}], "mind/guard-1": {}}),
        (410, [{"kind": "goal_updated", "npc_id": MARA, "goal_id": "goal-1", "because": ids[4]}], {}),
    )
    assert [each.entry.id for each in quality.changed_something(days)] == ids[:5]


# -- talks -----------------------------------------------------------------------------------------------------------


def test_a_talk_that_both_remember_counts_once_with_its_lines(state: GameState) -> None:
    ids = talking(state, (MARA, says("It rains.")), (GUARD, says("It does.", by=GUARD)))
    talking(state, (MARA, says("It rains.")), at=NOON + 10)
    first, second = lived(state).talks
    assert [(line.speaker_id, line.other_id) for line in first.lines] == [(MARA, GUARD), (GUARD, MARA)]
    assert (first.memory_ids, len(second.lines)) == (set(ids), 1)


@pytest.mark.parametrize(
    ("line", "reasons"),
    [
        (says("It rains.", ActKind.STATEMENT), set()),
        (says("Good day.", ActKind.GREETING), set()),
        (says("", None), set()),
        (says("The bell is gone.", by="guard-2", chain=("guard-2",)), {"news"}),
        (says("The bell is gone.", original_id="mara-001"), {"news"}),
        (says("Where is it?", ActKind.QUESTION), {"question"}),
        (says("Come!", ActKind.INVITATION), {"commitment"}),
        (says("Please come.", ActKind.REQUEST), {"commitment"}),
        (says("I shall come.", ActKind.PROMISE), {"commitment"}),
        (says("I have come.", ActKind.KEPT), {"commitment"}),
        (says("I cannot come.", ActKind.WITHDRAWN), {"commitment"}),
    ],
)
def test_a_talk_has_the_reasons_of_its_lines(state: GameState, line: Utterance, reasons: set[str]) -> None:
    talking(state, (MARA, line))
    [talk] = lived(state).talks
    assert quality.reasons_of(lived(state), talk) == reasons


def test_a_feeling_between_the_two_is_a_reason_where_it_names_a_line_or_comes_at_once(state: GameState) -> None:
    ids = talking(state, (MARA, says("It rains.", ActKind.STATEMENT)))
    [talk] = lived(state).talks
    others = feeling(npc_id=MARA, other_id="guard-2")
    for is_reason, at, event in (
        (True, NOON, feeling()),
        (True, NOON + 10, feeling(npc_id=GUARD, other_id=MARA)),
        (False, NOON + 20, feeling()),
        (True, NOON + 200, feeling(ids[1])),
        (False, NOON - 10, feeling("mara-999")),
        (False, NOON, others),
    ):
        assert (quality.reasons_of(lived(state, (at, [event], {})), talk) == {"feeling"}) is is_reason


def test_the_same_said_twice_to_the_same_is_counted_by_its_slots(state: GameState) -> None:
    come = says("Come to the Inn at six.", ActKind.INVITATION, place_id="inn", at=NOON, where=(8, 15))
    again = says("At six come to that old inn.", ActKind.INVITATION, place_id="inn", at=NOON, when=(0, 6))
    later = says("Come to the Inn at nine.", ActKind.INVITATION, place_id="inn", at=NOON + 180)
    asked = says("Come to the Inn at six.", ActKind.REQUEST, place_id="inn", at=NOON)
    talking(state, (MARA, come), (GUARD, come), (MARA, later), (MARA, asked))
    assert quality.said_again(lived(state)) == 0
    talking(state, (MARA, again), at=NOON + 60)
    assert quality.said_again(lived(state)) == 1


def test_hearsay_is_the_same_by_its_first_speaker_and_words_whoever_told_it(state: GameState) -> None:
    talking(state, (MARA, says("The bell is gone.", by="guard-2", chain=("guard-2", MARA))))
    talking(state, (MARA, says("The bell is gone.", by="player", chain=(MARA,))), at=NOON + 10)
    assert quality.said_again(lived(state)) == 0
    talking(state, (MARA, says("The bell is gone.", by="guard-2", chain=("player", MARA))), at=NOON + 20)
    assert quality.said_again(lived(state)) == 1
    assert quality.distinct_lines(lived(state)) == 2


def test_words_without_slots_are_compared_as_words_and_greetings_and_thanks_are_left_out(state: GameState) -> None:
    for number in range(2):
        talking(
            state,
            (MARA, says("Good day.", ActKind.GREETING)),
            (MARA, says("I thank you.", ActKind.THANKS)),
            (MARA, says(f"It rains, {number}.", ActKind.STATEMENT)),
            at=NOON + number,
        )
    assert quality.said_again(lived(state)) == 0
    talking(state, (MARA, says("It rains, 0.", ActKind.STATEMENT)), at=NOON + 9)
    assert quality.said_again(lived(state)) == 1


def test_stock_lines_are_counted_by_themselves(state: GameState) -> None:
    talking(state, (MARA, says("")), (GUARD, says("", by=GUARD)), (MARA, says("", ActKind.GREETING)))
    assert (len(quality.stock_lines(lived(state))), quality.stock_again(lived(state))) == (2, 0)
    talking(state, (MARA, says("")), at=NOON + 10)
    assert (len(quality.stock_lines(lived(state))), quality.stock_again(lived(state))) == (3, 1)
    assert quality.said_again(lived(state)) == quality.distinct_lines(lived(state)) == 0


# -- plans, commitments, gatherings ----------------------------------------------------------------------------------


def test_a_plan_is_changed_with_a_reason_where_it_is_not_the_first_and_says_why(state: GameState) -> None:
    why = {"reason": "A wedding.", "because": "mara-007"}
    first: tuple[int, list[dict[str, Any]], dict[str, Any]] = (360, [plan_set(**why)], {})
    assert lived(state, first).changed_plans == []
    assert lived(state, first, (400, [plan_set(reason="A wedding.")], {})).changed_plans == []
    assert lived(state, first, (400, [plan_set(because="mara-007")], {})).changed_plans == []
    assert len(lived(state, first, (400, [plan_set(**why)], {})).changed_plans) == 1
    assert lived(state, first, (400, [plan_set(npc_id=GUARD, **why)], {})).changed_plans == []


def test_whole_days_have_five_to_eight_items(state: GameState) -> None:
    plans = [plan_set(items=items, until=1800 + day * 1440) for day, items in enumerate((4, 5, 8, 9))]
    assert quality.full_days(lived(state, (360, [*plans, plan_set(items=12)], {}))) == (2, 4)
    part_day = Lived(state, lived(state, (500, plans, {})).records, began=450, days=1)
    assert quality.full_days(part_day) == (2, 3)


def test_items_are_counted_as_kept_or_cancelled(state: GameState) -> None:
    events = [
        {"kind": "plan_item_updated", "npc_id": MARA, "item_id": "plan-mara-1-1", "status": status}
        for status in ("active", "completed", "completed", "cancelled")
    ]
    days = lived(state, (360, events, {}))
    assert [quality.items_that_are(days, status) for status in ("completed", "cancelled")] == [2, 1]


def test_what_was_agreed_is_missed_an_hour_after_its_time_unless_kept_or_taken_back(state: GameState) -> None:
    state.clock.minutes = 1000
    for number, (at, status) in enumerate(
        [
            (930, CommitmentStatus.DUE),
            (950, CommitmentStatus.DUE),
            (900, CommitmentStatus.KEPT),
            (900, CommitmentStatus.WITHDRAWN),
            (None, CommitmentStatus.OPEN),
        ],
        start=1,
    ):
        state.set_commitment(
            Commitment(
                id=f"c-{number}",
                kind=CommitmentKind.PROMISE,
                by_id=MARA,
                words="…",
                at=at,
                status=status,
                made_at=0,
                turn=0,
            )
        )
    assert quality.missed(lived(state)) == 1
    assert quality.commitments_that_are(lived(state), CommitmentStatus.KEPT) == 1


def test_a_gathering_counts_once_with_all_that_were_seen_there(state: GameState) -> None:
    for owner, came, stayed in ((MARA, (MARA,), (GUARD, "guard-2")), (GUARD, (MARA, GUARD), ("guard-2",))):
        held = GatheringHeld(
            host_id=MARA, location_id="inn", at=NOON, words="A feast.", present_ids=came, missing_ids=stayed
        )
        remembering(state, owner, MemoryKind.OBSERVATION, EventPayload(kind="event", events=(held,)))
    [held] = lived(state).gatherings
    assert (held.present_ids, held.missing_ids) == ((MARA, GUARD), ("guard-2",))
    assert len(list(quality.told_gatherings(lived(state)))) == 1


# -- what is printed -------------------------------------------------------------------------------------------------


def test_the_table_has_a_column_for_each_run_and_holds_for_days_without_anything(state: GameState) -> None:
    header, ruler, *rows = quality.table({"seed 1": lived(state), "seed 2": lived(state)})
    assert header == "|  | wanted | seed 1 | seed 2 |"
    assert {row.count("|") for row in (header, ruler, *rows)} == {5}
    assert len(rows) == len(quality.ROWS)


def test_a_diary_tells_the_day_in_order_and_leaves_out_what_is_routine(state: GameState) -> None:
    talking(state, (MARA, says("It rains.")), (GUARD, says("It does.", by=GUARD)))
    remembering(state, MARA, MemoryKind.OBSERVATION, EventPayload(kind="event", events=(seen(),)), game_time=NOON)
    made = concluding(state, at=NOON + 120)
    item = {"id": "plan-mara-1-1", "time": 420, "description": "Breakfast", "place": "inn"}
    days = lived(
        state,
        (370, [plan_set()], {"plan/mara": [item]}),
        (430, [{"kind": "npc_moved", "npc_id": MARA, "from_id": None, "to_id": "inn"}], {}),
        (430, [{"kind": "activity_changed", "npc_id": MARA, "activity": "activity"}], {}),
        (440, [{"kind": "activity_changed", "npc_id": MARA, "activity": "activity"}], {}),
        (NOON, [feeling(made), feeling(npc_id=GUARD, other_id=MARA)], {}),
    )
    told = [line.split()[1] for line in diary(days, MARA) if line[:1].isdigit()]
    assert told == ["plans", "goes", "is", "feels", "says", "hears", "concludes"]
    assert most_thoughtful(days, 1) == people_called(days, ["mara"]) == [MARA]
    assert people_called(days, ["nobody"]) == []
