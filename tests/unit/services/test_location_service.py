"""Moving the party and people."""

import pytest

from app.errors import InvalidInput, NotFound, TalekeeperError
from app.interfaces.services.location import PARTY
from app.services.game.location_service import LocationService
from tests.worlds import new_game


def test_the_party_moves_and_a_new_scene_begins() -> None:
    state = new_game()
    LocationService().move_entity(state, PARTY, "inn")
    assert (state.here.id, state.place("inn").visits, state.clock.scene_id) == ("inn", 1, "day-001/scene-02")


def test_a_person_moves_and_nothing_else_does() -> None:
    state = new_game()
    LocationService().move_entity(state, "mara", "market")
    assert [npc.instance_id for npc in state.present()] == ["mara", "guard-1"]
    assert (state.place("market").visits, state.clock.scene) == (1, 1)


def test_a_person_can_be_nowhere() -> None:
    state = new_game()
    LocationService().move_entity(state, "guard-1", None)
    assert state.present() == []


def test_a_conversation_ends_where_the_two_part_and_only_there() -> None:
    state = new_game()
    state.npc("mara").current_location_id = "market"
    state.party.address("player", ["guard-1", "mara"])
    LocationService().move_entity(state, "mara", "inn")
    assert state.party.addressees_of("player") == ("guard-1",)
    LocationService().move_entity(state, PARTY, "inn")
    assert state.party.addressees_of("player") == ()


@pytest.mark.parametrize(
    ("entity", "place", "error"),
    [
        (PARTY, "atlantis", NotFound),
        ("mara", "atlantis", NotFound),
        ("nobody", "inn", NotFound),
        (PARTY, None, InvalidInput),
    ],
)
def test_a_move_that_cannot_be_changes_nothing(entity: str, place: str | None, error: type[TalekeeperError]) -> None:
    state = new_game()
    with pytest.raises(error):
        LocationService().move_entity(state, entity, place)
    assert state.model_dump() == new_game().model_dump()
