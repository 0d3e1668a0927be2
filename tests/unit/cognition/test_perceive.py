"""What people notice, when again, and what they do not notice."""

from datetime import timedelta

import pytest

from app.cognition.day.perceive import MOST_IN_SIGHT, notice
from app.language.rendering.perspective import in_own_words
from app.memory.stream.sights import AGAIN
from app.memory.stream.stream import MemoryStream
from app.models.events.play import BeingsSeen, PlaceReached, Unusual
from app.models.instances.npc_instance import NPCInstance
from app.models.memory import MemoryEntry, MemoryKind, MemoryOrigin, MemorySource, Scope
from app.models.messages.message import Role
from app.models.messages.payload import EventPayload
from app.models.minds.activity import Activity
from app.models.sheets.condition import SecretKnown
from app.models.sheets.location import Coordinates, ExitSheet, LocationSheet
from app.models.state.game_state import GameState, PlayerCharacter
from app.models.state.opening import begin
from tests.unit.events.sheets import changed_sheet, game_in
from tests.worlds import NOW, new_game, say, small_sheet

LATER = NOW + timedelta(hours=1)


@pytest.fixture
def state() -> GameState:
    """Mara and guard 1 at the inn, guard 2 and the party each elsewhere; a turn in progress."""
    state = new_game()
    state.npc("guard-1").current_location_id = "inn"
    state.open_turn(LATER)
    return state


def noticed(state: GameState, npc_id: str = "mara") -> list[str]:
    """What somebody notices, which it remembers from now on."""
    found = notice(state, state.npc(npc_id))
    assert {item.scope for item in found} <= {Scope.npc(npc_id)}
    for item in found:
        state.remember(item.scope, item.entry)
    return [item.entry.summary for item in found]


def lasting(state: GameState, npc_id: str = "mara") -> list[tuple[str, int | None]]:
    """What somebody has seen, and until when, in minutes after eight o'clock."""
    seen = [entry for entry in state.npc(npc_id).npc_memories if entry.summary.startswith("Saw")]
    ends = [(entry.summary, state.status(entry.id).until) for entry in seen]
    return [(words, None if until is None else until - 480) for words, until in ends]


def at(state: GameState, minutes: int, npc_id: str = "mara") -> list[str]:
    """What is noticed so many minutes after eight o'clock."""
    state.clock.minutes = 480 + minutes
    return noticed(state, npc_id)


# -- beings --------------------------------------------------------------------------------------------------------

DOING = [
    (Activity.IDLE, "Saw Guard standing around.", 2),
    (Activity.WALKING, "Saw Guard walking by.", 2),
    (Activity.CONVERSING, "Saw Guard having a conversation.", 4),
    (Activity.ACTIVITY, "Saw Guard engaged in an activity.", 2),
    (Activity.SLEEPING, "Saw Guard resting.", 2),
]


@pytest.mark.parametrize(("activity", "words", "importance"), DOING)
def test_who_is_there_is_noticed_with_what_it_does(
    state: GameState, activity: Activity, words: str, importance: float
) -> None:
    state.npc("guard-1").activity = activity
    [_, seen] = notice(state, state.npc("mara"))
    assert seen.entry == MemoryEntry(
        created_at=LATER,
        source=MemorySource.NPC,
        summary=words,
        kind=MemoryKind.OBSERVATION,
        origin=MemoryOrigin.PERCEPTION,
        location_id="inn",
        npc_ids=("mara",),
        turn=1,
        importance=importance,
        game_time=480,
        scene="day-001/scene-01",
        subjects=("guard-1",),
        payload=EventPayload(
            kind="event",
            events=(BeingsSeen(being_ids=("guard-1",), activity=activity, location_id="inn", since=480),),
        ),
    )


def test_having_come_to_a_place_is_an_event_of_the_memory(state: GameState) -> None:
    [arrived, _] = notice(state, state.npc("mara"))
    assert arrived.entry.summary == "Arrived at the Inn."
    reached = PlaceReached(npc_id="mara", location_id="inn")
    assert arrived.entry.payload == EventPayload(kind="event", events=(reached,))


def test_what_is_noticed_can_be_remembered_and_found(state: GameState) -> None:
    noticed(state)
    stream = MemoryStream(state, Scope.npc("mara"))
    assert [entry.id for entry in stream.all() if "guard-1" in entry.subjects] == ["mara-002"]
    assert [entry.id for entry in stream.all() if "inn" in entry.subjects] == ["mara-001"]


def test_the_same_doing_the_same_at_the_same_place_is_one_sight_with_one_end(state: GameState) -> None:
    idle = "Saw Guard standing around."
    assert idle in at(state, 0)
    assert [at(state, minutes) for minutes in range(10, 120, 10)] == [[]] * 11
    assert lasting(state) == [(idle, None)]
    state.npc("guard-1").activity = Activity.ACTIVITY
    assert at(state, 120) == ["Saw Guard engaged in an activity."]
    assert lasting(state) == [(idle, 120), ("Saw Guard engaged in an activity.", None)]


def test_a_sight_goes_on_after_a_pause_and_begins_anew_after_a_longer_one(state: GameState) -> None:
    at(state, 0)
    move(state, "guard-1", None)
    at(state, 60)
    move(state, "guard-1", "inn")
    assert at(state, 60 + AGAIN) == []
    assert lasting(state) == [("Saw Guard standing around.", None)]
    move(state, "guard-1", None)
    at(state, 400)
    move(state, "guard-1", "inn")
    assert at(state, 401 + AGAIN) == ["Saw Guard standing around."]


def test_what_somebody_sees_ends_when_it_leaves_or_falls_asleep(state: GameState) -> None:
    for minutes, change in ((50, {"current_location_id": "market"}), (60, {"activity": Activity.SLEEPING})):
        at(state, 0)
        mara = state.npc("mara")
        for name, value in change.items():
            setattr(mara, name, value)
        at(state, minutes)
        assert lasting(state)[0] == ("Saw Guard standing around.", minutes)
        mara.current_location_id, mara.activity = "inn", Activity.IDLE


def test_prolonging_raises_no_importance(state: GameState) -> None:
    at(state, 0)
    before = state.npc("mara").importance_accumulator
    at(state, 60)
    assert state.npc("mara").importance_accumulator == before


def test_who_passes_by_is_noticed_only_where_it_was_never_seen_before(state: GameState) -> None:
    state.npc("guard-1").activity = Activity.WALKING
    assert "Saw Guard walking by." in at(state, 0)
    move(state, "guard-1", None)
    at(state, 10)
    move(state, "guard-1", "inn")
    assert at(state, 20 + AGAIN) == []


def test_a_talk_that_one_takes_part_in_is_no_sight(state: GameState) -> None:
    state.npc("guard-1").activity = Activity.CONVERSING
    state.npc("mara").mind.talked["guard-1"] = 480
    assert at(state, 0) == ["Arrived at the Inn."]
    assert at(state, 30) == ["Saw Guard having a conversation."]


def crowded_inn() -> GameState:
    """Nine guests beside Mara."""
    sheet = small_sheet()
    crowd = [sheet.npcs[0].model_copy(update={"id": f"guest-{n}", "name": f"Guest {n}"}) for n in range(9)]
    sheet = sheet.model_copy(update={"npcs": (*sheet.npcs, *crowd)})
    state = begin(sheet, "game-1", [PlayerCharacter(name="Élan")])
    for number in range(9):
        move(state, f"guest-{number}", "inn")
    return state


def test_players_are_noticed_in_any_crowd() -> None:
    state = crowded_inn()
    noticed(state)
    state.scenario.current_location_id = "inn"
    state.clock.minutes += 10
    assert [words for words in noticed(state) if "Élan" in words]
    state.scenario.current_location_id = "market"
    state.clock.minutes += 10
    noticed(state)
    state.scenario.current_location_id = "inn"
    state.clock.minutes += 600
    assert [words for words in noticed(state) if "Élan" in words], "they are no strangers any more"


def test_of_a_crowd_only_a_few_are_noticed_first_those_one_likes() -> None:
    state = crowded_inn()
    state.npc("mara").relationships["guest-8"] = 3.0
    seen = [words for words in noticed(state) if words.startswith("Saw")]
    assert len(seen) == MOST_IN_SIGHT
    assert seen[0].startswith("Saw Guest 8")


def test_a_stranger_and_somebody_where_it_never_is_are_unusual(state: GameState) -> None:
    def sights() -> list[tuple[Unusual | None, float | None]]:
        found = notice(state, state.npc("mara"))
        for item in found:
            state.remember(item.scope, item.entry)
        entries = [item.entry for item in found if isinstance(item.entry.payload, EventPayload)]
        events = [(event, entry.importance) for entry in entries for event in entry.payload.events]  # type: ignore[union-attr]  # checked above
        return [(event.unusual, importance) for event, importance in events if isinstance(event, BeingsSeen)]

    move(state, "guard-1", None)
    state.scenario.current_location_id = "inn"
    assert sights() == [(Unusual.STRANGER, 5.0)]
    state.scenario.current_location_id = "market"
    move(state, "guard-2", "inn")
    assert [why for why, _ in sights()] != [Unusual.PLACE], "whoever was never seen before is where it may be"
    state.clock.minutes += 2 * 1440
    move(state, "guard-2", "cell-1")
    move(state, "mara", "cell-1")
    assert sights() == [(Unusual.PLACE, 5.0)]


def test_the_party_is_noticed_by_the_players_names_as_one_being() -> None:
    state = begin(small_sheet(), "game-1", [PlayerCharacter(name="Élan"), PlayerCharacter(id="player-2", name="Bo")])
    [_, seen] = notice(state, state.npc("guard-1"))
    assert seen.entry.summary == "Saw Élan and Bo standing around."
    assert seen.entry.subjects == ("party", "player", "player-2")
    assert in_own_words(seen.entry.summary, ["Guard"], ["Élan", "Bo"]) == "Saw you standing around."


def test_a_player_who_bears_the_own_name_is_the_party() -> None:
    state = new_game(player="Guard")
    assert noticed(state, "guard-1")[1] == "Saw the party standing around."


def test_another_of_the_own_name_is_another_person(state: GameState) -> None:
    """Whoever tells it would otherwise say that it saw itself."""
    state.npc("guard-2").current_location_id = "inn"
    assert noticed(state, "guard-1")[1:] == [
        "Saw Mara Ironhand standing around.",
        "Saw another person standing around.",
    ]


def test_the_party_converses_while_somebody_has_just_spoken_to_it() -> None:
    state = new_game()
    say(state, "Hello.", "Hello yourself.", role=Role.NPC, speaker_id="guard-1")
    talk = notice(state, state.npc("guard-1"))[1]
    assert (talk.entry.summary, talk.entry.importance) == ("Saw Élan having a conversation.", 4)
    assert at(state, 10, "guard-1") == ["Saw Élan standing around."]


def test_what_only_players_say_is_no_conversation() -> None:
    state = new_game()
    say(state, "I wait.")
    assert noticed(state, "guard-1")[1] == "Saw Élan standing around."


# -- places --------------------------------------------------------------------------------------------------------


def move(state: GameState, npc_id: str, place: str | None) -> NPCInstance:
    npc = state.npc(npc_id)
    npc.current_location_id = place
    return npc


def test_a_place_is_noticed_once_on_arriving_however_long_the_stay(state: GameState) -> None:
    state.npc("guard-1").current_location_id = None
    [seen] = notice(state, state.npc("mara"))
    assert seen.entry.summary == "Arrived at the Inn."
    assert (seen.entry.importance, seen.entry.subjects, seen.entry.location_id) == (2, ("inn",), "inn")
    assert [at(state, minutes) for minutes in range(10, 8 * 1440, 700)] == [[]] * 17


def test_the_same_place_is_noticed_again_after_an_hour_at_the_earliest(state: GameState) -> None:
    move(state, "guard-1", None)
    arrivals = []
    for minutes, place in ((0, "inn"), (20, "market"), (40, "inn"), (50, "market"), (60, "inn"), (70, "cell-1")):
        move(state, "mara", place)
        arrivals.append([words for words in at(state, minutes) if words.startswith("Arrived")])
    assert arrivals == [
        ["Arrived at the Inn."],
        ["Arrived at the Market."],
        [],
        [],
        ["Arrived at the Inn."],
        ["Arrived at the Prison Cell."],
    ]


def test_a_stay_leaves_no_trace_that_a_commit_would_have_to_hold(state: GameState) -> None:
    move(state, "guard-1", None)
    at(state, 0)
    before = state.npc("mara").mind.model_dump_json()
    for minutes in range(10, 2000, 10):
        at(state, minutes)
    assert state.npc("mara").mind.model_dump_json() == before


def test_waking_up_is_no_arriving_and_who_is_brought_asleep_has_not_noticed_it(state: GameState) -> None:
    move(state, "guard-1", None)
    mara = move(state, "mara", "inn")
    at(state, 0)
    mara.activity = Activity.SLEEPING
    assert at(state, 300) == []
    move(state, "mara", "cell-1")
    assert at(state, 310) == []
    mara.activity = Activity.IDLE
    assert at(state, 480) == []


def test_who_comes_back_from_off_the_map_arrives(state: GameState) -> None:
    move(state, "guard-1", None)
    at(state, 0)
    move(state, "mara", None)
    assert at(state, 100) == []
    move(state, "mara", "inn")
    assert at(state, 200) == ["Arrived at the Inn."]


# -- what is not noticed -------------------------------------------------------------------------------------------


def test_who_was_not_there_does_not_know(state: GameState) -> None:
    """Seen: guard 2, in his cell, notices nobody; nobody notices him, nor whom the map does not show."""
    assert noticed(state, "guard-2") == ["Arrived at the Prison Cell."]
    move(state, "guard-1", None)
    assert noticed(state, "mara") == ["Arrived at the Inn."]
    assert noticed(state, "guard-1") == []


@pytest.mark.parametrize("place", ["inn", None])
def test_who_sleeps_or_is_off_the_map_notices_nothing(state: GameState, place: str | None) -> None:
    mara = move(state, "mara", place)
    mara.activity = Activity.SLEEPING
    assert noticed(state) == []


def test_the_two_cells_of_one_name_are_two_places(state: GameState) -> None:
    move(state, "mara", "cell-1")
    assert noticed(state) == ["Arrived at the Prison Cell."]


# -- the radius ----------------------------------------------------------------------------------------------------


def on_the_map(**coordinates: tuple[int, int]) -> GameState:
    """The small world with coordinates: market, inn, tower …"""
    places = tuple(
        place.model_copy(update={"coordinates": Coordinates(x=coordinates[place.id][0], y=coordinates[place.id][1])})
        if place.id in coordinates
        else place
        for place in small_sheet().locations
    )
    return game_in(changed_sheet(locations=places))


@pytest.mark.parametrize(
    ("x", "y", "is_seen"), [(3, 2, True), (-5, 0, True), (0, -5, True), (3, 3, False), (-6, 0, False)]
)
def test_who_is_within_five_tiles_is_noticed_too(x: int, y: int, *, is_seen: bool) -> None:
    state = on_the_map(market=(0, 0), inn=(x, y))
    found = notice(state, state.npc("mara"))
    assert [item.entry.summary for item in found[1:]] == (
        ["Saw Traveller standing around.", "Saw Guard standing around."] if is_seen else []
    )
    assert all(item.entry.location_id == "market" for item in found[1:])


def test_without_coordinates_one_sees_no_further_than_the_place() -> None:
    state = on_the_map(market=(0, 0))
    assert noticed(state) == ["Arrived at the Inn."]


def test_a_place_that_is_hidden_is_out_of_sight_until_it_is_found() -> None:
    state = on_the_map(market=(0, 0), tower=(1, 0))
    move(state, "mara", "tower")
    guard = state.npc("guard-1")
    assert not any("Mara" in words for words in noticed(state, "guard-1"))
    state.place("market").discovered_secrets.append("loose-stone")
    assert [item.entry.summary for item in notice(state, guard)] == ["Saw Mara Ironhand standing around."]


def test_a_place_that_is_only_locked_can_be_seen() -> None:
    way = ExitSheet(to="den", name="the gate", locked_until=SecretKnown(secret_id="loose-stone"))
    sheet = small_sheet()
    market = sheet.locations[0].model_copy(
        update={"exits": (*sheet.locations[0].exits, way), "coordinates": Coordinates(x=0, y=0)}
    )
    den = LocationSheet(id="den", name="Den", description="Dark.", coordinates=Coordinates(x=0, y=1))
    state = game_in(changed_sheet(locations=(market, *sheet.locations[1:], den)))
    move(state, "mara", "den")
    assert "Saw Mara Ironhand standing around." in noticed(state, "guard-1")


# -- bounds --------------------------------------------------------------------------------------------------------


def test_what_was_noticed_long_ago_is_forgotten(state: GameState) -> None:
    at(state, 0)
    move(state, "guard-1", None)
    at(state, 7 * 1440 - 1)
    assert set(state.npc("mara").mind.seen) == {"inn", "at:inn"}
    at(state, 7 * 1440)
    assert set(state.npc("mara").mind.seen) == {"at:inn"}


def test_sights_go_on_after_a_save(state: GameState) -> None:
    at(state, 0)
    loaded = GameState.model_validate_json(state.model_dump_json())
    assert at(loaded, 10) == at(state, 10) == []
    assert lasting(loaded) == lasting(state) == [("Saw Guard standing around.", None)]
