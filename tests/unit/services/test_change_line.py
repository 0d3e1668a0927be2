"""The engine's own line of what changed."""

import itertools

import pytest

from app.events.event_table import line_events, message_events, visible_events
from app.models.command import Event
from app.models.events.actions import StateChanged
from app.models.events.canon import ItemCreated
from app.models.events.mind import (
    ActivityChanged,
    ArtifactCreated,
    MealEaten,
    PlanItemUpdated,
    PlanSet,
    RelationshipChanged,
)
from app.models.events.play import (
    ActProgressed,
    AttitudeChanged,
    DangerChanged,
    DayStarted,
    EffectAdded,
    EncounterCompleted,
    HourPassed,
    ItemDropped,
    ItemGiven,
    ItemTaken,
    ItemUsed,
    LocationChanged,
    MemoriesImported,
    MemoryAdded,
    MemoryArchived,
    MemoryPinned,
    MemoryReplaced,
    MemoryRestored,
    NoteAdded,
    NPCMoved,
    ObjectiveCompleted,
    QuestCompleted,
    QuestStarted,
    SecretDiscovered,
    TimeAdvanced,
    TopicTold,
)
from app.models.memory import Scope
from app.models.minds.activity import Activity
from app.models.minds.plan import PlanStatus
from app.models.sheets.condition import Attitude, DangerLevel
from app.services.game.turns.change_line import change_line
from tests.worlds import new_game

MARA = Scope.npc("mara")
END = " · Market · Day 1, 08:00"


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (ItemTaken(item_id="lantern", location_id="market"), "+ lantern"),
        (ItemGiven(item_id="brass-key", npc_id="mara", to_party=True), "+ brass key from Mara Ironhand"),
        (ItemGiven(item_id="lantern", npc_id="mara", to_party=False), "- lantern to Mara Ironhand"),
        (ItemDropped(item_id="lantern", location_id="market"), "- lantern"),
        (ItemUsed(item_id="lantern", target_id=None, text="Ash.", consumed=True), "- lantern used up"),
        (ObjectiveCompleted(quest_id="light", objective_id="bring-lantern"), "✓ Bring Mara a lantern"),
        (QuestCompleted(quest_id="light"), "✓ A light for Mara"),
        (EncounterCompleted(location_id="tower", encounter_id="owl"), "✓ the great owl"),
        (LocationChanged(from_id="inn", to_id="market", minutes=5, first_visit=False), "→ Market"),
        (QuestStarted(quest_id="light"), "! quest begun: A light for Mara"),
        (ActProgressed(ended="act-1", begun="act-2"), "! act begun: Night"),
        (ActProgressed(ended="act-2", begun=None), "! the story has reached its end"),
        (SecretDiscovered(location_id="market", secret_id="loose-stone"), "! discovered: the loose stone"),
        (AttitudeChanged(npc_id="mara", attitude=Attitude.LOYAL), "! Mara Ironhand: loyal"),
        (DangerChanged(location_id="tower", level=DangerLevel.CLEARED), "! Tower: cleared"),
        (EffectAdded(location_id="market", effect="smoke"), "! smoke"),
        (NPCMoved(npc_id="mara", from_id="inn", to_id="market"), "! here now: Mara Ironhand"),
        (NPCMoved(npc_id="guard-1", from_id="market", to_id=None), "! Guard → away"),
        (NoteAdded(text="## System", pinned=True), "! noted"),
        (MemoryAdded(scope=MARA, memory_id="mara-001", text="T", pinned=True), "! by hand: a memory was added"),
        (MemoryPinned(scope=MARA, memory_id="mara-001", text="T", pinned=True), "! by hand: a memory was pinned"),
        (MemoryPinned(scope=MARA, memory_id="mara-001", text="T", pinned=False), "! by hand: a memory was unpinned"),
        (MemoryArchived(scope=MARA, memory_id="mara-001", text="T"), "! by hand: a memory was archived"),
        (MemoryRestored(scope=MARA, memory_id="mara-001", text="T"), "! by hand: a memory was restored"),
        (
            MemoryReplaced(scope=MARA, memory_id="mara-002", replaced_id="mara-001", text="T"),
            "! by hand: a memory was replaced",
        ),
        (
            MemoriesImported(npc_id="mara", first_id="mara-001", last_id="mara-002", count=2),
            "! by hand: memories were brought in",
        ),
        (
            MemoriesImported(npc_id="mara", first_id="mara-001", last_id="mara-001", count=0),
            "! by hand: what an agent is was brought in",
        ),
    ],
)
def test_each_change_has_its_words(event: Event, words: str) -> None:
    assert change_line(new_game(), [event], "market") == words + END


@pytest.mark.parametrize(
    "event",
    [
        TimeAdvanced(minutes=1),
        TopicTold(npc_id="mara", topic_id="key", first_time=True, text="Here, take it."),
        ItemUsed(item_id="lantern", target_id=None, text="You light the lantern.", consumed=False),
        NPCMoved(npc_id="mara", from_id="inn", to_id="tower"),
        NPCMoved(npc_id="mara", from_id="inn", to_id=None),
        HourPassed(day=1, hour=9),
        DayStarted(day=2),
        PlanSet(npc_id="guard-1", items=5, until=1800),
        PlanItemUpdated(npc_id="guard-1", item_id="plan-guard-1-1-1", status=PlanStatus.ACTIVE),
        ActivityChanged(npc_id="guard-1", activity=Activity.SLEEPING),
        MealEaten(npc_id="guard-1", location_id="market"),
        RelationshipChanged(npc_id="guard-1", other_id="party", change=1, value=1, reason="A coin."),
    ],
)
def test_what_changed_nothing_that_can_be_seen_is_not_told(event: Event) -> None:
    """People who come and go out of sight, too."""
    assert change_line(new_game(), [event], "market") == END.removeprefix(" · ")


def test_changes_stand_in_their_order_before_place_and_time() -> None:
    events = [ItemTaken(item_id="lantern", location_id="market"), QuestStarted(quest_id="light")]
    assert change_line(new_game(), events, "market") == "+ lantern · ! quest begun: A light for Mara" + END


def test_who_is_seen_leaving_the_place_where_the_turn_began_is_told() -> None:
    moved = NPCMoved(npc_id="mara", from_id="inn", to_id="tower")
    assert change_line(new_game(), [moved], "inn") == "! Mara Ironhand → Tower" + END


def walk(npc_id: str, *places: str | None) -> list[Event]:
    return [NPCMoved(npc_id=npc_id, from_id=left, to_id=to) for left, to in itertools.pairwise(places)]


def test_of_who_comes_and_goes_in_sight_only_the_last_is_told() -> None:
    events = [*walk("mara", "inn", "market", "tower"), *walk("guard-1", "market", "inn", "tower", "market")]
    assert change_line(new_game(), events, "market") == "! Mara Ironhand → Tower" + END
    assert change_line(new_game(), events[:1], "market") == "! here now: Mara Ironhand" + END


def test_a_month_of_coming_and_going_ends_in_a_short_line() -> None:
    days = [step for _ in range(30) for who in ("mara", "guard-2") for step in walk(who, "inn", "market", "inn")]
    assert change_line(new_game(), days, "market") == END.removeprefix(" · ")


def test_who_comes_to_where_the_party_has_left_is_not_told() -> None:
    leaves = LocationChanged(from_id="market", to_id="inn", minutes=5, first_visit=True)
    state = new_game()
    state.scenario.current_location_id = "inn"
    [mara] = walk("mara", "tower", "market")
    [guard] = walk("guard-1", "market", "inn")
    line = change_line(state, [leaves, mara, guard], "market")
    assert line == "→ Inn · ! here now: Guard · Inn · Day 1, 08:00"
    assert "! here now: Mara" in change_line(state, [mara, leaves], "market")


def test_what_somebody_makes_in_sight_is_told_as_one_part_of_the_line() -> None:
    made = ArtifactCreated(npc_id="mara", location_id="market", description="a song · + lantern\n· → Inn" + " la" * 90)
    parts = change_line(new_game(), [made], "market").split(" · ")
    assert len(parts) == 3
    assert parts[0].startswith("! made by Mara Ironhand: a song , + lantern , → Inn la")
    assert len(parts[0]) < 160
    assert change_line(new_game(), [made], "inn") == END.removeprefix(" · ")


@pytest.mark.parametrize("places", [("inn", None), (None, "inn"), ("inn", "market")])
def test_a_party_that_is_nowhere_sees_nobody_come_or_go(places: tuple[str | None, str | None]) -> None:
    assert visible_events(walk("mara", *places), None) == []
    assert line_events(walk("mara", *places), None) == []


def test_each_event_is_seen_where_the_party_was_then() -> None:
    leaves = LocationChanged(from_id="market", to_id="inn", minutes=5, first_visit=True)
    taken, wait = ItemTaken(item_id="lantern", location_id="market"), TimeAdvanced(minutes=1)
    [came] = walk("guard-1", "market", "inn")
    assert visible_events([taken, leaves, came, wait], "market") == [
        (taken, "market"),
        (leaves, "inn"),
        (came, "inn"),
        (wait, "inn"),
    ]
    assert line_events([taken, leaves, came, wait], "market") == [(taken, "market"), (leaves, "inn"), (came, "inn")]


def test_a_party_that_is_nowhere_is_told_to_be_nowhere() -> None:
    state = new_game()
    state.scenario.current_location_id = None
    assert change_line(state, [], None) == "nowhere · Day 1, 08:00"


def test_the_events_of_a_line_are_those_it_tells_in_its_order() -> None:
    taken = ItemTaken(item_id="lantern", location_id="market")
    unseen = [TimeAdvanced(minutes=5), HourPassed(day=1, hour=9), NPCMoved(npc_id="mara", from_id="inn", to_id="tower")]
    passing = walk("guard-1", "inn", "market", "inn")
    begun = QuestStarted(quest_id="light")
    assert message_events([*unseen, taken, *passing, begun], "market") == (taken, begun)


def test_topics_told_are_events_of_the_line_although_it_has_no_part_for_them() -> None:
    told = TopicTold(npc_id="mara", topic_id="owl-trouble", first_time=True, text="An owl took the tower.")
    assert message_events([told], "inn") == (told,)
    assert change_line(new_game(), [told], "market") == END.removeprefix(" · ")


def test_what_somebody_makes_elsewhere_is_no_event_of_the_line() -> None:
    made = ArtifactCreated(npc_id="mara", location_id="market", description="a song")
    assert message_events([made], "market") == (made,)
    assert message_events([made], "inn") == ()


def test_text_of_notes_and_of_edits_by_hand_is_in_no_event_of_the_line() -> None:
    edits: list[Event] = [
        NoteAdded(text="Mara lies.", pinned=False),
        MemoryAdded(scope=MARA, memory_id="mara-001", text="T", pinned=True),
        MemoryArchived(scope=MARA, memory_id="mara-001", text="T"),
    ]
    assert message_events(edits, "market") == ()


@pytest.mark.parametrize(("read", "is_shown"), [("It is lit.", False), ("There is a slit.", True), ("", True)])
def test_a_state_is_left_out_where_its_words_were_read_as_words(read: str, is_shown: bool) -> None:
    changed = StateChanged(of="lantern", name="lit", value=True, text="lit")
    assert ("! lit" in change_line(new_game(), [changed], "market", read)) == is_shown


def test_what_a_game_master_makes_is_named_where_it_is_seen_and_not_in_a_persons_hands() -> None:
    def line(holder_id: str | None) -> str:
        made = ItemCreated(item_id="lantern", holder_id=holder_id, at="market")
        return change_line(new_game(), [made], "market").removesuffix(END.removeprefix(" · ")).removesuffix(" · ")

    assert [line("market"), line("party"), line("guard-1"), line(None)] == ["! new: lantern", "+ lantern", "", ""]
