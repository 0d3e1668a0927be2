"""Character cards become people, and people become cards again without losing a field."""

from pathlib import Path
from typing import Any

import pytest

from app.interchange.cards.character_card import as_json, card_of, read_card
from app.interchange.cards.person import card_from, card_to_npc
from app.models.sheets.lore import LoreSheet
from app.models.sheets.person import NPCSheet, TopicSheet, VoiceSheet
from tests.unit.interchange.cards import V1_FILE, V2_FILE, V3_FILE, as_written, book, entry, file_of, v2


def saved(npc: NPCSheet) -> NPCSheet:
    """The sheet after it went through a scenario's file."""
    return NPCSheet.model_validate_json(npc.model_dump_json(exclude_unset=True), strict=True)


def exported(card: Any, **changes: Any) -> dict[str, Any]:
    """``data`` of the card after it became a person, was changed on the sheet, and was exported in its version."""
    read = read_card(file_of(card))
    npc = saved(card_to_npc(read).model_copy(update=changes))
    data: dict[str, Any] = as_json(card_from(npc))["data"]
    return data


@pytest.mark.parametrize("path", [V2_FILE, V3_FILE])
def test_a_card_that_became_a_person_comes_back_with_every_field_as_it_was(path: Path) -> None:
    npc = saved(card_to_npc(read_card(path)))
    assert as_json(card_from(npc)) == as_written(path)


def test_a_flat_card_of_the_first_version_comes_back_with_every_field_inside_data() -> None:
    npc = saved(card_to_npc(read_card(V1_FILE)))
    data = as_json(card_from(npc))["data"]
    assert {name: data[name] for name in as_written(V1_FILE)} == as_written(V1_FILE)
    assert data["extensions"] == {}, "and with those that V2 requires"


def test_what_a_card_says_stands_in_the_fields_of_the_sheet_that_are_for_it() -> None:
    npc = card_to_npc(read_card(V2_FILE))
    assert (npc.id, npc.name, npc.aliases) == ("ysolde-ferrant", "Ysolde Ferrant", ("Ysolde",))
    assert npc.description.startswith("Ysolde Ferrant blows glass in a cellar")
    assert "and the traveller is the first stranger" in npc.description
    assert npc.communication_style.startswith("She speaks in half sentences")
    assert npc.voice.greeting == ("Mind the third stair, {player}. It lies.",)
    assert npc.examples.startswith("The traveller: What are you making?\nYsolde Ferrant: ")
    assert "START" not in npc.examples
    siege, furnace = npc.lore
    assert (siege.name, siege.keys, siege.importance) == ("Siege", ("siege", "the walls"), None)
    assert "Ysolde Ferrant made lenses" in siege.text
    assert (furnace.keys, furnace.importance) == (("furnace",), 8), "what was to be shown always matters more"


def test_a_v3_card_is_called_by_its_nickname_in_any_script() -> None:
    npc = card_to_npc(read_card(V3_FILE))
    assert (npc.name, npc.aliases) == ("Тарас Рудий", ("Рудий", "Тарас"))
    assert npc.id == "person-162daa2e"
    assert npc.description.startswith("Рудий poles a flat boat")
    assert npc.traits == ("calm", "generous", "afraid of deep water")
    assert [lore.keys for lore in npc.lore] == [("reed islands", "islands"), ()], "patterns are nobody's words"
    assert npc.lore[0].text.startswith("The reed islands move. Рудий marks")


def test_instructions_of_the_cards_author_stand_in_no_field_that_is_read() -> None:
    for path in (V2_FILE, V3_FILE):
        npc = card_to_npc(read_card(path))
        said = npc.model_dump_json(exclude={"extensions": True, "lore": {"__all__": {"extensions"}}})
        assert not any(word in said for word in ("SENTINEL", "Works best", "a writer of tests", "artisan"))
    assert "SENTINEL-SYSTEM" in card_to_npc(read_card(V2_FILE)).model_dump_json(include={"extensions"})


@pytest.mark.parametrize(
    ("change", "field", "value"),
    [
        ({"description": "Shorter now."}, "description", "Shorter now."),
        ({"traits": ("blunt", "kind")}, "personality", "blunt, kind"),
        ({"name": "Ysolde"}, "name", "Ysolde"),
        ({"examples": "Ysolde: No."}, "mes_example", "Ysolde: No."),
    ],
)
def test_what_was_changed_on_the_sheet_is_exported_and_nothing_else_changes(
    change: dict[str, Any], field: str, value: str
) -> None:
    if "traits" in change:
        change |= {"communication_style": ""}
    data = exported(as_written(V2_FILE), **change)
    assert data == as_written(V2_FILE)["data"] | {field: value}


def test_prose_about_the_personality_joins_the_description_and_leaves_its_field_when_that_is_rewritten() -> None:
    card = v2(description="A miller.", personality="Since the flood she trusts no water. It shows.")
    assert card_to_npc(card_of(card)).description == "A miller.\n\nSince the flood she trusts no water. It shows."
    assert exported(card) == card["data"]
    data = exported(card, description="A miller without a mill.")
    assert (data["description"], data["personality"]) == ("A miller without a mill.", "")


def test_a_changed_greeting_is_exported_with_the_players_name_as_a_macro_and_stories_keep_their_place() -> None:
    data = exported(as_written(V2_FILE), voice=VoiceSheet(greeting=("Sit, {player}.", "Stand.")))
    first, *others = [as_written(V2_FILE)["data"][name] for name in ("first_mes", "alternate_greetings")]
    assert data["first_mes"] == first
    assert data["alternate_greetings"] == ["Sit, {{user}}.", "Stand.", others[0][1]]


def test_changed_new_and_removed_lore_is_exported_and_the_rest_of_the_book_stays() -> None:
    written = as_written(V2_FILE)["data"]["character_book"]
    siege, furnace = card_to_npc(read_card(V2_FILE)).lore
    new = LoreSheet(text="The cat is called Frit.", keys=("cat",))
    rewritten = siege.model_copy(update={"text": "The siege lasted three winters."})
    entries = exported(as_written(V2_FILE), lore=(rewritten, furnace, new))["character_book"]["entries"]
    assert entries[0] == written["entries"][0] | {"content": "The siege lasted three winters."}
    assert entries[1:3] == written["entries"][1:]
    assert (entries[3]["keys"], entries[3]["content"], entries[3]["enabled"]) == (["cat"], new.text, True)
    entries = exported(as_written(V2_FILE), lore=(furnace,))["character_book"]["entries"]
    assert entries == written["entries"][1:]


def test_a_long_description_is_not_lost_but_goes_on_in_the_background_and_in_lore() -> None:
    paragraphs = [f"Paragraph {number}. " + "She grinds and grinds. " * 30 for number in range(20)]
    card = v2(description="\n\n".join(paragraphs))
    npc = card_to_npc(card_of(card))
    parts = [npc.description, npc.background, *(lore.text for lore in npc.lore)]
    assert all(len(part) <= 4000 for part in parts)
    assert " ".join(" ".join(parts).split()) == " ".join(" ".join(paragraphs).split())
    assert exported(card) == card["data"]
    assert exported(card, background="")["description"] == "\n\n".join(part for part in parts if part != npc.background)


def test_a_long_entry_becomes_several_pieces_of_lore_and_one_entry_again() -> None:
    card = v2(character_book=book(entry(content="The wheel turns slowly. " * 500), entry(keys=["owl"])))
    npc = card_to_npc(card_of(card))
    assert [lore.keys for lore in npc.lore] == [*[("mill",)] * (len(npc.lore) - 1), ("owl",)]
    assert len(npc.lore) > 3
    assert exported(card) == card["data"]
    changed = (*npc.lore[:-2], npc.lore[-2].model_copy(update={"text": "And stops."}), npc.lore[-1])
    entries = exported(card, lore=changed)["character_book"]["entries"]
    assert len(entries) == 2
    assert entries[0]["content"].endswith("\n\nAnd stops.")


def test_a_person_that_never_was_a_card_becomes_one() -> None:
    npc = NPCSheet(
        id="berit",
        name="Berit Solvang",
        description="She leans on the fence.",
        background="Born next door.",
        traits=("curious", "loud"),
        voice=VoiceSheet(greeting=("There you are, {player}.",)),
        lore=(LoreSheet(text="The shed leaks.", name="Shed", keys=("shed",)),),
        topics=(TopicSheet(id="t", name="the rain", text="It rains."),),
    )
    data = as_json(card_from(npc))["data"]
    assert data["description"] == "She leans on the fence.\n\nBorn next door."
    assert data["personality"] == "curious, loud"
    assert data["first_mes"] == "There you are, {{user}}."
    assert [(e["name"], e["keys"], e["content"]) for e in data["character_book"]["entries"]] == [
        ("Shed", ["shed"], "The shed leaks.")
    ]
    again = card_to_npc(card_of(as_json(card_from(npc))))
    assert (again.traits, again.voice, again.lore[0].text) == (npc.traits, npc.voice, "The shed leaks.")


def test_fields_that_are_null_or_missing_are_empty_and_come_back_so() -> None:
    card = {
        "spec": "chara_card_v2",
        "data": {"name": "Ilse", "description": None, "tags": None, "character_book": None},
    }
    npc = card_to_npc(card_of(card))
    assert npc.description == "Little is known of Ilse."
    assert exported(card) == card["data"]


@pytest.mark.parametrize("odd", [{}, {"entries": None}, {"entries": []}, {"name": "x", "entries": []}])
def test_a_book_without_entries_comes_back_as_it_was(odd: dict[str, Any]) -> None:
    card = v2(character_book=odd)
    assert exported(card) == card["data"]


def test_values_that_only_python_takes_for_equal_come_back_as_they_were() -> None:
    card = v2(
        alternate_greetings=[], tags=[], extensions={"one": 1, "true": True, "float": 1.0}, group_only_greetings=0
    )
    assert repr(exported(card)["extensions"]) == repr(card["data"]["extensions"])
    assert exported(card)["group_only_greetings"] == 0


def test_a_newer_spec_version_is_read_and_kept() -> None:
    card = as_written(V3_FILE) | {"spec_version": "3.4"}
    assert as_json(card_from(card_to_npc(card_of(card)))) == card


def test_ids_that_are_taken_are_not_given_twice() -> None:
    card = card_of(v2())
    assert card_to_npc(card, taken={"ilse-korn", "ilse-korn-2"}).id == "ilse-korn-3"
