"""What is possible now: only what the party has found out, and for each the line that does it."""

from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import GameState, PlayerCharacter
from app.models.state.opening import begin
from app.services.game.choices import Choices, PossibleDeed, player_choices
from tests.unit.agents.narrator_offline.playing import at, with_lantern
from tests.worlds import new_game, say, small_sheet


def now(state: GameState) -> Choices:
    return player_choices(state, "player")


def ids(found: tuple[PossibleDeed, ...]) -> list[str]:
    return [choice.id for choice in found]


def test_a_hidden_way_is_offered_once_it_is_found_and_says_that_it_is_locked() -> None:
    state = new_game()
    assert ids(now(state).ways) == ["inn", "cell-1"]
    state.place("market").discovered_secrets.append("loose-stone")
    assert now(state).ways[-1] == PossibleDeed(
        deed="go", id="tower", name="the tower stair", line="go north", is_open=False
    )
    state.party.items.append("brass-key")
    assert now(state).ways[-1].is_open


def test_a_place_that_was_visited_is_known() -> None:
    state = at(new_game(), "inn")
    assert [(way.id, way.known) for way in now(state).ways] == [("market", True)]


def test_a_topic_is_offered_only_while_it_can_be_told_and_known_once_it_was() -> None:
    state = at(new_game(), "inn")
    topics = now(state).topics
    assert topics[0] == PossibleDeed(
        deed="ask", id="owl-trouble", name="the owl", line="ask Mara Ironhand about the owl", whom="mara"
    )
    assert len(topics) < len(state.sheets.npc("mara").topics)
    state.npc("mara").topics_told.append("owl-trouble")
    assert [topic.known for topic in now(state).topics if topic.id == "owl-trouble"] == [True]


def test_whom_the_player_spoke_to_last_comes_first_and_who_has_spoken_is_known() -> None:
    state = at(new_game(), "inn")
    state.npc("guard-1").current_location_id = "inn"
    for key in ("mara", "guard-1"):
        say(state, "Hello.", addressee_ids=(key,))
        assert ids(now(state).people)[0] == key
    assert not any(person.known for person in now(state).people)
    say(state, "Evening.", speaker_id="mara", role="npc")
    assert [person.id for person in now(state).people if person.known] == ["mara"]


def test_people_called_alike_are_told_apart() -> None:
    state = new_game()
    for key in ("guard-1", "guard-2"):
        state.npc(key).current_location_id = "market"
    assert [person.line for person in now(state).people] == ["talk to the first Guard", "talk to the second Guard"]


def test_what_lies_here_can_be_taken_and_what_is_held_given_or_put_down() -> None:
    state = new_game()
    deeds = [(choice.deed, choice.id, choice.line) for choice in now(state).deeds]
    assert ("take", "lantern", "take lantern") in deeds
    assert not any(key == "anvil" for _, key, _ in deeds)

    state = at(with_lantern(state), "inn")
    given = [(choice.deed, choice.whom or "", choice.line) for choice in now(state).deeds]
    assert ("give", "mara", "give lantern to Mara Ironhand") in given
    assert ("drop", "", "drop lantern") in given
    assert [thing.id for thing in now(state).things if thing.known] == ["lantern"]


def test_what_a_thing_fits_is_offered_each_by_itself_as_long_as_it_does() -> None:
    state = at(with_lantern(new_game()), "market")
    assert [(deed.line, deed.on, deed.on_name) for deed in now(state).deeds if deed.deed == "use"] == [
        ("use lantern", None, ""),
        ("use lantern on old well", "well", "old well"),
    ]
    assert [deed.line for deed in now(at(state, "inn")).deeds if deed.deed == "use"] == ["use lantern"]


def test_where_a_thing_fits_several_nothing_is_offered_that_would_not_be_clear() -> None:
    sheet = small_sheet().model_dump(mode="json")
    item = next(item for item in sheet["items"] if item["id"] == "lantern")
    never = {"kind": "item_held", "item_id": "anvil"}
    item["uses"] = [{"on": on, "text": "It shines."} for on in ("mara", "guard-1")]
    item["uses"].append({"on": "inn", "text": "It burns.", "condition": never})
    state = at(
        with_lantern(begin(ScenarioSheet.model_validate(sheet), "game-1", [PlayerCharacter(name="Élan")], 7)), "inn"
    )
    assert [deed.line for deed in now(state).deeds if deed.deed == "use"] == ["use lantern on Mara Ironhand"]
    for key in ("guard-1", "guard-2"):
        state.npc(key).current_location_id = "inn"
    assert [deed.line for deed in now(state).deeds if deed.deed == "use"] == [
        "use lantern on Mara Ironhand",
        "use lantern on the first Guard",
    ]


def test_an_encounter_is_offered_as_long_as_it_stands() -> None:
    state = at(new_game(), "tower")
    assert "fight great owl" in [choice.line for choice in now(state).deeds]
    assert "owl" in ids(now(state).things)
    state.place("tower").completed_encounters.append("owl")
    assert "owl" not in ids((*now(state).deeds, *now(state).things))


def test_a_party_that_is_nowhere_has_no_choices() -> None:
    state = new_game()
    state.scenario.current_location_id = None
    assert now(state) == Choices()
