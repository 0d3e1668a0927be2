"""A character card as the sheet of a player."""

from app.interchange.cards.character_card import card_of
from app.interchange.cards.player import card_to_player
from app.models.sheets.player import PlayerSheet


def test_name_looks_and_background_are_taken_and_talk_is_left_out() -> None:
    data = {"name": "Ysolde", "description": "{{char}} is tall.", "first_mes": "Hello, {{user}}."}
    sheet = card_to_player(card_of({"spec": "chara_card_v2", "spec_version": "2.0", "data": data}))
    assert (sheet.name, sheet.description) == ("Ysolde", "Ysolde is tall.")
    assert "Hello" not in sheet.model_dump_json()


def test_a_long_name_is_cut_to_what_a_player_may_have() -> None:
    data = {"name": "Y" * 100, "description": ""}
    sheet = card_to_player(card_of({"spec": "chara_card_v2", "spec_version": "2.0", "data": data}))
    assert sheet.name == "Y" * 60
    assert PlayerSheet.model_validate_json(sheet.model_dump_json()) == sheet
