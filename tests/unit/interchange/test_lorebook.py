"""Lorebooks and world info become what the world, a place or a person knows."""

from dataclasses import replace
from typing import Any

import pytest

from app.errors import InvalidInput, NotFound
from app.interchange.cards.character_card import as_json, read_card
from app.interchange.cards.lorebook import lore_of, lore_of_book, origin_of, read_lorebook
from app.interchange.cards.person import card_from, card_to_npc
from app.interchange.cards.scenario import with_lorebook, with_person
from app.models.sheets.lore import MAX_KEYS
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.opening import begin
from app.scenarios.scenario_rules import check_scenario
from app.scenarios.scenario_writing import scenario_bytes
from tests.unit.interchange.cards import (
    LOREBOOK_FILE,
    V1_FILE,
    V2_FILE,
    WORLD_INFO_FILE,
    as_written,
    book,
    card,
    entry,
    file_of,
    png,
    read_back,
    text,
    v2,
)
from tests.worlds import small_sheet


def info(**fields: Any) -> dict[str, Any]:
    """A file of world info with one entry."""
    return {"entries": {"0": {"uid": 0, "key": ["mill"], "content": "The mill is shut.", **fields}}}


def test_world_info_is_read_in_the_fields_of_a_cards_book_and_its_own_fields_are_kept() -> None:
    road, geese, draft = read_lorebook(WORLD_INFO_FILE).entries
    assert (road["keys"], road["secondary_keys"], road["insertion_order"]) == (
        ["salt road", "the old road"],
        ["toll"],
        100,
    )
    assert (road["enabled"], road["position"], road["id"], road["comment"]) == (True, "before_char", 0, "Salt Road")
    assert road["extensions"]["world_info"]["probability"] == 100
    assert geese["constant"] is True
    assert geese["extensions"]["world_info"]["position"] == 4, "a place in the prompt that cards have no word for"
    assert draft["enabled"] is False


@pytest.mark.parametrize("path", [LOREBOOK_FILE, V2_FILE])
def test_a_lorebook_alone_and_the_book_of_a_card_are_read(path: Any) -> None:
    written = as_written(path)["data"]
    written = written.get("character_book", written)
    assert list(read_lorebook(path).entries) == written["entries"]


def test_the_book_of_a_card_in_a_picture_is_read() -> None:
    assert read_lorebook(png(text(b"chara", card(V2_FILE)))) == read_lorebook(V2_FILE)


def test_keys_in_one_text_are_taken_apart_at_commas() -> None:
    assert read_lorebook(file_of(info(key="mill, the old mill ,"))).entries[0]["keys"] == ["mill", "the old mill"]


def test_lore_says_the_content_without_decorators_and_is_found_by_its_keys() -> None:
    ford, bridge = lore_of_book(read_lorebook(LOREBOOK_FILE), "somebody")
    assert ford.text == "The ford is older than the bridge, and lower than it looks."
    assert (ford.keys, ford.name) == (("ford", "hallow ford"), "ford")
    assert (bridge.keys, bridge.name) == ((), "The toll pays for the bridge, and the"), "a pattern is no key"
    kept = origin_of(bridge)
    assert kept is not None
    assert kept.kept["keys"] == ["bridge.*toll"]


@pytest.mark.parametrize(
    "off",
    [
        {"enabled": False},
        {"content": ""},
        {"content": None},
        {"content": "@@depth 3\n"},
        {"content": "@@dont_activate\nx"},
    ],
)
def test_an_entry_that_is_off_or_says_nothing_becomes_no_lore(off: dict[str, Any]) -> None:
    assert lore_of(entry(**off), 0, "Ilse") == ()


def test_an_entry_that_is_switched_on_by_another_decorator_becomes_lore() -> None:
    [lore] = lore_of(entry(content="@@dont_activate\n@@activate\nThe mill burns."), 0, "Ilse")
    assert lore.text == "The mill burns."


def test_keys_are_words_that_fit_each_once_and_patterns_are_never_compiled() -> None:
    odd = ["Mill", "mill", " the\nmill ", "x" * 121, "", "/(a+)+$/i", "{{char}}", "\x07", *(f"k{n}" for n in range(90))]
    [lore] = lore_of(entry(keys=odd), 0, "Ilse")
    assert lore.keys[:4] == ("Mill", "the mill", "Ilse", "k0")
    assert len(lore.keys) == MAX_KEYS
    assert lore_of(entry(keys=["(a+)+$"], use_regex=True), 0, "Ilse")[0].keys == ()


def test_a_book_becomes_lore_of_the_world_of_a_place_or_of_a_person() -> None:
    read = read_lorebook(WORLD_INFO_FILE)
    world, whose, count = with_lorebook(small_sheet(), read)
    assert (whose, count, [lore.name for lore in world.lore]) == ("the world", 2, ["Salt Road", "geese"])
    assert world.lore[1].text == "Nobody in Hallow Ford eats goose; somebody will say why if the traveller asks twice."
    place, whose, _ = with_lorebook(small_sheet(), read, place="the broken oar")
    assert (whose, [len(here.lore) for here in place.locations]) == ("Inn", [0, 2, 0, 0, 0])
    person, whose, _ = with_lorebook(small_sheet(), read, npc="MARA")
    assert whose == "Mara Ironhand"
    assert "Mara Ironhand will say why" in person.npcs[0].lore[1].text
    for sheet in (world, place, person):
        again = read_back(sheet)
        assert again == sheet
        begin(again, "g1")


def test_what_a_person_learned_from_a_book_is_exported_with_its_card_and_the_rest_stays() -> None:
    sheet, npc = with_person(small_sheet(), read_card(V2_FILE), at="Market")
    sheet, _, _ = with_lorebook(sheet, read_lorebook(WORLD_INFO_FILE), npc=npc.id)
    sheet, _, _ = with_lorebook(sheet, read_lorebook(LOREBOOK_FILE), npc=npc.id)
    sheet = read_back(sheet)
    card = as_json(card_from(sheet.index.npc(npc.id)))
    made = card["data"]["character_book"].pop("entries")
    written = as_written(V2_FILE)
    assert made == [
        *written["data"]["character_book"].pop("entries"),
        *read_lorebook(WORLD_INFO_FILE).entries,
        *read_lorebook(LOREBOOK_FILE).entries,
    ]
    assert card == written


def test_a_person_that_never_was_a_card_keeps_what_is_switched_off_for_an_export() -> None:
    sheet, _, count = with_lorebook(small_sheet(), read_lorebook(file_of(info(disable=True))), npc="mara")
    assert count == 0
    [only] = as_json(card_from(sheet.npcs[0]))["data"]["character_book"]["entries"]
    assert (only["enabled"], only["content"]) == (False, "The mill is shut.")


def test_a_person_goes_where_it_is_put_under_a_free_id() -> None:
    card = read_card(V1_FILE)
    sheet, npc = with_person(small_sheet(), card, at="inn")
    assert (npc.id, npc.start_location, sheet.npcs[-1]) == ("odo-brandt", "inn", npc)
    again, other = with_person(sheet, replace(card, fields={**card.fields, "description": "A namesake."}))
    assert (other.id, other.start_location) == ("odo-brandt-2", "market")
    assert check_scenario(again) == []


def meant(sheet: ScenarioSheet, **whose: str) -> None:
    with_lorebook(sheet, read_lorebook(LOREBOOK_FILE), **whose)


def test_whoever_is_not_there_or_could_be_several_is_named() -> None:
    with pytest.raises(NotFound, match=r"no person 'nobody' in this scenario\. There are: mara, guard-1, guard-2\."):
        meant(small_sheet(), npc="nobody")
    with pytest.raises(NotFound, match="There are: market, inn, cell-1, cell-2, tower"):
        meant(small_sheet(), place="moon")
    with pytest.raises(InvalidInput, match="'Guard' can be guard-1, guard-2: give one of these ids"):
        meant(small_sheet(), npc="Guard")
    with pytest.raises(InvalidInput, match="give one of them"):
        meant(small_sheet(), npc="mara", place="inn")


BAD: list[tuple[Any, str]] = [
    ([], "A lorebook must be a JSON object"),
    ({}, "There is no lorebook in this file"),
    ({"spec": "lorebook_v3"}, "There is no lorebook in this file"),
    ({"spec": "lorebook_v3", "data": 1}, "There is no lorebook in this file"),
    (v2(), "There is no lorebook in this file"),
    ({"entries": "x"}, "entries must be a list"),
    ({"entries": {str(n): {} for n in range(2001)}}, "2,001 items; an import takes at most 2,000"),
    ([{}] * 2_001, "2,001 items; an import takes at most 2,000"),
    (info(key="a," * 501), "entries[0].keys has 501 items"),
    (info(content="x" * 100_001), "entries[0].content has 100,001 characters"),
]


@pytest.mark.parametrize(("value", "told"), BAD)
def test_a_book_of_wrong_types_or_beyond_a_limit_is_refused_in_one_line(value: Any, told: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        read_lorebook(file_of(value))
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_scenario_that_grew_beyond_what_can_be_played_is_refused() -> None:
    large = read_lorebook(file_of(book(*[entry(content=f"{n} " * 20_000) for n in range(60)])))
    sheet, _, _ = with_lorebook(small_sheet(), large)
    other = read_lorebook(file_of(book(*[entry(content=f"and {n} " * 10_000) for n in range(40)])))
    twice, _, _ = with_lorebook(sheet, other)
    with pytest.raises(InvalidInput, match="a scenario has at most 5,000,000"):
        scenario_bytes(twice, "s.json")


def test_lore_of_a_card_knows_its_person_by_name() -> None:
    npc = card_to_npc(
        read_card(file_of(v2(nickname="Il", character_book=book(entry(content="{{char}} ran the mill.")))))
    )
    assert npc.lore[0].text == "Il ran the mill."
