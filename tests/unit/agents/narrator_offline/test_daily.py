"""People tell what they did, saw and heard, out of nothing but their own memories and plans."""

import pytest

from app.agents.narrator.knowledge.daily import Daily, about_day
from app.models.events.play import BeingsSeen, NPCMoved, RecordedEvent
from app.models.memory import MemoryEntry, MemoryKind, MemoryOrigin, MemorySource, Scope
from app.models.messages.payload import EventPayload
from app.models.minds.activity import Activity
from app.models.minds.plan import PlanItem, PlanStatus
from app.models.sheets.condition import Attitude
from app.models.state.game_state import GameState
from tests.unit.agents.narrator_offline.playing import Play, at
from tests.worlds import NOW, new_game

NOON = 12 * 60


@pytest.mark.parametrize(
    ("text", "matter"),
    [
        ("What did you do today?", Daily.DONE),
        ("what have you been up to all day", Daily.DONE),
        ("Whom did you see today?", Daily.WHO),
        ("Who was here?", Daily.WHO),
        ("What's new?", Daily.NEWS),
        ("Any news in the village?", Daily.NEWS),
        ("What did you do with the lantern?", None),
        ("Who was here when the owl came?", None),
        ("What is your name?", None),
        ("I will do it today.", None),
        ("new" * 500, None),
        ("", None),
    ],
)
def test_what_of_a_day_is_asked_is_understood(text: str, matter: Daily | None) -> None:
    assert about_day(text) == matter


def afternoon() -> GameState:
    state = at(new_game(), "inn")
    state.clock.minutes = NOON + 120
    return state


def seen(
    state: GameState,
    npc_id: str,
    text: str,
    *subjects: str,
    time: int = NOON,
    place: str = "inn",
    event: RecordedEvent | None = None,
    importance: float = 2.0,
) -> None:
    entry = MemoryEntry(
        created_at=NOW,
        source=MemorySource.NPC,
        summary=text,
        kind=MemoryKind.OBSERVATION,
        origin=MemoryOrigin.PERCEPTION,
        importance=importance,
        game_time=time,
        location_id=place,
        subjects=subjects,
        payload=None if event is None else EventPayload(kind="event", events=(event,)),
    )
    state.remember(Scope.npc(npc_id), entry)


async def said(state: GameState, text: str) -> str:
    return " ".join(speech.text for speech in (await Play(state).do(text)).narration.speeches)


async def test_whom_somebody_saw_is_told() -> None:
    state = afternoon()
    seen(state, "mara", "Saw Guard walking by.", "guard-2")
    assert "I saw Guard here." in await said(state, "Mara, who was here today?")


async def test_where_somebody_was_last_seen_is_told_by_who_saw_it() -> None:
    state = at(afternoon(), "cell-2")
    seen(state, "guard-2", "Saw Mara Ironhand walking by.", "mara", place="market")
    assert "I saw Mara Ironhand at the Market earlier this afternoon." in await said(state, "where is Mara?")
    left, came = (
        NPCMoved(npc_id="mara", from_id=one, to_id=two) for one, two in (("market", "inn"), ("inn", "market"))
    )
    text = "Mara Ironhand left the Market for the Inn."
    seen(state, "guard-2", text, "mara", "market", "inn", time=NOON + 90, place="market", event=left)
    assert "Mara Ironhand left the Market for the Inn. That was a little while ago." in await said(
        state, "when did you last see Mara?"
    )
    text = "Mara Ironhand came to the Market."
    seen(state, "guard-2", text, "mara", "market", "inn", time=NOON + 100, place="market", event=came)
    assert "I saw Mara Ironhand at the Market a little while ago." in await said(state, "where is Mara?")
    state.npc("mara").current_location_id = "cell-2"
    assert "is here, as you can see" in await said(state, "Guard, have you seen Mara?")


async def test_who_saw_nobody_and_planned_nothing_tells_of_no_day() -> None:
    state = afternoon()
    seen(state, "guard-1", "Saw Mara Ironhand walking by.", "mara")
    for question in ("Who was here?", "What did you do today?", "What is new?"):
        assert "Guard" not in await said(state, f"Mara, {question}")


async def test_what_was_done_is_told_and_to_no_enemy() -> None:
    state = afternoon()
    npc = state.npc("mara")
    npc.plan = [
        PlanItem(id="plan-mara-1-1", description="Sweep the floor", time=NOON, status=PlanStatus.COMPLETED),
        PlanItem(id="plan-mara-1-2", description="Brew some ale", time=NOON + 300),
    ]
    answer = await said(state, "Mara, what did you do today?")
    assert "This was my day: sweep the floor." in answer
    npc.attitude = Attitude.HOSTILE
    assert "sweep" not in await said(state, "Mara, what did you do today?")


async def test_news_are_what_somebody_told_or_what_mattered_and_not_who_stood_about() -> None:
    state = afternoon()
    told = MemoryEntry(
        created_at=NOW,
        source=MemorySource.NPC,
        summary='Guard said: "Well, I never. I saw Guard go. The other Guard has made a whistle."',
        kind=MemoryKind.CONVERSATION,
        origin=MemoryOrigin.SOCIAL,
        origin_id="guard-1",
        game_time=NOON,
        subjects=("guard-1", "mara"),
    )
    state.remember(Scope.npc("mara"), told)
    seen(state, "mara", "Saw Guard having a conversation.", "guard-1", time=NOON + 30)
    assert "Guard told me: ‘The other Guard has made a whistle.’" in await said(state, "Mara, what is new?")


@pytest.mark.parametrize("is_sight", [True, False])
async def test_who_stood_about_is_no_news_however_much_it_mattered(is_sight: bool) -> None:  # a case
    state = afternoon()
    event = BeingsSeen(being_ids=("guard-1",), activity=Activity.CONVERSING, location_id="inn", since=NOON)
    moved = NPCMoved(npc_id="guard-1", from_id="inn", to_id="market")
    seen(state, "mara", "The barrels were full.", "guard-1", event=event if is_sight else moved, importance=9.0)
    assert ("barrels" in await said(state, "Mara, what is new?")) is not is_sight


async def test_a_thought_or_a_plan_is_no_news() -> None:
    state = afternoon()
    for kind in (MemoryKind.PLAN, MemoryKind.REFLECTION):
        thought = MemoryEntry(
            created_at=NOW,
            source=MemorySource.NPC,
            summary="The owl is lonely.",
            kind=kind,
            importance=9.0,
            game_time=NOON,
        )
        state.remember(Scope.npc("mara"), thought)
    assert "lonely" not in await said(state, "Mara, what is new?")
