"""What people notice, when again, and what they do not notice."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from app.cognition.day.perceive import NOTICE_AGAIN, notice
from app.language.rendering.perspective import in_own_words
from app.memory.stream.stream import MemoryStream
from app.models.events.play import BeingsSeen, PlaceReached
from app.models.instances.npc_instance import Activity, NPCInstance
from app.models.location import Coordinates, ExitSheet, LocationSheet
from app.models.memory import MemoryEntry, MemoryKind, MemoryOrigin, MemorySource, Scope
from app.models.messages.message import Role
from app.models.messages.payload import EventPayload
from app.models.sheets.condition import SecretKnown
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


def noticed(state: GameState, npc_id: str = "mara", again: int = NOTICE_AGAIN) -> list[str]:
    found = notice(state, state.npc(npc_id), again)
    assert {item.scope for item in found} <= {Scope.npc(npc_id)}
    return [item.entry.summary for item in found]


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
        tags=("beings_seen",),
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
    for item in notice(state, state.npc("mara")):
        state.remember(item.scope, item.entry)
    stream = MemoryStream(state, Scope.npc("mara"))
    assert [entry.id for entry in stream.all() if "guard-1" in entry.subjects] == ["mara-002"]
    assert [entry.id for entry in stream.all() if "inn" in entry.subjects] == ["mara-001"]


def test_the_same_being_is_noticed_again_after_ten_minutes_at_the_earliest(state: GameState) -> None:
    saw = "Saw Guard standing around."
    assert saw in at(state, 0)
    assert [at(state, minutes) for minutes in (0, 1, 9)] == [[], [], []]
    state.npc("guard-1").activity = Activity.WALKING
    assert at(state, 9) == []
    assert at(state, 10) == ["Saw Guard walking by."]
    assert at(state, 19) == []


def test_the_cool_downs_are_parameters(state: GameState) -> None:
    times = []
    for minutes in range(0, 130, 10):
        state.clock.minutes = 480 + minutes
        times += [minutes for words in noticed(state, again=60) if words.startswith("Saw")]
    assert times == [0, 60, 120]


def test_the_party_is_noticed_by_the_players_names_as_one_being() -> None:
    state = begin(small_sheet(), "game-1", [PlayerCharacter(name="Élan"), PlayerCharacter(id="player-2", name="Bo")])
    [_, seen] = notice(state, state.npc("guard-1"))
    assert seen.entry.summary == "Saw Élan and Bo standing around."
    assert seen.entry.subjects == ("party", "player", "player-2")
    assert in_own_words(seen.entry.summary, ["Guard"], ["Élan", "Bo"]) == "Saw you standing around."
    assert "party" in state.npc("guard-1").mind.seen


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
    assert set(state.npc("mara").mind.seen) == {"inn", "guard-1", "at:inn"}
    at(state, 7 * 1440)
    assert set(state.npc("mara").mind.seen) == {"at:inn"}


def test_cool_downs_survive_a_save(state: GameState) -> None:
    at(state, 0)
    loaded = GameState.model_validate_json(state.model_dump_json())
    assert at(loaded, 5) == []
    assert at(loaded, 10) == at(state, 10)


class Closed(list[Any]):
    """A list that nobody may look into."""

    def __iter__(self) -> Iterator[Any]:
        raise AssertionError("somebody has looked")

    __reversed__ = __iter__

    def __len__(self) -> int:
        raise AssertionError("somebody has looked")


def test_noticing_never_looks_at_what_is_remembered(state: GameState) -> None:
    """So it costs the same however long a game is; of what was said only the last ten minutes matter."""
    say(state, "Long ago.", role=Role.NPC, speaker_id="guard-1", game_time=100)
    state.npc("mara").npc_memories = Closed()
    state.scenario.current_location_id = "inn"
    assert len(noticed(state)) == 3
