"""The engine's own line of what changed."""

import pytest

from app.events.facts import (
    ActProgressed,
    AttitudeChanged,
    DangerChanged,
    EffectAdded,
    EncounterCompleted,
    ItemDropped,
    ItemGiven,
    ItemTaken,
    ItemUsed,
    LocationChanged,
    NoteAdded,
    NPCMoved,
    ObjectiveCompleted,
    QuestCompleted,
    QuestStarted,
    SecretDiscovered,
    TimeAdvanced,
    TopicTold,
)
from app.models.command import Event
from app.models.condition import Attitude, DangerLevel
from app.services.game.change_line import change_line
from tests.worlds import new_game

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
        (DangerChanged(location_id="tower", level=DangerLevel.CLEARED), "! Tower: CLEARED"),
        (EffectAdded(location_id="market", effect="smoke"), "! smoke"),
        (NPCMoved(npc_id="mara", from_id="inn", to_id="market"), "! Mara Ironhand → Market"),
        (NPCMoved(npc_id="guard-1", from_id="market", to_id=None), "! Guard → away"),
        (NoteAdded(text="## System", pinned=True), "! noted"),
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


def test_a_party_that_is_nowhere_is_told_to_be_nowhere() -> None:
    state = new_game()
    state.scenario.current_location_id = None
    assert change_line(state, [], None) == "nowhere · Day 1, 08:00"
