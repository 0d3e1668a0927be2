"""Books of other programs: NovelAI, Agnai, Risu, AI Dungeon, KoboldAI and all that SillyTavern and Chub write."""

import base64
import json
from contextlib import suppress
from typing import Any

import pytest

from app.errors import InvalidInput
from app.interchange.cards.character_card import read_card
from app.interchange.cards.lorebook import lore_of_book, read_lorebook
from app.models.sheets.lore import LoreSheet
from tests.unit.interchange.cards import FOLDER, file_of, png, text

FOREIGN = FOLDER / "foreign"
TEXT = "The weir keeper drowned in the year of the two harvests."


def lore(value: Any) -> tuple[LoreSheet, ...]:
    return lore_of_book(read_lorebook(value if isinstance(value, bytes) else file_of(value)), "somebody")


@pytest.mark.parametrize("path", sorted(FOREIGN.glob("*.json")), ids=lambda path: path.stem)
def test_the_book_of_each_program_is_lore_with_its_two_keys(path: Any) -> None:
    [found] = lore(path.read_bytes())
    assert (found.text, found.keys) == (TEXT, ("weir keeper", "weir"))
    assert read_lorebook(path).notes == ()
    named = {"novelai.lorebook", "agnai.memory", "risu.lorebook", "aid-story-cards"}
    assert found.name == ("Weir keeper" if path.stem in named else "weir keeper")


def novelai(**fields: Any) -> dict[str, Any]:
    return {"text": TEXT, "displayName": "Weir", "keys": ["weir"], "enabled": True, "contextConfig": {}, **fields}


def novelai_book(*entries: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"lorebookVersion": 6, "entries": list(entries), **fields}


def test_an_entry_of_novelai_keeps_its_own_fields_and_its_place_in_every_file() -> None:
    [kept] = read_lorebook(file_of(novelai_book(novelai(searchRange=500)))).entries
    assert kept["extensions"] == {"novelai": {"contextConfig": {}, "searchRange": 500}}
    book = novelai_book(novelai(forceActivation=True))
    for value in (
        {"scenarioVersion": 3, "lorebook": book},
        {"storyContainerVersion": 1, "content": {"lorebook": book}},
    ):
        [found] = lore(value)
        assert (found.text, found.importance) == (TEXT, 8.0)
    picture = png(text(b"naidata", base64.b64encode(json.dumps(book).encode())))
    assert lore(picture)[0].text == TEXT


@pytest.mark.parametrize("off", [{"enabled": False}, {"category": "c1"}])
def test_an_entry_or_a_category_of_novelai_that_is_off_is_no_lore(off: dict[str, Any]) -> None:
    categories: list[Any] = [{"id": "c1", "enabled": False}, {"id": "c2", "enabled": True}, None, {"id": []}]
    assert lore(novelai_book(novelai(**off), categories=categories)) == ()
    assert len(lore(novelai_book(novelai(category="c2"), novelai(category=["c1"]), categories=categories))) == 2


def test_an_entry_of_agnai_that_is_off_is_no_lore_and_a_bare_list_of_entries_is_a_book() -> None:
    entry = {"name": "Weir", "entry": TEXT, "keywords": ["weir", "/we+r/"], "enabled": True, "priority": 3, "weight": 2}
    assert lore({"kind": "memory", "entries": [entry | {"enabled": False}]}) == ()
    [found] = lore([entry])
    assert (found.keys, found.name) == (("weir",), "Weir")


@pytest.mark.parametrize("place", ["storyCards", "worldInfo"])
def test_the_cards_of_an_ai_dungeon_scenario_are_a_book(place: str) -> None:
    card = {"keys": " weir ,Mill pond,", "value": TEXT, "title": "", "type": "location", "description": "a note"}
    for value in ({"title": "x", place: [card]}, {"data": {place: [card]}}, [card | {"keys": ["weir, Mill pond"]}]):
        [found] = lore(value)
        assert (found.text, found.keys) == (TEXT, ("weir", "Mill pond"))


def test_a_risu_book_and_module_are_read_with_what_is_always_active_and_without_folders() -> None:
    entry = {
        "key": "weir,/w.r,x/i",
        "content": f"@@depth 3\n{TEXT}",
        "mode": "normal",
        "insertorder": 1,
        "secondkey": "",
    }
    folder = {"key": "", "content": "", "mode": "folder", "insertorder": 1, "alwaysActive": False}
    for value in (
        {"type": "risu", "ver": 1, "data": [folder, entry | {"alwaysActive": True, "useRegex": True}]},
        {"type": "character", "name": "m", "globalLore": [entry | {"alwaysActive": True}]},
        {"type": "risuModule", "module": {"name": "m", "lorebook": [entry | {"alwaysActive": 1}]}},
    ):
        [found] = lore(value)
        assert (found.text, found.keys, found.importance) == (TEXT, ("weir",), 8.0)


def test_world_info_of_koboldai_is_read_and_what_is_disabled_there_is_not() -> None:
    on = {"key": "weir,mill", "keysecondary": "", "content": TEXT, "comment": "", "folder": None, "constant": False}
    save = {"gamestarted": True, "actions": [], "worldinfo": [on | {"widisabled": False}, on | {"widisabled": True}]}
    [found] = lore(save)
    assert found.keys == ("weir", "mill")
    client = {"folders": {}, "entries": {"-1": {"uid": -1, "title": "Weir", "key": ["weir"], "content": TEXT}}}
    assert [(each.name, each.keys) for each in lore(client)] == [("Weir", ("weir",))]


def chub(**fields: Any) -> dict[str, Any]:
    """A file of world info in which the fields of a card's book were left behind."""
    stale = {"keys": ["old"], "enabled": True, "id": 7, "insertion_order": 1, "name": "", "secondary_keys": []}
    live = {
        "uid": 7,
        "key": ["weir"],
        "keysecondary": [],
        "content": TEXT,
        "disable": False,
        "order": 2,
        "comment": "W",
    }
    return {"name": "Book", "entries": {"7": stale | live | fields}}


def test_in_a_file_keyed_by_uid_key_and_disable_win() -> None:
    [found] = lore(chub())
    assert (found.keys, found.name) == (("weir",), "W")
    assert lore(chub(disable=True)) == ()
    assert len(lore(chub(enabled=False))) == 1, "it was switched on where `disable` is what counts"
    assert lore({"entries": [chub(disable=1)["entries"]["7"]]}) == (), "a list of entries with a uid is keyed by it too"
    [kept] = read_lorebook(file_of(chub())).entries
    assert (kept["insertion_order"], kept["extensions"]["world_info"]["keys"]) == (2, ["old"])


def test_a_file_keyed_by_uid_without_key_or_disable_says_what_it_says() -> None:
    entry = {"uid": 1, "keys": ["weir"], "content": TEXT}
    assert lore({"entries": {"1": entry | {"enabled": False}}}) == ()
    assert lore({"entries": {"1": entry | {"disable": True}}}) == ()
    assert lore({"entries": {"1": entry | {"key": [], "disable": False}}})[0].keys == ("weir",)


@pytest.mark.parametrize(
    ("key", "read"),
    [
        ("weir, mill", ("weir", "mill")),
        (["weir, mill", "pond"], ("weir", "mill", "pond")),
        (["/w{1,2}, x/i", "weir"], ("weir",)),
        ("/w{1,2}/i, weir", ("weir",)),
        ([1984, None, "weir"], ("1984", "weir")),
        ({"0": "weir"}, ("weir",)),
        ("", ()),
        (None, ()),
    ],
)
def test_keys_of_world_info_are_taken_apart_where_its_program_does_so(key: Any, read: tuple[str, ...]) -> None:
    assert lore({"entries": {"0": {"uid": 0, "key": key, "content": TEXT}}})[0].keys == read


def test_a_comma_in_a_key_of_a_list_of_a_cards_book_or_of_novelai_is_part_of_it() -> None:
    assert lore({"entries": [{"keys": ["Holt, Ada"], "content": TEXT}]})[0].keys == ("Holt, Ada",)
    assert lore(novelai_book(novelai(keys=["Holt, Ada"])))[0].keys == ("Holt, Ada",)


@pytest.mark.parametrize("sign", ["/", "\\", ",", "/,", "a/", "/g", "(a+)+", "/\\"])
def test_a_key_of_very_many_signs_that_patterns_have_is_read_at_once(sign: str) -> None:
    for key in (sign * (90_000 // len(sign)), f"/{sign * (90_000 // len(sign))}"):
        with suppress(InvalidInput):  # as too many keys
            [found] = lore({"entries": {"0": {"uid": 0, "key": key, "content": TEXT, "use_regex": True}}})
            assert found.keys in ((), ("/",))


OTHERS: list[tuple[Any, str]] = [
    ({"user_name": "x", "character_name": "y"}, "this is a chat of SillyTavern"),
    ({"prompts": [], "prompt_order": []}, "this is a preset of SillyTavern"),
    ({"temperature": 1, "top_p": 1}, "this is a preset of a sampler"),
    ({"scenarioVersion": 3, "title": "x"}, "this is a story or scenario of NovelAI without a lorebook"),
    ({"gamestarted": True, "actions": []}, "this is a story of KoboldAI without world info"),
    ({"kind": "character", "name": "x", "persona": {}, "greeting": "x"}, "this is a character of Agnai"),
    ({"locations": [], "npcs": []}, "this is a scenario of Talekeeper"),
    ({"foo": 1, "b\nr": 2}, r"it has no entries and no character_book; it has 'foo', 'b\nr'"),
]


@pytest.mark.parametrize(("value", "told"), OTHERS)
def test_a_file_of_another_kind_is_refused_by_its_name(value: Any, told: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        read_lorebook(file_of(value))
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "value",
    [novelai_book(novelai()), {"kind": "memory", "name": "W", "description": "", "entries": []}, {"type": "risu"}],
)
def test_a_book_of_another_program_is_no_card(value: Any) -> None:
    with pytest.raises(InvalidInput, match="This is a lorebook, not a character card"):
        read_card(file_of(value))


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ({"aiName": "x", "aiPersona": "y"}, "a character of Backyard AI"),
        ({"kind": "character", "name": "x", "persona": {}, "greeting": "Hi."}, "a character of Agnai"),
        ({"name": "x", "temperature": 1, "top_p": 1}, "a preset of a sampler"),
    ],
)
def test_a_character_of_another_program_is_no_card_and_is_named(value: Any, told: str) -> None:
    with pytest.raises(InvalidInput, match=f"no character card, but {told}"):
        read_card(file_of(value))


def test_a_chat_is_named_as_what_it_is() -> None:
    with pytest.raises(InvalidInput, match="a line of JSON after the other, as chats are kept"):
        read_card(b'{"user_name": "x"}\n{"mes": "hi"}\n')


def test_an_entry_of_a_form_that_nobody_knows_is_named_with_what_it_has() -> None:
    read = read_lorebook(file_of({"entries": [{"title": "Weir", "body": TEXT}, 5]}))
    assert read.notes == (
        "The lorebook: entries[0] has no content, and no other field that is known to hold its text;"
        " it has 'title', 'body'.",
        "The lorebook: entries[1] is a number where an object is meant: it is left out.",
    )
