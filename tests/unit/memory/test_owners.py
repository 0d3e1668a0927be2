"""Whose memories are meant by a name."""

import pytest

from app.errors import InvalidInput, NotFound
from app.language.rendering.refusing import worded
from app.memory.stream.owners import find_person, find_scope, find_scopes
from app.models.memory import Scope
from tests.worlds import new_game


@pytest.mark.parametrize("who", ["mara", "Mara Ironhand", "MARA", "the  innkeeper", "ironhand", "Mara I"])
def test_a_person_is_meant_by_id_name_alias_part_or_beginning(who: str) -> None:
    assert find_scope(new_game(), who) == Scope.npc("mara")
    assert find_person(new_game(), who) == "mara"


def test_places_and_the_world_are_owners_too() -> None:
    assert find_scope(new_game(), "the broken oar") == Scope.location("inn")
    assert find_scope(new_game(), "World") == Scope.world()
    assert find_scopes(new_game(), None) == new_game().scopes()


def test_a_name_that_several_bear_is_asked_about() -> None:
    with pytest.raises(InvalidInput, match="Who is meant: cell-1, cell-2"), worded(new_game()):
        find_scope(new_game(), "prison cell")
    with pytest.raises(InvalidInput, match="guard-1, guard-2"), worded(new_game()):
        find_person(new_game(), "Guard")


@pytest.mark.parametrize("who", ["", " ", "Zeno", "x" * 5_000, "\x1b[31m\nred", "\ud800"])
def test_an_unknown_name_is_told_who_there_is_on_one_short_line(who: str) -> None:
    for asking in (find_scope, find_person):
        with pytest.raises(NotFound, match=r"There are: .*Mara Ironhand") as raised, worded(new_game()):
            asking(new_game(), who)
        assert str(raised.value).isprintable()
        assert len(str(raised.value)) < 300


def test_a_place_is_no_person() -> None:
    with pytest.raises(NotFound, match="Nobody here is called 'Inn'"), worded(new_game()):
        find_person(new_game(), "Inn")
