"""Cards as programs and people write them: one odd field or entry sinks none, and a line names what was left out."""

import json
from typing import Any

import pytest

from app.interchange.cards.character_card import V1, V2, V3, Card, as_json, read_card
from app.interchange.cards.person import card_from, card_to_npc
from app.interchange.cards.scenario import scenario_of
from app.models.sheets.person import NPCSheet
from app.scenarios.scenario_rules import check_scenario
from tests.unit.interchange.cards import FOLDER, V2_FILE, as_written, book, entry, file_of, read_back, v2

ODD = FOLDER / "odd"
USE_REGEX, BOOK_OF_OBJECTS = FOLDER / "use-regex.json", FOLDER / "book-of-objects.json"


def person(value: Any) -> tuple[NPCSheet, Card]:
    card = read_card(file_of(value))
    return card_to_npc(card), card


@pytest.mark.parametrize("path", sorted(ODD.glob("*.json")), ids=lambda path: path.stem)
def test_every_odd_card_is_a_person_in_a_sound_scenario_and_goes_out_again(path: Any) -> None:
    card = read_card(path)
    sheet = read_back(scenario_of(card))
    assert check_scenario(sheet) == []
    assert sheet.npcs[0].name == "Hedda Quist"
    assert read_card(file_of(as_json(card_from(sheet.npcs[0])))).name == "Hedda Quist"


NOTED = {
    "big-int": "data.extensions.chub.id: a number that is too large for many programs is kept as a text.",
    "dup-key": "The key 'description' is there twice in one object: the last one counts.",
    "lone-surrogate": "data.description: half of a character is left out.",
    "nan": "data.extensions.x: a number that is not finite is left out.",
}


@pytest.mark.parametrize("path", sorted(ODD.glob("*.json")), ids=lambda path: path.stem)
def test_only_what_is_left_out_or_read_otherwise_is_noted(path: Any) -> None:
    assert read_card(path).notes == ((NOTED[path.stem],) if path.stem in NOTED else ())


def test_what_the_odd_cards_mean_is_what_their_authors_meant() -> None:
    odd = {path.stem: read_card(path) for path in ODD.glob("*.json")}
    assert odd["dup-key"].text("description") == "two"
    assert odd["lone-surrogate"].text("description") == "smile  end"
    assert odd["big-int"].fields["extensions"] == {"chub": {"id": "12345678901234567890"}}
    assert odd["nan"].fields["extensions"] == {"x": None}
    assert odd["greetings-text"].greetings == ["Oil or wicks, {{user}}?", "1687194031049"]
    assert odd["greetings-null-item"].greetings == ["Oil or wicks, {{user}}?", "Hello."]
    assert card_to_npc(odd["personality-list"]).traits == ("brisk", "fair")
    assert card_to_npc(odd["nul-char"]).description == "ab"
    assert (odd["spec-v1-with-data"].version, odd["spec-3-number"].version, odd["utf16"].version) == (V1, V3, V2)
    flat = odd["name-missing-charname"]
    assert (flat.text("description"), flat.text("scenario")) == ("sells lamp oil by the cup", "a stall")
    assert (flat.text("first_mes"), flat.text("mes_example")) == ("Oil or wicks?", "<START>\n{{char}}: Well?")
    keys = {name: card_to_npc(odd[f"entry-{name}"]).lore[0].keys for name in ("key-number", "keys-text")}
    assert keys == {"key-number": ("1984", "oil"), "keys-text": ("oil", "wicks")}
    assert card_to_npc(odd["entry-enabled-text"]).lore[0].text == "Oil is dear."


def test_the_flag_use_regex_on_plain_keys_makes_no_patterns_of_them() -> None:
    predecessor, animal = card_to_npc(read_card(USE_REGEX)).lore
    assert (predecessor.keys, animal.keys) == (("Orrin Vale", "the ledger"), ("mule",))
    names = ["C++ guild", "Dr. Who?", "St. Mary (church)", "A+", "$100", "/home/weir", "Sector [7]"]
    npc, _ = person(v2(character_book=book(entry(keys=[*names, "/weir/gi", "/a,b/"], use_regex=True))))
    assert npc.lore[0].keys == tuple(names)


def test_a_book_whose_entries_are_an_object_is_read_in_a_card_as_alone() -> None:
    [lore] = card_to_npc(read_card(BOOK_OF_OBJECTS)).lore
    assert (lore.keys, lore.name) == (("the tower clock",), "tower clock")
    made = as_json(card_from(card_to_npc(read_card(BOOK_OF_OBJECTS))))["data"]["character_book"]["entries"]
    assert made == list(as_written(BOOK_OF_OBJECTS)["data"]["character_book"]["entries"].values())


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-be"])
def test_a_card_is_read_in_every_encoding_of_unicode(encoding: str) -> None:
    assert read_card(json.dumps(as_written(V2_FILE), ensure_ascii=False).encode(encoding)) == read_card(V2_FILE)


@pytest.mark.parametrize(
    ("field", "value", "line"),
    [
        ("description", {"x": 1}, "The card's description is an object where a text is meant: it is left out."),
        ("nickname", True, "The card's nickname is true or false where a text is meant: it is left out."),
        ("alternate_greetings", False, "The card's alternate_greetings is true or false where a list is meant"),
        ("alternate_greetings", ["Hi.", {}], "The card's alternate_greetings[1] is an object where a text is meant"),
        ("character_book", "none", "The card's character_book is a text where an object is meant: it is left out."),
        (
            "character_book",
            {"entries": 5},
            "character_book: entries is a number where a list is meant: it is left out.",
        ),
        ("character_book", {"entries": [None, entry()]}, "entries[0] is null where an object is meant"),
        ("character_book", book(entry(content={"a": 1}), entry()), "entries[0].content is an object where a text"),
        ("character_book", book(entry(keys=["mill", {}])), "entries[0].keys[1] is an object where a text is meant"),
        ("character_book", book(entry(enabled="perhaps")), "entries[0].enabled is 'perhaps' where true or false"),
        ("character_book", book({"title": "x"}, entry()), "entries[0] has no content"),
    ],
)
def test_what_cannot_be_used_is_left_out_with_a_line_that_names_it(field: str, value: Any, line: str) -> None:
    npc, card = person(v2(description="Mends nets.") | {"data": v2(description="Mends nets.")["data"] | {field: value}})
    assert npc.name == "Ilse Korn"
    [noted] = card.notes
    assert line in noted
    if field == "character_book" and isinstance(value, dict) and isinstance(value["entries"], list):
        assert [lore.text for lore in npc.lore] == ["The mill is shut."]
    assert check_scenario(scenario_of(card)) == []


@pytest.mark.parametrize(
    "value",
    [
        {"spec": "chara_card_v2", "name": "Ilse Korn", "description": "Mends nets."},
        {"spec": "chara_card_v3", "data": None, "name": "Ilse Korn", "description": "Mends nets."},
        {"spec": "chara_card_v2", "data": {"name": None, "description": "Mends nets."}, "name": "Ilse Korn"},
        {"spec": "chara_card_v1", "data": {"name": "Ilse Korn", "description": "Mends nets."}},
        {"data": {"name": ["Ilse Korn"], "description": ["Mends nets."]}},
        {"char_name": "Ilse Korn", "name": "", "char_persona": "Mends nets."},
        {"name": "Ilse Korn", "context": "Mends nets.", "greeting": "Good day to you."},
    ],
)
def test_name_and_fields_are_found_where_they_are(value: Any) -> None:
    npc, card = person(value)
    assert (npc.name, npc.description, card.notes) == ("Ilse Korn", "Mends nets.", ())
    again = card_to_npc(read_card(file_of(as_json(card_from(npc)))))
    assert (again.name, again.description) == (npc.name, npc.description)


def test_a_card_whose_name_is_outside_of_data_comes_back_as_it_was_and_can_be_renamed() -> None:
    written = as_written(ODD / "name-empty-outer-named.json")
    npc = card_to_npc(read_card(ODD / "name-empty-outer-named.json"))
    assert as_json(card_from(npc)) == written
    assert as_json(card_from(npc.model_copy(update={"name": "Hedda Brandt"})))["data"]["name"] == "Hedda Brandt"


@pytest.mark.parametrize(
    "off",
    [{"enabled": False}, {"enabled": 0}, {"enabled": "false"}, {"disable": True}, {"disable": 1}, {"disabled": "1"}],
)
def test_an_entry_is_off_if_any_of_its_dialects_says_so(off: dict[str, Any]) -> None:
    npc, card = person(v2(character_book=book(entry(**off))))
    assert (npc.lore, card.notes) == ((), ())
    assert as_json(card_from(npc))["data"]["character_book"]["entries"] == [entry(**off)]


def test_a_flag_that_is_one_is_constant_and_zero_is_not() -> None:
    npc, _ = person(v2(character_book=book(entry(constant=1), entry(constant="0", content="Another."))))
    assert [lore.importance for lore in npc.lore] == [8.0, None]


def test_a_file_with_very_many_oddities_says_so_in_a_bounded_number_of_lines() -> None:
    _, card = person(v2(alternate_greetings=["x", *[{}] * 199], extensions={"x": [2**60] * 500}))
    assert len(card.notes) == 201
    assert card.notes[-1] == "There is more of that kind in this file."
