"""What a player's sheet says, and who knows it."""

import pytest
from pydantic import ValidationError

from app.models.sheets.player import FIELDS, MAX_LISTED, PlayerSheet
from app.models.state.game_state import PlayerCharacter

LENA = PlayerCharacter(name="Lena", home="Sedge", likes=("plums",), known_to={"home": ("mara",)})


def test_a_save_without_sheets_is_read_and_written_as_before() -> None:
    old = {"id": "player", "name": "Lena"}
    assert PlayerCharacter.model_validate(old).model_dump(mode="json") == {"name": "Lena", "id": "player"}


def test_a_sheet_is_read_again_as_it_was_written() -> None:
    sheet = LENA.model_copy(update={"skills": {"climbing": 3}, "pronouns": "she/her"})
    assert PlayerCharacter.model_validate_json(sheet.model_dump_json()) == sheet


@pytest.mark.parametrize("field", ["home", "called", "pronouns"])
def test_a_line_holds_no_line_breaks_and_no_endless_text(field: str) -> None:
    assert getattr(PlayerSheet.model_validate({field: " by\nthe  sea "}), field) == "by the sea"
    with pytest.raises(ValidationError):
        PlayerSheet.model_validate({field: "x" * 201})


def test_a_new_value_replaces_the_old_one_and_is_known_to_those_alone_who_heard_it() -> None:
    moved = LENA.with_value("home", "Oster", ("tove",))
    assert (moved.home, moved.known_to) == ("Oster", {"home": ("tove",)})
    assert LENA.home == "Sedge"


def test_the_same_value_heard_again_is_known_to_more_people() -> None:
    assert LENA.with_value("home", "sedge", ("tove", "mara")).known_to == {"home": ("mara", "tove")}


def test_of_several_values_each_is_known_by_itself() -> None:
    sheet = LENA.with_value("likes", "ale", ("mara",)).with_value("likes", "bread", ("tove",))
    assert sheet.likes == ("plums", "ale", "bread")
    assert sheet.as_known_to("mara").likes == ("ale",)
    assert sheet.as_known_to("tove") == PlayerSheet(name="Lena", likes=("bread",))


def test_of_too_many_values_the_newest_are_kept_and_nobody_knows_what_is_gone() -> None:
    sheet: PlayerSheet = LENA
    for number in range(MAX_LISTED + 5):
        sheet = sheet.with_value("likes", f"thing {number}", ("mara",))
    assert len(sheet.likes) == MAX_LISTED
    assert len(sheet.known_to) == MAX_LISTED + 1


def test_a_value_that_is_denied_goes_and_another_stays() -> None:
    assert LENA.without_value("likes", "Plums").likes == ()
    assert LENA.without_value("home", "Oster") == LENA
    gone = LENA.without_value("home", "Sedge")
    assert (gone.home, gone.known_to) == ("", {})


def test_looks_are_known_to_everybody_and_the_rest_to_nobody_who_was_not_told() -> None:
    sheet = PlayerSheet(name="Lena", description="Tall.", background="A thief.", pronouns="she/her")
    seen = sheet.as_known_to("mara")
    assert (seen.description, seen.pronouns, seen.background) == ("Tall.", "she/her", "")


def test_every_field_that_tells_of_a_player_is_one_of_the_sheet() -> None:
    assert set(FIELDS) == PlayerSheet.model_fields.keys() - {"name", "known_to"}
