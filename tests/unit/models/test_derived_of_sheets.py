"""What is derived from a sheet lives with that sheet, and with no copy that has other parts."""

from app.language.analysis.mentions import mentions_for
from app.testing.world import small_sheet


def test_what_is_derived_from_a_sheet_is_made_once() -> None:
    sheet = small_sheet()
    assert mentions_for(sheet) is mentions_for(sheet)


def test_many_sheets_keep_each_what_is_derived_from_them() -> None:
    sheets = [small_sheet().model_copy(update={"title": f"Story {number}"}) for number in range(40)]
    services = [mentions_for(sheet) for sheet in sheets]
    assert all(mentions_for(sheet) is service for sheet, service in zip(sheets, services, strict=True))


def test_a_copy_with_other_parts_takes_neither_the_index_nor_what_is_derived() -> None:
    sheet = small_sheet()
    person = sheet.npcs[0]
    service, index = mentions_for(sheet), sheet.index
    copied = sheet.model_copy(update={"npcs": (person.model_copy(update={"name": "Odo Finn"}), *sheet.npcs[1:])})
    assert mentions_for(copied).people("Odo Finn is here.", ()) == (person.id,)
    assert copied.index.npc(person.id).name == "Odo Finn"
    assert (mentions_for(sheet), sheet.index) == (service, index)
